"""What a constraint of an `asm` operand says: `read_constraint`."""

from __future__ import annotations

from enum import StrEnum

from unthread.core.records import dataclass
from unthread.frontend.assembly.template import AsmOperand, NotUnderstood

FIXED = {"a": "rax", "b": "rbx", "c": "rcx", "d": "rdx", "S": "rsi", "D": "rdi"}
_REGISTERS = frozenset("rqQRlgX")
_MEMORY = frozenset("moV<>")
_CONSTANTS = frozenset("inseEZIJKLMNO")


class OperandKind(StrEnum):
    REGISTER = "register"
    MEMORY = "memory"
    CONSTANT = "constant"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Constraint:
    """`fixed`: the register that it must be. `tied`: the operand whose register it shares. `early`: it may be
    written while inputs are still needed. `condition`: the flags that it tells, for `=@cc...`."""

    kind: OperandKind
    is_output: bool
    is_input: bool
    fixed: str = ""
    tied: int | None = None
    early: bool = False
    condition: str = ""


def read_constraint(operand: AsmOperand) -> Constraint:
    text = operand.constraint
    is_input = "+" in text or not operand.is_output
    if text.startswith("=@cc"):
        return Constraint(OperandKind.FLAG, True, False, condition=text.removeprefix("=@cc"))
    letters = text.translate(str.maketrans("", "", "=+&%, *?!"))
    if letters.isdigit():
        return Constraint(OperandKind.REGISTER, False, True, tied=int(letters))
    kind = _kind(frozenset(letters), operand)
    fixed = next((FIXED[letter] for letter in letters if letter in FIXED), "")
    if any(letter in _REGISTERS for letter in letters):
        fixed = ""
    return Constraint(kind, operand.is_output, is_input, fixed, early="&" in text)


def _kind(letters: frozenset[str], operand: AsmOperand) -> OperandKind:
    """Where several are allowed, that of a register: the value is the same in all."""
    if not letters or letters - _REGISTERS - _MEMORY - _CONSTANTS - FIXED.keys():
        raise NotUnderstood(f'"{operand.constraint}"')
    if letters & (_REGISTERS | FIXED.keys()):
        return OperandKind.REGISTER
    return OperandKind.MEMORY if letters & _MEMORY else OperandKind.CONSTANT
