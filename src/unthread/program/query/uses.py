"""Which variables an instruction mentions, which registers it reads, and what it sets.

a[n] = r + 1;          mentions a, n, r; reads n, r; if `a` has a length that is in a register, that too
"""

from __future__ import annotations

from collections.abc import Iterator

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


def used(instruction: Instruction) -> Iterator[Variable]:
    """Registers that the instruction reads, and locals that it looks at or writes into."""
    yield from registers_read(instruction)
    if not isinstance(instruction, Declare | Discard):
        yield from (v for v in variables_of(instruction) if v.storage is Storage.LOCAL)


def registers_read(instruction: Instruction) -> list[Variable]:
    """Once for each time they are named."""
    found: list[Variable] = []
    for expression in expressions(instruction):
        found += registers_in(expression)
    for length in _lengths_in(instruction):
        found += registers_in(length)
    return found


def registers_in(expression: Expression) -> list[Variable]:
    """Once for each time they are read."""
    found: list[Variable] = []
    pending = [expression]
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


def evaluated(instruction: Instruction) -> Iterator[Variable]:
    """Variables in what the instruction evaluates: not those that it sets as a whole."""
    for expression in expressions(instruction):
        yield from variables_in(expression)
    for length in _lengths_in(instruction):
        yield from variables_in(length)


def variables_of(instruction: Instruction) -> Iterator[Variable]:
    """Every variable that the instruction mentions, once for each time."""
    for expression in expressions(instruction):
        yield from variables_in(expression)
    if isinstance(instruction, Assign | Fill | Copy):
        yield from _in_place(instruction.target)
        if isinstance(instruction, Copy):
            yield from _in_place(instruction.source)
        return
    made = defined(instruction)
    if made is not None:
        yield made


def variables_in(expression: Expression) -> Iterator[Variable]:
    if isinstance(expression, Read | AddressOf):
        yield from _in_place(expression.place)
        return
    for operand in operands(expression):
        yield from variables_in(operand)


def _in_place(place: Place) -> Iterator[Variable]:
    if isinstance(place, VariablePlace):
        yield place.variable
    elif isinstance(place, Dereference):
        yield from variables_in(place.pointer)
    else:
        yield from _in_place(place.base)
        if isinstance(place, Element):
            yield from variables_in(place.index)
        for length in _lengths(place):
            yield from variables_in(length)


def _lengths_in(instruction: Instruction) -> Iterator[Expression]:
    if isinstance(instruction, Assign | Fill | Copy):
        yield from _lengths(instruction.target)
    if isinstance(instruction, Copy):
        yield from _lengths(instruction.source)


def _lengths(place: Place) -> Iterator[Expression]:
    """The lengths of the variable-length arrays that indices of the place must stay below."""
    while isinstance(place, Member | Element):
        place = place.base
        type = place.type
        while isinstance(type, ArrayType | VariableArrayType):
            if isinstance(type, VariableArrayType):
                yield type.count
            type = type.element
