"""Constraints of operands."""

from __future__ import annotations

import pytest

from unthread.frontend.assembly.operands import OperandKind, read_constraint
from unthread.frontend.assembly.template import AsmOperand, NotUnderstood


@pytest.mark.parametrize(
    ("text", "kind", "fixed"),
    [
        ("=r", OperandKind.REGISTER, ""),
        ("+m", OperandKind.MEMORY, ""),
        ("=a", OperandKind.REGISTER, "rax"),
        ("rm", OperandKind.REGISTER, ""),
        ("Ir", OperandKind.REGISTER, ""),
        ("i", OperandKind.CONSTANT, ""),
        ("=@ccnz", OperandKind.FLAG, ""),
    ],
)
def test_kinds(text: str, kind: OperandKind, fixed: str) -> None:
    found = read_constraint(AsmOperand("", text, text[0] in "=+"))
    assert (found.kind, found.fixed) == (kind, fixed)


def test_what_else_is_told() -> None:
    assert read_constraint(AsmOperand("", "0", False)).tied == 0
    assert read_constraint(AsmOperand("", "=&r", True)).early
    both = read_constraint(AsmOperand("", "+r", True))
    assert both.is_input
    assert both.is_output
    assert read_constraint(AsmOperand("", "=@ccnz", True)).condition == "nz"


@pytest.mark.parametrize("text", ["x", "=f", ""])
def test_other_registers_are_not_understood(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_constraint(AsmOperand("", text, False))
