"""Which locks guard at all: `ProvedLocks`.

What a thread holds guards nothing if something else than the library writes to the lock, if memory is used as
two locks that overlap, if it is initialized while others may have it, or if it is a mutex that might be lost
with its owner (which only one that was never initialized can be, where the program makes no robust ones).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import gcd

from unthread.analysis.locations import DISJOINT, Location, Site, UnknownObject, overlap
from unthread.analysis.steps import Touch
from unthread.core.records import dataclass
from unthread.program.expressions import Constant, Storage, Variable
from unthread.program.instructions import Allocate, Call, Declare, Free
from unthread.program.library import LockSort as Kind
from unthread.program.program import GlobalVariable
from unthread.proof.contracts import (
    DESTROYS,
    INITIALIZES,
    OWNED,
    PARTLY,
    ROBUST,
    SIZES,
    STRANGE,
    WAITS,
    WHOLE,
    Taking,
    kind_offset,
)
from unthread.proof.frames import WalkFrame
from unthread.proof.order import Order
from unthread.proof.situations import Ready
from unthread.proof.touches import Touched, Toucher
from unthread.proof.values import Address, Made
from unthread.proof.walk import Walk

_CONDITION = 40  # bytes of a condition variable
_PROTOCOL = frozenset({*PARTLY, *INITIALIZES, *DESTROYS, *WAITS})


@dataclass(frozen=True, slots=True)
class LockArea:
    """Memory that is used as a lock of a kind; None: as a condition variable."""

    kind: Kind | None
    location: Location

    @property
    def size(self) -> int:
        return _CONDITION if self.kind is None else SIZES[self.kind]

    def meets(self, other: LockArea) -> bool:
        return overlap(self.location, self.size, other.location, other.size) != DISJOINT

    def agrees(self, other: LockArea) -> bool:
        """They are the same lock, or do not overlap."""
        if not self.meets(other):
            return True
        if self.kind != other.kind or self.location.offset is None or other.location.offset is None:
            return False
        period = gcd(*(stride for stride, _ in (*self.location.strides, *other.location.strides)))
        distance = self.location.offset - other.location.offset
        return distance == 0 if not period else period >= self.size and distance % period == 0


@dataclass(frozen=True, slots=True)
class Use:
    """A call of a library function with a lock."""

    node: int
    name: str
    kind: Kind
    address: Address | None
    locations: tuple[Location, ...]


class ProvedLocks:
    def __init__(self, walk: Walk, order: Order, toucher: Toucher, touched: Iterable[Touched]) -> None:
        self.walk = walk
        self.order = order
        self.toucher = toucher
        self.uses = [use for node in walk.reached() for use in self._uses(node)]
        self.areas = list(dict.fromkeys(LockArea(use.kind, at) for use in self.uses for at in use.locations))
        self.areas += [LockArea(None, at) for at in dict.fromkeys(self._conditions())]
        self.broken: set[LockArea] = set()
        self._lives: dict[Variable, list[int]] = {}
        self._sites: dict[tuple[str, int], list[int]] = {}
        for node in walk.reached():
            match walk.instruction(node):
                case Declare(variable):
                    self._lives.setdefault(variable, []).append(node)
                case Allocate():
                    where = (walk.frame(node).name, walk.index(node))
                    self._sites.setdefault(where, []).append(node)
        self._break(touched)

    def is_sound(self, kind: Kind, location: Location) -> bool:
        """A lock that lies there guards what its holders do."""
        area = LockArea(kind, location)
        return all(not area.meets(other) for other in self.broken)

    def is_one(self, variable: Variable) -> bool:
        """There is one such object at most."""
        if variable.storage is Storage.GLOBAL:
            return True
        lives = self._lives.get(variable, [])
        return variable.storage is Storage.LOCAL and len(lives) == 1 and self.order.is_once(lives[0])

    def is_protocol(self, node: int) -> bool:
        """It is a part of a library function that does what locks are for."""
        frame: WalkFrame | None = self.walk.frame(node)
        while frame is not None and frame.function.library:
            if frame.name in _PROTOCOL:
                return True
            frame = frame.parent
        return False

    # ---- uses

    def _uses(self, node: int) -> Iterator[Use]:
        item = self.walk.instruction(node)
        for name in self.walk.callees.get(node, ()) if isinstance(item, Call) else ():
            function = self.walk.program.functions.get(name)
            if not isinstance(item, Call) or function is None or not function.library:
                continue
            kind = kind_of(name)
            if kind is not None and len(item.arguments) > WAITS.get(name, 0):
                argument = item.arguments[WAITS.get(name, 0)]
                address = self.walk.value(node, argument)
                known = address if isinstance(address, Address) else None
                yield Use(node, name, kind, known, self.toucher.locations(node, argument))

    def _conditions(self) -> Iterator[Location]:
        for use in self.uses:
            if use.name in WAITS:
                item = self.walk.instruction(use.node)
                assert isinstance(item, Call), "it is a call"
                yield from self.toucher.locations(use.node, item.arguments[0])

    # ---- what breaks them

    def _break(self, touched: Iterable[Touched]) -> None:
        if any(isinstance(area.location.object, UnknownObject) for area in self.areas):
            self.broken.update(self.areas)
            return
        for one in self.areas:
            if any(not one.agrees(other) for other in self.areas):
                self.broken.add(one)
        for touch in touched:
            if touch.touch.writes and not self._is_harmless(touch.node):
                self._break_touched(touch.touch)
        for use in self.uses:
            if not self._is_fair(use):
                self.broken.update(LockArea(use.kind, at) for at in use.locations)
        if any(name in self.walk.program.functions for name in STRANGE):
            self.broken.update(area for area in self.areas if area.kind is Kind.MUTEX)

    def _is_harmless(self, node: int) -> bool:
        """A call that is not looked into, a part of one that is, or the end of the object: nobody can use the
        lock any more then."""
        return isinstance(self.walk.instruction(node), Call | Free) or self.is_protocol(node)

    def _break_touched(self, touch: Touch) -> None:
        """Something else is written there."""
        if isinstance(touch.location.object, UnknownObject):
            self.broken.update(self.areas)
            return
        for area in self.areas:
            if touch.conflicts(Touch(area.location, area.size, True)):
                self.broken.add(area)

    def _is_fair(self, use: Use) -> bool:
        if use.name in INITIALIZES:
            return use.node not in self.walk.rough and (
                self.order.is_alone(use.node) or self._is_fresh(use.node, use.address)
            )
        if use.kind is not Kind.MUTEX or not (use.name in WAITS or _takes(use.name)):
            return True
        return all(self.is_ready(use, at) for at in use.locations)

    def _is_fresh(self, node: int, address: Address | None) -> bool:
        match address:
            case Address(Made(made)):
                situations = self.walk.situations[node].values()
                return all(self.walk.effects.is_fresh(made, known) for known in situations)
        return False

    # ---- what is in a lock at first

    def is_ready(self, use: Use, location: Location) -> bool:
        """It holds what the library has written, or its initial value, which is an ordinary lock."""
        if self._is_known_ready(use):
            return True
        match location.object:
            case Variable(storage=Storage.GLOBAL) as variable:
                given = self.walk.program.globals.get(variable.name)
                return given is not None and self._begins_well(given, location, use.kind)
            case Site() as site:
                return self._is_made_ready(site, location, use.kind)
        return False

    def _is_known_ready(self, use: Use) -> bool:
        """The thread that uses it has initialized it, in every situation."""
        if use.address is None:
            return False
        ready = Ready(use.kind, use.address)
        return all(ready in known.ready for known in self.walk.situations[use.node].values())

    def _begins_well(self, given: GlobalVariable, location: Location, kind: Kind) -> bool:
        """No part of what is in it at first looks like a robust mutex."""
        if given.external or given.contents is not None or kind is Kind.SPIN:
            return False
        word = kind_offset(self.walk.program.pointer_size)
        where = replace(location, offset=None if location.offset is None else location.offset + word)
        return all(
            isinstance(part.value, Constant)
            and isinstance(part.value.value, int)
            and part.bit_width is None
            and not part.value.value & ROBUST
            for part in given.initial
            if overlap(Location(given.variable, part.offset), part.size, where, 4) != DISJOINT
        )

    def begins_free(self, use: Use, location: Location) -> bool:
        """And nobody has it then."""
        if self._is_known_ready(use):
            return True
        match location.object:
            case Variable(storage=Storage.GLOBAL) as variable:
                given = self.walk.program.globals.get(variable.name)
                if given is None or not self._begins_well(given, location, use.kind):
                    return False
                return all(
                    isinstance(part.value, Constant) and part.value.value == 0
                    for part in given.initial
                    if overlap(Location(variable, part.offset), part.size, location, OWNED[use.kind])
                    != DISJOINT
                )
            case Site() as site:
                return self._is_made_ready(site, location, use.kind)
        return False

    def _is_made_ready(self, site: Site, location: Location, kind: Kind) -> bool:
        """Before others learn of such an object, the lock in it is initialized."""
        nodes = [node for node in self._sites.get((site.body, site.index), ()) if self._makes(node, site)]
        return bool(nodes) and all(self._is_born_ready(node, location, kind) for node in nodes)

    def _is_born_ready(self, node: int, location: Location, kind: Kind) -> bool:
        ready = self.walk.effects.ready_when_leaked.get(node)
        if ready is None:
            return True
        return not location.strides and Ready(kind, Address(Made(node), location.offset)) in ready

    def _makes(self, node: int, site: Site) -> bool:
        """The node's calls may be those by which the objects are distinguished."""
        chain: list[tuple[str, int]] = []
        frame = self.walk.frame(node)
        while frame.function.library and frame.parent is not None and len(frame.callers) == 1:
            chain.append((frame.parent.name, self.walk.index(frame.callers[0])))
            frame = frame.parent
        return tuple(reversed(chain)) == site.context or len(site.context) < len(chain)


def kind_of(name: str) -> Kind | None:
    """What sort of lock a library function works on."""
    if name in WHOLE:
        return WHOLE[name].kind
    if name in PARTLY:
        return PARTLY[name].kind
    if name in WAITS:
        return Kind.MUTEX
    return INITIALIZES.get(name) or DESTROYS.get(name)


def _takes(name: str) -> bool:
    return isinstance(WHOLE.get(name), Taking) or name in PARTLY
