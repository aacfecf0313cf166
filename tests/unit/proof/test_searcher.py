from __future__ import annotations

from pathlib import Path

from tests.support.sources import loaded
from unthread.core.bounds import Bounds
from unthread.core.events import Closing, Covered, Event, Finished, Reply
from unthread.core.properties import Property
from unthread.core.request import Request
from unthread.core.verdict import Method, Proof
from unthread.proof.searcher import ProofSearcher

TEXT = """
#include <pthread.h>
int x;
_Atomic int a;
void *work(void *argument) { BODY return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); a = 1; return 0; }
"""


def told(body: str, properties: set[Property], directory: Path) -> list[Event]:
    events: list[Event] = []

    def tell(event: Event) -> Reply:
        events.append(event)
        return Reply()

    program = loaded(TEXT.replace("BODY", body), directory)
    ProofSearcher(program, Request(frozenset(properties), Bounds())).search(tell)
    return events


def test_all_that_was_asked_is_proved(tmp_path: Path) -> None:
    covered, *rest = told("x = 1;", {Property.RACE}, tmp_path)
    assert rest == [Closing(), Finished()]
    assert isinstance(covered, Covered)
    assert covered.coverage.complete
    assert covered.coverage.proofs == (Proof(frozenset({Property.RACE}), Method.LOCKS),)


def test_some_of_it(tmp_path: Path) -> None:
    covered, *rest = told("x = 1;", {Property.RACE, Property.REACH}, tmp_path)
    assert rest == [Finished()]
    assert isinstance(covered, Covered)
    assert covered.coverage.proved == {Property.RACE}


def test_races_are_of_interest_to_others(tmp_path: Path) -> None:
    """The engine need not ask for them then, but nobody is told of a proof that was not asked for."""
    covered, *_ = told("x = 1;", {Property.REACH}, tmp_path)
    assert isinstance(covered, Covered)
    assert covered.coverage.properties == {Property.RACE}
    assert not covered.coverage.proofs


def test_nothing(tmp_path: Path) -> None:
    again = "x = 1; pthread_t t; pthread_create(&t, 0, work, 0);"
    assert told(again, {Property.RACE}, tmp_path) == [Finished()]


def test_a_livelock_is_left_out(tmp_path: Path) -> None:
    covered, *_ = told("while (!a) ;", {Property.DEADLOCK}, tmp_path)
    assert isinstance(covered, Covered)
    assert "a livelock" in str(covered.coverage.omissions)
