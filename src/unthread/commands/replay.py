"""`unthread replay`: a stored trace again."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from unthread.commands.output import check_writable, message, new_console, write, write_whole
from unthread.core.diagnostics import Diagnostic, InputError, Severity
from unthread.core.source import Arguments, Source
from unthread.core.verdict import ExitCode
from unthread.options import ReplayOptions

if TYPE_CHECKING:
    from unthread.core.trace import Trace
    from unthread.program.program import Program
    from unthread.results.replay import Replayed

_EXPLAINING = 2.0  # seconds


def replay(options: ReplayOptions, source: Source, rest: tuple[str, ...]) -> int:
    """Replay a stored trace. Without FILE, use the files that it was found in.

    Compiler flags given here are added after those of the trace. With --native, the program is compiled with
    them, and its executable is made to fail as in the trace."""
    from unthread.bound.loops.spinning import with_waits
    from unthread.commands.native import check_options, force
    from unthread.frontend.load import load
    from unthread.results.replay import replay
    from unthread.results.trace_json import read_trace

    check_options(options)
    if options.html is not None:
        check_writable(options.html, "--html")
    *files, stored = source.files
    trace = read_trace(stored)
    chosen = trace.source.data_model if not (options.m32 or options.m64) else source.data_model
    source = Source(
        tuple(files) or trace.source.files,
        (*trace.source.flags, *source.flags),
        chosen,
        trace.source.atomic_statements or source.atomic_statements,
        source.spurious,
        trace.source.volatile_is_atomic or source.volatile_is_atomic,
        source.stubs or trace.source.stubs,
        source.havoc or trace.source.havoc,
        trace.source.arguments if source.arguments == Arguments() else source.arguments,
    )
    _warn_of_changes(source, trace)
    program = with_waits(load(source), trace.properties)
    if not program.entry:
        raise InputError("there is no function 'main' to run")
    result = replay(program, source, trace)
    if options.native and result.is_reproduced:
        return force(options, source, program, result.trace)
    result = _explained(program, result)
    if options.json:
        _print_replay(result)
    else:
        _render_replay(result, options.full)
    if options.html is not None:
        _write_page(result, Path(options.html), str(stored))
    return ExitCode.UNSAFE if result.is_reproduced else ExitCode.UNKNOWN


def _explained(program: Program, result: Replayed) -> Replayed:
    from unthread.results.explain import explain

    if not result.is_reproduced:
        return result
    return replace(result, trace=explain(program, result.trace, time.monotonic() + _EXPLAINING))


def _write_page(result: Replayed, file: Path, stored: str) -> None:
    """Only a violation makes a report."""
    if result.violation is None:
        message(f"unthread: note: there is no violation to write to '{file}'")
        return
    from unthread.reports.html.page import html_report

    write_whole(file, html_report(result.trace, stored))


def _warn_of_changes(source: Source, trace: Trace) -> None:
    from unthread.results.replay import digest

    if len(source.files) != len(trace.digests):
        count = len(trace.digests)
        warning = f"the trace was found in {count} file{'s' * (count != 1)}, not in {len(source.files)}"
        message(str(Diagnostic(Severity.WARNING, warning)))
        return
    for file, stored in zip(source.files, trace.digests, strict=True):
        if digest(file) != stored:
            warning = f"'{file}' differs from the file in which the trace was found"
            message(str(Diagnostic(Severity.WARNING, warning)))


def _print_replay(result: Replayed) -> None:
    """The trace document of what happened, which says also how that relates to the stored one."""
    from unthread.results.trace_json import as_text, document

    found = document(result.trace)
    if result.violation is None:
        found["violation"] = None
    departure = result.departure
    found["replay"] = {
        "reproduced": result.is_reproduced,
        "ending": result.ending,
        "departure": departure
        and {
            "slice": departure.number,
            "step": departure.step,
            "expected": departure.expected,
            "found": departure.found,
        },
    }
    write(sys.stdout, as_text(found).encode())


def _render_replay(result: Replayed, full: bool) -> None:
    from unthread.results.terminal import render_steps, render_trace

    console = new_console(sys.stdout)
    if result.is_reproduced:
        render_trace(result.trace, console, full)
        return
    render_steps(result.trace, console, full)
    departure = result.departure
    assert departure is not None, "what is not reproduced departs somewhere"
    sys.stdout.flush()
    message("unthread: the trace no longer leads to its violation")
    message(f"  it departs {departure}")
    message(f"  expected: {departure.expected}")
    message(f"  found:    {departure.found}")
    if result.ending != departure.found:
        message(f"  it ends:  {result.ending}")
