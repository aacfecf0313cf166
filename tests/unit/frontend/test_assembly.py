"""Inline assembly: what does nothing gives what it is given."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.statuses import status_of
from unthread.core.properties import Property

OUTSIDE = """"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('__asm__ volatile("" ::: "memory"); return 3;', 3),
        ('int x = 4; __asm__ volatile("" : "+r"(x)); return x;', 4),
        ('int x = 4, y; __asm__("" : "=r"(y) : "0"(x)); return y;', 4),
    ],
)
def test_programs_compute_what_c_says(body: str, expected: int | Property, tmp_path: Path) -> None:
    assert status_of(body, tmp_path, OUTSIDE) == expected
