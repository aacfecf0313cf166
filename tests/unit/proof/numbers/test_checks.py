"""What may go wrong, for the numbers that there may be."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.numbers import flow_of
from unthread.proof.numbers.checks import Checks

ANY = "l = __VERIFIER_nondet_int();"


@pytest.mark.parametrize(
    ("body", "violated"),
    [
        ("row[3] = 1;", ""),
        ("row[4] = 1;", "memory"),
        (f"{ANY} if (l >= 0 && l < 4) row[l] = 1;", ""),
        (f"{ANY} if (l >= 0 && l <= 4) row[l] = 1;", "memory"),
        (f"{ANY} l = l >= 0 && l < 4 ? row[l] : 0;", ""),
        ("int *p = row + 3; *p = 1;", ""),
        ("int *p = row + 3; p++; *p = 1;", "memory"),
        ("int x; int *p = &x; *p = 1;", ""),
        ("int *p = unused; *p = 1;", "memory"),
        ('*(char *)"text" = 1;', "memory"),
        ("u = *(char *)row;", ""),
        (f"{ANY} l++;", "arith"),
        (f"{ANY} l = -l;", "arith"),
        (f"{ANY} l = 1 / l;", "arith"),
        (f"{ANY} if (l > 0) l = 1 / l;", ""),
        (f"{ANY} l = 1 << (l & 31);", "arith"),
        (f"{ANY} l = 1 << (l & 15);", ""),
        (f"{ANY} u = 1u << (l & 31);", ""),
        ("u--;", ""),
        ("double d = 1.5; l = (int)d;", "arith"),
    ],
)
def test_violations(body: str, violated: str, tmp_path: Path) -> None:
    found = Checks(flow_of(body, tmp_path)).violated()
    assert set(map(str, found)) == set(violated.split())
