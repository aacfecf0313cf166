"""When threads run: what comes before the first spawn, and turns that are superfluous."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.encoding import encoded
from tests.support.sources import loaded
from unthread.bound.alike.classes import alike_threads
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import ASSERTED, Property
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.search import Search

TWO = """int x, y;
void *work(void *unused) { WORK return 0; }
int main(void) { pthread_t t; BEFORE pthread_create(&t, 0, work, 0); MAIN return 0; }
"""


def text(work: str, main: str, before: str = "") -> str:
    return TWO.replace("WORK", work).replace("MAIN", main).replace("BEFORE", before)


def needed(directory: Path, work: str, main: str) -> int:
    """Rounds that some execution needs."""
    search = Search(encoded(text(work, main), directory, rounds=0))
    for rounds in range(1, 8):
        search.add_round()
        if not search.last_round_is_used():
            return rounds - 1
    raise AssertionError("so many rounds are never needed")


@pytest.mark.parametrize(
    ("work", "main", "rounds"),
    [
        ("x = 1;", "y = 1;", 1),  # they do not notice each other
        ("x = 1;", "int a = x;", 2),  # the value before, and the value after
        ("x = 1; x = 2;", "int a = x; a = x;", 3),
    ],
)
def test_a_turn_comes_only_after_something_that_it_depends_on(
    work: str, main: str, rounds: int, tmp_path: Path
) -> None:
    assert needed(tmp_path, work, main) == rounds


def test_what_runs_before_any_other_thread_exists(tmp_path: Path) -> None:
    two = encoded(text("x = 1;", "x = 2;"), tmp_path, rounds=0)
    assert two.timetable.forced < len(two.threads[0].plan.points) + 1
    alone = encoded("int x; int main(void) { x = 1; return x; }", tmp_path, rounds=0)
    assert alone.timetable.forced == len(alone.threads[0].plan.points) + 1  # all of it


def test_threads_that_are_alike_move_in_order(tmp_path: Path) -> None:
    """Those that come right after each other; which places they get to is asked of all schedules."""
    three = (
        "#include <pthread.h>\nint x; pthread_t t;\nvoid *f(void *unused) { x = 1; return 0; }\n"
        "int main(void) { for (int i = 0; i < 3; i++) pthread_create(&t, 0, f, 0); x = 2; return 0; }"
    )
    bounded = bound(loaded(three, tmp_path), Bounds(unwind=3), ASSERTED)
    points = visible_points(bounded)
    encoding = RoundsEncoding(bounded, points, ASSERTED, alike=alike_threads(bounded, points, ASSERTED))
    search = Search(encoding)
    search.add_round()
    search.add_round()
    rounds, terms = encoding.timetable.rounds, encoding.terms
    for first, second, is_possible in ((1, 2, False), (2, 3, False), (2, 1, True)):
        ahead = terms.both(rounds.passed(second, 1, 1), rounds.passed(first, 1, 1).inverse)
        assert search._ask(ahead, ()) is is_possible
        assert search._ask(ahead, (), in_turn=False)


def test_deadlocks_are_looked_for_at_waits(tmp_path: Path) -> None:
    """The first thread may stop at each of them."""
    locks = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
    program = locks + text("pthread_mutex_lock(&m);", "", "pthread_mutex_lock(&m); pthread_mutex_lock(&m);")
    forced = [
        encoded(program, tmp_path, properties, rounds=0).timetable.forced
        for properties in (ASSERTED, frozenset({Property.DEADLOCK}))
    ]
    assert forced[1] <= forced[0]


def test_steps_conflict_where_one_writes_what_the_other_touches(tmp_path: Path) -> None:
    for main, expected in (("int a = x;", 1), ("x = 2; x = 3;", 2), ("y = 1;", 0)):
        conflicts = encoded(text("x = 1;", main), tmp_path, rounds=0).timetable.conflicts
        assert sum(len(found) for found in conflicts[0]) == expected
        assert sum(len(found) for found in conflicts[1]) == expected
