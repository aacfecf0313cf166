"""Which encoding searches, and what is said where it is not the wanted one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.encoding import HEADER
from tests.support.sources import loaded
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.request import ALL, Encoding, Request
from unthread.engine.choose import search_for, turns_of
from unthread.engine.order.search import OrderSearch

RACING = """int x;
static void *work(void *argument) { x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); return x; }
"""
ALIKE = """int x;
static void *work(void *argument) { x++; return 0; }
int main(void) { pthread_t t; for (int i = 0; i < 2; i++) pthread_create(&t, 0, work, 0); return x; }
"""
ALONE = "int main(void) { return 0; }"


@pytest.mark.parametrize(
    ("text", "encoding", "is_order", "reason"),
    [
        (RACING, Encoding.ROUNDS, False, []),
        (RACING, Encoding.ORDER, True, []),
        (ALONE, Encoding.ORDER, False, ["there is one thread"]),
    ],
)
def test_the_wanted_one_if_it_fits(
    text: str, encoding: Encoding, is_order: bool, reason: list[str], tmp_path: Path
) -> None:
    properties = frozenset({Property.REACH})
    bounded = bound(loaded(HEADER + text, tmp_path), Bounds(), properties)
    told: list[str] = []
    request = Request(properties, Bounds(), encoding=encoding)
    search = search_for(request, bounded, visible_points(bounded), frozenset(), told.append)
    assert isinstance(search, OrderSearch) == is_order
    assert told == reason


def test_races_can_be_asked_for_although_nobody_looks_for_them(tmp_path: Path) -> None:
    properties = frozenset({Property.REACH})
    bounded = bound(loaded(HEADER + RACING, tmp_path), Bounds(), properties)
    for is_sequential in (False, True):
        request = Request(properties, Bounds(), is_sequential=is_sequential, encoding=Encoding.ORDER)
        search = search_for(request, bounded, visible_points(bounded), frozenset(), lambda reason: None)
        assert (search.unasked_race() is None) == is_sequential


@pytest.mark.parametrize("encoding", [Encoding.ROUNDS, Encoding.ORDER])
def test_threads_that_are_alike_keep_to_an_order(encoding: Encoding, tmp_path: Path) -> None:
    """If the user says so, and does not want all schedules of some rounds."""
    properties = frozenset({Property.REACH})
    bounded = bound(loaded(HEADER + ALIKE, tmp_path), Bounds(), properties)

    def told(request: Request) -> list[str]:
        search = search_for(request, bounded, visible_points(bounded), frozenset(), lambda reason: None)
        assert list(turns_of(search.encoding, True)) == []  # in all schedules it makes no difference
        return list(turns_of(search.encoding, False))

    assert told(Request(properties, Bounds(), encoding=encoding, reductions=ALL)) == [
        "threads of work, all alike, take their first steps in order (symmetry in --reduce)"
    ]
    assert told(Request(properties, Bounds(), encoding=encoding)) == []
    assert told(Request(properties, Bounds(), rounds=2, reductions=ALL)) == []
