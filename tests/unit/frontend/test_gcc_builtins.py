"""Builtins of gcc that become instructions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.statuses import status_of
from unthread.core.properties import Property

OUTSIDE = """"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return __builtin_popcount(0xff) + __builtin_parity(7);", 9),
        ("return __builtin_clz(1) + __builtin_ctz(8);", 34),
        ("return __builtin_ffs(0) * 10 + __builtin_ffs(12);", 3),
        ("int r; return __builtin_add_overflow(2147483647, 1, &r) * 10 + (r < 0);", 11),
        ("unsigned char r; return __builtin_mul_overflow(16, 17, &r) * 100 + r;", 116),
        ("return __builtin_expect(5, 1) + __builtin_constant_p(4);", 6),
        ("return __builtin_bswap16(0x1234) == 0x3412;", 1),
        ("return __builtin_abs(-4);", 4),
        ("return __builtin_choose_expr(1, 6, 7);", 6),
        ("int x = 0; return __builtin_clz(x);", Property.ARITH),
        ("return __builtin_types_compatible_p(int, const int);", 1),
    ],
)
def test_programs_compute_what_c_says(body: str, expected: int | Property, tmp_path: Path) -> None:
    assert status_of(body, tmp_path, OUTSIDE) == expected
