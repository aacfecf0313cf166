"""`unthread check`: find a violation, or say what was covered without finding one."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from unthread.commands.arguments import (
    BYTES,
    SECONDS,
    read_named_loops,
    read_properties,
    read_quantity,
    read_reductions,
)
from unthread.commands.choice import chosen_backends
from unthread.commands.output import check_writable, live_console, message, new_console, write
from unthread.commands.reports import check_reports, write_numbered, write_reports
from unthread.core.diagnostics import UsageError
from unthread.core.source import Source
from unthread.core.verdict import ExitCode
from unthread.options import CheckOptions

if TYPE_CHECKING:
    from unthread.core.request import Request
    from unthread.core.verdict import Verdict
    from unthread.reports.checked import Checked
    from unthread.story import DisagreementError, Limits
    from unthread.svcomp.properties import Specification


def check(options: CheckOptions, source: Source, rest: tuple[str, ...]) -> int:
    """Find a violation, or say what was covered without finding one."""
    from unthread.reports.checked import Checked
    from unthread.results.progress import Progress
    from unthread.story import DisagreementError
    from unthread.story import check as search

    specification = _specification(options.properties)
    request, limits = request_of(options, specification), limits_of(options)
    if options.trace is not None:
        check_writable(options.trace)
    check_reports(options)
    chosen = chosen_backends(options, request)
    if specification is not None and chosen.is_more_than_engine:
        raise UsageError("a property file can only be checked with the embedded engine")
    started = time.monotonic()
    try:
        with Progress(live_console(options.quiet)) as progress:
            if specification is None:
                verdict = search(source, chosen.request, limits, progress.show, chosen.backends)
            else:
                from unthread.svcomp.judge import judge

                verdict = judge(source, specification, request, limits, progress.show).verdict
    except DisagreementError as error:
        return _tell_disagreement(error, time.monotonic() - started, options)
    lines = () if specification is None else specification.lines
    stored = options.trace or ""
    return _tell(Checked(verdict, source, time.monotonic() - started, lines, stored), options)


def _tell(checked: Checked, options: CheckOptions) -> int:
    from unthread.core.verdict import exit_code

    verdict = checked.verdict
    _print(verdict, checked.seconds, options)
    if options.trace is not None:
        _store_traces(verdict, Path(options.trace))
    write_reports([checked], options)
    return exit_code(verdict, options.require_complete)


def _print(verdict: Verdict, seconds: float, options: CheckOptions) -> None:
    if options.json:
        from unthread.results.trace_json import as_text
        from unthread.results.verdict_json import verdict_document

        document = verdict_document(verdict, seconds, options.require_complete)
        write(sys.stdout, as_text(document).encode())
    else:
        from unthread.results.coverage_text import render_coverage
        from unthread.results.verdict_text import render_verdict

        console = new_console(sys.stdout)
        stored = options.trace
        render_verdict(verdict, seconds, console, options.quiet, options.every, options.full, stored)
        if options.coverage and verdict.coverage is not None:
            render_coverage(verdict.coverage, console)


def _tell_disagreement(error: DisagreementError, seconds: float, options: CheckOptions) -> int:
    """What each of them says, on stdout."""
    if options.json:
        from unthread.results.trace_json import as_text
        from unthread.results.verdict_json import verdict_document

        said = {result.name: verdict_document(result.verdict, seconds) for result in error.results}
        document = {"format": "unthread disagreement", "version": 1, "verdicts": said}
        write(sys.stdout, as_text(document).encode())
    for result in () if options.json else error.results:
        print(f"{result.name}:", flush=True)
        _print(result.verdict, seconds, options)
    message(f"unthread: internal error: {error}")
    message(
        "  One of the tools is wrong, or unthread's translation for it. Please report this with the input."
    )
    return ExitCode.INTERNAL


def _specification(text: str | None) -> Specification | None:
    """What a property file of SV-COMP asks; None if the text names no such file."""
    if text is None or not text.endswith(".prp"):
        return None
    from unthread.svcomp.properties import read_specification

    return read_specification(Path(text))


def request_of(options: CheckOptions, specification: Specification | None) -> Request:
    from unthread.core.bounds import Bound, Bounds
    from unthread.core.request import Request

    properties = specification.properties if specification else read_properties(options.properties)
    first = Bounds(unwind=2)
    bounds = Bounds(
        first.unwind if options.unwind is None else options.unwind,
        read_named_loops(options.unwind_loops),
        options.unwind_max,
        first.depth if options.depth is None else options.depth,
        first.threads if options.threads is None else options.threads,
    )
    given = {Bound.UNWIND: options.unwind, Bound.DEPTH: options.depth, Bound.THREADS: options.threads}
    fixed = frozenset(name for name, value in given.items() if value is not None)
    reductions = read_reductions(options.reduce, options.no_reduce)
    sample = not (options.no_sample or options.every or fixed or options.rounds)
    is_sequential = specification is not None or options.memory_model == "sc"  # a rule of SV-COMP
    return Request(
        properties,
        bounds,
        fixed,
        options.rounds,
        reductions,
        options.every,
        sample,
        is_sequential,
        options.coverage,
    )


def limits_of(options: CheckOptions) -> Limits:
    from unthread.story import Limits, default_limits

    usual = default_limits()
    seconds = read_quantity("--time", options.time, SECONDS)
    memory = read_quantity("--memory", options.memory, BYTES) if options.memory else usual.memory
    return Limits(seconds, int(memory))


def _store_traces(verdict: Verdict, file: Path) -> None:
    """The first trace to the file, others to files whose names have the number of the trace."""
    from unthread.core.verdict import Unsafe
    from unthread.results.trace_json import to_json

    if not isinstance(verdict, Unsafe):
        message(f"unthread: note: there is no violation to write to '{file}'")
        return
    write_numbered(file, [to_json(trace) for trace in verdict.traces])
