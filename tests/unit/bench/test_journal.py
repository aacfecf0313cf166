"""Runs are kept, whatever happens to whoever keeps them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.benches import RUNS
from unthread.bench.journal import Journal, key_of
from unthread.bench.suite import Expected, Kind, Program, Tool
from unthread.core.diagnostics import InputError


def kept(file: Path) -> Journal:
    journal = Journal(file)
    with journal.open():
        for run in RUNS:
            journal.add(run)
    return journal


def test_runs_are_there_again(tmp_path: Path) -> None:
    kept(tmp_path / "runs")
    again = Journal(tmp_path / "runs")
    with again.open():
        assert [*again.runs.values()] == [*RUNS]


def test_a_line_that_was_cut_off_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "runs"
    kept(file)
    file.write_bytes(file.read_bytes()[:-20])
    again = Journal(file)
    with again.open():
        assert [*again.runs.values()] == [*RUNS[:-1]]
        again.add(RUNS[-1])
    with Journal(file).open():
        assert len(file.read_text().splitlines()) == 1 + len(RUNS)


def test_another_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "runs"
    file.write_text("notes\n")
    with pytest.raises(InputError, match="this is not a run"), Journal(file).open():
        pass
    assert file.read_text() == "notes\n"


def test_only_one_writes(tmp_path: Path) -> None:
    file = tmp_path / "runs"
    with (
        Journal(file).open(),
        pytest.raises(InputError, match="another `unthread bench`"),
        Journal(file).open(),
    ):
        pass


def test_what_decides_stands_in_the_key() -> None:
    tool = Tool("t", Kind.CBMC)
    program = Program("p", "f", Path("p"), Expected.SAFE)
    other = Program("p", "f", Path("p"), Expected.SAFE, unwind=2)
    keys = {
        key_of(tool, program, "1s", "1G"),
        key_of(tool, program, "2s", "1G"),
        key_of(tool, other, "1s", "1G"),
        key_of(Tool("t", Kind.CBMC, ("-x",)), program, "1s", "1G"),
    }
    assert len(keys) == 4
    assert key_of(tool, program, "1s", "1G") in keys
