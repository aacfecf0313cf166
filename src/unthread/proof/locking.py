"""What calls of the library's functions do to the locks that a thread holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from unthread.program.library import LockSort as Kind
from unthread.proof.contracts import (
    ATTRIBUTES,
    INITIALIZES,
    PARTLY,
    WAITS,
    WITH_ATTRIBUTES,
    Releasing,
    Taking,
)
from unthread.proof.frames import WalkFrame
from unthread.proof.situations import Key, KnownFacts, Ready, may_be
from unthread.proof.values import Address, Hold, KnownLock, Nonzero, Number, Value

Outcome: TypeAlias = tuple[Key, Value | None]  # what is held then, and the result


def outcomes(key: Key, lock: KnownLock | None, contract: Taking | Releasing) -> Iterator[Outcome]:
    """What may become of a call; without `lock`, it is not known which one is meant."""
    if isinstance(contract, Releasing):
        yield _released(key, lock, contract), None
    elif lock is None:
        yield replace(key, is_exact=False), None
    else:
        taken = _taken(key, Hold(lock, contract.shared))
        yield taken, Number(0) if contract.tries else None
        if contract.tries:
            yield key, Nonzero()


def _released(key: Key, lock: KnownLock | None, contract: Releasing) -> Key:
    if lock is None:
        kept = frozenset(hold for hold in key.holds if hold.lock.kind is not contract.kind)
        return Key(kept, False, key.depth)
    kept = frozenset(hold for hold in key.holds if not may_be(hold.lock, lock))
    return Key(kept, key.is_exact and len(key.holds) - len(kept) == 1, key.depth)


def _taken(key: Key, hold: Hold) -> Key:
    """A lock that is taken again may have to be given back as often: nobody counts here."""
    if any(other.lock == hold.lock for other in key.holds):
        return replace(key, is_exact=False)
    return replace(key, holds=key.holds | {hold})


def suspended(key: Key, mutex: Value | None) -> Key:
    """While it waits at a condition variable, the thread does not have the mutex."""
    lock = KnownLock(Kind.MUTEX, mutex) if isinstance(mutex, Address) and mutex.offset is not None else None
    holds = frozenset(
        replace(hold, suspended=True) if lock is None or may_be(hold.lock, lock) else hold
        for hold in key.holds
    )
    return replace(key, holds=holds)


def by_contract(frame: WalkFrame, result: Value | None, key: Key, known: KnownFacts) -> Iterator[Outcome]:
    """What a function of the library has done to locks when it returns."""
    contract = PARTLY.get(frame.name)
    if frame.name in WAITS:
        holds = frozenset(replace(hold, suspended=False) if hold.suspended else hold for hold in key.holds)
        yield replace(key, holds=holds), result
    elif contract is None:
        yield key, result
    else:
        at = known.values.get((frame.number, frame.function.parameters[0].name))
        lock = KnownLock(contract.kind, at) if isinstance(at, Address) and at.offset is not None else None
        yield from outcomes(key, lock, contract)


def by_making(frame: WalkFrame, key: Key, known: KnownFacts) -> tuple[Key, KnownFacts]:
    """An object that a function of the library has initialized: a lock is free then."""
    if frame.name not in INITIALIZES and frame.name != ATTRIBUTES:
        return key, known
    at = known.values.get((frame.number, frame.function.parameters[0].name))
    kind = INITIALIZES.get(frame.name)
    is_exact = isinstance(at, Address) and at.offset is not None
    lock = KnownLock(kind, at) if kind and is_exact and isinstance(at, Address) else None
    if kind is not None:
        kept = frozenset(hold for hold in key.holds if lock and not may_be(hold.lock, lock))
        key = key if kept == key.holds else Key(kept, False, key.depth)
    if not is_plain(frame, known):
        return key, known
    if not isinstance(at, Address) or at.offset is None:
        return key, known
    return key, replace(known, ready=known.ready | {Ready(kind, at)})


def is_plain(frame: WalkFrame, known: KnownFacts) -> bool:
    """A mutex gets attributes that were initialized, or those of the library itself."""
    if frame.name != WITH_ATTRIBUTES:
        return True
    given = known.values.get((frame.number, frame.function.parameters[1].name))
    if given == Number(0) or (frame.parent is not None and frame.parent.function.library):
        return True
    return isinstance(given, Address) and Ready(None, given) in known.ready
