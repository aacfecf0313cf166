"""The table of instructions. What they give: tests/differential/test_assembly.py."""

from __future__ import annotations

from pathlib import Path

from tests.support.sources import loaded
from unthread.core.properties import Property
from unthread.frontend.assembly.decode import HINTS
from unthread.frontend.assembly.x86 import TABLE
from unthread.program.instructions import Assert


def test_hints_are_in_the_table() -> None:
    assert TABLE.keys() >= HINTS


def test_divisions_without_a_result_violate_arith(tmp_path: Path) -> None:
    divide = 'asm("divl %2" : "+a"(a), "+d"(d) : "r"(n));'
    text = f"int main(void) {{ unsigned a = 1, d = 0, n = 0; {divide} return a; }}"
    asserts = [item for item in loaded(text, tmp_path).functions["main"].body if isinstance(item, Assert)]
    assert {item.property for item in asserts} == {Property.ARITH}
    assert "division by zero in assembly" in {item.message for item in asserts}
