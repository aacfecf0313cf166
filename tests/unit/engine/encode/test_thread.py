"""Threads, turn by turn: what an earlier round computed stays, and nobody runs before it is started."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.encoding import found
from unthread.core.properties import Property

REACH = frozenset({Property.REACH})


@pytest.mark.parametrize(
    ("work", "main", "rounds", "is_violated"),
    [
        ("x = 1;", "assert(x == 0);", 1, False),  # main has the first turn
        ("x = 1;", "assert(x == 0);", 2, True),
        ("x = 1; x = 0;", "int a = x, b = x; assert(a == b);", 2, True),
        ("x = x + 1;", "x = x + 1; pthread_join(t, 0); assert(x == 2);", 3, True),
        ("x++; x++;", "int a = x; int b = x; int c = x; assert(!(a == 0 && b == 1 && c == 2));", 2, False),
        ("x++; x++;", "int a = x; int b = x; int c = x; assert(!(a == 0 && b == 1 && c == 2));", 3, True),
    ],
)
def test_violations_that_need_so_many_rounds(
    work: str, main: str, rounds: int, is_violated: bool, tmp_path: Path
) -> None:
    text = f"""int x; void *work(void *unused) {{ {work} return 0; }}
        int main(void) {{ pthread_t t; pthread_create(&t, 0, work, 0); {main} return 0; }}"""
    assert bool(found(text, tmp_path, REACH, rounds)) is is_violated


def test_a_thread_that_is_never_started_does_nothing(tmp_path: Path) -> None:
    text = """int x; void *work(void *unused) { x = 1; return 0; }
        int main(void) { pthread_t t; int n = nondet(); if (n == 3) pthread_create(&t, 0, work, 0);
            assert(CLAIM); return 0; }"""
    assert not found(text.replace("CLAIM", "x == 0 || n == 3"), tmp_path, REACH, 2)
    assert found(text.replace("CLAIM", "x == 0"), tmp_path, REACH, 2)
