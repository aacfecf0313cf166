"""Names of registers."""

from __future__ import annotations

from unthread.frontend.assembly.registers import REGISTERS, Part


def test_parts_of_registers() -> None:
    assert REGISTERS["al"] == Part("rax", 8)
    assert REGISTERS["ah"] == Part("rax", 8, 8)
    assert REGISTERS["esi"] == Part("rsi", 32)
    assert REGISTERS["r9w"] == Part("r9", 16)
