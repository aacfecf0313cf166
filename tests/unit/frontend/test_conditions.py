"""Conditions: what is evaluated, and what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.statuses import status_of
from unthread.core.properties import Property

OUTSIDE = """static int calls; static int f(int n) { calls++; return n; }"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return f(0) && f(1) ? 9 : calls;", 1),
        ("return f(1) && f(0) ? 9 : calls;", 2),
        ("return f(1) || f(1) ? calls : 9;", 1),
        ("return f(0) || f(0) ? 9 : calls;", 2),
        ("int x = f(1) ? 3 : f(0); return x * 10 + calls;", 31),
        ("int x = f(4) ?: 7; return x * 10 + calls;", 41),
        ("if (!(f(0) || f(1)) == 0) return calls; return 9;", 2),
        ("int x = 5; return (x > 3) + (x > 7) + !x + !!x;", 2),
        ("int *p = 0; return p && *p ? 1 : 2;", 2),
        ("double d = 0.5; return d ? 3 : 4;", 3),
        ("return (f(1), f(0)) ? 9 : calls;", 2),
    ],
)
def test_programs_compute_what_c_says(body: str, expected: int | Property, tmp_path: Path) -> None:
    assert status_of(body, tmp_path, OUTSIDE) == expected
