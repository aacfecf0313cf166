"""One check as the user follows it: progress, the answer, notes, and two that contradict each other."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from unthread.api.checking import Listener, checked
from unthread.api.requests import limits_of
from unthread.api.verdict import Verdict
from unthread.commands.lines import EventLines
from unthread.commands.output import live_console, message, new_console, warn, write
from unthread.core.exit_codes import ExitCode
from unthread.core.source import Source
from unthread.core.verdict import Unsafe
from unthread.options import CheckOptions

if TYPE_CHECKING:
    from unthread.core.events import Told
    from unthread.core.verdict import Proof
    from unthread.results.progress import Progress
    from unthread.story import DisagreementError


_KEEP = "  reproduce  --trace FILE keeps it for unthread replay FILE; --html FILE shows it"


def tell_note(text: str) -> None:
    message(f"unthread: note: {text}")


def search(options: CheckOptions, source: Source, target: str = "") -> Verdict:
    from unthread.results.progress import Progress

    limit = limits_of(options).seconds
    with Progress(live_console(options.quiet), limit) as progress:
        progress.remark = tell_note if options.verbose else progress.remark
        listen = (
            _teller(progress, EventLines(source.files, limit, target))
            if options.json_lines
            else progress.show
        )
        return checked(options, source, Listener(listen, warn, answers_interrupt=True))


def _teller(progress: Progress, lines: EventLines) -> Callable[[Told | None], None]:
    def tell(told: Told | None) -> None:
        progress.show(told)
        lines.tell(told)

    return tell


def tell(verdict: Verdict, options: CheckOptions) -> None:
    if options.json or options.json_lines:
        write_document(verdict.document(), options)
        return
    if options.compact:
        write(sys.stdout, verdict.compact().encode(errors="backslashreplace"))
        return
    from unthread.results.coverage_text import render_coverage

    console = new_console(sys.stdout)
    verdict.render(console, quiet=options.quiet, full=options.full, every=options.every)
    if isinstance(verdict.answer, Unsafe) and not options.quiet and not options.trace:
        console.print(_KEEP, soft_wrap=True, highlight=False, markup=False)
    if options.coverage and verdict.coverage is not None:
        render_coverage(verdict.coverage, console)
    if options.invariant and verdict.coverage is not None:
        tell_invariant(verdict.coverage.proofs)


def tell_invariant(proofs: Sequence[Proof]) -> None:
    for proof in proofs:
        if proof.invariant:
            write(sys.stdout, f"\ninvariant:\n{textwrap.indent(proof.invariant, '  ')}\n".encode())


def write_document(document: dict[str, Any], options: CheckOptions) -> None:
    from unthread.results.events_json import line
    from unthread.results.trace_json import as_text

    text = line(document) if options.json_lines else as_text(document)
    write(sys.stdout, text.encode())


def tell_disagreement(error: DisagreementError, source: Source, seconds: float, options: CheckOptions) -> int:
    """What each of them says, on stdout."""
    verdicts = {result.name: Verdict(result.verdict, source, seconds) for result in error.results}
    if options.json or options.json_lines:
        said = {name: verdict.document() for name, verdict in verdicts.items()}
        write_document({"format": "unthread disagreement", "version": 1, "verdicts": said}, options)
    else:
        for name, verdict in verdicts.items():
            print(f"{name}:", flush=True)
            tell(replace(verdict, stored=options.trace or ""), options)
    message(f"unthread: internal error: {error}")
    message(
        "  One of the tools is wrong, or unthread's translation for it. Please report this with the input."
    )
    return ExitCode.INTERNAL
