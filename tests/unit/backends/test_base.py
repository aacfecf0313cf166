"""What all external tools have in common: where they are, how they end, what is said then."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.fakes import Fakes, fakes, line_with, task, text
from unthread.backends.base import (
    Answer,
    ExternalTool,
    GaveUp,
    NoViolation,
    ToolTask,
    cut_lines,
    gap_lines,
    numbers_of,
)
from unthread.core.diagnostics import UsageError
from unthread.core.process import Limits, Ran
from unthread.sequentialize.emitted import Dialect

__all__ = ["fakes"]  # the fixture


class Pliers(ExternalTool):
    name = "pair-of-pliers"
    program = "pliers"
    dialect = Dialect.SVCOMP
    get = "https://pliers.example"
    oldest = (2, 10)
    solvers = ("left", "right")

    def command(self, file: Path, task: ToolTask) -> list[str]:
        return ["--check", file.name]

    def read(self, ran: Ran, task: ToolTask, directory: Path) -> Answer:
        return NoViolation(None) if "fine" in ran.stdout else self.not_understood(ran, task)

    def prepare(self, text: str) -> str:
        return text + "/* the end */\n"


TASK = task(text(Dialect.SVCOMP))


def test_a_tool_that_is_not_there(fakes: Fakes) -> None:
    assert (Pliers().place(), Pliers().version()) == (None, None)
    answer = Pliers().solve(TASK)
    assert answer == GaveUp("pair-of-pliers is not installed: https://pliers.example")


@pytest.mark.parametrize(
    ("version", "is_good"), [("2.9.9", False), ("2.10", True), ("2.10.1-rc", True), ("10.0", True)]
)
def test_versions_are_compared_as_numbers(fakes: Fakes, version: str, is_good: bool) -> None:
    fakes.add("pliers", "echo fine", version)
    assert (Pliers().trouble() == "") is is_good
    if not is_good:
        assert "2.10 or newer" in Pliers().trouble()


def test_a_version_that_is_not_told_is_not_too_old(fakes: Fakes) -> None:
    fakes.add("pliers", "echo fine", "pliers, the good ones")
    assert (Pliers().version(), Pliers().trouble()) == ("", "")


def test_the_environment_names_another_program(fakes: Fakes, monkeypatch: pytest.MonkeyPatch) -> None:
    fakes.add("other", "echo fine", "3.0")
    monkeypatch.setenv("UNTHREAD_PAIR_OF_PLIERS", str(fakes.directory / "other"))
    assert Pliers().solve(TASK) == NoViolation(None)
    assert fakes.calls("other") == ["--check sequential.c"]


def test_the_text_that_the_tool_gets(fakes: Fakes) -> None:
    fakes.add("pliers", "tail -1 sequential.c; echo fine", "3.0")
    assert Pliers().solve(TASK) == NoViolation(None)
    fakes.add("pliers", "tail -1 sequential.c; exit 3", "3.0")
    answer = Pliers().solve(TASK)
    assert isinstance(answer, GaveUp)
    assert answer.tail == ("/* the end */",)


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("exit 3", "exited with status 3 without a known answer"),
        ("echo 'std::bad_alloc'; exit 3", "is out of memory (the limit is 4096 MB)"),
        ("kill -15 $$", "was killed by signal 15"),
        ("kill -6 $$", "was killed by signal 6, perhaps out of memory (the limit is 4096 MB)"),
        ("echo 'Cannot allocate memory' >&2; kill -15 $$", "killed by signal 15, perhaps out of memory"),
    ],
)
def test_ends_that_are_no_answer(fakes: Fakes, script: str, reason: str) -> None:
    fakes.add("pliers", script, "3.0")
    answer = Pliers().solve(TASK)
    assert isinstance(answer, GaveUp)
    assert answer.reason.startswith("pair-of-pliers ")
    assert reason in answer.reason
    assert not answer.is_over_time


def test_a_tool_that_takes_too_long(fakes: Fakes) -> None:
    fakes.add("pliers", "echo working; sleep 600", "3.0")
    answer = Pliers().solve(ToolTask(TASK.emitted, Limits(2.0, 4 << 30)))
    assert isinstance(answer, GaveUp)
    assert answer.is_over_time
    assert answer.tail == ("working",)


def test_options_of_the_user_come_last(fakes: Fakes) -> None:
    fakes.add("pliers", "echo fine", "3.0")
    Pliers().solve(task(TASK.emitted, options=("--tight",)))
    assert fakes.calls("pliers") == ["--check sequential.c --tight"]


def test_solvers_have_names() -> None:
    Pliers().check_solver("")
    Pliers().check_solver("left")
    with pytest.raises(UsageError, match="'up' is not one of left, right"):
        Pliers().check_solver("up")


def test_lines_of_bounds_and_of_gaps() -> None:
    emitted = text(Dialect.SVCOMP)
    assert cut_lines(emitted) == {line_with(emitted, 'CUT("a loop")')}
    assert gap_lines(emitted) == {line_with(emitted, 'GAP("a thing")')}


@pytest.mark.parametrize(("version", "numbers"), [("6.6.0", (6, 6, 0)), ("7.1-rc2", (7, 1)), ("next", ())])
def test_numbers_of_versions(version: str, numbers: tuple[int, ...]) -> None:
    assert numbers_of(version) == numbers
