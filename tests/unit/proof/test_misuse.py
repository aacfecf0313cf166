"""Whether locks and threads are used as the library wants it, in every execution."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.proving import TWO, locked, two, walked
from unthread.proof.misuse import may_be_misused
from unthread.proof.prover import Prover


@pytest.mark.parametrize(
    ("first", "may_be"),
    [
        (locked("x++", "m"), False),
        (locked("x++", "m", "n"), False),
        ("pthread_mutex_unlock(&m)", True),
        (locked("x++", "m") + "; pthread_mutex_unlock(&m)", True),
        (locked("pthread_mutex_lock(&m)", "m"), True),
        ("if (p) pthread_mutex_lock(&m); pthread_mutex_unlock(&m)", True),
        ("if (!pthread_mutex_trylock(&m)) pthread_mutex_unlock(&m)", False),
        ("pthread_mutex_trylock(&m); pthread_mutex_unlock(&m)", True),
        ("pthread_mutex_destroy(&m)", True),  # others may use it
    ],
)
def test_locks(first: str, may_be: bool, tmp_path: Path) -> None:
    proof = two(tmp_path, first, locked("x++", "m"))
    assert may_be_misused(proof.walk, proof.order, proof.locks) is may_be


@pytest.mark.parametrize(
    ("end", "may_be"),
    [
        ("", False),
        ("pthread_mutex_destroy(&m);", False),
        ("pthread_mutex_destroy(&m); pthread_mutex_lock(&m); pthread_mutex_unlock(&m);", True),
        ("pthread_mutex_destroy(&m); pthread_mutex_destroy(&m);", True),
        ("pthread_mutex_lock(&m); pthread_mutex_destroy(&m);", True),
        ("pthread_join(u, 0);", True),  # a second time
    ],
)
def test_the_end_of_main(end: str, may_be: bool, tmp_path: Path) -> None:
    body = locked("x++", "m")
    text = TWO.replace("FIRST", body).replace("SECOND", body).replace("GLOBALS", "")
    proof = Prover(walked(text.replace("    return 0;", f"    {end}\n    return 0;"), tmp_path))
    assert may_be_misused(proof.walk, proof.order, proof.locks) is may_be
