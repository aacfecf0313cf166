"""Each tool of a suite on each program, some at once: `run_suite`. What the journal has is not run again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from unthread.bench.execute import RunLimits
from unthread.bench.journal import RunJournal, SuiteRun, key_of
from unthread.bench.suite import Suite, SuiteProgram, SuiteTool
from unthread.bench.tools import ToolOutcome, ask
from unthread.core.records import dataclass

Note = Callable[[SuiteRun, int, int], None]


@dataclass(frozen=True, slots=True)
class Pair:
    key: str
    tool: SuiteTool
    program: SuiteProgram


def pairs_of(suite: Suite) -> tuple[Pair, ...]:
    """Program after program, so that tools that are compared meet the same machine."""
    return tuple(
        Pair(key_of(tool, program, suite.time, suite.memory), tool, program)
        for program in suite.programs
        for tool in suite.tools
    )


def run_suite(pairs: Sequence[Pair], limits: RunLimits, jobs: int, journal: RunJournal, note: Note) -> None:
    """`note` hears of each new run, in this thread, with its number and how many there are."""
    missing = [pair for pair in pairs if pair.key not in journal.runs]
    stop = threading.Event()
    with ThreadPoolExecutor(jobs) as pool:
        working: dict[Future[ToolOutcome], Pair] = {}
        waiting = iter(missing)
        try:
            for number in range(1, len(missing) + 1):
                for pair in waiting:
                    working[pool.submit(ask, pair.tool, pair.program, limits, stop)] = pair
                    if len(working) == jobs:
                        break
                done, _ = wait(working, return_when=FIRST_COMPLETED)
                future = done.pop()
                pair = working.pop(future)
                run = _run(pair, future.result())
                journal.add(run)
                note(run, number, len(missing))
        finally:
            stop.set()


def _run(pair: Pair, outcome: ToolOutcome) -> SuiteRun:
    program = pair.program
    return SuiteRun(pair.key, pair.tool.name, program.family, program.name, program.expected, outcome)
