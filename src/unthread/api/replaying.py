"""A stored trace again, whoever asks for it: what the program is read from, and what happens."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from unthread.core.diagnostics import Diagnostic, InputError, Severity
from unthread.core.records import dataclass
from unthread.core.source import ProgramArguments, Source
from unthread.core.trace import Trace

if TYPE_CHECKING:
    from unthread.program.program import Program
    from unthread.results.replay import Replayed

_EXPLAINING = 2.0  # seconds


@dataclass(frozen=True, slots=True)
class Again:
    """The program, and what happened in it."""

    program: Program
    source: Source
    result: Replayed


def source_again(trace: Trace, given: Source, is_model_given: bool) -> Source:
    """What was read when the trace was found, where nothing else is given; flags come in addition."""
    then = trace.source
    return Source(
        given.files or then.files,
        (*then.flags, *given.flags),
        given.data_model if is_model_given else then.data_model,
        then.atomic_statements or given.atomic_statements,
        given.spurious,
        then.volatile_is_atomic or given.volatile_is_atomic,
        given.stubs or then.stubs,
        given.havoc or then.havoc,
        then.arguments if given.arguments == ProgramArguments() else given.arguments,
        given.entries if given.entries.functions else then.entries,
        given.linearizable or then.linearizable,
        given.asm_models or then.asm_models,
        then.file_flags if len(given.files) in (0, len(then.files)) else (),
        then.assumed,
        then.build,
        then.malloc_may_fail or given.malloc_may_fail,
    )


def replayed(trace: Trace, source: Source, warn: Callable[[Diagnostic], None]) -> Again:
    from unthread.bound.loops.spinning import with_waits
    from unthread.frontend.load import load
    from unthread.results.execution import at_start
    from unthread.results.replay import replay

    _warn_of_changes(source, trace, warn)
    program = with_waits(load(source, warn), trace.properties)
    if not program.entry:
        raise InputError("there is no function 'main' to run")
    started = at_start(program, trace)
    if started is None:
        where = trace.ahead.loc if trace.ahead else ""
        text = f"'main' does not reach {where} as it did when the trace was found"
        raise InputError(text, hint="check the program again")
    return Again(started, source, replay(started, source, trace))


def explained(again: Again) -> Replayed:
    """With the order that decides, if there is a violation."""
    from unthread.results.explain import explain

    result = again.result
    if not result.is_reproduced:
        return result
    return replace(result, trace=explain(again.program, result.trace, time.monotonic() + _EXPLAINING))


def _warn_of_changes(source: Source, trace: Trace, warn: Callable[[Diagnostic], None]) -> None:
    from unthread.results.replay import digest

    if len(source.files) != len(trace.digests):
        count = len(trace.digests)
        text = f"the trace was found in {count} file{'s' * (count != 1)}, not in {len(source.files)}"
        warn(Diagnostic(Severity.WARNING, text))
        return
    for file, stored in zip(source.files, trace.digests, strict=True):
        if digest(file) != stored:
            text = f"'{file}' differs from the file in which the trace was found"
            warn(Diagnostic(Severity.WARNING, text))
