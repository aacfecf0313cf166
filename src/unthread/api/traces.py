"""Traces for scripts: stored ones are read, replayed, and made into something to read."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from unthread.api.functions import Files, Warn, file_names
from unthread.api.guest import guest, relayed
from unthread.api.keywords import Name, ReadingKeywords, in_python, macro_flags, options_of, with_options
from unthread.api.sources import source_of
from unthread.api.verdict import WIDTH, Verdict
from unthread.core.source import Source
from unthread.text_options import CompilerOptions

if TYPE_CHECKING:
    from unthread.core.trace import Trace
    from unthread.reports.formats import Format
    from unthread.results.replay import Replayed


def read_trace(file: Name, /) -> Trace:
    """A stored trace: docs/TRACE.md."""
    from unthread.results.trace_reading import read_trace

    with guest():
        [name] = file_names([file])
        return read_trace(Path(name))


@with_options(CompilerOptions)
def replay(
    trace: Trace | Name,
    files: Files | None = None,
    /,
    *,
    warn: Warn | None = None,
    **options: Unpack[ReadingKeywords],
) -> Replayed:
    """Executes a trace again, in the files that it was found in or in others: is the violation still there?
    `warn` is called for the files that have changed."""
    from unthread.api.replaying import explained, replayed, source_again

    with guest(), in_python(CompilerOptions):
        chosen = options_of(CompilerOptions, options)
        stored = _trace(trace)
        if isinstance(files, Source):
            source = files
        else:
            given = source_of(() if files is None else file_names(files), chosen, macro_flags(options))
            source = source_again(stored, given, chosen.m32 or chosen.m64)
        return explained(replayed(stored, source, relayed(warn, "warn")))


def explain(trace: Trace | Name, format: Format | str = "text", /, *, full: bool = False) -> str:
    """A trace as text, or in the format of another tool: docs/FORMATS.md. `full`: as text, every step."""
    with guest():
        stored = "" if not isinstance(trace, str | os.PathLike) else os.fspath(trace)
        return explanation(_trace(trace), format, full, stored)


def explanation(trace: Trace, format: str, full: bool, stored: str) -> str:
    """`stored` is the file of the trace."""
    from unthread.core.verdict import Unsafe
    from unthread.results.trace_json import to_json

    if format == "json":
        return to_json(trace)
    if format == "text":
        return _plain_text(trace, full)
    (text,) = Verdict(Unsafe((trace,), None), trace.source, stored=stored).report(format)
    return text


def _plain_text(trace: Trace, full: bool) -> str:
    from rich.console import Console

    from unthread.results.terminal import render_trace
    from unthread.results.words import clean

    file = io.StringIO()
    console = Console(file=file, width=WIDTH, color_system=None, force_terminal=False)
    render_trace(trace, console, full)
    return clean(file.getvalue())


def _trace(trace: Trace | Name) -> Trace:
    from unthread.core.trace import Trace

    return trace if isinstance(trace, Trace) else read_trace(trace)
