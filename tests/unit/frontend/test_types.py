"""Types of C: sizes, signs and layouts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.statuses import status_of
from unthread.core.properties import Property

OUTSIDE = """"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return sizeof(long) * 10 + sizeof(void *);", 88),
        ("return sizeof(struct { char c; long l; short s; });", 24),
        ("return sizeof(struct { char c; long l; } __attribute__((packed)));", 9),
        ("return sizeof(union { char c[5]; int i; });", 8),
        ("enum small { A = 200 }; return sizeof(enum small) + (enum small)A == 204;", 1),
        ("return sizeof(long double) + sizeof(__int128);", 32),
        ("return (char)-1 < 0 && (unsigned char)-1 > 0;", 1),
        ("typedef int row[3]; row r[2]; return sizeof r / sizeof(int);", 6),
        ("return _Alignof(struct { char c; int i __attribute__((aligned(16))); });", 16),
        ("_Atomic int a = 3; return a + sizeof a;", 7),
    ],
)
def test_programs_compute_what_c_says(body: str, expected: int | Property, tmp_path: Path) -> None:
    assert status_of(body, tmp_path, OUTSIDE) == expected
