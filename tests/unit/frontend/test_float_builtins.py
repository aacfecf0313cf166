"""Builtins about floating-point numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.statuses import status_of
from unthread.core.properties import Property

OUTSIDE = """"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("double d = 0; d /= d; return __builtin_isnan(d) * 10 + __builtin_isnan(1.0);", 10),
        ("return __builtin_isinf(__builtin_inf()) != 0;", 1),
        ("return __builtin_fabs(-2.5) == 2.5;", 1),
        ("return __builtin_isless(1.0, 2.0) * 10 + __builtin_isgreater(1.0, 2.0);", 10),
        ('return __builtin_isunordered(__builtin_nan(""), 1.0);', 1),
        ("return __builtin_signbit(-0.0) != 0;", 1),
        ("return __builtin_huge_val() > 1e308;", 1),
        ("return __builtin_isfinite(3.0) * 10 + __builtin_isnormal(3.0);", 11),
    ],
)
def test_programs_compute_what_c_says(body: str, expected: int | Property, tmp_path: Path) -> None:
    assert status_of(body, tmp_path, OUTSIDE) == expected
