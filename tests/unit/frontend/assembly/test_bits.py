"""Instructions on bits. What they give: tests/differential/test_assembly.py."""

from __future__ import annotations

from unthread.frontend.assembly.bits import BIT_TABLE
from unthread.frontend.assembly.x86 import TABLE


def test_no_instruction_is_in_both_tables() -> None:
    assert not BIT_TABLE.keys() & TABLE.keys()
