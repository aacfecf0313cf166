"""Places: members, elements and what pointers lead to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.statuses import status_of
from unthread.core.properties import Property

OUTSIDE = (
    """struct s { int a; int b[2]; }; static struct s made(void) { struct s r = {2, {3, 4}}; return r; }"""
)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("struct s x = {1, {2, 3}}; struct s *p = &x; return p->b[1] * 10 + x.a;", 31),
        ("int a[2][3] = {{0, 1, 2}, {3, 4, 5}}; return a[1][2] * 10 + *(*(a + 1) + 1);", 54),
        ("int a[3] = {1, 2, 3}; return 2[a] + *(a + 1) + *&a[0];", 6),
        ("union { int i; unsigned char c[4]; } u; u.i = 0x0102; return u.c[0] * 10 + u.c[1];", 21),
        ("struct { struct { int deep; }; int flat; } n = {{4}, 5}; return n.deep * 10 + n.flat;", 45),
        ("int a[2] = {0, 0}; int i = 2; return a[i];", Property.MEMORY),
        ("int *p = 0; return *p;", Property.MEMORY),
        ("return ((struct s){7, {8, 9}}).b[0];", 8),
        ("struct s x = {1, {2, 3}}; int *p = x.b; p[1] = 6; return x.b[1] + (p - x.b);", 6),
        ("return made().b[1];", 4),
    ],
)
def test_programs_compute_what_c_says(body: str, expected: int | Property, tmp_path: Path) -> None:
    assert status_of(body, tmp_path, OUTSIDE) == expected
