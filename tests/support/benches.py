"""Runs of a suite that nobody has made."""

from __future__ import annotations

from unthread.bench.journal import SuiteRun
from unthread.bench.suite import Expected
from unthread.bench.tools import Said, ToolOutcome


def made_run(
    tool: str,
    program: str,
    expected: Expected = Expected.UNSAFE,
    said: Said = Said.UNSAFE,
    cpu: float = 1.0,
    family: str = "one",
) -> SuiteRun:
    return SuiteRun(
        f"{tool} {family} {program}",
        tool,
        family,
        program,
        expected,
        ToolOutcome(said, "", cpu, cpu, 1 << 20),
    )


RUNS = (
    made_run("ours", "a.c", cpu=1.0),
    made_run("ours", "b.c", Expected.SAFE, Said.SAFE, 2.0),
    made_run("ours", "<c>.c", said=Said.BOUNDED, cpu=3.0, family="two"),
    made_run("theirs", "a.c", cpu=8.0),
    made_run("theirs", "b.c", Expected.SAFE, Said.BOUNDED, 4.0),
    made_run("theirs", "<c>.c", said=Said.SAFE, cpu=0.5, family="two"),
)
