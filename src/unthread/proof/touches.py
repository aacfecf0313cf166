"""Accesses to memory that another thread may reach: `Touched`.

In: a `Walk`. Out: for each node the bytes that it may read or write, and what guards them. What nobody else
can know (objects that are fresh, variables whose address is never taken) is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from unthread.analysis.locations import Location, UnknownObject
from unthread.analysis.sharing import shared_objects
from unthread.analysis.steps import Touch, touches_of
from unthread.core.records import dataclass
from unthread.program.expressions import Expression, Member, Place, Storage, Variable, VariablePlace, root
from unthread.program.instructions import (
    BlockUntil,
    Call,
    FormatText,
    Free,
    Instruction,
    Label,
    Print,
    Region,
    accesses,
    is_private,
)
from unthread.program.types import AtomicType, size_of, value_type
from unthread.proof.contracts import SIZES, WHOLE
from unthread.proof.effects import is_own_argument
from unthread.proof.values import Address, Hold, Made
from unthread.proof.walk import Walk


@dataclass(frozen=True, slots=True)
class Touched:
    """`address` is how the thread gets there, if that is known. `holds`: the locks of each situation.
    `is_own`: an object of its own thread, by its name."""

    node: int
    thread: int
    touch: Touch
    address: Address | None
    is_atomic: bool
    is_own: bool
    holds: frozenset[frozenset[Hold]]

    def conflicts(self, other: Touched) -> bool:
        if (self.is_atomic and other.is_atomic) or (self.is_own and other.is_own):
            return False
        return self.touch.conflicts(other.touch)


class Toucher:
    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.shared = shared_objects(walk.program, walk.pointers)

    def all(self) -> Iterator[Touched]:
        for node in self.walk.reached():
            yield from self._at(node)

    def locations(self, node: int, pointer: Expression) -> tuple[Location, ...]:
        """What an expression points to."""
        match self.walk.value(node, pointer):
            case Address(Variable() as variable, int(offset)):
                return (Location(variable, offset),)
        return tuple(self.walk.pointers.targets(pointer))

    def _at(self, node: int) -> Iterator[Touched]:
        item = self.walk.instruction(node)
        if isinstance(item, Label) or (isinstance(item, BlockUntil) and item.is_offer):
            return
        situations = self.walk.situations[node]
        holds = frozenset(frozenset(hold for hold in key.holds if not hold.suspended) for key in situations)
        is_atomic = all(key.depth for key in situations) or isinstance(item, BlockUntil) or _is_atomic(item)
        thread = self.walk.frame(node).thread.number
        for touch in self._of_lock(node, item) if isinstance(item, Call) else ():
            yield Touched(node, thread, touch, None, True, False, holds)
        for touch, address, is_own in self._touches(node, item):
            yield Touched(node, thread, touch, address, is_atomic, is_own, holds)

    def is_shared(self, touched: Touched) -> bool:
        """Another thread may reach it."""
        item = touched.touch.location.object
        return isinstance(item, UnknownObject) or item in self.shared

    def _touches(self, node: int, item: Instruction) -> Iterator[tuple[Touch, Address | None, bool]]:
        if isinstance(item, Print | FormatText | Free):
            if not (isinstance(item, Free) and item.region is Region.STACK):
                yield from ((touch, None, False) for touch in touches_of(item, self.walk.pointers))
            return
        for access in accesses(item):
            if is_private(access.place) or is_own_argument(access.place):
                continue
            address = self.walk.address(node, access.place)
            if self._is_fresh(node, address):
                continue
            is_own = _is_own(access.place)
            for touch in self._of_place(item, access.place, access.writes, address):
                yield touch, address, is_own

    def _is_fresh(self, node: int, address: Address | None) -> bool:
        match address:
            case Address(Made(made)):
                situations = self.walk.situations[node].values()
                return all(self.walk.effects.is_fresh(made, known) for known in situations)
        return False

    def _of_place(
        self, item: Instruction, place: Place, writes: bool, address: Address | None
    ) -> Iterator[Touch]:
        if isinstance(place, Member) and place.field.bit_width is not None:
            yield from touches_of(item, self.walk.pointers)
            return
        size = size_of(value_type(place.type))
        if address is None or isinstance(address.base, Made):
            for location in self.walk.pointers.places(place):
                yield Touch(location, size, writes)
            return
        if address.offset is not None:
            yield Touch(Location(address.base, address.offset), size, writes)
            return
        known = [at for at in self.walk.pointers.places(place) if at.object == address.base]
        for location in known or [Location(address.base, None)]:
            yield Touch(location, size, writes)

    def _of_lock(self, node: int, item: Call) -> Iterator[Touch]:
        """What a call that is not looked into does to its lock."""
        for name in self.walk.callees.get(node, ()):
            if name in WHOLE and item.arguments and self.walk.program.functions[name].library:
                for location in self.locations(node, item.arguments[0]):
                    yield Touch(location, SIZES[WHOLE[name].kind], True)


def _is_own(place: Place) -> bool:
    """A variable of its thread, by its name."""
    base = root(place)
    return isinstance(base, VariablePlace) and base.variable.storage in (Storage.THREAD, Storage.LOCAL)


def _is_atomic(item: Instruction) -> bool:
    found = list(accesses(item))
    return bool(found) and all(isinstance(access.place.type, AtomicType) for access in found)


def shifted(location: Location, by: int) -> Location:
    return location if location.offset is None else replace(location, offset=location.offset + by)
