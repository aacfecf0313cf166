"""Work in a child process: what arrives, and how it ends."""

from __future__ import annotations

import faulthandler
import math
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from unthread.core.child import (
    LAST_WORDS,
    Child,
    Crashed,
    Died,
    Done,
    Line,
    Refused,
    _addressed,
    _resident,
    without_interrupts,
)
from unthread.core.diagnostics import InputError, UsageError

PLENTY = 8 << 30


def messages(child: Child, seconds: float = 30) -> list[object]:
    """All that it sends within that time, or until its last word."""
    deadline = time.monotonic() + seconds
    found: list[object] = []
    while not found or not isinstance(found[-1], LAST_WORDS):
        message = child.receive(max(0.0, deadline - time.monotonic()))
        if message is None:
            break
        found.append(message)
    child.stop()
    return found


def last(work: Callable[[Line], None], memory: int = PLENTY) -> object:
    return messages(Child(work, memory))[-1]


def sleep(line: Line) -> None:
    line.send(os.getpid())
    time.sleep(60)


def test_everything_arrives() -> None:
    def work(line: Line) -> None:
        line.send({"a": (1, 2)})
        line.send("x" * 10_000_000)

    assert messages(Child(work, PLENTY)) == [{"a": (1, 2)}, "x" * 10_000_000, Done()]


def test_questions_are_answered() -> None:
    child = Child(lambda line: line.send(line.ask("how many?") + 1), PLENTY)
    assert child.receive(30) == "how many?"
    assert child.receive(0.2) is None
    child.answer(41)
    assert messages(child) == [42, Done()]


def test_what_it_has_taken_of_the_processor() -> None:
    def work(line: Line) -> None:
        line.ask("begin?")
        while time.process_time() < 0.2:
            pass
        line.ask("more?")

    child = Child(work, PLENTY)
    assert child.receive(30) == "begin?"
    before = child.spent
    child.answer(None)
    assert child.receive(30) == "more?"
    assert max(before, 0.2) <= child.spent < math.inf
    child.stop()
    assert child.spent == math.inf


def test_a_limit_for_one_that_runs() -> None:
    """It is not below what it has, and it can be raised again."""

    def grow(line: Line) -> None:
        while line.ask("more?"):
            try:
                line.send(len(bytes(1 << 30)))
            except MemoryError:
                line.send(0)

    child = Child(grow, PLENTY)
    found = []
    assert child.receive(30) == "more?"
    assert not child.restrict(1)
    (process,) = multiprocessing.active_children()
    assert process.pid is not None
    tight = _resident() + _addressed(process.pid) + (1 << 29)  # not enough for as much again
    for limit in (PLENTY, tight, PLENTY):
        assert child.restrict(limit)
        child.answer(True)
        found.append(child.receive(30))
        assert child.receive(30) == "more?"
    child.stop()
    assert found == [1 << 30, 0, 1 << 30]


def test_memory() -> None:
    def grow(line: Line) -> None:
        kept = []
        while True:
            kept.append(bytearray(10 << 20))

    assert last(grow, 600 << 20) == Died("out of memory (the limit is 600 MB)")


def test_the_limit_is_for_parent_and_child_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unthread.core.child._resident", lambda: 599 << 20)
    assert last(lambda line: line.send(len(bytearray(64 << 20))), 600 << 20) == Died(
        "out of memory (the limit is 600 MB)"
    )


def test_an_odd_error_for_lack_of_memory() -> None:
    """Python has been seen to lose its MemoryError on the way."""

    def fail(line: Line) -> None:
        raise SystemError("error return without exception set")

    assert last(fail, 1 << 20) == Died("out of memory (the limit is 1 MB)")
    assert isinstance(last(fail), Crashed)


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (signal.SIGKILL, "the solver was killed by SIGKILL"),
        (signal.SIGTERM, "the solver was killed by SIGTERM"),
        (signal.SIGABRT, "the solver crashed, most likely out of memory (the limit is 8192 MB)"),
    ],
)
def test_killed(number: signal.Signals, reason: str) -> None:
    def die(line: Line) -> None:
        faulthandler.disable()  # pytest's
        os.kill(os.getpid(), number)

    assert last(die) == Died(reason)


def test_a_process_that_vanishes() -> None:
    assert isinstance(last(lambda line: os._exit(3)), Died)


def test_ctrl_c_is_for_the_parent() -> None:
    assert last(lambda line: os.kill(os.getpid(), signal.SIGINT)) == Done()


def test_interrupts_are_let_through_again() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    assert last(lambda line: None) == Done()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


def test_refused() -> None:
    def refuse(error: Exception) -> object:
        def work(line: Line) -> None:
            raise error

        return last(work)

    wrong = InputError("no")
    assert refuse(wrong) == Refused(wrong.diagnostics)
    unusable = UsageError("no such option")
    assert refuse(unusable) == Refused(unusable.diagnostics, is_usage=True)
    nested = refuse(RecursionError())
    assert isinstance(nested, Refused)
    assert nested.diagnostics[0].message == "the program is nested too deeply"


def test_a_bug() -> None:
    crashed = last(lambda line: line.send(1 // 0))
    assert isinstance(crashed, Crashed)
    assert crashed.what.startswith("ZeroDivisionError")
    assert "test_child.py" in crashed.trace


def test_the_child_says_nothing_by_itself(capfd: pytest.CaptureFixture[str]) -> None:
    def talk(line: Line) -> None:
        os.write(1, b"out")
        os.write(2, b"error")

    assert last(talk) == Done()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("is_tidy", [False, True])
def test_stopping_leaves_no_process(is_tidy: bool) -> None:
    child = Child(sleep, PLENTY, is_tidy=is_tidy)
    number = child.receive(30)
    child.stop()
    assert not Path(f"/proc/{number}").exists()
    child.stop()  # a second time does no harm


def test_who_is_stopped_may_tidy_up(tmp_path: Path) -> None:
    file = tmp_path / "file"

    def work(line: Line) -> None:
        file.touch()
        try:
            sleep(line)
        finally:
            file.unlink()

    child = Child(work, PLENTY, is_tidy=True)
    assert child.receive(30)
    assert file.exists()
    child.stop()
    assert not file.exists()


def test_an_interrupt_waits_until_the_child_is_known() -> None:
    child: Child | None = None

    def start() -> None:
        nonlocal child
        with without_interrupts():
            os.kill(os.getpid(), signal.SIGINT)
            child = Child(lambda line: time.sleep(60), PLENTY)
        for _ in range(1000):  # another thread of the process may have the signal, and be slow to hear of it
            time.sleep(0.01)

    with pytest.raises(KeyboardInterrupt):
        start()
    assert child is not None
    child.stop()
