"""Work in a process of its own: what arrives, and how it ends."""

from __future__ import annotations

import os
import time
from typing import NoReturn

import pytest

from unthread.backends.apart import CrashedError, make_apart
from unthread.backends.base import GaveUp
from unthread.core.diagnostics import InputError, Unsupported, UnthreadError, UsageError
from unthread.core.process import Limits
from unthread.core.source import Loc

PLENTY = Limits(60, 8 << 30)


def test_what_was_made_arrives() -> None:
    assert make_apart(lambda: {"a": (1, 2)}, PLENTY) == {"a": (1, 2)}
    assert make_apart(os.getpid, PLENTY) != os.getpid()


def test_large_things_arrive() -> None:
    assert make_apart(lambda: "x" * 10_000_000, PLENTY) == "x" * 10_000_000


def test_out_of_time() -> None:
    started = time.monotonic()
    made = make_apart(lambda: time.sleep(60), Limits(0.3, 8 << 30))
    assert made == GaveUp("the time is up", is_over_time=True)
    assert time.monotonic() - started < 10


def test_out_of_memory() -> None:
    made = make_apart(lambda: len(bytearray(4 << 30)), Limits(60, 2 << 30))
    assert made == GaveUp("out of memory (the limit is 2048 MB)")


def test_a_process_that_vanishes() -> None:
    assert isinstance(make_apart(lambda: os._exit(3), PLENTY), GaveUp)


def test_somebody_else_was_faster() -> None:
    begun = time.monotonic()
    stopped = make_apart(lambda: time.sleep(60), PLENTY, lambda: time.monotonic() > begun + 0.2)
    assert stopped == GaveUp("stopped", is_stopped=True)


@pytest.mark.parametrize("kind", [InputError, UsageError, Unsupported])
def test_what_is_wrong_is_raised_here(kind: type[UnthreadError]) -> None:
    def complain() -> NoReturn:
        raise kind("no", Loc("a.c", 1, 2), "try yes")

    with pytest.raises(kind, match="no") as caught:
        make_apart(complain, PLENTY)
    diagnostic = caught.value.diagnostics[0]
    assert (diagnostic.loc, diagnostic.hint) == (Loc("a.c", 1, 2), "try yes")


def test_a_bug_is_raised_here_with_its_place() -> None:
    with pytest.raises(CrashedError, match="ZeroDivisionError") as caught:
        make_apart(lambda: 1 // 0, PLENTY)
    assert "test_apart.py" in caught.value.__notes__[0]


def test_nested_too_deeply() -> None:
    def again() -> int:
        return again() + 1

    with pytest.raises(Unsupported, match="nested too deeply"):
        make_apart(again, PLENTY)
