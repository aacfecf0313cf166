"""Functions of verification tasks that become instructions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.statuses import status_of
from unthread.core.properties import Property

OUTSIDE = """int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int); void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
void reach_error(void); int x;"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n == n); return 4;", 4),
        ("unsigned char c = __VERIFIER_nondet_uchar(); return c <= 255;", 1),
        ("_Bool b = __VERIFIER_nondet_bool(); return b == 0 || b == 1;", 1),
        ("__VERIFIER_atomic_begin(); x = 5; __VERIFIER_atomic_end(); return x;", 5),
        ("reach_error(); return 3;", Property.REACH),
        ("ERROR: return 3;", Property.REACH),
    ],
)
def test_programs_compute_what_c_says(body: str, expected: int | Property, tmp_path: Path) -> None:
    assert status_of(body, tmp_path, OUTSIDE) == expected
