"""What an `asm` statement must not do to registers, because the compiler relies on it: `check_registers`.

Where a template breaks these rules, what it does depends on the registers that a compiler happens to choose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeGuard

from unthread.frontend.assembly.decode import HINTS, decode
from unthread.frontend.assembly.operands import Constraint, OperandKind
from unthread.frontend.assembly.registers import REGISTERS
from unthread.frontend.assembly.template import (
    AsmText,
    GivenOperand,
    Immediate,
    Instruction,
    MemoryOperand,
    Named,
    NotUnderstood,
    Operand,
)

_READ_ONLY = frozenset({"cmp", "test", "bt", "push", "j", "jmp"}) | HINTS
_BOTH = frozenset({"xchg", "xadd"})
_IMPLICIT = {
    "cpuid": "rax rbx rcx rdx",
    "rdtsc": "rax rdx",
    "rdtscp": "rax rdx rcx",
    "xgetbv": "rax rdx",
    "cmpxchg": "rax",
    "cmpxchg8b": "rax rdx",
    "cmpxchg16b": "rax rdx",
    "mul": "rax rdx",
    "div": "rax rdx",
    "idiv": "rax rdx",
    "cltq": "rax",
    "cdqe": "rax",
    "cwtl": "rax",
    "cwde": "rax",
    "cltd": "rdx",
    "cdq": "rdx",
    "cqto": "rdx",
    "cqo": "rdx",
}


def check_registers(
    instructions: Sequence[Instruction], constraints: Sequence[Constraint], asm: AsmText
) -> None:
    """Raises `NotUnderstood` where a rule is broken."""
    rules = _Rules(instructions, constraints)
    rules.check_changes(_clobbered(asm))
    rules.check_order()


def mentioned(instructions: Sequence[Instruction]) -> set[str]:
    """The machine's registers that the instructions name, or change without naming them."""
    found: set[str] = set()
    for instruction in (item for item in instructions if not item.label):
        name = decode(instruction.mnemonic).name
        found |= set(_IMPLICIT.get(name, "rax rdx" if name == "imul" else "").split())
        found |= {REGISTERS[o.name].family for o in _inside(instruction.operands) if _is_register(o)}
    return found


def _is_register(operand: Operand) -> TypeGuard[Named]:
    return isinstance(operand, Named) and operand.name in REGISTERS


def _clobbered(asm: AsmText) -> set[str]:
    names = (name.lstrip("%") for name in asm.clobbers)
    return {REGISTERS[name].family for name in names if name in REGISTERS}


class _Rules:
    def __init__(self, instructions: Sequence[Instruction], constraints: Sequence[Constraint]) -> None:
        self.instructions = [item for item in instructions if not item.label]
        self.constraints = constraints
        self._outputs = {self._key(n) for n, item in enumerate(constraints) if item.is_output}

    def _key(self, number: int) -> str:
        if number >= len(self.constraints):
            raise NotUnderstood(f"%{number}")
        constraint = self.constraints[number]
        if constraint.tied is not None and constraint.tied < number:
            return self._key(constraint.tied)
        return constraint.fixed or f"operand {number}"

    def _register(self, operand: Operand) -> str | None:
        match operand:
            case GivenOperand(number) if number < len(self.constraints):
                is_register = self.constraints[number].kind is OperandKind.REGISTER
                return self._key(number) if is_register else None
            case Named(name) if name in REGISTERS:
                return REGISTERS[name].family
        return None

    def _written(self, instruction: Instruction) -> set[str]:
        name = decode(instruction.mnemonic).name
        found = set(_IMPLICIT.get(name, "").split())
        single = name in ("mul", "div", "idiv") or (name == "imul" and len(instruction.operands) == 1)
        if single:
            found = {"rax"} if instruction.mnemonic == f"{name}b" else {"rax", "rdx"}
        if name not in _READ_ONLY and not single:
            targets = instruction.operands if name in _BOTH else instruction.operands[-1:]
            found |= {key for key in map(self._register, targets) if key is not None}
        return found

    def check_changes(self, clobbered: set[str]) -> None:
        """Nothing is changed but outputs and what is named as clobbered, or what is put back."""
        for instruction in self.instructions:
            for key in sorted(self._written(instruction) - self._outputs - clobbered):
                if not self._is_put_back(key):
                    raise NotUnderstood(f"{instruction.text}: changes {self._spoken(key)}")

    def _spoken(self, key: str) -> str:
        number = key.removeprefix("operand ")
        return f"%{number}, which is an input" if number != key else f"%{key}, which is not named as changed"

    def _is_put_back(self, key: str) -> bool:
        """`xchg %rbx, x; ...; xchg %rbx, x` or `mov %rbx, x; ...; xchg %rbx, x` around the rest: right
        whatever register x is in."""
        using = [item for item in self.instructions if any(self._register(o) == key for o in item.operands)]
        if len(using) < 2:
            return False
        first, last = using[0], using[-1]
        names = decode(first.mnemonic).name, decode(last.mnemonic).name
        others = [[o for o in item.operands if self._register(o) != key] for item in (first, last)]
        is_saved = names[0] == "xchg" or (names[0] == "mov" and self._register(first.operands[0]) == key)
        return is_saved and names[1] == "xchg" and len(others[0]) == 1 and others[0] == others[1]

    def check_order(self) -> None:
        """An output that is not marked with & may share a register with an input: it is written only where
        inputs are not read any more."""
        loops = any(item.mnemonic.startswith("j") for item in self.instructions)
        for number, instruction in enumerate(self.instructions):
            risky = {key for key in self._written(instruction) if self._may_share(key)}
            later = self.instructions if loops else self.instructions[number + 1 :]
            for key in sorted(risky):
                read = (name for item in later for name in self._pure_inputs(item) if name != key)
                if (other := next(read, None)) is not None and (not loops or self._is_later(number, other)):
                    raise NotUnderstood(
                        f"{instruction.text}: an output without & is written before %{other[8:]} is read"
                    )

    def _is_later(self, number: int, key: str) -> bool:
        return any(key in self._pure_inputs(item) for item in self.instructions[number + 1 :])

    def _may_share(self, key: str) -> bool:
        """An output in a register that the compiler chooses, or that inputs are free to be in."""
        for number, constraint in enumerate(self.constraints):
            if constraint.is_output and self._key(number) == key and constraint.kind is OperandKind.REGISTER:
                tied = any(other.tied == number for other in self.constraints)
                return not (constraint.early or constraint.is_input or tied)
        return False

    def _pure_inputs(self, instruction: Instruction) -> Iterator[str]:
        """The inputs in registers of the compiler's choice that an instruction reads."""
        for operand in _inside(instruction.operands):
            match operand:
                case GivenOperand(number) if number < len(self.constraints):
                    constraint = self.constraints[number]
                    is_free = (
                        constraint.kind is OperandKind.REGISTER
                        and not constraint.fixed
                        and constraint.tied is None
                    )
                    if is_free and not constraint.is_output:
                        yield self._key(number)


def _inside(operands: Sequence[Operand]) -> Iterator[Operand]:
    for operand in operands:
        match operand:
            case MemoryOperand(displacement, base, index):
                yield from (
                    part for part in (displacement, base, index) if isinstance(part, GivenOperand | Named)
                )
            case Immediate():
                pass
            case _:
                yield operand
