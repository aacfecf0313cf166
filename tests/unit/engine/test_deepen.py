"""What the search tells, in which order, while its bounds grow."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from unthread.core.bounds import Bound, Bounds
from unthread.core.events import Covered, Event, Finished, Found, Gap, Reply, Working
from unthread.core.properties import Property
from unthread.core.request import Request
from unthread.core.source import Source
from unthread.core.verdict import Coverage
from unthread.engine import deepen as module
from unthread.engine.deepen import deepen
from unthread.engine.terms.nodes import Bool
from unthread.engine.terms.solver import OutOfTime, TermSolver
from unthread.engine.terms.terms import Terms
from unthread.frontend.load import load

REQUEST = Request(frozenset({Property.REACH, Property.LOCK}), Bounds(unwind=2), is_sequential=True)

Search = Callable[..., list[Event]]


@pytest.fixture
def search(tmp_path: Path) -> Search:
    def searched(text: str, request: Request = REQUEST, answer: bool = True) -> list[Event]:
        file = tmp_path / "a.c"
        file.write_text(text)
        events: list[Event] = []

        def tell(event: Event) -> Reply | None:
            events.append(event)
            return Reply() if answer or not isinstance(event, Found) else None

        deepen(load(Source((file,))), request, tell)
        return events

    return searched


def coverages(events: list[Event]) -> list[Coverage]:
    return [event.coverage for event in events if isinstance(event, Covered)]


def unwinding(events: list[Event]) -> list[int]:
    """How often the one loop of the program was unwound, level by level."""
    tried = [event.bounds for event in events if isinstance(event, Working) and event.phase == "unwinding"]
    return [max([bounds.unwind, *(times for _, _, times in bounds.unwind_loops)]) for bounds in tried]


COUNTS = """
#include <assert.h>
int nondet(void);
int main(void) {
    int n = nondet(), s = 0;
    if (n > 6)
        return 0;
    while (s < n)
        s++;
    assert(s != LIMIT);
}
"""


def test_bounds_grow_until_nothing_runs_into_them(search: Search) -> None:
    events = search(COUNTS.replace("LIMIT", "7"))
    assert unwinding(events) == [2, 4, 8]
    assert isinstance(events[-1], Finished)
    covered = coverages(events)
    assert [coverage.complete for coverage in covered] == [False, False, True]
    assert covered[-1].loops[0].wants_more is False
    assert str(covered[0].omissions[0]).startswith("more than 2 iterations of the loop at ")


def test_a_violation_ends_the_search_if_the_listener_wants(search: Search) -> None:
    events = search(COUNTS.replace("LIMIT", "3"), answer=False)
    assert unwinding(events) == [2, 4]
    assert isinstance(events[-1], Found)


def test_a_violation_is_told_once(search: Search) -> None:
    events = search(COUNTS.replace("LIMIT", "1"))
    assert sum(isinstance(event, Found) for event in events) == 1
    assert unwinding(events) == [2, 4, 8]


@pytest.mark.parametrize("unwind", [0, 1, 5])
def test_a_fixed_bound_stays(search: Search, unwind: int) -> None:
    request = replace(REQUEST, bounds=Bounds(unwind=unwind), fixed=frozenset({Bound.UNWIND}))
    events = search(COUNTS.replace("LIMIT", "6"), request)
    assert unwinding(events) == [unwind]
    assert not any(isinstance(event, Found) for event in events)
    assert not coverages(events)[-1].complete


def test_the_bound_of_a_named_loop_stays(search: Search) -> None:
    request = replace(REQUEST, bounds=Bounds(unwind=2, unwind_loops=(("a.c", 8, 3),)))
    events = search(COUNTS.replace("LIMIT", "6"), request)
    assert unwinding(events) == [3]
    assert [loop.times for loop in coverages(events)[-1].loops] == [3]


def test_only_the_loop_that_wants_more_is_unwound_further(search: Search) -> None:
    text = COUNTS.replace("LIMIT", "7").replace(
        "    while", "    for (int i = n; i > 5; i--) s--;\n    while"
    )
    events = search(text)
    last = coverages(events)[-1]
    assert last.complete
    assert [loop.times for loop in last.loops] == [2, 8]


COPIES = """
#include <stdlib.h>
int nondet(void);
int main(void) {
    char *p = malloc(1);
    int n = nondet() & 3;
    for (int i = 0; i < n; i++) p = realloc(p, i + 6);
    return p[0];
}
"""


def test_a_loop_of_the_library_is_not_taken_for_the_one_around_it(search: Search) -> None:
    events = search(COPIES)
    last = coverages(events)[-1]
    assert last.complete
    assert last.bounds.unwind == 8  # that of the loop in realloc
    named = replace(REQUEST, bounds=Bounds(unwind=2, unwind_loops=(("a.c", 7, 3),)))
    assert coverages(search(COPIES, named))[-1].complete
    fixed = coverages(search(COPIES, replace(REQUEST, fixed=frozenset({Bound.UNWIND}))))[-1]
    assert [loop.wants_more for loop in fixed.loops if loop.function == "realloc"] == [True]


RECURSES = """
#include <assert.h>
int nondet(void);
int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }
int main(void) { int n = nondet(); if (n < 9) assert(f(n) < 9); }
"""


def test_depth_grows(search: Search) -> None:
    covered = coverages(search(RECURSES))
    assert [coverage.bounds.depth for coverage in covered] == [3, 6, 12]
    assert covered[-1].complete


STARTS = """
#include <assert.h>
#include <pthread.h>
int x;
void *work(void *p) { x++; return 0; }
int main(void) {
    for (int i = 0; i < 3; i++) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0); }
    assert(x == 3);
}
"""


def test_all_threads_that_main_starts_come_at_once(search: Search) -> None:
    covered = coverages(search(STARTS, replace(REQUEST, bounds=Bounds(threads=0))))
    assert list(dict.fromkeys(coverage.bounds.threads for coverage in covered)) == [0, 127]
    assert covered[-1].complete
    assert covered[-1].threads == ("main", "work", "work", "work")


CHAIN = """
#include <pthread.h>
void *work(void *p) {
    pthread_t t;
    if (p) pthread_create(&t, 0, work, (char *)p - 1);
    return 0;
}
int main(void) { work((void *)2); pthread_exit(0); }
"""


def test_threads_that_start_threads_grow(search: Search) -> None:
    """Nobody knows how many that would be."""
    covered = coverages(search(CHAIN, replace(REQUEST, bounds=Bounds(threads=1))))
    assert list(dict.fromkeys(coverage.bounds.threads for coverage in covered)) == [1, 2]
    assert covered[-1].complete
    assert covered[-1].threads == ("main", "work", "work")


TURNS = """
#include <assert.h>
#include <pthread.h>
int x, nondet(void);
void *work(void *p) { if (x == 1) x = 2; if (x == 3) x = 4; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    x = 1;
    if (x == 2) { x = 3; assert(x != LIMIT); }
    LOOP
}
"""


def test_rounds_grow_until_nobody_uses_the_last(search: Search) -> None:
    covered = coverages(search(TURNS.replace("LIMIT", "5").replace("LOOP", "")))
    assert [coverage.rounds for coverage in covered] == list(range(1, len(covered) + 1))
    assert [coverage.all_schedules for coverage in covered] == [False] * (len(covered) - 1) + [True]
    assert len(covered) > 3


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_fixed_rounds(search: Search, rounds: int) -> None:
    text = TURNS.replace("LIMIT", "4").replace("LOOP", "")
    events = search(text, replace(REQUEST, rounds=rounds))
    assert any(isinstance(event, Found) for event in events) is (rounds == 3)
    assert coverages(events)[-1].rounds == rounds
    assert not coverages(events)[-1].complete


def test_what_is_covered_never_gets_fewer_schedules(search: Search) -> None:
    """A new level begins with one round; what the level before covered is the better news until then."""
    text = TURNS.replace("LIMIT", "5").replace("LOOP", "for (int i = nondet() & 7; i > 0; i--) x = i;")
    covered = coverages(search(text))
    assert covered[-1].complete
    rounds = [coverage.rounds for coverage in covered if not coverage.all_schedules]
    assert rounds == sorted(rounds)
    assert {coverage.bounds.unwind_loops != () for coverage in covered} == {True, False}


def test_a_level_that_takes_too_long_gives_way(search: Search, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop is unwound further although there are more schedules."""
    monkeypatch.setattr(module, "_FIRST_BUDGET", 0.0)
    text = TURNS.replace("LIMIT", "5").replace("LOOP", "for (int i = nondet() & 7; i > 0; i--) x = i;")
    events = search(text)
    first = [
        event.round for event in events if isinstance(event, Working) and event.bounds.unwind_loops == ()
    ]
    assert max(first) == 1
    assert unwinding(events) == [2, 4, 8]
    assert coverages(events)[-1].complete


