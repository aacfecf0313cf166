"""Fills and copies that another thread may notice become single steps again, as the program has them.

In: a bounded program. Out: the same, in which each `Fill` and `Copy` stands for steps before which no switch
of threads is needed. Of an array of which others use some elements, only these are accessed one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from unthread.analysis.locksets import Locksets
from unthread.analysis.parallel import Parallel
from unthread.analysis.steps import Touch, Touches, alone, steps_of
from unthread.analysis.unpublished import Unpublished
from unthread.bound.loops.rows import row_of
from unthread.bound.visible import Judge
from unthread.core.records import dataclass
from unthread.core.request import USUAL
from unthread.core.source import Loc
from unthread.program.bounded import BoundedProgram, Thread
from unthread.program.build.fold import convert, integer
from unthread.program.expressions import (
    TEMPORARY,
    Element,
    Place,
    Read,
    Storage,
    Variable,
    VariablePlace,
    read_register,
)
from unthread.program.instructions import Assign, Copy, Fill, Instruction
from unthread.program.types import VOID, ArrayType, IntType, PointerType, size_of, value_type

_Bytes = tuple[int, int]  # first and end
_Noticed = dict[int, list[_Bytes] | None]  # by instruction: the bytes that others use; None: any of them


@dataclass(frozen=True, slots=True)
class Expanded:
    """`too_long`: where more elements than are unwound would have to be accessed one by one."""

    program: BoundedProgram
    too_long: frozenset[Loc]


def expanded(program: BoundedProgram) -> Expanded:
    found = {thread.number: dict.fromkeys(_bulk_in(thread)) for thread in program.threads}
    if not any(found.values()):
        return Expanded(program, frozenset())
    noticed = _noticed(program, found)
    threads, too_long = [], set[Loc]()
    for thread in program.threads:
        expander = _Expander(program, thread, noticed[thread.number])
        too_long |= expander.too_long
        threads.append(expander.result())
    return Expanded(replace(program, threads=tuple(threads)), frozenset(too_long))


def _bulk_in(thread: Thread) -> Iterator[int]:
    """Instructions that others might notice: those before there are others are left out."""
    for index in range(alone(thread), len(thread.body)):
        if isinstance(thread.body[index], Fill | Copy):
            yield index


def _noticed(program: BoundedProgram, found: dict[int, dict[int, None]]) -> dict[int, _Noticed]:
    touches = Touches(program)
    steps = [steps_of(thread, touches) for thread in program.threads]
    parallel = Parallel(program, touches)
    unpublished = Unpublished(program, touches)
    judge = Judge(steps, parallel, unpublished, Locksets(program, touches, parallel), USUAL)
    result: dict[int, _Noticed] = {thread.number: {} for thread in program.threads}
    for step in (step for listed in steps for step in listed):
        if step.first in found[step.thread]:  # others are inside of atomic sections
            own = touches.at(step.thread, step.first)
            rivals = [touch for other in judge.rivals(replace(step, touches=own)) for touch in other.touches]
            if any(ours.conflicts(theirs) for ours in own for theirs in rivals):
                result[step.thread][step.first] = _contended(own, rivals)
    return result


def _contended(own: tuple[Touch, ...], rivals: list[Touch]) -> list[_Bytes] | None:
    """The bytes, counted from the beginning of what is accessed, in which a conflict lies; None: anywhere."""
    result: list[_Bytes] = []
    for ours in own:
        for theirs in rivals:
            if not ours.conflicts(theirs):
                continue
            first, other = ours.location, theirs.location
            if first.object != other.object or first.offset is None or other.offset is None:
                return None
            if first.strides or other.strides or theirs.size is None or ours.size is None:
                return None
            start = other.offset - first.offset
            result.append((max(0, start), min(ours.size, start + theirs.size)))
    return result


class _Expander:
    """One thread, with what is noticed in it taken apart."""

    def __init__(self, program: BoundedProgram, thread: Thread, noticed: _Noticed) -> None:
        self._thread = thread
        self._pointer = PointerType(VOID, program.as_program().pointer_size)
        self._registers: dict[str, Variable] = {}
        self._most = program.bounds.unwind_max
        self._noticed = noticed
        self.too_long = {
            thread.body[index].loc
            for index, bytes in noticed.items()
            if self._length(index, bytes) > self._most
        }

    def _length(self, index: int, bytes: list[_Bytes] | None) -> int:
        item = self._thread.body[index]
        assert isinstance(item, Fill | Copy), "only these are noticed in part"
        return sum(1 for _, _, single in _runs(item, bytes) if single)

    def result(self) -> Thread:
        if not self._noticed or self.too_long:
            return self._thread
        body: list[Instruction] = []
        for index, item in enumerate(self._thread.body):
            if index in self._noticed and isinstance(item, Fill | Copy):
                body += self._apart(item, self._noticed[index])
            else:
                body.append(item)
        made = tuple(self._registers.values())
        return replace(self._thread, body=tuple(body), locals=(*self._thread.locals, *made))

    def _apart(self, item: Fill | Copy, bytes: list[_Bytes] | None) -> Iterator[Instruction]:
        runs = list(_runs(item, bytes))
        if isinstance(item, Copy) and item.backward:
            runs.reverse()
        for first, count, single in runs:
            if single:
                yield from self._single(item, first)
            elif isinstance(item, Fill):
                yield replace(item, target=self._row(item.target, first, count))
            else:
                target, source = self._row(item.target, first, count), self._row(item.source, first, count)
                yield replace(item, target=target, source=source)

    def _element(self, place: Place, index: int) -> Place:
        return Element(place, integer(index, IntType(8 * self._pointer.size, True)))

    def _row(self, place: Place, first: int, count: int) -> Place:
        return row_of(self._element(place, first), count, self._pointer)

    def _single(self, item: Fill | Copy, index: int) -> Iterator[Instruction]:
        target = self._element(item.target, index)
        if isinstance(item, Fill):
            yield Assign(target, item.value, item.loc)
            return
        source = self._element(item.source, index)
        register = self._register(source)
        yield Assign(VariablePlace(register), Read(source), item.loc)
        yield Assign(target, convert(read_register(register), value_type(target.type)), item.loc)

    def _register(self, source: Place) -> Variable:
        kind = value_type(source.type)
        name = f"{self._thread.name}/copied{len(self._registers)}{TEMPORARY}"
        found = next((made for made in self._registers.values() if made.type == kind), None)
        if found is None:
            found = self._registers[name] = Variable(name, kind, Storage.REGISTER)
        return found


def _runs(item: Fill | Copy, bytes: list[_Bytes] | None) -> Iterator[tuple[int, int, bool]]:
    """First element, count, and whether it is a single one that others use; in order."""
    kind = item.target.type
    assert isinstance(kind, ArrayType), "rows are arrays"
    width, done = size_of(kind.element), 0
    used = [(0, kind.count * width)] if bytes is None else sorted(bytes)
    for first, end in used:
        low, high = max(first // width, done), min(-(-end // width), kind.count)
        if low >= high:
            continue
        if done < low:
            yield done, low - done, False
        yield from ((index, 1, True) for index in range(low, high))
        done = high
    if done < kind.count:
        yield done, kind.count - done, False
