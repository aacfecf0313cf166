"""Assignments, compound ones and steps: in the type that C computes them in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.statuses import status_of
from unthread.core.properties import Property

OUTSIDE = """"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int x = 3; int y = (x += 4); return x * 10 + y;", 77),
        ("unsigned char c = 250; c += 10; return c;", 4),
        ("signed char c = 100; c <<= 1; return c + 100;", 44),
        ("int x = 5; return x++ * 10 + x;", 56),
        ("int x = 5; return ++x * 10 + x;", 66),
        ("int a[3] = {1, 2, 3}, *p = a; *p++ = 9; return a[0] * 10 + *p;", 92),
        ("double d = 7; d /= 2; return d * 2;", 7),
        ("_Bool b = 0; b += 5; return b;", 1),
        ("int *p = 0; char c = 1; c -= 2; return c == -1 && !p;", 1),
        ("struct { int a, b; } s = {1, 2}, t; t = s; t.a = 5; return s.a * 10 + t.a + t.b;", 17),
        ("int x = 7, y; y = x = 2; return x + y;", 4),
    ],
)
def test_programs_compute_what_c_says(body: str, expected: int | Property, tmp_path: Path) -> None:
    assert status_of(body, tmp_path, OUTSIDE) == expected
