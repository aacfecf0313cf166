"""The memory of one thread, as it finds it in each of its segments.

What only this thread touches, or was settled before there were others, lies there as in any memory. A shared
unit that a segment reads before it writes holds a value that stands for whatever is seen there; which it is,
`reads.py` says afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping

from unthread.core.records import dataclass
from unthread.engine.encode.memory import SymbolicMemory, _States
from unthread.engine.encode.objects import ObjectLayer, ObjectState, Reach, SymbolicObject, Value
from unthread.engine.order.assumed import Assumed, Noted, Unit
from unthread.engine.order.held import HeldValues, any_of, fitted, held_in
from unthread.engine.order.locks import LockCells
from unthread.engine.order.relation import Segment
from unthread.engine.order.unfit import Unfit
from unthread.engine.terms.nodes import Bool, Int


@dataclass(slots=True)
class Incoming:
    """What a segment finds in a unit. `is_needed`: it is read, not only kept where the segment does not
    write."""

    value: Value
    is_needed: bool


@dataclass(slots=True, eq=False)
class Happening:
    """What a segment does to memory that is shared, where `runs` holds. `writes`: the condition and the value
    that the unit has afterwards, `leaves` what that can be; `lives`: that it finds objects alive; `ends`:
    that it ends their lives."""

    segment: Segment | None  # None: after everything
    runs: Bool
    reads: dict[Unit, Incoming]
    writes: dict[Unit, tuple[Bool, Value]]
    lives: dict[int, Bool]
    ends: dict[int, Bool]
    leaves: dict[Unit, HeldValues]


class OrderMemory(SymbolicMemory):
    """`first` is the memory of what was never touched. While `now` is None, nobody else is there."""

    def __init__(
        self, first: SymbolicMemory, assumed: Assumed, noted: Noted, thread: int, locks: LockCells
    ) -> None:
        super().__init__(first.addresses)
        self.locks = locks
        self.objects = first.objects
        self._strides, self._arrays = first._strides, first._arrays
        self.first, self.assumed, self.noted, self.thread = first, assumed, noted, thread
        self.now: Happening | None = None
        self.after_all: Happening | None = None  # what a look finds
        self.is_wide = False  # shared numbers have any value
        self._met: set[int] = set()  # mortal objects that were looked at in this segment

    def start(self, settled: Mapping[int, ObjectState]) -> None:
        """With what is there before this thread is."""
        self.states = {number: state.copy() for number, state in self.first.states.items()}
        self.states.update((number, state.copy()) for number, state in settled.items())
        if self.thread:
            self.share()

    def share(self) -> None:
        """What lies in shared units is found out when it is read."""
        for number, units in self.assumed.units.items():
            for unit in units:
                self._clear(number, unit)

    def for_a_look(self) -> OrderMemory:
        look = OrderMemory(self.first, self.assumed, self.noted, self.thread, self.locks)
        look.states = _States(self.states)
        look._base = self
        look.objects = self.objects
        look.now = self.after_all
        return look

    def create(
        self, size: Int, name: str, undefined: bool = False, most: int | None = None
    ) -> SymbolicObject:
        item = super().create(size, name, undefined, most)
        if self._base is None:
            self.first.states[item.number] = ObjectState(size)
        return item

    # ---- segments

    def enter(self, happening: Happening | None) -> None:
        """What follows belongs to the segment."""
        self.leave()
        self.now = happening
        self._met.clear()

    def leave(self) -> None:
        """Nothing follows in this segment: what lies in shared units is what it leaves there."""
        now = self.now
        if now is None:
            return
        for unit, (condition, _) in list(now.writes.items()):
            value = fitted(self._held_now(unit), unit[2], self.addresses)
            now.writes[unit] = condition, value
            now.leaves[unit] = held_in(value, self.addresses, self.objects)
            self.noted.hold(unit, now.leaves[unit])
        for unit in {**now.reads, **now.writes}:
            self._clear(unit[0], unit)
        self.now = None

    def _held_now(self, unit: Unit) -> Value:
        number, at, size = unit
        return whole_cell(self, self.objects[number], self.states[number], at, size)

    def _clear(self, number: int, unit: Unit) -> None:
        state, (_, at, size) = self.changing(self.objects[number]), unit
        found = state.cells.get(at)
        if found is None or found[0] != size:
            self._make_room(state, at, size, self.terms.false)
        else:
            del state.cells[at]
            for byte in range(at, at + size):
                del state.cover[byte]

    # ---- shared units

    def _shared(self, item: SymbolicObject, at: int, size: int) -> list[Unit]:
        if self.now is None:
            return []
        units = self.assumed.units.get(item.number, ())
        return [unit for unit in units if unit[1] < at + size and at < unit[1] + unit[2]]

    def _note(self, item: SymbolicObject, at: int, size: int, writes: bool) -> None:
        if self.now is not None:
            self.noted.touch(self.thread, item.number, at, size, writes)

    def _open(self, item: SymbolicObject, at: int, size: int, is_needed: bool) -> None:
        """The shared units there hold something."""
        for unit in self._shared(item, at, size):
            assert self.now is not None, "units are shared with others"
            found = self.now.reads.get(unit)
            cover = self.states[item.number].cover
            is_laid = any(byte in cover for byte in range(unit[1], unit[1] + unit[2]))
            if found is None:
                if is_laid:
                    continue  # it was written before it was read
                found = self.now.reads[unit] = Incoming(self._found(unit, self.now.segment), False)
            found.is_needed |= is_needed
            if not is_laid:
                self.changing(item).lay(unit[1], unit[2], found.value)

    def _found(self, unit: Unit, segment: Segment | None) -> Value:
        """Whatever the unit can hold."""
        own = None if segment is None else self.locks.own(segment, unit)
        if own is not None:
            return self.terms.integer(own)
        name, held = f"{self.objects[unit[0]].name}+{unit[1]}", self.assumed.held[unit]
        return any_of(held.widened(unit[2]) if self.is_wide else held, name, self.addresses, unit[2])

    # ---- reading and writing

    def cell(self, item: SymbolicObject, at: int, size: int) -> Value:
        self._note(item, at, size, writes=False)
        self._open(item, at, size, is_needed=True)
        return super().cell(item, at, size)

    def load(self, reach: Reach, size: int) -> Value | None:
        value = super().load(reach, size)
        self._note_array(reach.item, writes=False)
        return value

    def store(self, reach: Reach, size: int, value: Value, guard: Bool) -> None:
        super().store(reach, size, value, guard)
        self._note_array(reach.item, writes=True)

    def _note_array(self, item: SymbolicObject, writes: bool) -> None:
        if self.now is not None and self.states[item.number].array is not None:
            self.noted.touch_all(self.thread, item.number, writes)

    def become_array(self, item: SymbolicObject, size: int) -> None:
        if self.now is not None and self.assumed.units.get(item.number):
            raise Unfit("a large shared array with an unknown index")
        super().become_array(item, size)

    def _set(self, item: SymbolicObject, at: int, size: int, value: Value, guard: Bool) -> None:
        if guard is self.terms.false:
            return
        self._note(item, at, size, writes=True)
        units = self._shared(item, at, size)
        for unit in units:
            self._write(unit, guard)
        is_all = bool(units) and sum(unit[2] for unit in units) == size
        if guard is not self.terms.true and not (is_all and self.now and guard is self.now.runs):
            self._open(item, at, size, is_needed=False)
            value = self.addresses.choice(guard, value, super().cell(item, at, size))
        self.set_cell(item, at, size, value, guard)

    def _write(self, unit: Unit, guard: Bool) -> None:
        assert self.now is not None, "units are shared with others"
        before = self.now.writes.get(unit)
        condition = guard if before is None else self.terms.either(before[0], guard)
        self.now.writes[unit] = condition, self.terms.zero

    def lay_over(self, item: SymbolicObject, layer: ObjectLayer) -> None:
        at, size = layer.first, layer.end - layer.first
        self._note(item, at, size, writes=True)
        for unit in self._shared(item, at, size):
            self._open(item, unit[1], unit[2], is_needed=False)
            self._write(unit, layer.guard)
        super().lay_over(item, layer)
        self._note_array(item, writes=True)

    def state_to_copy(self, reach: Reach, size: int) -> ObjectState:
        offsets = self.offsets(reach, size)
        if self.now is not None and offsets is None:
            raise Unfit("a copy from an unknown place")
        for at in offsets or ():
            self._note(reach.item, at, size, writes=False)
            self._open(reach.item, at, size, is_needed=True)
        self._note_array(reach.item, writes=False)
        return super().state_to_copy(reach, size)

    # ---- sizes

    def size(self, item: SymbolicObject) -> Int:
        maker = self.assumed.open_sizes.get(item.number)
        if maker is not None and maker != self.thread:
            raise Unfit("an object whose size is known only to the thread that allocated it")
        return super().size(item)

    # ---- lives

    def is_there(self, item: SymbolicObject) -> Bool:
        if self.now is not None:
            self.noted.looked.add((self.thread, item.number))
            self._find_alive(item)
        return super().is_there(item)

    def kill(self, item: SymbolicObject, condition: Bool) -> None:
        if self.now is not None and condition is not self.terms.false:
            self.noted.ended.add((self.thread, item.number))
            self._find_alive(item)
            if item.number in self.assumed.mortal:
                before = self.now.ends.get(item.number, self.terms.false)
                self.now.ends[item.number] = self.terms.either(before, condition)
        super().kill(item, condition)

    def _find_alive(self, item: SymbolicObject) -> None:
        """Another thread may have ended it."""
        number = item.number
        assert self.now is not None, "there are others"
        if number not in self.assumed.mortal or number in self._met:
            return
        self._met.add(number)
        if number not in self.now.lives:
            self.now.lives[number] = self.terms.choice_variable(f"{item.name} is alive")
        self.changing(item).alive = self.now.lives[number]


def whole_cell(memory: SymbolicMemory, item: SymbolicObject, state: ObjectState, at: int, size: int) -> Value:
    """What so many bytes hold. Whoever reads a part of an address would have to be told that it is one."""
    memory.has_parted, memory.torn = False, memory.terms.false
    value = memory.cell_in(item, state, at, size)
    if memory.has_parted or memory.torn is not memory.terms.false:
        raise Unfit("a shared address that is used in part")
    return value
