"""Bounds that grow where executions run into them."""

from __future__ import annotations

import pytest

from unthread.bound.growth import Reached, enlarged
from unthread.core.bounds import Bound, Bounds
from unthread.core.properties import Property
from unthread.core.request import Request
from unthread.core.source import Loc
from unthread.program.bounded import LoopKind, LoopUse

LOOP, OTHER = Loc("a.c", 3, 5), Loc("a.c", 9, 5)
BOUNDS = Bounds(unwind=3, depth=2, threads=4)


def asked(bounds: Bounds = BOUNDS, *fixed: Bound) -> Request:
    return Request(frozenset({Property.REACH}), bounds, frozenset(fixed))


def test_only_a_loop_of_the_program_has_a_position_of_its_own() -> None:
    loops = [LoopUse(LOOP, "f", LoopKind.BOUNDED, 1, True)]
    assert Reached.of(Bound.UNWIND, LOOP, loops).is_loop
    assert not Reached.of(Bound.UNWIND, OTHER, loops).is_loop  # a loop of the library
    assert not Reached.of(Bound.DEPTH, LOOP, loops).is_loop


def test_what_is_reached_doubles() -> None:
    found = enlarged(BOUNDS, [Reached(Bound.DEPTH, LOOP, False), Reached(Bound.UNWIND, LOOP, False)], asked())
    assert found == Bounds(unwind=6, depth=4, threads=4)


def test_a_loop_grows_alone() -> None:
    once = enlarged(BOUNDS, [Reached(Bound.UNWIND, LOOP, True)], asked())
    assert (once.unwind, once.named(LOOP), once.named(OTHER)) == (3, 6, None)
    twice = enlarged(once, [Reached(Bound.UNWIND, LOOP, True), Reached(Bound.UNWIND, OTHER, True)], asked())
    assert (twice.named(LOOP), twice.named(OTHER)) == (12, 6)


def test_zero_becomes_one() -> None:
    none = Bounds(unwind=0, threads=0)
    found = enlarged(
        none, [Reached(Bound.UNWIND, LOOP, True), Reached(Bound.THREADS, LOOP, False)], asked(none)
    )
    assert (found.named(LOOP), found.threads) == (1, 1)


@pytest.mark.parametrize(("least", "expected"), [(0, 8), (5, 8), (50, 50)])
def test_missing_threads(least: int, expected: int) -> None:
    reached = [Reached(Bound.THREADS, LOOP, False)]
    assert enlarged(BOUNDS, reached, asked(), least).threads == expected


def test_what_the_user_has_fixed_stays() -> None:
    reached = [Reached(Bound.DEPTH, LOOP, False), Reached(Bound.UNWIND, LOOP, True)]
    assert enlarged(BOUNDS, reached, asked(BOUNDS, Bound.DEPTH, Bound.UNWIND)) == BOUNDS
    named = Bounds(unwind=3, unwind_loops=(("a.c", 3, 7),))
    assert enlarged(named, [Reached(Bound.UNWIND, LOOP, True)], asked(named)) == named
