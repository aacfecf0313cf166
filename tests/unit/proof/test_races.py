"""Which accesses are guarded: by one lock, by a lock at the same distance, by the order of threads."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.proving import locked, two
from unthread.program.expressions import Variable
from unthread.proof.races import racing
from unthread.proof.touches import Touched

RW = "pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;"
READ = "pthread_rwlock_rdlock(&rw); int k = x; pthread_rwlock_unlock(&rw)"
WRITE = "pthread_rwlock_wrlock(&rw); x = 1; pthread_rwlock_unlock(&rw)"
WRITE_AS_READER = WRITE.replace("wrlock", "rdlock")
NODES = "struct node { int value; pthread_mutex_t lock; } nodes[2] = {{0, PTHREAD_MUTEX_INITIALIZER}, \
{0, PTHREAD_MUTEX_INITIALIZER}}; extern int __VERIFIER_nondet_int(void);"
OWN = "struct node *q = &nodes[__VERIFIER_nondet_int() & 1]; pthread_mutex_lock(&q->lock); q->value++; \
pthread_mutex_unlock(&q->lock)"
OTHERS = (
    "struct node *q = &nodes[__VERIFIER_nondet_int() & 1]; pthread_mutex_lock(&nodes[0].lock); q->value++; \
pthread_mutex_unlock(&nodes[0].lock)"
)


@pytest.mark.parametrize(
    ("first", "second", "declared", "is_guarded"),
    [
        ("x = 1", "x = 2", "", False),
        ("x = 1", "y = 2", "", True),
        ("int k = x", "int k = x", "", True),
        ("int k = x", "x = 2", "", False),
        (locked("x = 1", "m"), locked("x = 2", "m"), "", True),
        (locked("x = 1", "m"), locked("x = 2", "n"), "", False),
        (locked("x = 1", "m", "n"), locked("x = 2", "n"), "", True),
        (locked("x = 1", "m"), "x = 2", "", False),
        (locked("x = 1", "m") + "; x = 3", locked("x = 2", "m"), "", False),
        ("atomic_store(&a, 1)", "atomic_store(&a, 2)", "atomic_int a;", True),
        (READ, WRITE, RW, True),
        (READ, READ, RW, True),
        (READ, WRITE_AS_READER, RW, False),
    ],
)
def test_pairs(first: str, second: str, declared: str, is_guarded: bool, tmp_path: Path) -> None:
    proof = two(tmp_path, first, second, declared)
    found = racing(filter(proof.toucher.is_shared, proof.touched), proof.order, proof.locks)
    assert (found is None) is is_guarded


@pytest.mark.parametrize(("second", "is_guarded"), [(OWN, True), (OTHERS, False)])
def test_each_element_has_a_lock_of_its_own(second: str, is_guarded: bool, tmp_path: Path) -> None:
    """Which element it is, nobody knows: its lock lies as far from it in each of them."""
    proof = two(tmp_path, OWN, second, NODES)
    found = racing(filter(proof.toucher.is_shared, proof.touched), proof.order, proof.locks)
    assert (found is None) is is_guarded


def test_the_pair_is_the_one_that_is_open(tmp_path: Path) -> None:
    proof = two(tmp_path, locked("x = 1", "m") + "; y = 1", locked("x = 2", "m") + "; int k = y")
    pair = racing(filter(proof.toucher.is_shared, proof.touched), proof.order, proof.locks)
    assert pair is not None
    assert {name_of(touched) for touched in pair} == {"y"}
    assert {touched.touch.writes for touched in pair} == {True, False}


def name_of(touched: Touched) -> str:
    assert isinstance(touched.touch.location.object, Variable)
    return touched.touch.location.object.name
