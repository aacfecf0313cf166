"""Copies of records and arrays, member by member."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.oracle import explore
from tests.support.sources import loaded
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


ATOMIC = """#include <pthread.h>
#include <stdatomic.h>
struct s { atomic_int a; int b; } plain, copy;
_Atomic struct t { int a, b; } whole, other;
void *f(void *p) { FIRST return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); SECOND return 0; }
"""


@pytest.mark.parametrize(
    ("first", "second", "races"),
    [
        ("plain.a = 1;", "copy = plain;", True),
        ("plain.a = 1;", "plain = copy;", True),
        ("plain.a = 1;", "int a = plain.a;", False),
        ("struct t x = {1, 1}; whole = x;", "other = whole;", False),
    ],
)
def test_atomic_members_are_copied_as_plain_ones(
    first: str, second: str, races: bool, tmp_path: Path
) -> None:
    program = loaded(ATOMIC.replace("FIRST", first).replace("SECOND", second), tmp_path)
    assert bool(explore(program, frozenset({Property.RACE})).violations) == races
