"""Bounding and reductions keep what can go wrong in programs that hand objects around: pointers to locals,
structs, unions and heap objects, through globals, thread arguments, helper functions and casts."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.properties.pointers import (
    pointer_programs,
)
from tests.support.bounding import all_reductions, compare, some_reductions
from tests.support.generated import QUICK


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=60)
@given(text=pointer_programs(budget=4))
def test_bounding_keeps_what_pointers_do(text: str, tmp_path: Path) -> None:
    compare(text, tmp_path, some_reductions(text))


@pytest.mark.slow
@pytest.mark.timeout(20_000)
@settings(QUICK, max_examples=1000, derandomize=False)
@given(text=pointer_programs(budget=8))
def test_bounding_keeps_what_pointers_do_1000(text: str, tmp_path: Path) -> None:
    compare(text, tmp_path, all_reductions())
