"""Which locks a thread surely holds before each of its instructions.

A lock is a cell that names its owner. Every thread writes its own number there, and only after it waited, in
the same atomic section, for the cell to be zero or that number already; and it writes zero only while the
cell holds its number. Before any other thread that writes there is created, it may write as it likes. So the
cell holds a thread's number from the one write to the other, and two threads never hold it at once. Mutexes
of the models are such cells; nothing here knows them by name.
"""

from __future__ import annotations

from unthread.analysis.locations import Location, UnknownObject
from unthread.analysis.parallel import Parallel
from unthread.analysis.steps import Touch, Touches, locations, section_depths
from unthread.core.records import dataclass
from unthread.program.bounded import BoundedProgram, Thread
from unthread.program.expressions import Constant, Expression, Place, is_register, memory_reads
from unthread.program.instructions import (
    Assert,
    Assign,
    AtomicEnd,
    BlockUntil,
    Cut,
    Exit,
    Instruction,
    Jump,
    Label,
    Return,
    Unmodelled,
    is_private,
)
from unthread.program.simplify import Simplifier, truth_of
from unthread.program.types import size_of, value_type


@dataclass(frozen=True, slots=True)
class Lock:
    location: Location
    size: int


Held = frozenset[Lock]


class Locksets:
    def __init__(self, program: BoundedProgram, touches: Touches, parallel: Parallel) -> None:
        self._program = program
        self._touches = touches
        self._parallel = parallel
        self._depths = {thread.number: section_depths(thread.body) for thread in program.threads}
        self._targets = {thread.number: [self._target(i) for i in thread.body] for thread in program.threads}
        self._said: dict[tuple[int, int], Held] = {}
        self._values: dict[Lock, dict[int, set[int]]] = {}
        self._spoiled: set[Lock] = set()
        self._collect()
        self._numbers = {lock: self._owners(lock) for lock in self._values}
        self._locks = {lock for lock, owners in self._numbers.items() if owners is not None}
        while True:  # a lock that some thread misuses is none; without it others may lose their order
            self._broken: set[Lock] = set()
            self._held = [self._flow(thread) for thread in program.threads]
            if not self._broken:
                break
            self._locks -= self._broken

    def held(self, thread: int, index: int) -> Held:
        return self._held[thread][index]

    # ---- candidates

    def _collect(self) -> None:
        """Cells that are only ever written as themselves, with constants."""
        others: list[Touch] = []
        for thread in self._program.threads:
            for index, instruction in enumerate(thread.body):
                lock = self._targets[thread.number][index]
                if lock is not None and isinstance(instruction, Assign):
                    value = instruction.value
                    if isinstance(value, Constant) and isinstance(value.value, int):
                        self._values.setdefault(lock, {}).setdefault(thread.number, set()).add(value.value)
                        continue
                others += [touch for touch in self._touches.at(thread.number, index) if touch.writes]
        locks = list(self._values)
        cells = [Touch(lock.location, lock.size, True) for lock in locks]
        if any(isinstance(touch.location.object, UnknownObject) for touch in others):
            self._values.clear()
            return
        by_object: dict[object, list[Touch]] = {}
        for touch in [*others, *cells]:
            by_object.setdefault(touch.location.object, []).append(touch)
        for lock, cell in zip(locks, cells, strict=True):
            clashes = [t for t in by_object[lock.location.object] if t is not cell and t.conflicts(cell)]
            if clashes:
                del self._values[lock]

    def _owners(self, lock: Lock) -> dict[int, int] | None:
        """The number by which each thread owns the lock: one for each, all different, none zero."""
        numbers: dict[int, int] = {}
        for thread, values in self._values[lock].items():
            own = values - {0}
            if len(own) > 1:
                return None
            if own:
                numbers[thread] = own.pop()
        if len(set(numbers.values())) != len(numbers) or not numbers:
            return None
        return numbers

    def _target(self, instruction: Instruction) -> Lock | None:
        if not isinstance(instruction, Assign) or is_register(instruction.target):
            return None
        if is_private(instruction.target):
            return None  # nobody else can wait for it; `touches_of` leaves such writes out
        return self._cell(instruction.target)

    def _cell(self, place: Place) -> Lock | None:
        found = tuple(locations(place, self._touches.pointers))
        if len(found) != 1:
            return None
        (location,) = found
        if location.offset is None or location.strides or isinstance(location.object, UnknownObject):
            return None
        return Lock(location, size_of(value_type(place.type)))

    # ---- what is held where: forward, meeting at labels

    def _flow(self, thread: Thread) -> list[Held]:
        depths, targets = self._depths[thread.number], self._targets[thread.number]
        at_label: dict[str, tuple[Held, Held]] = {}
        result: list[Held] = []
        held: Held | None = frozenset()
        free: Held = frozenset()  # locks that the thread has seen free, or its own, in this atomic section
        for index, instruction in enumerate(thread.body):
            if isinstance(instruction, Label) and instruction.name in at_label:
                arriving, seen = at_label[instruction.name]
                free = seen if held is None else free & seen
                held = arriving if held is None else held & arriving
            result.append(held if held is not None else frozenset())
            if held is None:
                continue
            if depths[index] == 0 or (isinstance(instruction, AtomicEnd) and depths[index] == 1):
                free = frozenset()
            match instruction:
                case BlockUntil(condition) if depths[index]:
                    free |= self._told(condition, thread.number, index, zero=True)
                case Assert(condition):
                    if truth_of(condition) is False:
                        held = None
                        continue
                    held |= self._told(condition, thread.number, index, zero=False)
                case Assign():
                    place = thread.number, index
                    held = self._after_write(instruction, targets[index], held, free, place)
                case Jump(label, condition):
                    taken = held
                    if condition is not None:
                        taken |= self._told(condition, thread.number, index, zero=False)
                    arriving, seen = at_label.get(label, (taken, free))
                    at_label[label] = taken & arriving, free & seen
                    if condition is None:
                        held = None
                case Return() | Exit() | Unmodelled() | Cut():
                    held = None
        return result

    def _after_write(
        self, instruction: Assign, lock: Lock | None, held: Held, free: Held, place: tuple[int, int]
    ) -> Held:
        if lock is None or lock not in self._locks:
            return held
        assert isinstance(instruction.value, Constant)
        releases = instruction.value.value == 0
        if lock not in (held if releases else held | free) and not self._is_alone(lock, *place):
            self._broken.add(lock)
        return held - {lock} if releases else held | {lock}

    def _is_alone(self, lock: Lock, thread: int, index: int) -> bool:
        """No other thread that writes the cell exists when the thread gets to the instruction."""
        return all(
            other == thread or self._parallel.is_created_behind(thread, index, other)
            for other in self._values[lock]
        )

    def _told(self, condition: Expression, thread: int, index: int, *, zero: bool) -> Held:
        """The locks that the condition, which stands at an instruction, reads and says something about."""
        said = self._said.get((thread, index))
        if said is None:
            cells = {self._cell(place) for place in memory_reads(condition)}
            said = frozenset(
                lock
                for lock in cells
                if lock in self._locks and self._says(condition, lock, thread, zero=zero)
            )
            self._said[thread, index] = said
        return said & self._locks

    def _says(self, condition: Expression, lock: Lock, thread: int, *, zero: bool) -> bool:
        """The condition is false whenever another thread owns the lock (and, unless `zero`, when nobody
        does)."""
        owners = self._numbers[lock]
        assert owners is not None
        forbidden = {number for other, number in owners.items() if other != thread}
        if not zero:
            forbidden.add(0)
        return all(self._is_false_for(condition, lock, value) for value in forbidden)

    def _is_false_for(self, condition: Expression, lock: Lock, value: int) -> bool:
        def cell(place: Place) -> Expression | None:
            return Constant(value, value_type(place.type)) if self._cell(place) == lock else None

        return truth_of(Simplifier(lambda variable: variable, 0, cell).expression(condition, {})) is False
