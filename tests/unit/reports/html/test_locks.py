"""Who holds which lock: what steps tell, and what they do not."""

from __future__ import annotations

from dataclasses import replace

from tests.support.made_traces import at, call, holding, made, read
from unthread.core.properties import Participant, Property, Violation
from unthread.core.trace import Step
from unthread.reports.html.locks import Bar, bars
from unthread.reports.html.texts import Texts

LINES = {
    5: "    pthread_mutex_lock(&first->lock);",
    6: "    pthread_mutex_lock(&second->lock);",
    7: "    pthread_cond_wait(&changed, &first->lock);",
}
LOCK, UNLOCK, WAIT = "pthread_mutex_lock", "pthread_mutex_unlock", "pthread_cond_wait"


def held(*steps: Step, parts: tuple[Participant, ...] = ()) -> list[Bar]:
    violation = Violation(Property.REACH, "wrong", 1, at(9), participants=parts)
    trace = made(steps, violation, LINES)
    return bars(trace, Texts.of(trace))


def test_from_lock_to_unlock() -> None:
    assert held(call(1, LOCK, 5), call(1, LOCK, 6), call(1, UNLOCK, 8, 1), call(1, UNLOCK, 9, 0)) == [
        Bar("first->lock", 1, 0, 3),
        Bar("second->lock", 1, 1, 2),
    ]


def test_the_same_lock_has_one_name() -> None:
    """Thread 2 takes what thread 1 has given back, whatever it calls it."""
    assert held(call(1, LOCK, 5), call(1, UNLOCK, 8, 0), call(2, LOCK, 6, 1), call(2, UNLOCK, 8, 2)) == [
        Bar("first->lock", 1, 0, 1),
        Bar("first->lock", 2, 2, 3),
    ]


def test_different_locks_have_different_names() -> None:
    names = {bar.lock for bar in held(call(1, LOCK, 5), call(2, LOCK, 5))}
    assert names == {"first->lock", "first->lock #2"}


def test_participants_say_what_is_held_at_the_end() -> None:
    steps = (call(1, LOCK, 5), call(1, LOCK, 6))
    assert held(*steps, parts=(holding(1, ("accounts[0].lock", 5)),)) == [Bar("accounts[0].lock", 1, 0, None)]
    assert held(*steps, parts=(holding(1),)) == []


def test_waiting_gives_the_lock_back() -> None:
    steps = (
        call(1, LOCK, 5),
        replace(read(1, "__ut_spurious", "1", 7), call=WAIT),
        call(1, WAIT, 7, 0),
        call(2, LOCK, 5, 2),
        call(2, UNLOCK, 8, 3),
        call(1, WAIT, 7, 2, 4),
        call(1, UNLOCK, 8, 5),
    )
    assert held(*steps) == [
        Bar("first->lock", 1, 0, 2),
        Bar("first->lock", 2, 3, 4),
        Bar("first->lock", 1, 5, 6),
    ]


def test_a_lock_that_somebody_holds_is_not_taken() -> None:
    steps = (call(1, LOCK, 5), call(2, "pthread_mutex_trylock", 6, 0), call(1, UNLOCK, 8, 0))
    assert held(*steps) == [Bar("first->lock", 1, 0, 2)]


def test_trying_may_have_failed() -> None:
    assert held(call(1, "pthread_mutex_trylock", 5)) == []


def test_readers_share() -> None:
    lock, unlock = "pthread_rwlock_rdlock", "pthread_rwlock_unlock"
    steps = (call(1, lock, 5), call(2, lock, 6, 0), call(1, unlock, 8, 1), call(2, unlock, 8, 2))
    assert held(*steps) == [Bar("first->lock", 1, 0, 2), Bar("first->lock", 2, 1, 3)]
