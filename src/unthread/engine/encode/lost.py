"""Blocks on the heap that nothing leads to, as a condition: `lost`.

Whether something leads to a block is a choice of the solver's, with these rules: what a known place points
to is known. So a block that it can leave unknown is one that no pointers lead to. A pointer that is not seen
here makes a block look lost that is not: the interpreter says so when the violation is replayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from unthread.engine.encode.memory import SymbolicMemory
from unthread.engine.encode.objects import ObjectLayer, SymbolicObject, Value
from unthread.engine.terms.domains import is_undefined
from unthread.engine.terms.nodes import Bool, Int
from unthread.program.instructions import Region

_MOST_PLACES = 512  # of an object, where pointers may lie that were copied, or stored at unknown indices


def lost(memory: SymbolicMemory, roots: Iterable[SymbolicObject]) -> Bool:
    """Some block was allocated and not freed, and nothing leads to it from the contents of `roots`."""
    terms, memory = memory.terms, memory.for_a_look()
    there = _blocks(memory)
    known = {number: terms.choice_variable(f"something leads to {number}") for number in there}
    rules = []
    for item in roots:
        rules += [terms.implies(points, known[n]) for points, n in _leads(memory, item, known)]
    for number, exists in there.items():
        from_here = terms.both(exists, known[number])
        for points, n in _leads(memory, memory.objects[number], known):
            rules.append(terms.implies(terms.both(from_here, points), known[n]))
    unknown = terms.any(terms.both(exists, known[n].inverse) for n, exists in there.items())
    return terms.both(unknown, terms.all(rules))


def _blocks(memory: SymbolicMemory) -> dict[int, Bool]:
    """What may be on the heap, by its number, with the condition that it is."""
    terms, found = memory.terms, {}
    for number, item in memory.objects.items():
        state = memory.states[number]
        if item.region is Region.HEAP and state.made is not None:
            found[number] = terms.both(state.made, state.alive or terms.true)
    return {number: exists for number, exists in found.items() if exists is not terms.false}


def _leads(
    memory: SymbolicMemory, item: SymbolicObject, blocks: dict[int, Bool]
) -> Iterator[tuple[Bool, int]]:
    """To which of the blocks the contents of an object lead, and when."""
    terms = memory.terms
    for value in _contents(memory, item):
        pointer = memory.addresses.pointer(value)
        targets = {number for number, _ in pointer.targets or ()}
        for number in blocks if pointer.targets is None else targets & blocks.keys():
            points = terms.equal(pointer.object, terms.integer(number))
            if points is not terms.false:
                yield points, number


def _contents(memory: SymbolicMemory, item: SymbolicObject) -> Iterator[Value]:
    """Whatever may be a pointer in an object."""
    size, state = memory.addresses.bits // 8, memory.states[item.number]
    if item.is_function or item.read_only:
        return
    if state.array is not None:
        places = [*range(0, state.size.hi - size + 1, size)][:_MOST_PLACES]
    else:
        cells = (at for at, (length, _) in state.cells.items() if length == size)
        copied = (at for layer in state.layers for at in _places(layer, size))
        pieces = (at // size * size for at, (length, _) in state.cells.items() if length == 1)
        whole = (at for at in pieces if at + size <= state.size.hi)  # copied byte by byte
        places = sorted({*cells, *whole, *copied})
    for at in places:
        value = memory.cell(item, at, size)
        if not isinstance(value, Int) or not is_undefined(value):
            yield value


def _places(layer: ObjectLayer, size: int) -> Iterator[int]:
    """Where pointers may lie in bytes that were written at once: not in the same ones again and again."""
    if layer.period is not None and layer.period < size:
        return
    first = -(-layer.first // size) * size
    yield from range(first, min(layer.end - size + 1, first + _MOST_PLACES * size), size)
