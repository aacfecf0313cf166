"""The search in a process of its own: what arrives, and how it ends."""

from __future__ import annotations

import faulthandler
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from unthread.core.bounds import Bounds
from unthread.core.diagnostics import InputError, UsageError
from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.engine import worker as module
from unthread.engine.deepen import Event, Finished, Found, Request, Working
from unthread.engine.worker import Crashed, Died, Message, Refused, Tick, TimedOut, Worker
from unthread.frontend.load import load
from unthread.program.program import Program

REQUEST = Request(frozenset({Property.REACH}), Bounds())
PLENTY = 8 << 30
TEXT = """
#include <assert.h>
int nondet(void);
int main(void) { int n = nondet(); assert(n != 1); assert(n != 2); }
"""

Tell = Callable[[Event], bool]
Deepen = Callable[[Program, Request, Tell], None]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    file = tmp_path_factory.mktemp("worker") / "a.c"
    file.write_text(TEXT)
    return load(Source((file,)))


def worker(program: Program, seconds: float = 30, memory: int = PLENTY) -> Worker:
    return Worker(program, REQUEST, time.monotonic() + seconds, memory)


def instead(monkeypatch: pytest.MonkeyPatch, deepen: Deepen) -> None:
    """What the child does is this."""
    monkeypatch.setattr(module, "deepen", deepen)


def last(worker: Worker) -> Message:
    return list(worker.messages())[-1]


def sleep(program: Program, request: Request, tell: Tell) -> None:
    tell(Working("sleeping", Bounds(), 0))
    time.sleep(60)


def test_everything_arrives(program: Program) -> None:
    search = worker(program)
    found = []
    for message in search.messages():
        assert not isinstance(message, Died | Crashed)
        if isinstance(message, Found):
            found.append(message)
            search.go_on()
    assert isinstance(message, Finished)
    assert len(found) == 2


def test_nothing_goes_on_behind_a_violation_unless_it_is_said(program: Program) -> None:
    search = worker(program, seconds=2)
    messages = list(search.messages())
    assert sum(isinstance(message, Found) for message in messages) == 1
    assert isinstance(messages[-1], TimedOut)


def test_time(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    instead(monkeypatch, sleep)
    started = time.monotonic()
    messages = list(worker(program, seconds=0.5).messages())
    assert 0.5 <= time.monotonic() - started < 20
    assert isinstance(messages[-1], TimedOut)
    assert any(isinstance(message, Tick) for message in messages)


def test_memory(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def grow(program: Program, request: Request, tell: Tell) -> None:
        kept = []
        while True:
            kept.append(bytearray(10 << 20))

    instead(monkeypatch, grow)
    assert last(worker(program, memory=600 << 20)) == Died("out of memory (the limit is 600 MB)")


def test_an_odd_error_for_lack_of_memory(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python has been seen to lose its MemoryError on the way."""

    def fail(program: Program, request: Request, tell: Tell) -> None:
        raise SystemError("error return without exception set")

    instead(monkeypatch, fail)
    assert last(worker(program, memory=1 << 20)) == Died("out of memory (the limit is 1 MB)")
    assert isinstance(last(worker(program)), Crashed)


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (signal.SIGKILL, "the solver was killed by SIGKILL"),
        (signal.SIGTERM, "the solver was killed by SIGTERM"),
        (signal.SIGABRT, "the solver broke down, most likely out of memory (the limit is 8192 MB)"),
    ],
)
def test_killed(
    program: Program, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, reason: str
) -> None:
    def die(program: Program, request: Request, tell: Tell) -> None:
        faulthandler.disable()  # pytest's
        os.kill(os.getpid(), number)

    instead(monkeypatch, die)
    assert last(worker(program)) == Died(reason)


def test_ctrl_c_is_for_the_parent(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(program: Program, request: Request, tell: Tell) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        tell(Finished())

    instead(monkeypatch, interrupt)
    assert last(worker(program)) == Finished()


def test_interrupts_are_let_through_again(program: Program) -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    assert isinstance(last(worker(program, seconds=0.5)), TimedOut)
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


def test_refused(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(error: Exception) -> Message:
        def deepen(program: Program, request: Request, tell: Tell) -> None:
            raise error

        instead(monkeypatch, deepen)
        return last(worker(program))

    wrong = InputError("no")
    assert refuse(wrong) == Refused(wrong.diagnostics)
    unusable = UsageError("no such option")
    assert refuse(unusable) == Refused(unusable.diagnostics, is_usage=True)
    nested = refuse(RecursionError())
    assert isinstance(nested, Refused)
    assert nested.diagnostics[0].message == "the program is nested too deeply"


def test_a_bug(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    instead(monkeypatch, lambda *arguments: 1 // 0)  # type: ignore[arg-type]
    crashed = last(worker(program))
    assert isinstance(crashed, Crashed)
    assert crashed.what.startswith("ZeroDivisionError")
    assert "test_worker.py" in crashed.trace


def test_the_child_says_nothing_by_itself(
    program: Program, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def talk(program: Program, request: Request, tell: Tell) -> None:
        os.write(1, b"out")
        os.write(2, b"error")
        tell(Finished())

    instead(monkeypatch, talk)
    assert last(worker(program)) == Finished()
    assert capfd.readouterr() == ("", "")


def test_stopping_leaves_no_process(
    program: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def tell_who(program: Program, request: Request, tell: Tell) -> None:
        tell(Working(str(os.getpid()), Bounds(), 0))
        time.sleep(60)

    instead(monkeypatch, tell_who)
    search = worker(program)
    working = next(message for message in search.messages() if isinstance(message, Working))
    search.stop()
    assert not Path(f"/proc/{working.phase}").exists()
    search.stop()  # a second time does no harm
