"""What a search is asked: `Request`."""

from __future__ import annotations

from enum import StrEnum

from unthread.core.bounds import Bound, Bounds
from unthread.core.properties import Property
from unthread.core.records import dataclass


class Reduction(StrEnum):
    """Why no switch of threads is needed before a step."""

    PRIVATE = "private"  # no other thread touches the object
    CONFLICT = "conflict"  # other threads touch it, but none writes what another one uses
    ORDER = "order"  # conflicting accesses come before the thread is created or after it is joined
    LOCKS = "locks"  # conflicting accesses are made under a common lock


ALL = frozenset(Reduction)


@dataclass(frozen=True, slots=True)
class Request:
    """What to search. `fixed` are the bounds that stay as they are, and those of loops that `bounds` names
    do so as well; without `rounds`, as many as needed.
    With `every`, all violations are looked for and not only one; with `sample`, the program is also executed
    at random meanwhile. `is_sequential`: the user says that no access is reordered, whatever its order.
    `with_lines`: which lines are reached is to be known as well."""

    properties: frozenset[Property]
    bounds: Bounds
    fixed: frozenset[Bound] = frozenset()
    rounds: int | None = None
    reductions: frozenset[Reduction] = ALL
    every: bool = False
    sample: bool = False
    is_sequential: bool = False
    with_lines: bool = False
