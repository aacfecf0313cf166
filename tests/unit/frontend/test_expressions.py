"""Expressions: conversions, operators, sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.statuses import status_of
from unthread.core.properties import Property

OUTSIDE = """"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return -7 / 2 + 10;", 7),
        ("return -7 % 3 + 10;", 9),
        ("unsigned u = 1; return -1 > u;", 1),
        ("return (char)200 < 0;", 1),
        ("return 1 << 4 | 3 ^ 1;", 18),
        ("return ~5 & 15;", 10),
        ("return (int)3.99 + (int)-3.99;", 0),
        ("return sizeof(char[7]) + _Alignof(int);", 11),
        ("int a[4]; return &a[3] - &a[1];", 2),
        ("return (_Bool)0.1 + (_Bool)8;", 2),
        ("return (1, 2, 3);", 3),
        ("return _Generic(1u, int: 1, unsigned: 2, default: 3);", 2),
        ("return 1 / (sizeof(int) - 4 ? 1 : 0 * 1);", Property.ARITH),
        ("int m = 2147483647; return m + 1;", Property.ARITH),
        ("return __builtin_offsetof(struct { char c; int i; }, i);", 4),
    ],
)
def test_programs_compute_what_c_says(body: str, expected: int | Property, tmp_path: Path) -> None:
    assert status_of(body, tmp_path, OUTSIDE) == expected
