"""Operands whose order C leaves open: each is evaluated once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.statuses import status_of
from unthread.core.properties import Property

OUTSIDE = """static int count; static int next(void) { return ++count; }
static int first(int a, int b) { return a; }"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return next() + next();", 3),
        ("int a = next() * 10; return a + next();", 12),
        ("return first(next(), 5) + count;", 2),
        ("int a[3] = {7, 8, 9}; return a[next()];", 8),
        ("int x = next() ? next() : 9; return x * 10 + count;", 22),
    ],
)
def test_programs_compute_what_c_says(body: str, expected: int | Property, tmp_path: Path) -> None:
    assert status_of(body, tmp_path, OUTSIDE) == expected