@pytest.mark.parametrize("period", [1, 2, 3, 5])
@pytest.mark.parametrize("limit", ["5", "3"])
def test_questions_that_take_too_long_are_asked_again(
    search: Search, limit: str, period: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever they are, what is found is the same. With a period of 1, all are given up that can be."""
    text = TURNS.replace("LIMIT", limit).replace("LOOP", "for (int i = nondet() & 7; i > 0; i--) x = i;")
    expected = {event.witness.violation for event in search(text) if isinstance(event, Found)}
    asked, given_up = itertools.count(1), []
    answer = TermSolver.satisfiable

    def sometimes(solver: TermSolver, conditions: Iterable[Bool]) -> bool:
        if solver.limit.deadline < math.inf and next(asked) % period == 0:
            given_up.append(solver)
            raise OutOfTime
        return answer(solver, conditions)

    monkeypatch.setattr(TermSolver, "satisfiable", sometimes)
    monkeypatch.setattr(module, "_PATIENT_ROUNDS", 0)
    events = search(text)
    assert given_up
    assert {event.witness.violation for event in events if isinstance(event, Found)} == expected
    assert coverages(events)[-1].complete
    assert isinstance(events[-1], Finished)


def test_the_solver_gives_up_in_time() -> None:
    terms = Terms()
    one, other = (terms.variable(name, (0, (1 << 40) - 1)) for name in ("one", "other"))
    product = terms.equal(terms.multiply(one, other), terms.integer(1_000_000_016_000_000_063))
    solver = TermSolver()
    solver.limit.deadline = time.process_time() + 0.2
    with pytest.raises(OutOfTime):  # to find its two factors takes much longer
        solver.satisfiable([product, terms.less(terms.integer(1), one), terms.less(terms.integer(1), other)])


def test_something_that_is_not_modelled(search: Search) -> None:
    events = search("#include <setjmp.h>\njmp_buf b;\nint main(void) { setjmp(b); }")
    (gap,) = {event for event in events if isinstance(event, Gap)}
    assert (gap.what, gap.loc.line) == ("setjmp", 3)


def test_threads_that_nobody_starts(search: Search) -> None:
    text = STARTS.replace("int main", "void *other(void *p) { return p; }\nint zero;\nint main")
    text = text.replace("    assert", "    if (zero) pthread_create(0, 0, other, 0);\n    assert")
    assert coverages(search(text))[-1].never_started == ("other",)
    assert coverages(search(STARTS))[-1].never_started == ()


ROOM = """
#include <assert.h>
#include <stdlib.h>
unsigned long nondet(void);
int main(void) {
    unsigned long n = nondet();
    char *room = malloc(n);
    assert(room == 0 || CONDITION);
    return 0;
}
"""


@pytest.mark.parametrize(
    ("condition", "is_oversized"), [("n < 10", False), ("n < 100000", False), ("n < 5000000000", True)]
)
def test_objects_are_no_larger_than_they_need_to_be(
    search: Search, condition: str, is_oversized: bool
) -> None:
    """The interpreter has to have room for what is claimed; where it has none, that is told."""
    (found,) = (event for event in search(ROOM.replace("CONDITION", condition)) if isinstance(event, Found))
    (size,) = (int(given.value) for given in found.witness.inputs if given.name == "n")
    assert size <= 4096 or condition != "n < 10"
    assert any("bytes in total" in what for what in found.loose) == is_oversized
