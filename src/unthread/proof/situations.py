"""What is known of a thread at an instruction: `Key`, by which situations are distinguished, and
`KnownFacts`.

Besides, what becomes of it where ways meet, and where something is not what it was any more.
"""

from __future__ import annotations

from dataclasses import replace

from unthread.core.records import dataclass
from unthread.program.expressions import Storage, Variable
from unthread.program.library import LockSort as Kind
from unthread.proof.contracts import SIZES
from unthread.proof.values import (
    Address,
    Handle,
    Hold,
    KnownLock,
    Made,
    Register,
    Value,
    Values,
    joined,
)


@dataclass(frozen=True, slots=True)
class Key:
    """What distinguishes situations: what the thread holds; `is_exact`: nothing else that is a lock;
    and in how many atomic sections it is at least."""

    holds: frozenset[Hold] = frozenset()
    is_exact: bool = True
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Ready:
    """Something that was initialized: a lock of that kind, or the attributes of a mutex."""

    kind: Kind | None
    address: Address

    @property
    def size(self) -> int:
        return 4 if self.kind is None else SIZES[self.kind]


@dataclass(frozen=True, slots=True)
class KnownFacts:
    """`leaked` are the allocations whose latest object others may know; `ready` is what was
    initialized and is what it was then."""

    values: Values
    leaked: frozenset[int] = frozenset()
    ready: frozenset[Ready] = frozenset()


def met(one: KnownFacts, other: KnownFacts) -> KnownFacts:
    """What holds in both; `one` itself if that is all of it."""
    values: dict[Register, Value] = {}
    for register, value in one.values.items():
        theirs = other.values.get(register)
        kept = value if value is theirs else joined(value, theirs)
        if kept is not None:
            values[register] = kept
    leaked = one.leaked | other.leaked
    ready = one.ready & other.ready
    if values == one.values and leaked == one.leaked and ready == one.ready:
        return one
    return KnownFacts(values, leaked, ready)


def with_value(known: KnownFacts, register: Register, value: Value | None) -> KnownFacts:
    if known.values.get(register) == value:
        return known
    values = dict(known.values)
    if value is None:
        values.pop(register, None)
    else:
        values[register] = value
    return replace(known, values=values)


def forgotten(base: Variable | Made, key: Key, known: KnownFacts) -> tuple[Key, KnownFacts]:
    """The base is something else from now on."""
    lost = [register for register, value in known.values.items() if _mentions(value, base)]
    holds = key.holds
    if any(hold.lock.address.base == base for hold in holds):
        holds = frozenset(hold for hold in holds if hold.lock.address.base != base)
        key = Key(holds, False, key.depth)
    ready = known.ready
    if any(item.address.base == base for item in ready):
        ready = frozenset(item for item in ready if item.address.base != base)
    if lost or ready is not known.ready:
        values = dict(known.values)
        for register in lost:
            del values[register]
        known = KnownFacts(values, known.leaked, ready)
    return key, known


def may_be(held: KnownLock, released: KnownLock) -> bool:
    """Two pointers may lead to the same lock, but for variables, which are what they are."""
    ours, theirs = held.address, released.address
    if isinstance(ours.base, Variable) and isinstance(theirs.base, Variable):
        return ours == theirs or (ours.base == theirs.base and None in (ours.offset, theirs.offset))
    if ours.base == theirs.base:
        return ours.offset == theirs.offset or None in (ours.offset, theirs.offset)
    return True


def meets(address: Address, size: int, ready: Ready) -> bool:
    """A write of so many bytes there may change it."""
    start, other = address.offset, ready.address.offset
    if address.base != ready.address.base:
        return False
    if start is None or other is None:
        return True
    return start < other + ready.size and other < start + size


def _mentions(value: Value, base: Variable | Made) -> bool:
    match value:
        case Address(other):
            return other == base
        case Handle(variable):
            return variable == base
    return False


def is_local(address: Address) -> bool:
    return isinstance(address.base, Variable) and address.base.storage is Storage.LOCAL
