"""Which integers in memory are followed, and what guards them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.numbers import cells_of, walked
from unthread.proof.numbers.cells import Cells


def names(body: str, directory: Path) -> Cells:
    return cells_of(walked(body, directory))


@pytest.mark.parametrize(
    ("body", "followed"),
    [
        ("a = 1;", True),
        ("pthread_mutex_lock(&m); a++; pthread_mutex_unlock(&m);", True),
        ("*(char *)&a = 1; l = a;", False),
        ("int *p = __VERIFIER_nondet_int() ? &a : &b; *p = 1; a = 1;", False),
        ("row[__VERIFIER_nondet_int() & 3] = 1; a = row[1];", True),
        ("*(unsigned *)&a = 1; a = 2;", False),
    ],
)
def test_cells_are_written_as_a_whole(body: str, followed: bool, tmp_path: Path) -> None:
    found = {cell.variable.text for cell in names(body, tmp_path).first if cell.type.bits == 32}
    assert ("a" in found) == followed
    assert "row" not in found


@pytest.mark.parametrize(
    ("body", "is_guarded"),
    [
        ("pthread_mutex_lock(&m); a++; pthread_mutex_unlock(&m); l = a;", True),
        ("pthread_mutex_lock(&m); a++; pthread_mutex_unlock(&m); a = 1;", False),
        ("if (pthread_mutex_trylock(&m) == 0) { a++; pthread_mutex_unlock(&m); }", True),
        ("pthread_mutex_trylock(&m); a++; pthread_mutex_unlock(&m);", False),
        ("pthread_mutex_t n = m; pthread_mutex_lock(&n); a++; pthread_mutex_unlock(&n);", False),
    ],
)
def test_whoever_writes_holds_the_lock(body: str, is_guarded: bool, tmp_path: Path) -> None:
    assert ("a" in {cell.variable.text for cell in names(body, tmp_path).locks}) == is_guarded
