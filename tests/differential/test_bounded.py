"""The bounded program can break exactly what the program can break, by the oracle, which tries every
interleaving of both."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.properties.concurrent import concurrent_programs
from tests.support.bounding import (
    all_reductions,
    compare,
    some_reductions,
)
from tests.support.generated import QUICK


@pytest.mark.timeout(1200)
@QUICK
@given(text=concurrent_programs())
def test_bounding_keeps_what_can_go_wrong(text: str, tmp_path: Path) -> None:
    compare(text, tmp_path, some_reductions(text))


@pytest.mark.slow
@pytest.mark.timeout(20_000)
@settings(QUICK, max_examples=2000, derandomize=False)
@given(text=concurrent_programs(budget=5))
def test_bounding_keeps_what_can_go_wrong_2000(text: str, tmp_path: Path) -> None:
    compare(text, tmp_path, all_reductions())
