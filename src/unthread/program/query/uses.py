"""Which variables an instruction mentions, which registers it reads, and what it sets.

a[n] = r + 1;          mentions a, n, r; reads n, r; if `a` has a length that is in a register, that too
"""

from __future__ import annotations

from unthread.program.expressions import (
    AddressOf,
    Constant,
    Dereference,
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
from unthread.program.instructions import (
    Assign,
    Copy,
    Declare,
    Discard,
    Fill,
    Instruction,
    defined_register,
    expressions,
)
from unthread.program.types import ArrayType, VariableArrayType


def defined(instruction: Instruction) -> Variable | None:
    """The register that the instruction sets, or the variable whose life it begins or ends."""
    if isinstance(instruction, Declare | Discard):
        return instruction.variable
    return defined_register(instruction)


def used(instruction: Instruction) -> list[Variable]:
    """Registers that the instruction reads, and locals that it looks at or writes into."""
    found = registers_read(instruction)
    if not isinstance(instruction, Declare | Discard):
        found += [v for v in variables_of(instruction) if v.storage is Storage.LOCAL]
    return found


def registers_read(instruction: Instruction) -> list[Variable]:
    """Once for each time they are named."""
    return _registers([*expressions(instruction), *_lengths_in(instruction)])


def registers_in(expression: Expression) -> list[Variable]:
    """Once for each time they are read."""
    return _registers([expression])


def _registers(pending: list[Expression]) -> list[Variable]:
    found: list[Variable] = []
    while pending:
        expression = pending.pop()
        if isinstance(expression, Constant):
            continue
        if isinstance(expression, Read | AddressOf):
            place = expression.place
            if isinstance(place, VariablePlace):
                if place.variable.storage is Storage.REGISTER:
                    found.append(place.variable)
                continue
            pending += _lengths(place)
        pending += operands(expression)
    return found


def evaluated(instruction: Instruction) -> list[Variable]:
    """Variables in what the instruction evaluates: not those that it sets as a whole."""
    found: list[Variable] = []
    for expression in expressions(instruction):
        _add_of(expression, found)
    for length in _lengths_in(instruction):
        _add_of(length, found)
    return found


def variables_of(instruction: Instruction) -> list[Variable]:
    """Every variable that the instruction mentions, once for each time."""
    found: list[Variable] = []
    for expression in expressions(instruction):
        _add_of(expression, found)
    if isinstance(instruction, Assign | Fill | Copy):
        _add_of_place(instruction.target, found)
        if isinstance(instruction, Copy):
            _add_of_place(instruction.source, found)
    else:
        made = defined(instruction)
        if made is not None:
            found.append(made)
    return found


def variables_in(expression: Expression) -> list[Variable]:
    found: list[Variable] = []
    _add_of(expression, found)
    return found


def _add_of(expression: Expression, found: list[Variable]) -> None:
    if isinstance(expression, Constant):
        return
    if isinstance(expression, Read | AddressOf):
        _add_of_place(expression.place, found)
        return
    for operand in operands(expression):
        _add_of(operand, found)


def _add_of_place(place: Place, found: list[Variable]) -> None:
    if isinstance(place, VariablePlace):
        found.append(place.variable)
    elif isinstance(place, Dereference):
        _add_of(place.pointer, found)
    else:
        _add_of_place(place.base, found)
        if isinstance(place, Element):
            _add_of(place.index, found)
        for length in _lengths(place):
            _add_of(length, found)


def _lengths_in(instruction: Instruction) -> list[Expression]:
    if not isinstance(instruction, Assign | Fill | Copy):
        return []
    found = _lengths(instruction.target)
    return found + _lengths(instruction.source) if isinstance(instruction, Copy) else found


def _lengths(place: Place) -> list[Expression]:
    """The lengths of the variable-length arrays that indices of the place must stay below."""
    found: list[Expression] = []
    while isinstance(place, Member | Element):
        place = place.base
        type = place.type
        while isinstance(type, ArrayType | VariableArrayType):
            if isinstance(type, VariableArrayType):
                found.append(type.count)
            type = type.element
    return found
