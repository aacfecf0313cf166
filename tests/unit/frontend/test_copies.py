"""Copies of records and arrays, member by member."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.statuses import status_of
from unthread.core.properties import Property

OUTSIDE = """struct s { int a; int b[2]; double d; }; union u { int i; char c[4]; };"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("struct s x = {1, {2, 3}, 4.5}, y = x; return y.a + y.b[1] + (y.d == 4.5);", 5),
        ("struct s a[2] = {{1}, {2}}; a[0] = a[1]; return a[0].a;", 2),
        ("struct s x = {1, {2, 3}}, *p = &x, *q = &x; *p = *q; return x.b[0];", 2),
        ("struct { struct s in; int z; } o = {{1, {2, 3}}, 4}, c; c = o; return c.in.b[1] * 10 + c.z;", 34),
        ("union u x = {.c = {1, 2, 3, 4}}, y; y = x; return y.c[3];", 4),
        ("struct s x = {1}, y; y = x; y.a = 5; return x.a;", 1),
        ("struct s *none = 0, x; x = *none; return 0;", Property.MEMORY),
    ],
)
def test_programs_compute_what_c_says(body: str, expected: int | Property, tmp_path: Path) -> None:
    assert status_of(body, tmp_path, OUTSIDE) == expected
