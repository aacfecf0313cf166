"""Loops that may iterate forever without changing anything: `spinning`.

No deadlock in the sense of the property, since the thread moves; but who asks for deadlocks wants to know.
In: a `Walk`. Out: positions. An iteration is meant in which nothing is written, no lock is waited for, and
what decides whether there is another iteration is read from memory, or returned by a call.
"""

from __future__ import annotations

from collections.abc import Iterator

from unthread.core.source import Loc, is_own
from unthread.program.expressions import VariablePlace, is_register, memory_reads, reads
from unthread.program.instructions import (
    Allocate,
    Assign,
    Call,
    FormatText,
    Free,
    Instruction,
    Jump,
    Print,
    Spawn,
    defined_register,
    expressions,
)
from unthread.program.query.components import cycles_among
from unthread.program.query.loops import shape_of
from unthread.proof.contracts import WHOLE, Taking
from unthread.proof.walk import Walk


def spinning(walk: Walk) -> list[Loc]:
    edges = [[*walk.followers.get(node, ())] for node in range(len(walk.owners))]
    quiet = [node for node in walk.reached() if not _changes(walk, node)]
    found = {loc for component in cycles_among(quiet, edges, ()) for loc in _spun(walk, component)}
    return sorted(found, key=lambda loc: (loc.file, loc.line, loc.column))


def _changes(walk: Walk, node: int) -> bool:
    match walk.instruction(node):
        case Assign(target):
            return not is_register(target)
        case Call():
            return any(not _tries(name) for name in walk.callees.get(node, ()) if name in WHOLE)
        case Allocate() | Free() | Print() | FormatText() | Spawn():
            return True
    return False


def _tries(name: str) -> bool:
    contract = WHOLE[name]
    return isinstance(contract, Taking) and contract.tries


def _spun(walk: Walk, component: list[int]) -> Iterator[Loc]:
    """Where a condition of the loop depends on memory."""
    items = [(node, walk.instruction(node)) for node in component]
    names = {register for node, item in items if (register := _set_by_others(walk, node, item))}
    for node, item in items:
        if isinstance(item, Jump) and item.condition is not None and _reads(item, names):
            loc = _user_loc(walk, node)
            if not is_own(loc):
                yield loc


def _set_by_others(walk: Walk, node: int, item: Instruction) -> str | None:
    """A register with what was read of memory, or with a result."""
    register = defined_register(item)
    is_read = isinstance(item, Call) or any(memory_reads(expression) for expression in expressions(item))
    return register.name if register is not None and is_read else None


def _reads(item: Jump, names: set[str]) -> bool:
    assert item.condition is not None, "it is asked of conditions"
    if memory_reads(item.condition):
        return True
    found = (place.variable.name for place in reads(item.condition) if isinstance(place, VariablePlace))
    return any(name in names for name in found)


def _user_loc(walk: Walk, node: int) -> Loc:
    """Of the innermost loop there, or of the call that leads to one in the library."""
    frame = walk.frame(node)
    while frame.function.library and frame.callers:
        node = frame.callers[0]
        frame = walk.frame(node)
    shape = shape_of(frame.function)
    block = shape.block_of(walk.index(node))
    around = [item.loc for item in shape.nodes if block in item.loop.blocks]
    return around[-1] if around else walk.instruction(node).loc
