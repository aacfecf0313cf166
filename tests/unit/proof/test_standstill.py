"""Whether threads may wait for each other: cycles among locks and threads."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.proving import locked, two
from unthread.proof.locks import Use
from unthread.proof.standstill import may_get_stuck, single_lock

GO_ON = "pthread_cond_t c = PTHREAD_COND_INITIALIZER;"
TRY = "if (!pthread_mutex_trylock(&n)) pthread_mutex_unlock(&n)"


@pytest.mark.parametrize(
    ("first", "second", "declared", "may_be"),
    [
        (locked("x++", "m"), locked("x++", "m"), "", False),
        (locked("x++", "m", "n"), locked("x++", "m", "n"), "", False),
        (locked("x++", "m", "n"), locked("x++", "n", "m"), "", True),
        (locked(TRY, "m"), locked("x++", "n", "m"), "", False),
        (locked("pthread_mutex_lock(&m)", "m"), "", "", True),  # by itself
        ("pthread_mutex_lock(&m)", locked("x++", "m"), "", True),  # ends with the lock
        (locked("pthread_cond_wait(&c, &m)", "m"), "pthread_cond_signal(&c)", GO_ON, True),
    ],
)
def test_cycles(first: str, second: str, declared: str, may_be: bool, tmp_path: Path) -> None:
    proof = two(tmp_path, first, second, declared)
    assert may_get_stuck(proof.walk, proof.order, proof.locks) is may_be


def test_a_thread_that_is_joined_with_its_lock(tmp_path: Path) -> None:
    """The second thread waits for the first one, which waits for what the second one holds."""
    share = "pthread_t *who;"
    proof = two(tmp_path, locked("x++", "m"), locked("pthread_join(*who, 0)", "m"), share)
    assert may_get_stuck(proof.walk, proof.order, proof.locks)


def uses(directory: Path, declared: str, lock: str) -> list[Use]:
    proof = two(directory, f"pthread_mutex_lock({lock}); x++; pthread_mutex_unlock({lock})", "", declared)
    return [use for use in proof.locks.uses if single_lock(proof.locks, use) is not None]


def test_one_lock_is_meant(tmp_path: Path) -> None:
    assert len(uses(tmp_path, "", "&m")) == 2
    assert uses(tmp_path, "pthread_mutex_t many[2]; extern int __VERIFIER_nondet_int(void);",
                "&many[__VERIFIER_nondet_int() & 1]") == []  # fmt: skip
    assert uses(tmp_path, "__thread pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;", "&own") == []
