"""Cells that are locks: which ones, who surely finds what, and whose they are in every order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from tests.support.encoding import HEADER
from tests.support.sources import loaded
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.engine.order.encoding import OrderEncoding
from unthread.engine.order.locks import LockWrite, whose
from unthread.engine.terms.solver import TermSolver
from unthread.engine.terms.terms import Terms

LOCKED = """pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
static void *work(void *argument) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
int main(void) {
    pthread_t t, s; FIRST
    pthread_create(&t, 0, work, 0); pthread_create(&s, 0, work, 0); SECOND
}
"""


@pytest.mark.parametrize(
    ("first", "second", "is_lock"),
    [
        ("", "", True),
        ("pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);", True),
        ("", "pthread_mutex_trylock(&m);", False),
    ],
)
def test_mutexes_are_locks_if_everybody_waits(first: str, second: str, is_lock: bool, tmp_path: Path) -> None:
    properties = frozenset({Property.REACH, Property.LOCK})
    text = LOCKED.replace("FIRST", first).replace("SECOND", second)
    bounded = bound(loaded(HEADER + text, tmp_path), Bounds(), properties)
    encoding = OrderEncoding(bounded, visible_points(bounded), properties)
    mutex = encoding.setting.statics.globals["m"].number
    owner = mutex, 0, 4
    locks = encoding.ground.locks
    assert (locks.owners(owner) is not None) is is_lock
    finds = {segment: locks.own((1, segment), owner) for segment in (1, 2)}
    assert finds == {1: None, 2: 2 if is_lock else None}  # when it locks, when it unlocks


def _held(orders: Sequence[Sequence[tuple[bool, bool, bool]]]) -> set[int]:
    """What can be found, by the writes of threads 1, 2, ...: made, locks, and comes before."""
    terms = Terms()
    found = terms.variable("found", (0, 3))
    threads = {
        thread: [LockWrite(*map(terms.boolean, write)) for write in writes]
        for thread, writes in enumerate(orders, start=1)
    }
    is_free = terms.equal(found, terms.zero)
    given = whose(
        terms, threads, is_free, lambda thread: terms.equal(found, terms.integer(thread)), terms.true
    )
    told = list(given)
    return {n for n in range(4) if TermSolver().satisfiable([*told, terms.equal(found, terms.integer(n))])}


@pytest.mark.parametrize("made", list(product((False, True), repeat=2)), ids=str)
@pytest.mark.parametrize("come", range(3))
def test_the_last_write_of_a_thread_tells(made: tuple[bool, bool], come: int) -> None:
    takes, gives = (made[0], True, come >= 1), (made[1], False, come >= 2)
    holds = made[0] and come >= 1 and not (made[1] and come >= 2)
    assert _held([[takes, gives], []]) == {1 if holds else 0}
    assert _held([[], [takes, gives]]) == {2 if holds else 0}
