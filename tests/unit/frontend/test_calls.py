"""Calls: arguments are converted and copied, results come back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.statuses import status_of
from unthread.core.properties import Property

OUTSIDE = """#include <stdarg.h>
struct s { int a; };
static int add(int a, int b) { return a + b; }
static void change(int *p, struct s by_value) { *p = 7; by_value.a = 9; }
static int old(n) int n; { return 2 * n; }
static int many(int n, ...) {
    va_list l; va_start(l, n); int s = 0; while (n--) s += va_arg(l, int); va_end(l); return s; }
static int down(int n) { return n ? n + down(n - 1) : 0; }
static struct s made(int a) { struct s r = {a}; return r; }
static void nothing(void) { }
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return add(2, 3.9);", 5),
        ("int x = 1; struct s v = {1}; change(&x, v); return x * 10 + v.a;", 71),
        ("int (*f)(int, int) = add; return f(4, 5) + (*f)(1, 1);", 11),
        ("return old(3);", 6),
        ("return many(3, 10, 20, 30);", 60),
        ("return down(5);", 15),
        ("return made(8).a;", 8),
        ("int (*f)(int, int) = 0; return f(1, 2);", Property.MEMORY),
        ("unsigned char c = 255; return add(c, 1) == 256;", 1),
        ("nothing(); return 3;", 3),
    ],
)
def test_programs_compute_what_c_says(body: str, expected: int | Property, tmp_path: Path) -> None:
    assert status_of(body, tmp_path, OUTSIDE) == expected
