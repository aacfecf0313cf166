"""Whether threads may wait for each other forever: `may_get_stuck`.

Where no thread can continue, each waits for something that another one has: for a lock, which whoever has it
gives back later than what it waits for itself, or for the end of a thread, which comes later than that. So
there is a cycle among locks and threads. Here is an edge from each lock that may be held to what its holder
may wait for meanwhile, and from each thread to all that it may wait for. That takes that it is known which
locks are held wherever a thread waits, that none ends with a lock, and that there is no other way to wait.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from unthread.analysis.locations import Location
from unthread.core.properties import Property
from unthread.program.expressions import Variable
from unthread.program.instructions import Assert, BlockUntil, Call, Exit, Return, Scope
from unthread.program.query.components import cycles
from unthread.proof.contracts import JOIN, WHOLE, Taking
from unthread.proof.frames import WalkFrame
from unthread.proof.locks import ProvedLocks, Use
from unthread.proof.order import Order
from unthread.proof.situations import Key
from unthread.proof.values import KnownLock
from unthread.proof.walk import Walk

Awaited: TypeAlias = KnownLock | int  # a lock, or the end of a thread


class _Unclear(Exception):
    """It is not known who waits for whom there."""


def may_get_stuck(walk: Walk, order: Order, locks: ProvedLocks) -> bool:
    try:
        edges = set(_Waits(walk, order, locks).edges())
    except _Unclear:
        return True
    names = list(dict.fromkeys(end for edge in edges for end in edge))
    number = {name: position for position, name in enumerate(names)}
    following: list[list[int]] = [[] for _ in names]
    for start, end in edges:
        following[number[start]].append(number[end])
    return next(cycles(following), None) is not None


class _Waits:
    def __init__(self, walk: Walk, order: Order, locks: ProvedLocks) -> None:
        self.walk = walk
        self.order = order
        self.locks = locks
        self.uses = {use.node: use for use in locks.uses if use.name in WHOLE}

    def edges(self) -> Iterator[tuple[Awaited, Awaited]]:
        for node in self.walk.reached():
            for awaited in self._awaited(node):
                yield self.walk.frame(node).thread.number, awaited
                for key in self.walk.situations[node]:
                    yield from ((lock, awaited) for lock in self._held(key))

    def _awaited(self, node: int) -> Iterator[Awaited]:
        """What the thread may have to wait for here."""
        frame = self.walk.frame(node)
        match self.walk.instruction(node):
            case Assert(property=Property.DEADLOCK):
                raise _Unclear
            case BlockUntil():
                if frame.name != JOIN or not frame.function.library:
                    raise _Unclear
                yield from self._joined(frame)
            case Call() if node in self.uses:
                lock = self._lock(self.uses[node])
                yield from () if lock is None else (lock,)
            case Exit(Scope.THREAD):
                self._see_to_end(node)
            case Return() if frame.parent is None:
                self._see_to_end(node)

    def _joined(self, frame: WalkFrame) -> Iterator[int]:
        """The thread that is joined; any that is not the thread itself, which would be a misuse."""
        joined = self.order.joined.get(frame.number)
        if joined is not None:
            yield joined
            return
        for thread in self.walk.threads:
            if thread is not frame.thread or not self.order.is_single(thread):
                yield thread.number

    def _see_to_end(self, node: int) -> None:
        """A thread must not end with a lock."""
        if any(not key.is_exact or key.holds for key in self.walk.situations[node]):
            raise _Unclear

    def _held(self, key: Key) -> Iterator[KnownLock]:
        if not key.is_exact:
            raise _Unclear
        for hold in key.holds:
            yield hold.lock

    def _lock(self, use: Use) -> KnownLock | None:
        contract = WHOLE[use.name]
        if not isinstance(contract, Taking) or contract.tries:
            return None
        lock = single_lock(self.locks, use)
        if lock is None:
            raise _Unclear
        for key in self.walk.situations[use.node]:
            if key.depth or any(hold.lock == lock for hold in key.holds):
                raise _Unclear
        return lock


def single_lock(locks: ProvedLocks, use: Use) -> KnownLock | None:
    """The one lock that is meant: an ordinary one, which nobody had at first."""
    address = use.address
    if address is None or address.offset is None or not isinstance(address.base, Variable):
        return None
    location = Location(address.base, address.offset)
    is_good = locks.is_one(address.base) and locks.is_sound(use.kind, location)
    return KnownLock(use.kind, address) if is_good and locks.begins_free(use, location) else None
