"""Where the lives of a frame's objects end: what `is_step` cannot tell from a single instruction.

Where `memory` is checked, each end of an object that others may know is a step. Returning ends what the frame
has left, each object in a step of its own. What `main` has when it returns ends with the process.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from unthread.program.expressions import (
    AddressOf,
    Storage,
    Variable,
    VariablePlace,
    memory_reads,
    operands,
    read_register,
    root,
)
from unthread.program.instructions import (
    Allocate,
    Assign,
    Declare,
    Discard,
    Free,
    Instruction,
    Label,
    Region,
    Return,
    expressions,
)
from unthread.program.program import Function

_MAIN = "main"


def makes_known(instruction: Instruction) -> bool:
    """It makes an object of a frame that others may know."""
    match instruction:
        case Declare(variable):
            return variable.escapes
        case Allocate():
            return instruction.region is Region.STACK
        case _:
            return False


def known_own(body: Sequence[Instruction]) -> list[Variable]:
    """The variables that each thread has of its own and whose address is taken here: others may know it."""
    found: dict[Variable, None] = {}
    pending = [expression for instruction in body for expression in expressions(instruction)]
    while pending:
        expression = pending.pop()
        pending += operands(expression)
        if isinstance(expression, AddressOf):
            base = root(expression.place)
            if isinstance(base, VariablePlace) and base.variable.storage is Storage.THREAD:
                found[base.variable] = None
    return list(found)


def with_held_results(function: Function) -> Function:
    """`return x` as `t = x; return t` where x lies in memory and the frame may have objects that end after
    that."""
    if not any(map(makes_known, function.body)):
        return function
    body: list[Instruction] = []
    held: list[Variable] = []
    for item in function.body:
        if isinstance(item, Return) and item.value is not None and memory_reads(item.value):
            held.append(Variable(f".result.{len(held)}", item.value.type, Storage.REGISTER))
            body.append(Assign(VariablePlace(held[-1]), item.value, item.loc))
            body.append(Return(read_register(held[-1]), item.loc))
        else:
            body.append(item)
    return replace(function, body=tuple(body), locals=(*function.locals, *held))


def is_main(function: Function) -> bool:
    """Returning from it ends the process. Where the program calls main itself, no call counts as the first:
    that the objects of the first one end before the process does is what C says of them."""
    return function.name == _MAIN and not function.library and not function.is_called_again


def ends_with_return(body: Sequence[Instruction], index: int) -> bool:
    """The instruction ends an object, and all that the function does from there on is to end others and to
    return."""
    for item in body[index:]:
        if isinstance(item, Return):
            return item.value is None or not memory_reads(item.value)
        if not isinstance(item, Discard | Label) and not _is_end_of_block(item):
            return False
    return False


def _is_end_of_block(item: Instruction) -> bool:
    return isinstance(item, Free) and item.region is Region.STACK
