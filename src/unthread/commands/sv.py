"""`unthread sv`: a task of SV-COMP."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from unthread.commands.check import limits_of, request_of
from unthread.commands.output import live_console, new_console
from unthread.core.source import Source
from unthread.core.verdict import ExitCode
from unthread.options import CheckOptions, SvOptions

if TYPE_CHECKING:
    from unthread.svcomp.task import Expectation


def sv(options: SvOptions, source: Source, rest: tuple[str, ...]) -> int:
    """Check a task of SV-COMP, and answer in the words of BenchExec.

    TASK is a task definition (.yml), or the C files themselves; then --property says what to check."""
    from unthread.svcomp.answers import chosen_properties, chosen_task

    task = chosen_task(source, is_model_given=options.m32 or options.m64)
    source = replace(source, files=task.inputs, data_model=task.data_model or source.data_model)
    codes = [_answer(options, source, item) for item in chosen_properties(options.properties, task)]
    return next(code for code in (ExitCode.UNSAFE, ExitCode.UNKNOWN, ExitCode.SAFE) if code in codes)


def _answer(options: SvOptions, source: Source, expectation: Expectation) -> ExitCode:
    """Checks one property and prints what came out."""
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
    with Progress(live_console(options.quiet)) as progress:
        judgement = judge(source, specification, request, limits, progress.show)
    if not options.quiet:
        render_verdict(judgement.verdict, time.monotonic() - started, new_console(sys.stdout))
    answer = Answer(judgement, expectation, options.bounded_true)
    print(answer.line, flush=True)
    return answer.exit_code
