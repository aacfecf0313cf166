"""What a search is asked: `Request`."""

from __future__ import annotations

from enum import StrEnum

from unthread.core.bounds import Bound, Bounds
from unthread.core.properties import Property
from unthread.core.records import dataclass


class Reduction(StrEnum):
    """Why not all schedules need be searched: why no switch of threads is needed before a step, or why
    schedules are left out that others stand for."""

    PRIVATE = "private"  # no other thread touches the object
    CONFLICT = "conflict"  # other threads touch it, but none writes what another one uses
    ORDER = "order"  # they come before the thread exists or can know the object, or after it is joined
    LOCKS = "locks"  # conflicting accesses are made under a common lock
    SYMMETRY = "symmetry"  # interchangeable threads take their first steps in order


class Encoding(StrEnum):
    """How the engine covers schedules."""

    ROUNDS = "rounds"  # in which each thread takes a turn, one more after the other
    ORDER = "order"  # they come before the thread exists or can know the object, or after it is joined
    AUTO = "auto"


ALL = frozenset(Reduction)
USUAL = ALL - {Reduction.SYMMETRY}  # unless the user says otherwise (docs/decisions/0021-symmetry.md)
LEAST = 1000  # instructions of `main` that are worth to be executed before the search


@dataclass(frozen=True, slots=True)
class Request:
    """What to search. `fixed` are the bounds that stay as they are, and those of loops that `bounds` names
    do so as well; without `rounds`, as many as needed.
    With `every`, all violations are looked for and not only one; with `sample`, the program is also executed
    at random meanwhile. `is_sequential`: the user says that no access is reordered, whatever its order.
    `with_lines`: which lines are reached is to be known as well. `ahead`: `main` is executed as far as it
    depends on no input, if that is so many instructions or more; None: it is not. `answers_interrupt`:
    Ctrl-C ends the search with what is known by then; otherwise it is raised. `accepted` are the identities
    (`results/fingerprint.py`) of violations that the user knows of: the search continues past them.
    `encoding`: how the engine covers schedules. `with_invariants`: loops that may iterate for ever are also
    looked at whole."""

    properties: frozenset[Property]
    bounds: Bounds
    fixed: frozenset[Bound] = frozenset()
    rounds: int | None = None
    reductions: frozenset[Reduction] = USUAL
    every: bool = False
    sample: bool = False
    is_sequential: bool = False
    with_lines: bool = False
    ahead: int | None = LEAST
    answers_interrupt: bool = True
    accepted: frozenset[str] = frozenset()
    encoding: Encoding = Encoding.ROUNDS
    with_invariants: bool = False
