"""Initializers: what is named, what is not, and what C fills in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.statuses import status_of
from unthread.core.properties import Property

OUTSIDE = """struct s { int a, b, in[2]; }; int g[3] = {1, 2}; static int x0(void) { return 6; }"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int a[4] = {1, [2] = 5}; return a[0] * 100 + a[1] * 10 + a[2] + a[3];", 105),
        ("int a[] = {[3] = 1, 2}; return sizeof a / sizeof *a;", 5),
        ("struct s x = {.b = 4}; return x.a * 10 + x.b;", 4),
        ("struct s x = {1, 2, {3, 4}}; return x.in[1];", 4),
        ("struct s x = {1, 2, 3}; return x.in[0] * 10 + x.in[1];", 30),
        ("struct s x = {.in[1] = 7, .a = 1}; return x.in[1] + x.a;", 8),
        ('char t[] = "ab"; return sizeof t * 10 + t[2];', 30),
        ('char t[2] = "ab"; return t[1] == 98;', 1),
        ("int a[2][2] = {{1}, {2, 3}}; return a[0][1] * 100 + a[1][0] * 10 + a[1][1];", 23),
        ("union { int a; char b; } u = {.b = 3}; return u.b;", 3),
        ("static int kept = 5; return kept++ + g[1];", 7),
        ("int x = x0(); return ((struct s){.b = x}).b;", 6),
    ],
)
def test_programs_compute_what_c_says(body: str, expected: int | Property, tmp_path: Path) -> None:
    assert status_of(body, tmp_path, OUTSIDE) == expected
