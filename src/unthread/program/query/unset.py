"""Objects of a frame that may be used without a declaration, because a jump leads past it: `unset_locals`.

goto in;                  w is used before its declaration
{ int w[2]; in: w[0]++; }
"""

from __future__ import annotations

from unthread.core.records import dataclass
from unthread.program.expressions import Storage
from unthread.program.instructions import Declare, Discard, Instruction
from unthread.program.program import Function
from unthread.program.query.definite import used
from unthread.program.query.graph import depth_first, graph_of


@dataclass(frozen=True, slots=True)
class Unset:
    """Names of the objects, and the `Discard` instructions behind which one is used again."""

    at_entry: frozenset[str]
    behind: frozenset[int]


# An object is wanted where some way leads to a use of it with no declaration in between: backwards through
# the blocks until nothing changes. Sets of objects are the bits of a number.
def unset_locals(function: Function) -> Unset:
    names = [variable.name for variable in function.locals if variable.storage is Storage.LOCAL]
    if not names:
        return Unset(frozenset(), frozenset())
    bits = {name: 1 << position for position, name in enumerate(names)}
    body, graph = function.body, graph_of(function.body)
    wanted = [0] * len(graph.blocks)
    order = depth_first(graph.successors)[1]
    behind: set[int] = set()
    is_changed = True
    while is_changed:
        is_changed = False
        for number in order:
            state = 0
            for successor in graph.successors[number]:
                state |= wanted[successor]
            for index in reversed(range(graph.blocks[number].start, graph.blocks[number].end)):
                item = body[index]
                if isinstance(item, Discard) and state & bits[item.variable.name]:
                    behind.add(index)
                state = _before(item, state, bits)
            is_changed |= state != wanted[number]
            wanted[number] = state
    return Unset(frozenset(name for name in names if wanted[0] & bits[name]), frozenset(behind))


def _before(item: Instruction, state: int, bits: dict[str, int]) -> int:
    if isinstance(item, Declare | Discard):
        return state & ~bits[item.variable.name]
    for variable in used(item):
        state |= bits.get(variable.name, 0)
    return state
