"""Bodies without what never runs and what is not needed."""

from __future__ import annotations

from collections.abc import Sequence

from unthread.program.build.fold import negation
from unthread.program.expressions import (
    COMPARISONS,
    Binary,
    BinaryOperator,
    Convert,
    Expression,
    Storage,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
    memory_reads,
    operands,
)
from unthread.program.instructions import (
    Assign,
    Cut,
    Exit,
    Instruction,
    Jump,
    Label,
    Return,
    Unmodelled,
    defined_register,
)
from unthread.program.query.uses import registers_read
from unthread.program.types import FloatType, IntType, is_signed

_ENDS = (Return, Exit, Unmodelled, Cut)  # execution does not continue after these


def without_dead_code(body: Sequence[Instruction]) -> list[Instruction]:
    """Without what follows a jump up to the next label in use, and without labels that are not in use."""
    body = list(body)
    while True:
        wanted = {i.label for i in body if isinstance(i, Jump)}
        result: list[Instruction] = []
        dead = False
        for position, instruction in enumerate(body):
            if isinstance(instruction, Label):
                if instruction.name not in wanted:
                    continue
                dead = False
            elif dead:
                continue
            elif isinstance(instruction, Jump):
                if _goes_to_next(instruction, body, position):
                    continue
                dead = instruction.condition is None
            else:
                dead = isinstance(instruction, _ENDS)
            result.append(instruction)
        result = _with_turned_jumps(result)
        if len(result) == len(body):
            return result
        body = result


# if (c) goto A; goto B; A:   becomes   if (!c) goto B; A:
def _with_turned_jumps(body: list[Instruction]) -> list[Instruction]:
    result: list[Instruction] = []
    for instruction in body:
        if isinstance(instruction, Label) and len(result) >= 2:
            first, second = result[-2], result[-1]
            if (
                isinstance(first, Jump)
                and isinstance(second, Jump)
                and first.condition is not None
                and second.condition is None
                and first.label == instruction.name
            ):
                result[-2:] = [Jump(second.label, negation(first.condition), first.loc)]
        result.append(instruction)
    return result


def _goes_to_next(jump: Jump, body: list[Instruction], position: int) -> bool:
    """A jump over nothing but labels. A conditional one is kept if evaluating it touches memory."""
    for index in range(position + 1, len(body)):  # a slice would copy the rest of the body for every jump
        following = body[index]
        if not isinstance(following, Label):
            return False
        if following.name == jump.label:
            return jump.condition is None or is_idle(jump.condition)
    return False


def without_dead_assignments(body: Sequence[Instruction]) -> list[Instruction]:
    """Without assignments to registers that are not read again. Jumps of the body go forward only."""
    live: set[Variable] = set()
    at_label: dict[str, set[Variable]] = {}
    result: list[Instruction] = []
    for instruction in reversed(body):
        match instruction:
            case Label(name):
                at_label[name] = set(live)
            case Jump(label, condition):
                live = set(at_label[label]) if condition is None else live | at_label[label]
            case Return() | Exit() | Unmodelled() | Cut():
                live = set()
            case Assign(VariablePlace(target), value) if target.storage is Storage.REGISTER:
                if target not in live and is_idle(value):
                    continue
        defined = defined_register(instruction)
        if defined is not None:
            live.discard(defined)
        live.update(registers_read(instruction))
        result.append(instruction)
    return result[::-1]


def is_idle(value: Expression) -> bool:
    """Nothing but its result tells whether it is computed."""
    return not memory_reads(value) and cannot_fail(value)


_NEVER_FAIL = (*COMPARISONS, BinaryOperator.AND, BinaryOperator.OR, BinaryOperator.XOR)
_WRAPPING = (BinaryOperator.ADD, BinaryOperator.SUBTRACT, BinaryOperator.MULTIPLY)


def cannot_fail(expression: Expression) -> bool:
    """Computing it breaks no property."""
    match expression:
        case Binary(operator, _, _, type):
            unsigned = isinstance(type, IntType) and not type.signed
            if operator not in _NEVER_FAIL and not (unsigned and operator in _WRAPPING):
                return False
        case Unary(UnaryOperator.NEGATE, _, type) if is_signed(type):
            return False
        case Convert(operand, type) if isinstance(operand.type, FloatType) and not isinstance(
            type, FloatType
        ):
            return False
    return all(cannot_fail(operand) for operand in operands(expression))
