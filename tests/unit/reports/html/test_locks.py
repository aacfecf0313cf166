"""Who holds which lock, from what threads held before their steps and at the end."""

from __future__ import annotations

from dataclasses import replace

from tests.support.made_traces import call, made, read, under
from unthread.core.trace import Step
from unthread.reports.html.locks import Bar, bars

LOCK, UNLOCK, WAIT = "pthread_mutex_lock", "pthread_mutex_unlock", "pthread_cond_wait"


def drawn(*steps: Step, held: tuple[tuple[str, ...], ...] = ()) -> list[Bar]:
    return bars(replace(made(steps), held=held))


def test_from_lock_to_unlock() -> None:
    steps = (
        call(1, LOCK, 5),
        under(call(1, LOCK, 6), "a"),
        under(call(1, UNLOCK, 8), "a", "b"),
        under(call(1, UNLOCK, 9), "a"),
    )
    assert drawn(*steps) == [Bar("a", 1, 0, 3), Bar("b", 1, 1, 2)]


def test_other_threads_come_between() -> None:
    steps = (call(1, LOCK, 5), read(2, "x", "0", 4), under(call(1, UNLOCK, 8), "a"), call(2, LOCK, 5))
    assert drawn(*steps, held=((), (), ("a",))) == [Bar("a", 1, 0, 2), Bar("a", 2, 3, None)]


def test_what_is_held_at_the_end() -> None:
    steps = (call(1, LOCK, 5), under(call(1, "pthread_mutex_trylock", 6), "a"))
    assert drawn(*steps, held=((), ("a", "b"), ())) == [Bar("a", 1, 0, None), Bar("b", 1, 1, None)]
    assert drawn(*steps, held=((), ("a",), ())) == [Bar("a", 1, 0, None)]


def test_waiting_gives_the_lock_back() -> None:
    steps = (call(1, LOCK, 5), under(call(1, WAIT, 7), "a"), call(1, WAIT, 7), under(call(1, UNLOCK, 8), "a"))
    assert drawn(*steps) == [Bar("a", 1, 0, 1), Bar("a", 1, 2, 3)]
