"""Objects that a thread has allocated and not yet handed on: no other thread can know them.

Most nodes of lists and queues are filled in before they are linked. Until then, nothing that other threads do
meets what the thread does with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from unthread.analysis.locations import Object, Site
from unthread.analysis.sharing import private_locals
from unthread.analysis.steps import ThreadStep, Touches
from unthread.core.records import dataclass
from unthread.program.bounded import BoundedProgram, Thread
from unthread.program.expressions import Expression, Place, Variable, is_register
from unthread.program.instructions import (
    Allocate,
    Assign,
    Copy,
    Exit,
    Fill,
    FormatText,
    Input,
    Instruction,
    Print,
    Region,
    Return,
    Spawn,
    expressions,
)
from unthread.program.types import PointerType, size_of, value_type


@dataclass(frozen=True, slots=True)
class _Span:
    """The instructions of a thread after `made` and before `known` have the object to themselves."""

    made: int
    known: int


class Unpublished:
    def __init__(self, program: BoundedProgram, touches: Touches) -> None:
        self._pointers = touches.pointers
        self._spans: dict[tuple[int, Object], _Span] = {}
        candidates = {thread.number: list(_allocations(thread)) for thread in program.threads}
        if not any(candidates.values()):
            return
        self._own = private_locals(program.as_program(), self._pointers)
        guessed = self._guessed(program)
        for thread in program.threads:
            if candidates[thread.number]:
                self._walk(thread, guessed)

    def is_apart(self, one: ThreadStep, other: ThreadStep) -> bool:
        """Of all that the steps of two threads clash in, one of the threads knows nothing yet when the other
        one takes its step."""
        for ours in one.touches:
            for theirs in other.touches:
                if ours.conflicts(theirs):
                    item = ours.location.object
                    if item != theirs.location.object or not (
                        self.keeps(one, item) or self.keeps(other, item)
                    ):
                        return False
        return True

    def keeps(self, step: ThreadStep, item: Object) -> bool:
        """The object is the thread's alone before, in and after the step."""
        span = self._spans.get((step.thread, item))
        return span is not None and span.made < step.first and step.last < span.known

    def _guessed(self, program: BoundedProgram) -> frozenset[Object]:
        """Objects that an input may lead to: a number happens to be the address."""
        inputs = (item for thread in program.threads for item in thread.body if isinstance(item, Input))
        word = program.as_program().pointer_size
        if not any(not item.undefined and _may_be_address(item.target, word) for item in inputs):
            return frozenset()
        return self._pointers.exposed_objects()

    # ---- one thread: jumps lead forward, so that what comes later in the body comes later

    def _walk(self, thread: Thread, guessed: frozenset[Object]) -> None:
        made: dict[Object, int] = {}
        for index, item in enumerate(thread.body):
            if made:
                for known in self._reached(self._handed_on(item, made), made):
                    self._spans[thread.number, known] = _Span(made.pop(known), index)
            if isinstance(item, Allocate) and item.region is Region.HEAP:
                site = Site(thread.name, index)
                if site not in guessed:
                    made[site] = index
        for left, index in made.items():
            self._spans[thread.number, left] = _Span(index, len(thread.body))

    def _handed_on(self, item: Instruction, made: dict[Object, int]) -> Iterator[Object]:
        """What others may know from the instruction on."""
        match item:
            case Assign(target, value) | Fill(target, value):
                if not is_register(target):
                    yield from self._stored(target, self._objects([value]), made)
            case Copy(target, source):
                sources = {location.object for location in self._pointers.places(source)}
                held = {place.object for object in sources for place in self._pointers.contents(object)}
                yield from self._stored(target, held, made)
            case Spawn() | Print() | FormatText() | Return() | Exit():
                yield from self._objects(expressions(item))

    def _objects(self, values: Iterable[Expression]) -> set[Object]:
        return {location.object for value in values for location in self._pointers.targets(value)}

    def _stored(self, target: Place, objects: set[Object], made: dict[Object, int]) -> Iterator[Object]:
        """Pointers to the objects are written there. What the thread has to itself may hold them."""
        if objects.isdisjoint(made):
            return
        holders = {location.object for location in self._pointers.places(target)}
        if not holders or any(holder not in made and holder not in self._own for holder in holders):
            yield from objects

    def _reached(self, objects: Iterable[Object], made: dict[Object, int]) -> list[Object]:
        """Those of the thread's own objects among them, or reached from them through pointers."""
        pending, seen = list(objects), set[Object]()
        while pending:
            item = pending.pop()
            if item not in seen:
                seen.add(item)
                pending += [location.object for location in self._pointers.contents(item)]
        return [item for item in made if item in seen]


def _allocations(thread: Thread) -> Iterator[int]:
    for index, item in enumerate(thread.body):
        if isinstance(item, Allocate) and item.region is Region.HEAP:
            yield index


def _may_be_address(variable: Variable, word: int) -> bool:
    kind = value_type(variable.type)
    return isinstance(kind, PointerType) or size_of(kind) >= word
