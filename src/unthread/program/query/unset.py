"""What may be used before it is set: registers (`maybe_undefined`), objects of a frame without a declaration
(`unset_locals`), and both for each instruction (`possibly_unset`).

goto in;                  w is used before its declaration
{ int w[2]; in: w[0]++; }
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from unthread.core.records import dataclass
from unthread.program.expressions import Storage, Variable
from unthread.program.instructions import Declare, Discard, Instruction, defined_register
from unthread.program.program import Function
from unthread.program.query.components import Edges
from unthread.program.query.graph import Body, Graph, depth_first, graph_of
from unthread.program.query.uses import defined, registers_read, used


def maybe_undefined(body: Body, registers: Collection[Variable]) -> set[Variable]:
    """Which of the registers may be read before anything was assigned to them: those that are live at
    the entry."""
    if not body:
        return set()
    graph = graph_of(body)
    wanted = {register.name for register in registers}
    exposed, live = _live(body, graph, wanted, registers_read, defined_register)
    return {register for register in registers if exposed.has(register.name, live[0])}


@dataclass(frozen=True, slots=True)
class Unset:
    """Names of the objects, and the `Discard` instructions after which one is used again."""

    at_entry: frozenset[str]
    behind: frozenset[int]


# An object is wanted where some way leads to a use of it with no declaration in between.
def unset_locals(function: Function) -> Unset:
    names = {variable.name for variable in function.locals if variable.storage is Storage.LOCAL}
    if not names:
        return Unset(frozenset(), frozenset())
    body, graph = function.body, graph_of(function.body)
    wanted, live = _live(body, graph, names, used, _declared)
    behind: set[int] = set()
    for number in depth_first(graph.successors)[0]:
        state = _joined(graph.successors[number], live)
        for index in reversed(range(graph.blocks[number].start, graph.blocks[number].end)):
            item = body[index]
            if isinstance(item, Discard) and wanted.has(item.variable.name, state):
                behind.add(index)
            declared = _declared(item)
            if declared is not None:
                state &= ~wanted.bit(declared.name)
            for variable in used(item):
                state |= wanted.bit(variable.name)
    return Unset(frozenset(name for name in names if wanted.has(name, live[0])), frozenset(behind))


def _declared(item: Instruction) -> Variable | None:
    return item.variable if isinstance(item, Declare | Discard) else None


def possibly_unset(function: Function) -> list[frozenset[str]]:
    """For each instruction the names used there that some path leaves without a value."""
    body, graph = function.body, graph_of(function.body)
    uses = [frozenset(variable.name for variable in used(item)) for item in body]
    names = NameSet(name for found in uses for name in found)
    given = {variable.name for variable in (*function.parameters, function.varargs) if variable is not None}
    ended = [_ended(body[block.start : block.end]) for block in graph.blocks]
    made = [names.mask(names_of[0]) for names_of in ended]
    kept = [~names.mask({*names_of[0], *names_of[1]}) for names_of in ended]
    order = depth_first(graph.successors)[1][::-1]
    first = names.mask(name for name in names.names if name not in given)
    after = spread(order, graph.predecessors, made, kept, first)
    found = [frozenset[str]()] * len(body)
    for number in order:
        state = _joined(graph.predecessors[number], after) | (0 if number else first)
        for index in range(graph.blocks[number].start, graph.blocks[number].end):
            if state:
                found[index] = frozenset(name for name in uses[index] if names.has(name, state))
            state = _unset_after(body[index], state, names)
    return found


def _ended(block: Body) -> tuple[set[str], set[str]]:
    """Names without a value at the end of the block, and names that have got one."""
    unset: set[str] = set()
    given: set[str] = set()
    for item in block:
        variable = defined(item)
        if variable is not None:
            gets, loses = (unset, given) if isinstance(item, Discard) else (given, unset)
            gets.add(variable.name)
            loses.discard(variable.name)
    return unset, given


def _unset_after(item: Instruction, state: int, names: NameSet) -> int:
    variable = defined(item)
    if variable is None:
        return state
    bit = names.bit(variable.name)
    return state | bit if isinstance(item, Discard) else state & ~bit


# ---- dataflow: sets of names are the bits of a number, and grow along the edges until nothing changes


class NameSet:
    """A set of names as the bits of a number; names that are not among them have none."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = dict.fromkeys(names)
        self._bits = {name: bit for bit, name in enumerate(self.names)}

    def mask(self, names: Iterable[str]) -> int:
        """Many at once, since each step copies the number."""
        digits = bytearray(len(self._bits) // 8 + 1)
        for name in names:
            if name in self._bits:
                digits[self._bits[name] // 8] |= 1 << self._bits[name] % 8
        return int.from_bytes(digits, "little")

    def bit(self, name: str) -> int:
        return 1 << self._bits[name] if name in self._bits else 0

    def has(self, name: str, state: int) -> bool:
        return bool(state & self.bit(name))


def spread(
    order: Sequence[int], sources: Edges, made: Sequence[int], kept: Sequence[int], first: int = 0
) -> list[int]:
    """For each node what it makes, and what it keeps of all that comes from its sources; `first` comes to
    node 0. In an order with sources first, it takes about one pass for each level of nested loops."""
    found = [0] * len(sources)
    is_changed = True
    while is_changed:
        is_changed = False
        for node in order:
            state = made[node] | ((_joined(sources[node], found) | (0 if node else first)) & kept[node])
            if state != found[node]:
                found[node] = state
                is_changed = True
    return found


def _joined(sources: Sequence[int], found: Sequence[int]) -> int:
    state = 0
    for source in sources:
        state |= found[source]
    return state


def _live(
    body: Body,
    graph: Graph,
    wanted: Collection[str],
    uses: Callable[[Instruction], Iterable[Variable]],
    sets: Callable[[Instruction], Variable | None],
) -> tuple[NameSet, list[int]]:
    """The wanted names that may be used at the beginning of each block or later, before they are set."""
    blocks = [_exposed_and_set(body[block.start : block.end], wanted, uses, sets) for block in graph.blocks]
    names = NameSet(name for exposed, _ in blocks for name in exposed)
    made = [names.mask(exposed) for exposed, _ in blocks]
    kept = [~names.mask(done) for _, done in blocks]
    return names, spread(depth_first(graph.successors)[1], graph.successors, made, kept)


def _exposed_and_set(
    block: Body,
    wanted: Collection[str],
    uses: Callable[[Instruction], Iterable[Variable]],
    sets: Callable[[Instruction], Variable | None],
) -> tuple[set[str], set[str]]:
    """Names used in the block before it sets them, and names that it sets."""
    exposed: set[str] = set()
    done: set[str] = set()
    for instruction in block:
        exposed.update(v.name for v in uses(instruction) if v.name in wanted and v.name not in done)
        target = sets(instruction)
        if target is not None:
            done.add(target.name)
    return exposed, done
