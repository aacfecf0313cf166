"""Each tool on each program, once; what is known is not run again, also after an interruption."""

from __future__ import annotations

import threading
from collections import Counter
from pathlib import Path

import pytest

from unthread.bench import runs
from unthread.bench.execute import RunLimits
from unthread.bench.journal import RunJournal, SuiteRun
from unthread.bench.runs import Pair, pairs_of, run_suite
from unthread.bench.suite import Expected, Suite, SuiteProgram, SuiteTool, ToolKind
from unthread.bench.tools import Said, ToolOutcome

TOOLS = (SuiteTool("one", ToolKind.UNTHREAD), SuiteTool("two", ToolKind.UNTHREAD, ("--unwind", "3")))
PROGRAMS = tuple(SuiteProgram(name, "all", Path(f"{name}.c"), Expected.SAFE) for name in "abc")
SUITE = Suite("suite", TOOLS, PROGRAMS, "60s", "4G")
LIMITS = RunLimits(1.0, 1 << 20)


class Asked:
    """In place of `ask`: notes who was asked."""

    def __init__(self, broken: str = "") -> None:
        self.calls: Counter[tuple[str, str]] = Counter()
        self.broken = broken
        self._lock = threading.Lock()

    def __call__(
        self, tool: SuiteTool, program: SuiteProgram, limits: RunLimits, stop: threading.Event
    ) -> ToolOutcome:
        with self._lock:
            self.calls[tool.name, program.name] += 1
        if program.name == self.broken:
            raise KeyboardInterrupt
        return ToolOutcome(Said.SAFE, "", 0.5, 0.5, 1000)


def carried_out(asked: Asked, file: Path, monkeypatch: pytest.MonkeyPatch, jobs: int = 1) -> list[SuiteRun]:
    monkeypatch.setattr(runs, "ask", asked)
    noted: list[SuiteRun] = []
    journal = RunJournal(file)
    with journal.open():
        run_suite(pairs_of(SUITE), LIMITS, jobs, journal, lambda run, number, most: noted.append(run))
    return noted


def test_pairs_come_program_after_program() -> None:
    assert [(pair.program.name, pair.tool.name) for pair in pairs_of(SUITE)] == [
        (program, tool) for program in "abc" for tool in ("one", "two")
    ]
    assert len({pair.key for pair in pairs_of(SUITE)}) == 6


def test_other_limits_are_other_runs() -> None:
    longer = Suite("suite", TOOLS, PROGRAMS, "61s", "4G")
    assert not {pair.key for pair in pairs_of(SUITE)} & {pair.key for pair in pairs_of(longer)}


@pytest.mark.parametrize("jobs", [1, 2, 8])
def test_every_pair_is_run_once(jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked()
    noted = carried_out(asked, tmp_path / "runs", monkeypatch, jobs)
    assert sorted(asked.calls.values()) == [1] * 6
    assert {(run.tool, run.program) for run in noted} == asked.calls.keys()


def test_what_is_known_is_not_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    carried_out(Asked(), tmp_path / "runs", monkeypatch)
    again = Asked()
    assert carried_out(again, tmp_path / "runs", monkeypatch) == []
    assert not again.calls


def test_an_interrupted_suite_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KeyboardInterrupt):
        carried_out(Asked(broken="b"), tmp_path / "runs", monkeypatch)
    rest = Asked()
    noted = carried_out(rest, tmp_path / "runs", monkeypatch)
    assert {run.program for run in noted} == {"b", "c"}
    assert sorted(rest.calls.values()) == [1] * 4


def test_numbers_count_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "ask", Asked())
    counts: list[tuple[int, int]] = []
    journal = RunJournal(tmp_path / "runs")
    pairs: tuple[Pair, ...] = pairs_of(SUITE)[:3]
    with journal.open():
        run_suite(pairs, LIMITS, 1, journal, lambda run, number, most: counts.append((number, most)))
    assert counts == [(1, 3), (2, 3), (3, 3)]
