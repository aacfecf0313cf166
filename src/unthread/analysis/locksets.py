"""Which locks a thread surely holds before each of its instructions.

A lock is a cell that names its owner. Every thread writes its own number there, and only after it waited, in
the same atomic section, for the cell to be zero or that number already; and it writes zero only while the
cell holds its number. Before any other thread that writes there is created, it may write as it likes, but
still nothing except zero and its number. So the cell holds a thread's number from the one write to the other,
and two threads never hold it at once. Mutexes of the models are such cells; nothing here knows them by name.

That needs a cell
- that is one object for all threads, which `_cell` sees to: no thread-local variable, no bit-field;
- in which nothing else is written, whole or in part, and whose object does not end: `_collect`;
- whose owners have different numbers, compared as the bits that they are: `_owners`;
- that is zero at first. If it is not, since it is initialized with something else, lies on the heap or in a
  frame, or belongs to a variable defined elsewhere, then the thread that makes the object (`main`, for static
  storage) must have written it, on all ways, before it creates a thread that touches it, and before it
  draws conclusions from what is in it: `_late`, `ready` in `_flow`.
"""

from __future__ import annotations

from collections.abc import Mapping

from unthread.analysis.locations import Location, Object, Site, UnknownObject
from unthread.analysis.parallel import Parallel
from unthread.analysis.steps import Touch, Touches, locations, section_depths
from unthread.core.records import dataclass
from unthread.program.bounded import BoundedProgram, Thread
from unthread.program.build.fold import integer
from unthread.program.build.simplify import Simplifier, truth_of
from unthread.program.expressions import (
    Constant,
    Expression,
    Member,
    Place,
    Storage,
    Variable,
    is_register,
    memory_reads,
)
from unthread.program.instructions import (
    Allocate,
    Assert,
    Assign,
    AtomicEnd,
    BlockUntil,
    Cut,
    Declare,
    Exit,
    Instruction,
    Jump,
    Label,
    Return,
    Spawn,
    Unmodelled,
    is_private,
)
from unthread.program.standstill import Contents
from unthread.program.types import BoolType, IntType, PointerType, Type, size_of, value_type


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
        self._collect()
        self._numbers = {lock: self._owners(lock) for lock in self._values}
        self._locks = {lock for lock, owners in self._numbers.items() if owners is not None}
        late = [lock for lock in self._locks if not self._begins_with_zero(lock)]
        makers = self._makers() if late else {}
        self._late = {lock: makers.get(lock.location.object, 0) for lock in late}
        self._visitors = self._all_visitors()
        self._locks -= {lock for lock in self._late if self._is_strange(lock)}
        while True:  # a lock that some thread misuses is none; without it others may lose their order
            self._broken: set[Lock] = set()
            self._held = [self._flow(thread) for thread in program.threads]
            if not self._broken:
                break
            self._locks -= self._broken

    def held(self, thread: int, index: int) -> Held:
        return self._held[thread][index]

    @property
    def locks(self) -> Held:
        return frozenset(self._locks)

    def owners(self, lock: Lock) -> Mapping[int, int]:
        """The bits by which each thread owns the lock, as a number without a sign."""
        owners = self._numbers[lock]
        assert owners is not None, "locks have owners"
        return owners

    # ---- candidates

    def _collect(self) -> None:
        """Cells that are only ever written as themselves, with constants; by thread, their bits."""
        others: list[Touch] = []
        for thread in self._program.threads:
            for index, instruction in enumerate(thread.body):
                lock = self._targets[thread.number][index]
                if lock is not None and isinstance(instruction, Assign):
                    bits = _bits(instruction.value)
                    if bits is not None:
                        self._values.setdefault(lock, {}).setdefault(thread.number, set()).add(bits)
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
            return None  # no other thread can wait for it; `touches_of` leaves such writes out
        return self._cell(instruction.target)

    def _cell(self, place: Place) -> Lock | None:
        if isinstance(place, Member) and place.field.bit_width is not None:
            return None  # its neighbors are at the same location
        found = tuple(locations(place, self._touches.pointers))
        if len(found) != 1:
            return None
        (location,) = found
        if location.offset is None or location.strides or isinstance(location.object, UnknownObject):
            return None
        if isinstance(location.object, Variable) and location.object.storage is Storage.THREAD:
            return None  # each thread has its own
        return Lock(location, size_of(value_type(place.type)))

    # ---- what is in a cell at first

    def _begins_with_zero(self, lock: Lock) -> bool:
        """From the start of the program."""
        item, offset = lock.location.object, lock.location.offset
        if not isinstance(item, Variable) or item.storage is not Storage.GLOBAL or offset is None:
            return False
        given = self._program.globals.get(item.name)
        if given is None or given.external:
            return False
        return given.is_zero(offset, lock.size) and all(
            _bits(part.value) == 0
            for part in given.initial
            if part.offset < offset + lock.size and offset < part.offset + part.size
        )

    def _makers(self) -> dict[Object, int]:
        """The threads that objects on the heap and in frames come from."""
        return {
            made: thread.number
            for thread in self._program.threads
            for index, instruction in enumerate(thread.body)
            if (made := _made(instruction, thread, index)) is not None
        }

    def _all_visitors(self) -> dict[Lock, set[int]]:
        """The threads that touch each cell that does not begin with zero."""
        found: dict[Lock, set[int]] = {lock: set() for lock in self._late}
        by_object: dict[Object, list[Lock]] = {}
        for lock in found:
            by_object.setdefault(lock.location.object, []).append(lock)
        for thread in self._program.threads if found else ():
            for index in range(len(thread.body)):
                for touch in self._touches.at(thread.number, index):
                    for lock in by_object.get(touch.location.object, ()):
                        if touch.conflicts(Touch(lock.location, lock.size, True)):
                            found[lock].add(thread.number)
        return found

    def _unready_at(self, thread: Thread, index: int, ready: Held) -> Held:
        """Cells that a thread created there, or one that descends from it, may find in a state that no thread
        left them in."""
        return frozenset(
            lock
            for lock, maker in self._late.items()
            if maker == thread.number and lock not in ready
            if any(self._parallel.creation(maker, other) == index for other in self._visitors[lock])
        )

    def _is_strange(self, lock: Lock) -> bool:
        """A thread touches it that was not created by the one that makes it."""
        maker = self._late[lock]
        return any(
            other != maker and self._parallel.creation(maker, other) is None for other in self._visitors[lock]
        )

    # ---- what is held where: forward, meeting at labels

    def _flow(self, thread: Thread) -> list[Held]:
        depths, targets = self._depths[thread.number], self._targets[thread.number]
        at_label: dict[str, tuple[Held, Held, Held]] = {}
        result: list[Held] = []
        ready = frozenset(lock for lock in self._locks if self._late.get(lock) != thread.number)
        held: Held | None = frozenset()
        free: Held = frozenset()  # locks that the thread has seen free, or its own, in this atomic section
        for index, instruction in enumerate(thread.body):
            if isinstance(instruction, Label) and instruction.name in at_label:
                arriving, seen, set_before = at_label[instruction.name]
                ready = set_before if held is None else ready & set_before
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
                    held |= ready & self._told(condition, thread.number, index, zero=False)
                case Assign():
                    place, target = (thread.number, index), targets[index]
                    held = self._after_write(instruction, target, held, free, place)
                    ready |= frozenset() if target is None else {target}
                case Declare() | Allocate():
                    ready = self._after_birth(instruction, _made(instruction, thread, index), ready)
                case Spawn():
                    self._broken |= self._unready_at(thread, index, ready) & self._locks
                case Jump(label, condition):
                    taken = held
                    if condition is not None:
                        taken |= ready & self._told(condition, thread.number, index, zero=False)
                    arriving, seen, set_before = at_label.get(label, (taken, free, ready))
                    at_label[label] = taken & arriving, free & seen, ready & set_before
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

    def _after_birth(self, item: Declare | Allocate, made: Object | None, ready: Held) -> Held:
        begun = frozenset(lock for lock in self._late if lock.location.object == made)
        zeroed, contents = item.zeroed, item.contents
        is_zero = zeroed if isinstance(zeroed, bool) else truth_of(zeroed) is True
        zero = begun if is_zero else frozenset(lock for lock in begun if _holds_zero(contents, lock))
        return ready - begun | zero & self._locks

    def _is_alone(self, lock: Lock, thread: int, index: int) -> bool:
        """No other thread that writes the cell exists when the thread reaches the instruction."""
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
        """The condition is false whenever another thread owns the lock (and, unless `zero`, when no thread
        does)."""
        owners = self._numbers[lock]
        assert owners is not None, "locks have owners"
        forbidden = {number for other, number in owners.items() if other != thread}
        if not zero:
            forbidden.add(0)
        return all(self._is_false_for(condition, lock, value) for value in forbidden)

    def _is_false_for(self, condition: Expression, lock: Lock, bits: int) -> bool:
        def cell(place: Place) -> Expression | None:
            return _read_as(bits, value_type(place.type)) if self._cell(place) == lock else None

        return truth_of(Simplifier(lambda variable: variable, 0, cell).expression(condition, {})) is False


def _holds_zero(contents: Contents | None, lock: Lock) -> bool:
    """The lock is zero in an object that begins with these bytes."""
    offset = lock.location.offset
    if contents is None or offset is None or contents.written(offset, lock.size) < lock.size:
        return False
    return not contents.number(offset, lock.size)


def _made(instruction: Instruction, thread: Thread, index: int) -> Object | None:
    """The object that the instruction makes."""
    match instruction:
        case Declare(variable):
            return variable
        case Allocate():
            return Site(thread.name, index)
        case _:
            return None


def _bits(value: Expression) -> int | None:
    """What is in memory after a write of the value, as an unsigned number; None if that is not known."""
    if not isinstance(value, Constant) or not isinstance(value.value, int):
        return None
    if not isinstance(value.type, IntType | BoolType | PointerType):
        return None
    return value.value & ((1 << 8 * size_of(value.type)) - 1)


def _read_as(bits: int, kind: Type) -> Expression | None:
    """The value that a read of the type gives; None if that is not known."""
    match kind:
        case IntType() | PointerType():
            return integer(bits, kind)
        case BoolType() if bits in (0, 1):
            return integer(bits, kind)
        case _:
            return None
