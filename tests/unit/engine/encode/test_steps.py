"""Instructions carried out symbolically: what holds after them in every execution, and what does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.encoding import found
from unthread.core.properties import Property


def fails(body: str, directory: Path, property: Property = Property.REACH) -> bool:
    text = f"int g; void f(int *p) {{ *p = *p + 1; }} int main(void) {{ {body} return 0; }}"
    return property in found(text, directory, frozenset({property}), rounds=1)


@pytest.mark.parametrize(
    ("body", "is_violated"),
    [
        ("int n = nondet(); g = n; assert(g == n);", False),
        ("int n = nondet(); g = n; assert(g != 3);", True),
        ("int n = nondet(); __VERIFIER_assume(n > 5); assert(n > 4);", False),
        ("int n = nondet(); __VERIFIER_assume(n > 5); assert(n > 6);", True),
        ("int n = nondet(); if (n == 2) g = 1; else g = 2; assert(g == (n == 2 ? 1 : 2));", False),
        ("int n = nondet(); if (n == 2) g = 1; assert(g == 0);", True),
        (
            "int n = nondet() & 3, s = 0; for (int i = 0; i < n && i < 2; i++) s += 2; assert(s % 2 == 0);",
            False,
        ),
        ("int x = nondet() & 7; int y = x; f(&x); assert(x == y + 1);", False),
        ("int n = nondet() & 1; exit(n); assert(0);", False),
        (
            "int a[3] = {1, 2, 3}; unsigned i = nondet() & 3; if (i < 3) { a[i] = 9; assert(a[1] != 9); }",
            True,
        ),
        ("int a[3] = {1, 2, 3}; unsigned i = nondet() & 1; a[i] = 9; assert(a[2] == 3);", False),
    ],
)
def test_assertions(body: str, is_violated: bool, tmp_path: Path) -> None:
    assert fails(body, tmp_path) is is_violated


@pytest.mark.parametrize(
    ("body", "is_violated"),
    [
        ("int n = nondet(); g = n + 1;", True),
        ("int n = nondet() & 7; g = n + 1;", False),
        ("int n = nondet(); g = 5 / n;", True),
        ("int n = nondet(); if (n) g = 5 / n;", False),
    ],
)
def test_arithmetic(body: str, is_violated: bool, tmp_path: Path) -> None:
    assert fails(body, tmp_path, Property.ARITH) is is_violated
