"""Whether two threads may come to stand before conflicting accesses: `racing`.

Two accesses do not race if no two threads can be at them at once (`Order`), or if whoever makes them has
a common lock, not both for reading. That lock is the same if it is one variable. It is the same, too, if both
accesses begin at the same byte, and both locks lie equally far from it: whatever object that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import gcd

from unthread.analysis.locations import Location, UnknownObject
from unthread.core.records import dataclass
from unthread.program.expressions import Variable
from unthread.proof.locks import ProvedLocks
from unthread.proof.order import Alive, Order
from unthread.proof.touches import Touched, shifted
from unthread.proof.values import Hold, KnownLock

_MOST_PAIRS = 2_000_000


@dataclass(frozen=True, slots=True)
class _Group:
    """Accesses that are alike, of which one is looked at."""

    one: Touched
    alive: Alive


def racing(touched: Iterable[Touched], order: Order, locks: ProvedLocks) -> tuple[Touched, Touched] | None:
    """Two accesses for which that is not known."""
    return next(_open_pairs(_groups(touched, order), order, locks), None)


def _groups(touched: Iterable[Touched], order: Order) -> dict[object, list[_Group]]:
    found: dict[object, _Group] = {}
    for item in touched:
        alive = order.alive.get(item.node, frozenset())
        alike = (item.thread, item.touch, item.address, item.is_atomic, item.is_own, item.holds, alive)
        found.setdefault(alike, _Group(item, alive))
    by_object: dict[object, list[_Group]] = {}
    for group in found.values():
        by_object.setdefault(group.one.touch.location.object, []).append(group)
    return by_object


def _open_pairs(
    by_object: dict[object, list[_Group]], order: Order, locks: ProvedLocks
) -> Iterator[tuple[Touched, Touched]]:
    strange = [
        group for item, groups in by_object.items() if isinstance(item, UnknownObject) for group in groups
    ]
    if strange:
        yield strange[0].one, strange[0].one
    count = 0
    for rivals in by_object.values():
        for position, group in enumerate(rivals):
            for other in rivals[position:]:
                count += 1
                if count > _MOST_PAIRS or _may_race(group, other, order, locks):
                    yield group.one, other.one


def _may_race(group: _Group, rival: _Group, order: Order, locks: ProvedLocks) -> bool:
    one, other = group.one, rival.one
    return (
        one.conflicts(other)
        and order.may_meet(one.thread, group.alive, other.thread, rival.alive)
        and not _are_guarded(one, other, locks)
    )


def _are_guarded(one: Touched, other: Touched, locks: ProvedLocks) -> bool:
    """In each situation of the one and each of the other."""
    return all(
        any(_is_common(first, one, second, other, locks) for first in ours for second in theirs)
        for ours in one.holds
        for theirs in other.holds
    )


def _is_common(first: Hold, one: Touched, second: Hold, other: Touched, locks: ProvedLocks) -> bool:
    if first.lock.kind is not second.lock.kind or (first.shared and second.shared):
        return False
    if first.lock == second.lock and _is_one_lock(first.lock, locks):
        return True
    return _is_equally_far(first, one, second, other, locks)


def _is_one_lock(lock: KnownLock, locks: ProvedLocks) -> bool:
    variable = lock.address.base
    if not isinstance(variable, Variable) or not locks.is_one(variable):
        return False
    return locks.is_sound(lock.kind, Location(variable, lock.address.offset))


def _is_equally_far(first: Hold, one: Touched, second: Hold, other: Touched, locks: ProvedLocks) -> bool:
    distance, others = _distance(first, one), _distance(second, other)
    if distance is None or distance != others or not _begin_together(one, other):
        return False
    return locks.is_sound(first.lock.kind, shifted(one.touch.location, distance))


def _distance(hold: Hold, item: Touched) -> int | None:
    """From the access to the lock, in the same object."""
    lock, address = hold.lock.address, item.address
    if address is None or address.offset is None or lock.offset is None or lock.base != address.base:
        return None
    return lock.offset - address.offset


def _begin_together(one: Touched, other: Touched) -> bool:
    """Where they overlap at all, they begin at the same byte."""
    here, there = one.touch, other.touch
    if here.location != there.location or here.size != there.size or here.size is None:
        return False
    if here.location.offset is None:
        return False
    period = gcd(*(stride for stride, _ in here.location.strides))
    return period == 0 or period >= here.size
