"""A thread executed once; executions that end at an assumption, where they count."""

from __future__ import annotations

from pathlib import Path

from tests.support.encoding import ordered
from tests.support.sources import loaded
from unthread.bound.ledger import with_places
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import ASSERTED
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.order.encoding import OrderEncoding
from unthread.engine.order.search import OrderSearch
from unthread.engine.search import Search

STOPS = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int);
int x;
static void *work(void *argument) { x = 1; __VERIFIER_assume(x == 2); assert(x); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    __VERIFIER_assume(x < 0);
    assert(x);
    return 0;
}
"""


def arrivals(text: str, directory: Path) -> tuple[set[int], set[int]]:
    """The lines that some execution gets to, by the order and by four rounds."""
    program = with_places(loaded(text, directory), True)
    bounded = bound(program, Bounds(unwind=2), ASSERTED)
    points = visible_points(bounded)
    rounds = Search(RoundsEncoding(bounded, points, ASSERTED))
    for _ in range(4):
        rounds.add_round()
    searches = OrderSearch(OrderEncoding(bounded, points, ASSERTED)), rounds
    order, other = (
        {program.places[number].loc.line for number, _, _ in search.arrivals(())} for search in searches
    )
    return order, other


def test_an_execution_gets_as_far_as_the_assumption_that_ends_it(tmp_path: Path) -> None:
    stopped, by_rounds = arrivals(STOPS, tmp_path)
    going, going_by_rounds = arrivals(STOPS.replace("x < 0", "x >= 0"), tmp_path)
    assert (stopped, going) == (by_rounds, going_by_rounds)
    assert 12 not in stopped
    assert going - stopped >= {12}
    assert 11 in stopped


def test_an_assumption_before_there_are_others_ends_all(tmp_path: Path) -> None:
    stopped, by_rounds = arrivals(
        STOPS.replace("pthread_t t;", "pthread_t t; __VERIFIER_assume(x);"), tmp_path
    )
    assert stopped == by_rounds
    assert 12 not in stopped


def test_stops_end_nothing_but_what_follows(tmp_path: Path) -> None:
    text = STOPS.partition("extern")[2].partition("\n")[2]
    assert ordered(text, tmp_path, with_stops=True).violation() is None
    wrong = text.replace("assert(x); return 0; }", "assert(!x); return 0; }").replace("x == 2", "x == 1")
    assert ordered(wrong, tmp_path, with_stops=True).violation() is not None


def test_spans_are_in_the_order_in_which_they_were_collected(tmp_path: Path) -> None:
    text = STOPS.partition("extern")[2].partition("\n")[2]
    spans = ordered(text, tmp_path).order.spans
    starts = [(span.happened, span.asked, span.claims, span.barriers) for span in spans]
    assert starts == sorted(starts)
    assert [span.segment for span in spans][-1] is None
    assert len({span.segment for span in spans}) == len(spans)
