"""`unthread bench`: tools on the programs of a suite, as tables and plots."""

from __future__ import annotations

import fnmatch
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from unthread.commands.output import message
from unthread.core.diagnostics import InputError, UsageError
from unthread.core.exit_codes import ExitCode
from unthread.options import BenchOptions

if TYPE_CHECKING:
    from unthread.bench.journal import SuiteRun
    from unthread.bench.runs import Pair
    from unthread.bench.suite import Suite


def bench(options: BenchOptions, file: Path) -> int:
    from unthread.api.values import BYTES, SECONDS, read_quantity
    from unthread.bench import plots
    from unthread.bench.execute import RunLimits
    from unthread.bench.journal import RunJournal
    from unthread.bench.runs import pairs_of, run_suite
    from unthread.bench.tools import check_tools

    suite = _suite(options, file)
    limits = RunLimits(
        read_quantity("time", suite.time, SECONDS), int(read_quantity("memory", suite.memory, BYTES))
    )
    if not options.no_plots and plots.trouble():
        raise UsageError(plots.trouble(), hint="--no-plots does without")
    if not options.no_run:
        check_tools(suite.tools)
    folder = _folder(options, file)
    pairs = pairs_of(suite)
    journal = RunJournal(folder / "runs.jsonl")
    with journal.open():
        if not options.no_run:
            jobs = options.jobs or len(os.sched_getaffinity(0))
            run_suite(pairs, limits, jobs, journal, lambda run, number, all: _note(run, number, all, options))
        runs = [journal.runs[pair.key] for pair in pairs if pair.key in journal.runs]
    if not runs:
        raise InputError(f"there are no runs in '{folder / 'runs.jsonl'}'", hint="leave out --no-run")
    return _report(suite, pairs, runs, folder, limits.seconds, options)


def _suite(options: BenchOptions, file: Path) -> Suite:
    """What is left of it by the options."""
    from dataclasses import replace

    from unthread.bench.suite import chosen, read_suite

    suite = read_suite(file, Path(options.programs) if options.programs else None)
    suite = chosen(suite, options.tools, options.families)
    programs = [
        program
        for program in suite.programs
        if not options.only or any(fnmatch.fnmatch(program.name, pattern) for pattern in options.only)
    ]
    if not programs:
        raise UsageError(f"--only: no program of the suite matches {', '.join(options.only)}")
    if options.sample and options.sample < len(programs):
        import random

        kept = {*random.Random(options.seed).sample(range(len(programs)), options.sample)}
        programs = [program for number, program in enumerate(programs) if number in kept]
    return replace(
        suite,
        programs=tuple(programs),
        time=options.time or suite.time,
        memory=options.memory or suite.memory,
    )


def _folder(options: BenchOptions, file: Path) -> Path:
    folder = Path(options.output or f"{file.stem}.bench")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder '{folder}': {error.strerror or error}") from None
    return folder


def _note(run: SuiteRun, number: int, all: int, options: BenchOptions) -> None:
    if not options.quiet:
        message(
            f"[{number}/{all}] {run.tool}: {run.program}: {run.outcome.said}, {run.outcome.cpu:.1f} s of CPU"
        )


def _report(
    suite: Suite,
    pairs: tuple[Pair, ...],
    runs: list[SuiteRun],
    folder: Path,
    seconds: float,
    options: BenchOptions,
) -> int:
    from unthread.bench.page import html_page
    from unthread.bench.plots import draw
    from unthread.bench.tables import as_text

    text = as_text(suite.title, runs)
    try:
        drawn = () if options.no_plots else draw(runs, seconds, folder)
        limits = f"{suite.time} of CPU, {suite.memory} of memory"
        page = html_page(suite.title, runs, drawn, folder, limits)
        (folder / "table.txt").write_text(text, encoding="utf-8", errors="replace")
        (folder / "index.html").write_text(page, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write to '{folder}': {error.strerror or error}") from None
    sys.stdout.write(text)
    if len(runs) < len(pairs):
        print(f"{len(pairs) - len(runs)} of {len(pairs)} runs are missing; the same command resumes them")
    print(f"page: {folder / 'index.html'}")
    return ExitCode.SAFE
