"""What the searcher tells, and of which programs it is asked."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.support.sources import loaded
from unthread.core.bounds import Bounds
from unthread.core.events import Closing, Covered, Event, Finished, Remark, Reply, Stopped
from unthread.core.properties import Property
from unthread.core.request import Request
from unthread.core.verdict import Cause, Method
from unthread.induction.searcher import InductionSearcher, may_loop_for_ever

ENDLESS = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
_Atomic int a;
int x;
void *f(void *u) { for (;;) { %s } }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, f, 0);
    pthread_join(t, 0);
}
"""


def told(body: str, directory: Path, *properties: Property, sequential: bool = False) -> list[Event]:
    program = loaded(ENDLESS % body, directory)
    request = Request(frozenset(properties), Bounds(), is_sequential=sequential)
    events: list[Event] = []

    def tell(event: Event) -> Reply:
        events.append(event)
        return Reply()

    InductionSearcher(program, request, frozenset(), time.monotonic() + 600).search(tell)
    return events


def test_what_is_proved_is_covered(tmp_path: Path) -> None:
    covered, closing, finished = told(
        "int l = a; assert(l == 0 || l == 1); a = !l;", tmp_path, Property.REACH
    )
    assert isinstance(covered, Covered)
    assert covered.coverage.complete
    (proof,) = covered.coverage.proofs
    assert proof.method is Method.INDUCTION
    assert {Property.REACH, Property.RACE, Property.MEMORY} <= proof.properties
    assert isinstance(closing, Closing)
    assert isinstance(finished, Finished)


def test_a_race_reorders_accesses(tmp_path: Path) -> None:
    covered = told("x = 1; assert(x == 1 || x == 0);", tmp_path, Property.REACH)[0]
    assert isinstance(covered, Covered)
    assert [item.cause for item in covered.coverage.omissions] == [Cause.ENVIRONMENT]


def test_unless_the_user_says_that_none_is(tmp_path: Path) -> None:
    covered = told("x = 1; assert(x == 1 || x == 0);", tmp_path, Property.REACH, sequential=True)[0]
    assert isinstance(covered, Covered)
    assert covered.coverage.complete


def test_whoever_spins_is_left_out_of_a_proof_of_deadlock(tmp_path: Path) -> None:
    covered = told("while (a) ;", tmp_path, Property.DEADLOCK)[0]
    assert isinstance(covered, Covered)
    assert any("livelock" in item.what for item in covered.coverage.omissions)


def test_executions_end_where_they_violate_something_else(tmp_path: Path) -> None:
    covered = told("a = 1 / (1 - a);", tmp_path, Property.RACE)[0]
    assert isinstance(covered, Covered)
    assert covered.coverage.assumptions == (
        "executions end where they violate arith, which was not looked for",
    )


def test_it_says_why_there_is_no_proof(tmp_path: Path) -> None:
    remark, stopped = told("float d = x; x = d > 1;", tmp_path, Property.REACH)
    assert isinstance(remark, Remark)
    assert remark.text.startswith("no proof by induction: floating-point numbers")
    assert isinstance(stopped, Stopped)


@pytest.mark.parametrize(
    ("body", "answer"), [("a = 1;", True), ("for (int i = 0; i < 3; i++) a = i; return 0;", False)]
)
def test_loops_without_a_number_of_iterations(body: str, answer: bool, tmp_path: Path) -> None:
    text = (ENDLESS % body).replace("for (;;) {", "{" if not answer else "for (;;) {")
    assert may_loop_for_ever(loaded(text, tmp_path)) is answer
