"""Bit-fields: their values fit their widths, their neighbors stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.statuses import status_of
from unthread.core.properties import Property

OUTSIDE = """struct t { unsigned a : 3; int b : 3; unsigned c : 1; _Bool flag : 1;
    unsigned long long wide : 40; } s;"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("s.a = 9; return s.a;", 1),
        ("s.b = 7; return s.b + 10;", 9),
        ("s.a = 7; s.b = 0; s.c = 1; return s.a * 10 + s.c;", 71),
        ("s.a = 5; s.b = 3; s.a++; return s.a * 10 + s.b;", 63),
        ("return (s.a = 10);", 2),
        ("s.wide = 1ull << 39; return s.wide >> 39;", 1),
        ("s.flag = 4; return s.flag;", 1),
        ("struct t x = {1, 2, 1}; struct t y = x; return y.a * 10 + (y.b + 4);", 16),
    ],
)
def test_programs_compute_what_c_says(body: str, expected: int | Property, tmp_path: Path) -> None:
    assert status_of(body, tmp_path, OUTSIDE) == expected
