"""Which integers in memory can be followed, and what guards them: `Cells`.

A cell is followed if everything that may write to its bytes is an assignment of a whole integer to just
this cell. It is guarded by a lock that everybody holds who writes to it, but for what `main` does while there
is no other thread: then nobody else changes it while a thread holds the lock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from unthread.analysis.constants import initial_value
from unthread.analysis.locations import Location, UnknownObject
from unthread.analysis.steps import Touch
from unthread.program.expressions import Constant, Place, Storage, Variable
from unthread.program.instructions import Assign, accesses
from unthread.program.types import IntType, size_of, value_type
from unthread.proof.locks import ProvedLocks
from unthread.proof.numbers.spans import Span
from unthread.proof.numbers.state import IntegerCell
from unthread.proof.order import Order
from unthread.proof.touches import Touched
from unthread.proof.values import Address, KnownLock
from unthread.proof.walk import Walk


class Cells:
    """`first`: what each cell holds at first. `locks`: what guards those that are guarded."""

    def __init__(self, walk: Walk, order: Order, locks: ProvedLocks, touched: Iterable[Touched]) -> None:
        self._walk = walk
        self._order = order
        self._locks = locks
        self._sure: dict[int, frozenset[KnownLock]] = {}
        self._owned: dict[int, frozenset[KnownLock]] = {}
        self._places: dict[tuple[int, int], IntegerCell | None] = {}
        writes: dict[object, list[Touched]] = {}
        for item in touched:
            if item.touch.writes:
                writes.setdefault(item.touch.location.object, []).append(item)
        is_lost = any(isinstance(item, UnknownObject) for item in writes)
        self.first: dict[IntegerCell, Span] = {}
        self.locks: dict[IntegerCell, KnownLock] = {}
        for cell in () if is_lost else dict.fromkeys(self._candidates()):
            self._add(cell, writes.get(cell.variable, []))

    def at(self, node: int, place: Place) -> IntegerCell | None:
        """The cell that the place is, at the node."""
        key = node, id(place)  # it is a part of the program
        if key not in self._places:
            self._places[key] = self._at(node, place)
        found = self._places[key]
        return found if found in self.first else None

    def owned(self, node: int) -> frozenset[KnownLock]:
        """Locks that the thread surely has there, alone."""
        if node not in self._owned:
            self._owned[node] = self._held(node, shared=False)
        return self._owned[node]

    def sure(self, node: int) -> frozenset[KnownLock]:
        """Locks that it surely has there, perhaps with other readers."""
        if node not in self._sure:
            self._sure[node] = self._held(node, shared=True)
        return self._sure[node]

    def is_alone(self, node: int) -> bool:
        return self._order.is_alone(node)

    def _held(self, node: int, shared: bool) -> frozenset[KnownLock]:
        found = [
            frozenset(
                hold.lock
                for hold in key.holds
                if not hold.suspended and (shared or not hold.shared) and self._is_one(hold.lock)
            )
            for key in self._walk.situations[node]
        ]
        return frozenset.intersection(*found)

    def _is_one(self, lock: KnownLock) -> bool:
        """It exists once, and guards what its holders do."""
        variable = lock.address.base
        if not isinstance(variable, Variable) or variable.storage is not Storage.GLOBAL:
            return False
        return self._locks.is_sound(lock.kind, Location(variable, lock.address.offset))

    def _candidates(self) -> Iterator[IntegerCell]:
        for node in self._walk.reached():
            for access in accesses(self._walk.instruction(node)):
                cell = self._at(node, access.place)
                if cell is not None:
                    yield cell

    def _at(self, node: int, place: Place) -> IntegerCell | None:
        kind = value_type(place.type)
        if not isinstance(kind, IntType):
            return None
        match self._walk.address(node, place):
            case Address(Variable(storage=Storage.GLOBAL) as variable, int(offset)):
                return IntegerCell(variable, offset, kind)
        return None

    def _add(self, cell: IntegerCell, writes: list[Touched]) -> None:
        item = self._walk.program.globals.get(cell.variable.name)
        size = size_of(cell.type)
        if item is None or item.external or not 0 <= cell.offset <= item.size - size:
            return
        initial = initial_value(item, cell.offset, cell.type)
        if not isinstance(initial, Constant) or not isinstance(initial.value, int):
            return
        here = Touch(Location(cell.variable, cell.offset), size, False)
        writers = [one.node for one in writes if one.touch.conflicts(here)]
        if all(self._is_whole(node, cell) for node in writers):
            self.first[cell] = Span(initial.value, initial.value)
            guards = [self.owned(node) for node in writers if not self._order.is_alone(node)]
            common = sorted(frozenset.intersection(*guards), key=repr) if guards else []
            if common:
                self.locks[cell] = common[0]

    def _is_whole(self, node: int, cell: IntegerCell) -> bool:
        match self._walk.instruction(node):
            case Assign(target):
                return self._at(node, target) == cell
        return False
