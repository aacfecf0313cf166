"""Whether a thread can access memory wrongly, or do arithmetic without a result, as far as its text tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from unthread.analysis.constants import position
from unthread.program.bounded import Thread
from unthread.program.expressions import (
    Binary,
    BinaryOperator,
    Constant,
    Convert,
    Dereference,
    Expression,
    Member,
    Place,
    Read,
    Storage,
    VariablePlace,
    operands,
    root,
)
from unthread.program.instructions import (
    Allocate,
    Assert,
    Assign,
    Copy,
    Fill,
    FormatText,
    Free,
    Instruction,
    Print,
    expressions,
)
from unthread.program.program import GlobalVariable
from unthread.program.types import BoolType, FloatType, VariableArrayType, bits_of, size_of, value_type

_DIVISIONS = (BinaryOperator.DIVIDE, BinaryOperator.REMAINDER)
_SHIFTS = (BinaryOperator.SHIFT_LEFT, BinaryOperator.SHIFT_RIGHT)


def may_go_wrong(thread: Thread, globals: Mapping[str, GlobalVariable]) -> bool:
    """False only if each access goes to a variable by its name, at an index that is known to be inside, none
    writes what must not be written, and all arithmetic has a result, perhaps one that wraps around."""
    return any(may_touch_wrongly(item, globals) or may_mean_nothing(item) for item in thread.body)


def may_mean_nothing(instruction: Instruction) -> bool:
    """For some operands, nothing sensible can follow, and executions end whoever asks."""
    return any(_has_no_result(part) for whole in expressions(instruction) for part in _parts(whole))


def _has_no_result(expression: Expression) -> bool:
    match expression:
        case Binary(operator, _, right) if operator in _DIVISIONS:
            return not isinstance(right, Constant) or right.value in (0, -1)
        case Binary(operator, _, amount) if operator in _SHIFTS:
            bits = bits_of(value_type(expression.type))
            count = amount.value if isinstance(amount, Constant) else None
            return not isinstance(count, int) or not 0 <= count < bits
        case Convert(operand, type) if isinstance(value_type(operand.type), FloatType):
            return not isinstance(value_type(type), FloatType | BoolType)
    return False


def may_touch_wrongly(instruction: Instruction, globals: Mapping[str, GlobalVariable]) -> bool:
    if isinstance(instruction, Allocate | Free | Print | FormatText | Assert):
        return True
    if isinstance(instruction, Assign | Fill | Copy) and (
        _place_may(instruction.target) or _is_read_only(instruction.target, globals)
    ):
        return True
    if isinstance(instruction, Copy) and _place_may(instruction.source):
        return True
    return any(_expression_may(found) for root in expressions(instruction) for found in _parts(root))


def _is_read_only(place: Place, globals: Mapping[str, GlobalVariable]) -> bool:
    found = position(place)
    variable = globals.get(found[0].name) if found is not None else None
    return variable is not None and variable.read_only


def _parts(expression: Expression) -> Iterator[Expression]:
    pending = [expression]
    while pending:
        part = pending.pop()
        yield part
        pending += operands(part)


def _expression_may(expression: Expression) -> bool:
    match expression:
        case Read(place):
            return _place_may(place)
        case _:
            return False


def _place_may(place: Place) -> bool:
    """Bytes of static storage are always there, and so is a variable that is named."""
    base = root(place)
    while isinstance(place, Member) and place.field.bit_width is not None:
        place = place.base
    found = position(place)
    if found is None or isinstance(place.type, VariableArrayType):
        return not isinstance(base, VariablePlace) or place != base
    variable, offset = found
    if isinstance(base, Dereference) and variable.storage is not Storage.GLOBAL:
        return True
    if place == base and isinstance(base, VariablePlace):
        return False
    return not 0 <= offset <= size_of(variable.type) - size_of(place.type)
