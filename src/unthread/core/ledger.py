"""The ledger of a search: which places of the program the executions that were searched get to."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from unthread.core.source import Loc
from unthread.core.verdict import Cause, Coverage, Omission, PlaceKind, ProgramPlace, Visit

ASSUMPTION = "the assumption"  # what messages call one
Arrival: TypeAlias = tuple[int, str, bool]  # a place, the start routine of the thread, whether it was started


def with_ledger(
    coverage: Coverage, places: Sequence[ProgramPlace], reached: frozenset[Arrival], is_all: bool
) -> Coverage:
    """`is_all`: whatever else executions within the limits get to, it is none of these places."""
    threads: dict[int, list[str]] = {}
    for number, routine, is_started in sorted(reached):
        if is_started or places[number].kind is not PlaceKind.THREAD:
            threads.setdefault(number, []).append(routine)
    otherwise = False if is_all else None
    visits = tuple(
        Visit(place, number in threads or otherwise, tuple(dict.fromkeys(threads.get(number, ()))))
        for number, place in enumerate(places)
    )
    more = _stuck(visits) if coverage.complete else ()
    return replace(coverage, ledger=visits, omissions=(*coverage.omissions, *more))


def is_passed(places: Sequence[ProgramPlace], reached: Collection[Arrival]) -> bool:
    """Executions get past whatever may keep them from going on."""
    known = {number for number, _, _ in reached}
    return all(number in known for number, place in enumerate(places) if place.kind is PlaceKind.AFTER)


def merged(one: Sequence[Visit], other: Sequence[Visit]) -> tuple[Visit, ...]:
    """What two searches know of the same places."""
    known = {visit.place: visit for visit in other}
    return tuple(_joined(visit, known[visit.place]) if visit.place in known else visit for visit in one)


def _joined(one: Visit, other: Visit) -> Visit:
    is_reached = other.is_reached if one.is_reached is None else one.is_reached or bool(other.is_reached)
    return Visit(one.place, is_reached, tuple(dict.fromkeys((*one.threads, *other.threads))))


def _stuck(visits: Sequence[Visit]) -> Iterator[Omission]:
    """Where executions arrive and from where none continues."""
    passed = {
        _obstacle(visit.place): visit.is_reached for visit in visits if visit.place.kind is PlaceKind.AFTER
    }
    for visit in visits:
        place = visit.place
        if place.kind is PlaceKind.BEFORE and visit.is_reached and passed[_obstacle(place)] is False:
            cause = Cause.VACUOUS if place.what == ASSUMPTION else Cause.BLOCKED
            yield Omission(cause, f"no execution gets past {place.what}", place.loc)


def _obstacle(place: ProgramPlace) -> tuple[str, Loc, int]:
    """What a place is before or after."""
    return place.what, place.loc, place.number
