"""Runs are kept, whatever happens to whoever keeps them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.benches import RUNS
from unthread.bench.journal import RunJournal, key_of
from unthread.bench.suite import Expected, SuiteProgram, SuiteTool, ToolKind
from unthread.core.diagnostics import InputError


def kept(file: Path) -> RunJournal:
    journal = RunJournal(file)
    with journal.open():
        for run in RUNS:
            journal.add(run)
    return journal


def test_runs_are_there_again(tmp_path: Path) -> None:
    kept(tmp_path / "runs")
    again = RunJournal(tmp_path / "runs")
    with again.open():
        assert [*again.runs.values()] == [*RUNS]


def test_a_line_that_was_cut_off_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "runs"
    kept(file)
    file.write_bytes(file.read_bytes()[:-20])
    again = RunJournal(file)
    with again.open():
        assert [*again.runs.values()] == [*RUNS[:-1]]
        again.add(RUNS[-1])
    with RunJournal(file).open():
        assert len(file.read_text().splitlines()) == 1 + len(RUNS)


def test_another_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "runs"
    file.write_text("notes\n")
    with pytest.raises(InputError, match="this is not a run"), RunJournal(file).open():
        pass
    assert file.read_text() == "notes\n"


def test_only_one_writes(tmp_path: Path) -> None:
    file = tmp_path / "runs"
    with (
        RunJournal(file).open(),
        pytest.raises(InputError, match="another `unthread bench`"),
        RunJournal(file).open(),
    ):
        pass


def test_what_decides_stands_in_the_key() -> None:
    tool = SuiteTool("t", ToolKind.CBMC)
    program = SuiteProgram("p", "f", Path("p"), Expected.SAFE)
    other = SuiteProgram("p", "f", Path("p"), Expected.SAFE, unwind=2)
    keys = {
        key_of(tool, program, "1s", "1G"),
        key_of(tool, program, "2s", "1G"),
        key_of(tool, other, "1s", "1G"),
        key_of(SuiteTool("t", ToolKind.CBMC, ("-x",)), program, "1s", "1G"),
    }
    assert len(keys) == 4
    assert key_of(tool, program, "1s", "1G") in keys
