"""Which programs have loops that a search within bounds may not come to the end of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.numbers import HEADER
from tests.support.sources import loaded
from unthread.analysis.points_to import points_to_in
from unthread.proof.numbers.loops import has_open_loop
from unthread.proof.walk import Walk


@pytest.mark.parametrize(
    ("body", "is_open"),
    [
        ("a = 1;", False),
        ("for (int i = 0; i < 8; i++) a = i;", False),
        ("for (int i = 0; i < 8000; i++) a = i;", True),
        ("for (;;) a = 1;", True),
        ("while (a < 3) u++;", True),
        ("pthread_mutex_lock(&m);", False),
    ],
)
def test_loops(body: str, is_open: bool, tmp_path: Path) -> None:
    program = loaded(f"{HEADER}int main(void) {{ {body} }}", tmp_path)
    assert has_open_loop(Walk(program, points_to_in(program, trust_indices=False))) == is_open
