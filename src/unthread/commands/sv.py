"""`unthread sv`: a task of SV-COMP."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from unthread.api.files import check_reports, files_read, write_reports
from unthread.api.requests import limits_of, request_of
from unthread.api.sources import must_have_main
from unthread.commands.output import live_console, message, new_console
from unthread.core.exit_codes import ExitCode
from unthread.core.source import Source
from unthread.core.verdict import Safe, Unknown, UnknownCause, Verdict
from unthread.options import CheckOptions
from unthread.task_options import SvOptions

if TYPE_CHECKING:
    from unthread.reports.checked import Checked
    from unthread.svcomp.judge import Judgement
    from unthread.svcomp.task import Expectation


def sv(options: SvOptions, source: Source, rest: tuple[str, ...]) -> int:
    from unthread.svcomp.answers import chosen_properties, chosen_task

    must_have_main(source, "sv")
    task = chosen_task(source, is_model_given=options.m32 or options.m64)
    source = replace(source, files=task.inputs, data_model=task.data_model or source.data_model)
    check_reports(options, read=files_read(source))
    answers = [_answer(options, source, item) for item in chosen_properties(options.properties, task)]
    for note in write_reports([checked for _, checked in answers], options):
        message(f"unthread: note: {note}")
    codes = [code for code, _ in answers]
    return next(code for code in (ExitCode.UNSAFE, ExitCode.UNKNOWN, ExitCode.SAFE) if code in codes)


def _answer(options: SvOptions, source: Source, expectation: Expectation) -> tuple[ExitCode, Checked]:
    """Checks one property and prints what came out."""
    from unthread.reports.checked import Checked
    from unthread.results.progress import Progress
    from unthread.results.verdict_text import render_verdict
    from unthread.svcomp.answers import Answer
    from unthread.svcomp.judge import judge
    from unthread.svcomp.properties import read_specification

    names = {"unwind", "rounds", "threads", "time", "memory"}
    check = CheckOptions(**{name: getattr(options, name) for name in names})
    specification = read_specification(expectation.file)
    request, limits = request_of(check, specification), limits_of(check)
    started = time.monotonic()
    with Progress(live_console(options.quiet), limits.seconds) as progress:
        judgement = judge(source, specification, request, limits, progress.show)
    seconds = time.monotonic() - started
    if not options.quiet:
        render_verdict(judgement.verdict, seconds, new_console(sys.stdout))
    answer = Answer(judgement, expectation, options.bounded_true)
    print(answer.line, flush=True)
    return answer.exit_code, Checked(_reported(judgement), source, seconds, specification.lines)


def _reported(judgement: Judgement) -> Verdict:
    """Where a complete search is not the answer `true`, it is none for other tools either."""
    verdict = judgement.verdict
    if isinstance(verdict, Safe) and judgement.doubt:
        return Unknown(UnknownCause.NOT_EXPLORED, judgement.doubt, coverage=verdict.coverage)
    return verdict
