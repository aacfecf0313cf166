"""Functions: parameters, results, and what main returns."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.statuses import status_of
from unthread.core.properties import Property

OUTSIDE = """static int rounded(int n) { return n; } static unsigned char small(int n) { return n; }
static int changed(int n) { n++; return n; } static int array(int a[2]) { return a[1]; }
static int twice(int (*f)(), int n) { return f ? 2 * twice(0, 2 * n) : n; }"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("", 0),
        ("return rounded(2.9);", 2),
        ("return small(300);", 44),
        ("return changed(4);", 5),
        ("return array((int[]){6, 7});", 7),
        ("return twice(twice, 3);", 12),
    ],
)
def test_programs_compute_what_c_says(body: str, expected: int | Property, tmp_path: Path) -> None:
    assert status_of(body, tmp_path, OUTSIDE) == expected
