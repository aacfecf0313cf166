"""The ledger of a search."""

from __future__ import annotations

import pytest

from unthread.core.bounds import Bounds
from unthread.core.ledger import ASSUMPTION, Arrival, merged, with_ledger
from unthread.core.properties import Property
from unthread.core.source import Loc
from unthread.core.verdict import Cause, Coverage, Omission, PlaceKind, ProgramPlace, Visit

AT = Loc("a.c", 3, 1)
ASSERTION = ProgramPlace(PlaceKind.ASSERTION, "assertion", AT)
START = ProgramPlace(PlaceKind.THREAD, "start of thread 'run'", AT)
BEFORE, AFTER = (
    ProgramPlace(PlaceKind.BEFORE, "the call of f", AT),
    ProgramPlace(PlaceKind.AFTER, "the call of f", AT),
)


def coverage(*omissions: Omission) -> Coverage:
    return Coverage(Bounds(), 2, True, omissions, ("main",), (), (), frozenset({Property.REACH}), ())


def reached(
    places: list[ProgramPlace], *arrivals: Arrival, is_all: bool = True
) -> list[tuple[bool | None, tuple[str, ...]]]:
    found = with_ledger(coverage(), places, frozenset(arrivals), is_all)
    assert [visit.place for visit in found.ledger] == places
    return [(visit.is_reached, visit.threads) for visit in found.ledger]


def test_a_place_is_reached_by_threads() -> None:
    arrivals = ((0, "main", False), (0, "run", True), (0, "run", False))
    assert reached([ASSERTION], *arrivals) == [(True, ("main", "run"))]


def test_what_was_not_seen_is_unknown_unless_all_was() -> None:
    assert reached([ASSERTION]) == [(False, ())]
    assert reached([ASSERTION], is_all=False) == [(None, ())]


def test_a_start_routine_that_is_only_called_has_not_started() -> None:
    assert reached([START], (0, "main", False)) == [(False, ())]
    assert reached([START], (0, "run", True)) == [(True, ("run",))]


@pytest.mark.parametrize(("what", "cause"), [("the call of f", Cause.BLOCKED), (ASSUMPTION, Cause.VACUOUS)])
def test_where_executions_arrive_and_none_continues(what: str, cause: Cause) -> None:
    places = [ProgramPlace(PlaceKind.BEFORE, what, AT), ProgramPlace(PlaceKind.AFTER, what, AT)]
    found = with_ledger(coverage(), places, frozenset({(0, "main", False)}), True)
    assert found.omissions == (Omission(cause, f"no execution gets past {what}", AT),)


@pytest.mark.parametrize(("arrivals", "is_all"), [([0, 1], True), ([], True), ([0], False)])
def test_otherwise_nothing_is_said(arrivals: list[int], is_all: bool) -> None:
    where = frozenset((number, "main", False) for number in arrivals)
    assert with_ledger(coverage(), [BEFORE, AFTER], where, is_all).omissions == ()


def test_of_an_incomplete_search_nothing_is_said() -> None:
    cut = Omission(Cause.BOUND, "more than 1 iteration of the loop", AT)
    found = with_ledger(coverage(cut), [BEFORE, AFTER], frozenset({(0, "main", False)}), True)
    assert found.omissions == (cut,)


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (None, None, None),
        (None, False, False),
        (None, True, True),
        (False, None, False),
        (False, True, True),
        (True, None, True),
        (True, False, True),
    ],
)
def test_what_two_searches_know(one: bool | None, other: bool | None, both: bool | None) -> None:
    start = Visit(START, True, ("main",))
    first = (Visit(ASSERTION, one, ("run",) if one else ()), start)
    second = (Visit(START, True, ("run", "main")), Visit(ASSERTION, other, ("main",) if other else ()))
    found, started = merged(first, second)
    assert (found.place, found.is_reached, bool(found.threads)) == (ASSERTION, both, both is True)
    assert started == Visit(START, True, ("main", "run"))
    assert merged((start,), ()) == (start,)
