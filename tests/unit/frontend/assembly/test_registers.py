"""Names of registers."""

from __future__ import annotations

from unthread.frontend.assembly.registers import REGISTERS, RegisterPart


def test_parts_of_registers() -> None:
    assert REGISTERS["al"] == RegisterPart("rax", 8)
    assert REGISTERS["ah"] == RegisterPart("rax", 8, 8)
    assert REGISTERS["esi"] == RegisterPart("rsi", 32)
    assert REGISTERS["r9w"] == RegisterPart("r9", 16)
