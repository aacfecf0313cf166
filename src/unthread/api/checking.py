"""One check, whoever asks for it: options and C files → `Verdict`.

The command line and `unthread.check` both come through here. Nothing is printed; what is of interest
meanwhile goes to a `Listener`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from unthread.api.choice import ChosenBackends, chosen_backends
from unthread.api.files import check_reports, files_read, write_numbered, write_reports
from unthread.api.requests import limits_of, request_of, specification_of
from unthread.api.verdict import Verdict
from unthread.core.diagnostics import Diagnostic, Severity, UsageError
from unthread.core.records import dataclass
from unthread.core.source import Source
from unthread.options import CheckOptions

if TYPE_CHECKING:
    from unthread.core import verdict as core
    from unthread.core.events import Told
    from unthread.story import Limits
    from unthread.svcomp.properties import Specification


def _ignore(event: object) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Listener:
    """Who wants to know what happens. `tell` gets what searchers tell, and None when time has passed; `warn`
    gets what is odd. `answers_interrupt`: Ctrl-C ends the search with what is known by then; otherwise it is
    raised."""

    tell: Callable[[Told | None], None] = _ignore
    warn: Callable[[Diagnostic], None] = _ignore
    answers_interrupt: bool = False

    def note(self, text: str) -> None:
        self.warn(Diagnostic(Severity.NOTE, text))


def checked(options: CheckOptions, source: Source, listener: Listener) -> Verdict:
    """Searches; `store` writes what the options ask for. Whatever is wrong with them is reported before."""
    specification = specification_of(options)
    request = replace(request_of(options, specification), answers_interrupt=listener.answers_interrupt)
    limits = limits_of(options)
    besides = (("--trace", options.trace), ("--log", options.log))
    check_reports(options, besides, files_read(source))
    chosen = chosen_backends(options, request, listener.note)
    if specification is not None and chosen.is_more_than_engine:
        raise UsageError("a property file can only be checked with the embedded engine")
    started = time.monotonic()
    answer = _answer(source, specification, chosen, limits, listener)
    seconds = time.monotonic() - started
    lines = () if specification is None else specification.lines
    return Verdict(answer, source, seconds, lines, options.trace or "", options.require_complete)


def _answer(
    source: Source,
    specification: Specification | None,
    chosen: ChosenBackends,
    limits: Limits,
    listener: Listener,
) -> core.Verdict:
    from unthread.story import check

    if specification is None:
        backends = chosen.backends
        return check(source, chosen.request, limits, listener.tell, backends, warn=listener.warn)
    from unthread.svcomp.judge import judge

    return judge(source, specification, chosen.request, limits, listener.tell, listener.warn).verdict


def store(verdict: Verdict, options: CheckOptions) -> Iterator[str]:
    """Writes the files that the options name. Says where there is nothing to write."""
    from unthread.results.trace_json import to_json

    if options.trace is not None:
        if not verdict.traces:
            yield f"there is no violation to write to '{options.trace}'"
        write_numbered(Path(options.trace), [to_json(trace) for trace in verdict.traces])
    yield from write_reports([verdict.checked], options)
