"""Numbers that name threads: what becomes of them when threads of a class change places.

A lock keeps the number of its owner, plus one or two; a barrier a set of those who wait, one bit for each.
If threads of a class change places, these numbers change with them, and all others stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from unthread.core.records import dataclass


@dataclass(frozen=True, slots=True)
class ThreadNames:
    """A thread is its number plus `offset`."""

    offset: int


@dataclass(frozen=True, slots=True)
class Sets:
    """A set of threads: the bit of a thread is that of its number."""


Kind: TypeAlias = ThreadNames | Sets  # None where kinds are asked for: a number that names no thread

SETS = Sets()

_GREATEST = 127  # of the smallest type of integers


def fits(kind: Kind, values: Sequence[int], threads: Sequence[int]) -> bool:
    """Constants that stand in the same place of the bodies of these threads (or one, elsewhere) are of this
    kind: when threads change places, each becomes that of the thread in whose place it is then."""
    if isinstance(kind, ThreadNames):
        named = [thread + kind.offset for thread in threads]
        return list(values) == named or (len(set(values)) == 1 and values[0] not in named)
    everybody = sum(1 << thread for thread in threads)
    if len({value & ~everybody for value in values}) != 1:
        return False
    members = [value & everybody for value in values]
    if len(set(members)) == 1:
        return members[0] in (0, everybody)
    return members in (
        [1 << thread for thread in threads],
        [everybody ^ 1 << thread for thread in threads],
    )


def kind_of(values: Sequence[int], threads: Sequence[int]) -> Kind | None:
    """Of constants that differ from thread to thread. Names are the same numbers in all types of integers, so
    that they are still names when they are converted, or their memory is read as another type."""
    kinds: tuple[Kind, ...] = (ThreadNames(values[0] - threads[0]), SETS)
    if not all(0 < value <= _GREATEST for value in values):
        kinds = (SETS,)
    return next((kind for kind in kinds if fits(kind, values, threads)), None)
