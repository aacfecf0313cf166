"""Which variables an instruction mentions, and which registers it reads: `uses_of`, in one walk for both.

a[n] = r + 1;          mentions a, n, r; reads n, r; if `a` has a length that is in a register, that too
"""

from __future__ import annotations

from collections.abc import Iterator

from unthread.core.records import dataclass
from unthread.program.expressions import (
    AddressOf,
    Constant,
    Element,
    Expression,
    Member,
    Place,
    Read,
    Storage,
    Variable,
    VariablePlace,
    operands,
)
from unthread.program.instructions import Assign, Declare, Discard, Instruction, defined_register, expressions
from unthread.program.types import ArrayType, VariableArrayType


@dataclass(frozen=True, slots=True)
class Uses:
    """Variables, once for each time that they are named."""

    mentioned: list[Variable]
    read: list[Variable]


def uses_of(item: Instruction) -> Uses:
    mentioned: list[Variable] = []
    read: list[Variable] = []
    pending: list[Expression] = list(expressions(item))
    if isinstance(item, Assign):
        _mention(item.target, mentioned, pending)
    elif isinstance(item, Declare | Discard):
        mentioned.append(item.variable)
    else:
        register = defined_register(item)
        if register is not None:
            mentioned.append(register)
    while pending:
        expression = pending.pop()
        if isinstance(expression, Constant):
            continue
        pending += operands(expression)
        if isinstance(expression, Read):
            variable = _mention(expression.place, mentioned, pending)
            if variable is not None and variable.storage is Storage.REGISTER:
                read.append(variable)
        elif isinstance(expression, AddressOf):
            _mention(expression.place, mentioned, pending)
    return Uses(mentioned, read)


def _mention(place: Place, mentioned: list[Variable], pending: list[Expression]) -> Variable | None:
    """The variable that the place is part of. Lengths that its indices stay below are looked at later."""
    while isinstance(place, Member | Element):
        place = place.base
        pending += _lengths(place)
    if not isinstance(place, VariablePlace):
        return None
    mentioned.append(place.variable)
    return place.variable


def _lengths(place: Place) -> Iterator[Expression]:
    type = place.type
    while isinstance(type, ArrayType | VariableArrayType):
        if isinstance(type, VariableArrayType):
            yield type.count
        type = type.element
