"""Which steps of different threads may run at the same time.

What comes before the creation of a thread comes before all that the thread does; what a thread does before
it says that it is over comes before all that follows the wait for that word.
"""

from __future__ import annotations

from collections.abc import Iterator

from unthread.analysis.constants import initial_value
from unthread.analysis.locations import Location
from unthread.analysis.steps import ThreadStep, Touch, Touches, locations
from unthread.core.records import dataclass
from unthread.program.bounded import BoundedProgram
from unthread.program.build.simplify import Simplifier, function_named, truth_of
from unthread.program.expressions import (
    Expression,
    Place,
    Storage,
    Variable,
    memory_reads,
)
from unthread.program.instructions import Assign, BlockUntil, Spawn
from unthread.program.query.graph import Dominance, graph_of
from unthread.program.types import Type, size_of, value_type


@dataclass(frozen=True, slots=True)
class Arrival:
    """After instruction `waiter` of thread `here`, thread `there` is past instruction `writer`."""

    here: int
    waiter: int
    there: int
    writer: int


class Parallel:
    def __init__(self, program: BoundedProgram, touches: Touches) -> None:
        self._program = program
        self._touches = touches
        self._created: dict[int, tuple[int, int]] = dict(self._creations())
        self._dominance: dict[int, tuple[list[int], Dominance]] = {}
        self._writes = list(self._all_writes())
        self.arrivals = list(self._find_arrivals())

    def may_meet(self, one: ThreadStep, other: ThreadStep) -> bool:
        """The steps belong to threads that may both stand before them at the same time."""
        if one.thread == other.thread:
            return False
        return not self._comes_first(one, other) and not self._comes_first(other, one)

    def is_created_behind(self, here: int, index: int, there: int) -> bool:
        """The other thread is created after the instruction of this one."""
        spawn = self.creation(here, there)
        return spawn is not None and index <= spawn

    def creation(self, ancestor: int, thread: int) -> int | None:
        """Where `ancestor` creates the thread, or one from which it descends."""
        while thread in self._created:
            parent, index = self._created[thread]
            if parent == ancestor:
                return index
            thread = parent
        return None

    def _comes_first(self, one: ThreadStep, other: ThreadStep) -> bool:
        """In every execution with both, `one` comes before `other`."""
        spawn = self.creation(one.thread, other.thread)
        if spawn is not None and one.first <= spawn:  # also the section that creates the thread
            return True
        for arrival in self.arrivals:
            if (arrival.there, arrival.here) != (one.thread, other.thread) or one.last >= arrival.writer:
                continue
            if self._dominates(other.thread, arrival.waiter, other.first):
                return True
        return False

    def _creations(self) -> Iterator[tuple[int, tuple[int, int]]]:
        numbers = {thread.name: thread.number for thread in self._program.threads}
        for thread in self._program.threads:
            for index, instruction in enumerate(thread.body):
                if isinstance(instruction, Spawn):
                    name = function_named(instruction.function)
                    assert name is not None, "spawns of a bounded program name their thread"
                    yield numbers[name], (thread.number, index)

    def _dominates(self, thread: int, above: int, below: int) -> bool:
        if thread not in self._dominance:
            graph = graph_of(self._program.threads[thread].body)
            block = [0] * len(self._program.threads[thread].body)
            for number, span in enumerate(graph.blocks):
                block[span.start : span.end] = [number] * (span.end - span.start)
            self._dominance[thread] = block, Dominance(graph.successors)
        blocks, dominance = self._dominance[thread]
        if blocks[above] == blocks[below]:
            return above < below
        return dominance.dominates(blocks[above], blocks[below])

    # ---- a thread waits for a word that only one other thread says

    def _all_writes(self) -> Iterator[tuple[int, int, Touch, Expression | None]]:
        """Thread, instruction, where, and what; None where it is not one value, as for `sprintf`."""
        for thread in self._program.threads:
            for index, instruction in enumerate(thread.body):
                value = instruction.value if isinstance(instruction, Assign) else None
                for touch in self._touches.at(thread.number, index):
                    if touch.writes:
                        yield thread.number, index, touch, value

    def _find_arrivals(self) -> Iterator[Arrival]:
        for thread in self._program.threads:
            for index, instruction in enumerate(thread.body):
                if isinstance(instruction, BlockUntil):
                    yield from self._arrivals_at(thread.number, index, instruction.condition)

    def _arrivals_at(self, here: int, index: int, condition: Expression) -> Iterator[Arrival]:
        """The condition reads one cell, and of all the values ever written there only those of one other
        thread make it true."""
        cell = self._single_cell(condition)
        if cell is None:
            return
        place, location, size = cell
        first = self._initial(location, value_type(place.type))
        if first is None or truth_of(_with(condition, first)) is not False:
            return
        there: set[int] = set()
        writers: list[int] = []
        for thread, at, touch, value in self._writes:
            if not touch.conflicts(Touch(location, size, False)):
                continue
            exact = touch.location == location and touch.size == size
            exact = exact and value is not None and value.type == value_type(place.type)
            if exact and value is not None and truth_of(_with(condition, value)) is False:
                continue
            there.add(thread)
            writers.append(at)
        if len(there) != 1 or here in there:
            return
        yield Arrival(here, index, there.pop(), min(writers))

    def _single_cell(self, condition: Expression) -> tuple[Place, Location, int] | None:
        reads = memory_reads(condition)
        if not reads or any(place != reads[0] for place in reads):
            return None
        found = tuple(locations(reads[0], self._touches.pointers))
        if len(found) != 1:
            return None
        (location,) = found
        if location.offset is None or location.strides:
            return None
        return reads[0], location, size_of(value_type(reads[0].type))

    def _initial(self, location: Location, kind: Type) -> Expression | None:
        """What a cell of static storage starts with."""
        if not isinstance(location.object, Variable) or location.offset is None:
            return None
        item = self._program.globals.get(location.object.name)
        if item is None or item.external or location.object.storage is not Storage.GLOBAL:
            return None
        return initial_value(item, location.offset, kind)


def _with(condition: Expression, value: Expression) -> Expression:
    """The condition with what it reads replaced by a value."""
    return Simplifier(lambda variable: variable, 0, lambda place: value).expression(condition, {})
