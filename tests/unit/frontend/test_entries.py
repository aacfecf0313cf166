"""Blocks that are entered from outside."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.statuses import status_of
from unthread.core.properties import Property

OUTSIDE = """"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("goto in; { int x; in: x = 5; return x; }", 5),
        ("int i = 0; if (i) goto in; { int x = 3; in: x++; i = x; } return i;", 4),
        ("int n = 0; goto middle; while (n < 3) { n += 10; middle: n++; } return n;", 12),
        ("int i = 0; { int x = 0; again: x = i; if (i++ < 2) goto again; return x; }", 2),
        ("switch (2) { { int x; case 2: x = 6; return x; } }", 6),
    ],
)
def test_programs_compute_what_c_says(body: str, expected: int | Property, tmp_path: Path) -> None:
    assert status_of(body, tmp_path, OUTSIDE) == expected
