"""`unthread replay`: a stored trace again."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from unthread.api.files import check_writable, files_read, must_spare, write_whole
from unthread.api.replaying import explained, replayed, source_again
from unthread.commands.output import message, new_console, warn, write
from unthread.core.diagnostics import UsageError
from unthread.core.exit_codes import ExitCode
from unthread.core.source import Source
from unthread.options import ReplayOptions

if TYPE_CHECKING:
    from unthread.results.replay import Replayed


def replay(options: ReplayOptions, source: Source, rest: tuple[str, ...]) -> int:
    from unthread.commands.native import check_options, force
    from unthread.results.trace_reading import read_trace

    check_options(options)
    if options.html is not None:
        check_writable(options.html, "--html")
        must_spare(source.files, options.html, "--html")
    *files, stored = source.files
    trace = read_trace(stored)
    given = replace(source, files=tuple(files))
    source = source_again(trace, given, is_model_given=options.m32 or options.m64)
    if options.html is not None:
        must_spare(files_read(source), options.html, "--html")
    if options.native and source.has_own_main:
        what = "--entry" if source.entries.functions else "--linearizable"
        raise UsageError(
            f"--native cannot be combined with {what}: the program has no main of its own",
            hint="write a harness with 'unthread harness', and check that",
        )
    again = replayed(trace, source, warn)
    if options.native and again.result.is_reproduced:
        return force(options, source, again.program, again.result.trace)
    result = explained(again)
    if options.json:
        _print_replay(result)
    else:
        _render_replay(result, options.full)
    if options.html is not None:
        _write_page(result, Path(options.html), str(stored))
    return ExitCode.UNSAFE if result.is_reproduced else ExitCode.UNKNOWN


def _write_page(result: Replayed, file: Path, stored: str) -> None:
    """Only a violation makes a report."""
    if result.violation is None:
        message(f"unthread: note: there is no violation to write to '{file}'")
        return
    from unthread.reports.html.page import html_report

    write_whole(file, html_report(result.trace, stored))


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
    message("unthread: the violation of the trace is not reproduced")
    message(f"  it departs {departure}")
    message(f"  expected: {departure.expected}")
    message(f"  found:    {departure.found}")
    if result.ending != departure.found:
        message(f"  it ends:  {result.ending}")
