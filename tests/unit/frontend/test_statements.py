"""Control flow."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.statuses import status_of
from unthread.core.properties import Property

OUTSIDE = """"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "int s = 0; for (int i = 0; i < 5; i++) { if (i == 1) continue; if (i == 4) break; s += i; }"
            " return s;",
            5,
        ),
        ("int i = 0; do i++; while (i < 3); return i;", 3),
        ("int i = 9; while (i > 4) i -= 2; return i;", 3),
        ("switch (3) { case 1: return 1; case 2 ... 4: return 2; default: return 3; }", 2),
        ("int s = 0; switch (1) { case 1: s++; case 2: s += 10; break; case 3: s = 9; } return s;", 11),
        ("switch (7) { case 1: return 1; } return 4;", 4),
        ("int i = 0; again: if (++i < 4) goto again; return i;", 4),
        ("void *to = &&b; goto *to; a: return 1; b: return 2;", 2),
        (
            "int n = 5, s = 0; switch (n & 1) { case 0: do { s++; case 1: s += 10; } while (--n > 3); }"
            " return s;",
            21,
        ),
        (
            "int s = 0; for (int i = 0; i < 3; i++) for (int j = 0; ; j++) { if (j > i) break; s++; }"
            " return s;",
            6,
        ),
        ("return ({ int x = 2; x * 3; });", 6),
        (";;{} return 1;", 1),
    ],
)
def test_programs_compute_what_c_says(body: str, expected: int | Property, tmp_path: Path) -> None:
    assert status_of(body, tmp_path, OUTSIDE) == expected
