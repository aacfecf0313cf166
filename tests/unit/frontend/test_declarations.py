"""Declarations: where variables live, and how long."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.statuses import status_of
from unthread.core.properties import Property

OUTSIDE = """static int count(void) { static int n; return ++n; } int elsewhere = 8;"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int n = 3; int a[n]; a[2] = 5; return sizeof a / sizeof *a * 10 + a[2];", 35),
        ("count(); count(); return count();", 3),
        ("int x = 1; { int x = 2; x++; } return x;", 1),
        ("int s = 0; for (int i = 0; i < 3; i++) { int fresh = 0; s += ++fresh; } return s;", 3),
        ("typedef int t; t v = 4; enum { A = 5, B }; return v * 10 + B;", 46),
        ("extern int elsewhere; return elsewhere;", 8),
        ("int x = 1; __auto_type y = x + 1; __typeof__(y) z = y + 1; return z;", 3),
        ("int *p; { int inner = 4; p = &inner; } return *p;", Property.MEMORY),
        ("int n = 2; int a[n][n + 1]; return sizeof a / sizeof(int);", 6),
    ],
)
def test_programs_compute_what_c_says(body: str, expected: int | Property, tmp_path: Path) -> None:
    assert status_of(body, tmp_path, OUTSIDE) == expected
