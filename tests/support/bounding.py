"""What can go wrong in a program and in its bounded one, by the oracle, which tries every interleaving of
both."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

from tests.oracle import Found, explore
from tests.support.sources import loaded
from unthread.bound.threads import bound
from unthread.bound.visible import reduced_program, visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.request import ALL, Reduction
from unthread.program.program import Program

PROPERTIES = frozenset({Property.REACH, Property.LOCK})
STATES = 4000


def found_in(program: Program) -> Found:
    return explore(program, PROPERTIES, max_states=STATES)


def same(one: Found, other: Found) -> bool:
    """Both found the same; a search that was cut short may have missed some."""
    if one.complete and other.complete:
        return one.violations == other.violations
    if one.complete:
        return other.violations <= one.violations
    return not other.complete or one.violations <= other.violations


def compare(text: str, directory: Path, reductions: list[frozenset[Reduction]]) -> None:
    program = loaded(text, directory)
    original = found_in(program)
    bounded = bound(program, Bounds(unwind=3))
    assert same(original, found_in(bounded.as_program()))
    for chosen in reductions:
        reduced = reduced_program(bounded, visible_points(bounded, chosen))
        assert same(original, found_in(reduced)), f"with {', '.join(sorted(chosen)) or 'no'} reductions"


def some_reductions(text: str) -> list[frozenset[Reduction]]:
    """All, none, and a single one, which is another for other programs."""
    singles = list(Reduction)
    return [ALL, frozenset(), frozenset({singles[crc32(text.encode()) % len(singles)]})]


def all_reductions() -> list[frozenset[Reduction]]:
    return [ALL, frozenset(), *(frozenset({one}) for one in Reduction)]
