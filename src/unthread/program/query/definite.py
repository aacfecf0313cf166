"""Which registers and locals of a function may be used before they are set: `possibly_unset`."""

from __future__ import annotations

from collections.abc import Iterator

from unthread.program.expressions import (
    AddressOf,
    Dereference,
    Element,
    Expression,
    Place,
    Read,
    Storage,
    Variable,
    VariablePlace,
    operands,
    root,
)
from unthread.program.instructions import (
    Assign,
    Declare,
    Discard,
    Exit,
    Instruction,
    Jump,
    Label,
    Return,
    defined_register,
    expressions,
)
from unthread.program.program import Function
from unthread.program.types import ArrayType, Type, VariableArrayType

_FRAME = (Storage.REGISTER, Storage.LOCAL)


def used(instruction: Instruction) -> Iterator[Variable]:
    """Registers and locals that the instruction looks at or writes into."""
    for expression in expressions(instruction):
        yield from _in_expression(expression)
    if isinstance(instruction, Assign):
        yield from _in_place(instruction.target, written=True)


def defined(instruction: Instruction) -> Iterator[Variable]:
    register = defined_register(instruction)
    if register is not None:
        yield register
    if isinstance(instruction, Declare | Discard):
        yield instruction.variable


def _in_expression(expression: Expression) -> Iterator[Variable]:
    if isinstance(expression, Read | AddressOf):
        yield from _in_place(expression.place)
    for operand in operands(expression):
        yield from _in_expression(operand)


def _in_place(place: Place, written: bool = False) -> Iterator[Variable]:
    base = root(place)
    if isinstance(base, VariablePlace) and base.variable.storage in _FRAME:
        set_only = written and base.variable.storage is Storage.REGISTER
        yield from () if set_only else (base.variable,)
    while not isinstance(place, VariablePlace | Dereference):
        if isinstance(place, Element):
            yield from _in_type(place.base.type)
        place = place.base


def _in_type(type: Type) -> Iterator[Variable]:
    """Registers that hold the lengths of variable-length arrays."""
    while isinstance(type, ArrayType | VariableArrayType):
        if isinstance(type, VariableArrayType):
            yield from _in_expression(type.count)
        type = type.element


def possibly_unset(function: Function) -> list[frozenset[str]]:
    """For each instruction the names used there that some path leaves without a value."""
    body = function.body
    numbers: dict[str, int] = {}
    for item in body:
        for variable in (*used(item), *defined(item)):
            numbers.setdefault(variable.name, 1 << len(numbers))
    given = [*function.parameters, *([function.varargs] if function.varargs else [])]
    start = sum(numbers.get(variable.name, 0) for variable in given)
    arriving = _arriving(function, numbers, start)
    return [
        frozenset(v.name for v in used(item) if known is not None and not known & numbers[v.name])
        for item, known in zip(body, arriving, strict=True)
    ]


def _arriving(function: Function, numbers: dict[str, int], start: int) -> list[int | None]:
    """The variables set on every path to each instruction; None where no path leads."""
    body = function.body
    labels = {item.name: at for at, item in enumerate(body) if isinstance(item, Label)}
    arriving: list[int | None] = [None] * len(body)
    work = [(0, start)]
    while work:
        at, known = work.pop()
        while at < len(body):
            before = arriving[at]
            merged = known if before is None else before & known
            if merged == before:
                break
            arriving[at] = known = merged
            item = body[at]
            for variable in defined(item):
                known |= numbers[variable.name]
            if isinstance(item, Discard):
                known &= ~numbers[item.variable.name]
            if isinstance(item, Jump):
                work.append((labels[item.label], known))
                if item.condition is None:
                    break
            if isinstance(item, Return | Exit):
                break
            at += 1
    return arriving
