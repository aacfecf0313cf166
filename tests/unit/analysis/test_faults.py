"""Threads that cannot access memory wrongly, by their text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import bounded_of
from unthread.analysis.faults import may_go_wrong

DECLARATIONS = 'int x, a[4]; struct { int n : 3; int m; } s; const char text[] = "ab"; int *p = &x;'


def goes_wrong(statement: str, directory: Path) -> bool:
    code = f"{DECLARATIONS} int main(void) {{ int n = __VERIFIER_nondet_int(); {statement} return 0; }}"
    bounded = bounded_of(code, directory)
    return may_go_wrong(bounded.threads[0], bounded.globals)


@pytest.mark.parametrize(
    "statement",
    [
        "x = n;",
        "a[3] = n;",
        "s.n = x;",
        "x = n / 3;",
        "x = n % -3 ? a[0] : s.m;",
        "x = n << 3;",
        "x = text[1];",
    ],
)
def test_variables_that_are_named_are_there(statement: str, tmp_path: Path) -> None:
    assert not goes_wrong(statement, tmp_path)


@pytest.mark.parametrize(
    "statement",
    [
        "a[4] = n;",
        "a[n] = 1;",
        "x = 3 / n;",
        "x = 3 % x;",
        "x = n / -1;",
        "x = n % -1;",
        "x = 1 << n;",
        "x = n >> 32;",
        "x = (int)(n * 0.5);",
        "p = (int *)(long)n; *p = 1;",
        "*(char *)\"ab\" = 'c';",
        "int *q = malloc(4); x = q != 0;",
        "assert(n);",
    ],
)
def test_what_may_go_wrong(statement: str, tmp_path: Path) -> None:
    assert goes_wrong(statement, tmp_path)
