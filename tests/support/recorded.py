"""Traces of small programs, carried out by the interpreter with a given schedule."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from unthread.core.diagnostics import source_lines
from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.core.trace import InputValue, Trace, parse_schedule
from unthread.frontend.load import load
from unthread.results.execution import Claim
from unthread.results.explain import explain
from unthread.results.replay import record


def recorded(
    directory: Path,
    text: str,
    schedule: str,
    place: tuple[int, int],
    property: Property = Property.REACH,
    inputs: Sequence[InputValue] = (),
) -> Trace:
    """Of the program `p.c` in the directory, explained; `place` is the line and column of the violation."""
    file = directory / "p.c"
    file.write_text(text)
    source_lines.cache_clear()  # other tests have a p.c of their own
    source = Source((file,))
    program = load(source)
    claim = Claim(property, (str(file), *place))
    trace = record(program, source, parse_schedule(schedule), inputs, frozenset({property}), claim)
    return explain(program, trace, time.monotonic() + 60)
