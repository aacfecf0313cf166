"""Fills and copies of arrays, carried out: as layers over what they change, whatever their size.

Where it is not known which bytes are meant, or elements that were written are read again, the elements are
accessed one after the other, as in the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from unthread.core.diagnostics import Unsupported
from unthread.engine.encode.objects import (
    Content,
    ObjectLayer,
    ObjectState,
    Pointer,
    Reach,
    SymbolicObject,
    Value,
)
from unthread.engine.terms.nodes import Bool, unsigned_range
from unthread.program.instructions import Copy, Fill
from unthread.program.types import ArrayType, IntType, size_of
from unthread.values.cells import codec

if TYPE_CHECKING:
    from unthread.engine.encode.memory import SymbolicMemory
    from unthread.engine.encode.steps import ThreadSteps

_MOST_PLACES = 16  # where one access may go in an object and still be carried out at once
_MOST_SINGLE = 4096  # elements that are accessed one by one


def carry_out_fill(steps: ThreadSteps, item: Fill) -> None:
    kind = item.target.type
    assert isinstance(kind, ArrayType), "rows are arrays"
    pointer, value = steps.address(item.target), steps.value(item.value)
    size, width = size_of(kind), size_of(kind.element)
    for reach in _reached(steps, pointer, size, writes=True):
        for guard, at in _places(steps, reach, size):
            if at is None:
                _fill_singly(steps, reach, kind.count, width, value, guard)
            else:
                content = repeated(steps.memory, value, width, at)
                steps.memory.lay_over(reach.item, ObjectLayer(at, at + size, guard, content, width))


def carry_out_copy(steps: ThreadSteps, item: Copy) -> None:
    kind = item.target.type
    assert isinstance(kind, ArrayType), "rows are arrays"
    target, source = steps.address(item.target), steps.address(item.source)
    size, width, memory = size_of(kind), size_of(kind.element), steps.memory
    sources = list(_reached(steps, source, size, writes=False))
    before = {reach.item.number: memory.state_to_copy(reach, size) for reach in sources}
    for reach in _reached(steps, target, size, writes=True):
        for come in sources:
            guard = steps.terms.all((steps.guard, reach.condition, come.condition))
            if guard is steps.terms.false:
                continue
            places = _pairs(steps, reach, come, size, item.backward)
            if places is None:
                _copy_singly(steps, reach, come, kind.count, width, item.backward)
                continue
            for here, to, start in places:
                content = moved(memory, come.item, before[come.item.number], start - to)
                layer = ObjectLayer(to, to + size, steps.terms.both(guard, here), content)
                memory.lay_over(reach.item, layer)


def repeated(memory: SymbolicMemory, value: Value, width: int, first: int) -> Content:
    """Elements with the value, the first of them there."""
    terms = memory.terms

    def content(at: int, size: int) -> Value:
        phase = (at - first) % width
        if phase == 0 and size == width:
            return value
        raw = terms.wrap(memory.addresses.address(value), unsigned_range(8 * width))
        result, done = terms.extract(raw, 8 * phase, 8 * min(size, width - phase)), min(size, width - phase)
        while done < size:
            count = min(width, size - done)
            result = terms.concat(terms.extract(raw, 0, 8 * count), result, 8 * done)
            done += count
        return result

    return content


def moved(memory: SymbolicMemory, item: SymbolicObject, state: ObjectState, by: int) -> Content:
    """What another object held at that time, so many bytes further on."""
    return lambda at, size: memory.cell_in(item, state, at + by, size)


def _reached(steps: ThreadSteps, pointer: Pointer, size: int, writes: bool) -> Iterator[Reach]:
    """Where all of the access lies in an object; elsewhere it is a fault."""
    terms, memory, valid = steps.terms, steps.memory, list[Bool]()
    found = []
    for reach in steps.follow(pointer):
        inside = terms.both(reach.condition, memory.is_valid(reach, size, writes))
        if inside is terms.false:
            continue
        valid.append(inside)
        found.append(reach)
        if writes:
            whole = codec(IntType(8 * size, False))
            steps.touched(reach.item, reach.condition, reach.offset, whole, writes=True)
        else:
            steps.copied(reach, size)
    steps.invalid(terms.any(valid), size, "write" if writes else "read")
    yield from found


def _places(steps: ThreadSteps, reach: Reach, size: int) -> Iterator[tuple[Bool, int | None]]:
    """The offsets that the access may have, each with its condition; None: too many."""
    terms = steps.terms
    guard = terms.both(steps.guard, reach.condition)
    offsets = steps.memory.offsets(reach, size)
    if offsets is None or len(offsets) > _MOST_PLACES:
        yield guard, None
        return
    for at in offsets:
        yield terms.both(guard, terms.equal(reach.offset, terms.integer(at))), at


def _pairs(
    steps: ThreadSteps, to: Reach, come: Reach, size: int, backward: bool
) -> list[tuple[Bool, int, int]] | None:
    """Offsets of both, each pair with its condition; None: too many, or what was written is read again."""
    terms, memory = steps.terms, steps.memory
    targets, sources = memory.offsets(to, size), memory.offsets(come, size)
    if targets is None or sources is None or len(targets) * len(sources) > _MOST_PLACES:
        return None
    result = []
    for at in targets:
        for start in sources:
            ahead = start - at if backward else at - start
            if to.item is come.item and 0 < ahead < size:
                return None
            here = terms.both(
                terms.equal(to.offset, terms.integer(at)), terms.equal(come.offset, terms.integer(start))
            )
            result.append((here, at, start))
    return result


def _fill_singly(steps: ThreadSteps, reach: Reach, count: int, width: int, value: Value, guard: Bool) -> None:
    for position in _few(count):
        steps.memory.store(_further(steps, reach, position * width), width, value, guard)


def _copy_singly(steps: ThreadSteps, to: Reach, come: Reach, count: int, width: int, backward: bool) -> None:
    guard = steps.terms.both(steps.guard, come.condition)
    places = _few(count)
    for position in reversed(places) if backward else places:
        value = steps.memory.load(_further(steps, come, position * width), width)
        if value is not None:
            steps.memory.store(_further(steps, to, position * width), width, value, guard)


def _few(count: int) -> range:
    if count > _MOST_SINGLE:
        raise Unsupported(f"a copy of {count} elements to or from an unknown place")
    return range(count)


def _further(steps: ThreadSteps, reach: Reach, by: int) -> Reach:
    return Reach(reach.item, reach.condition, steps.terms.add(reach.offset, steps.terms.integer(by)))
