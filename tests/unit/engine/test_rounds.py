"""The schedule as terms: what a solver may choose, and what it may not."""

from __future__ import annotations

from unthread.engine.rounds import Rounds
from unthread.engine.terms.nodes import Bool
from unthread.engine.terms.solver import TermSolver
from unthread.engine.terms.terms import Terms


def schedule(rounds: int, segments: tuple[int, ...] = (3, 2), forced: int = 1) -> tuple[Terms, Rounds]:
    terms = Terms()
    found = Rounds(terms, segments, forced)
    for _ in range(rounds):
        found.add()
    return terms, found


def possible(rounds: Rounds, *conditions: Bool) -> bool:
    always = [constraint for number in range(1, rounds.count + 1) for constraint in rounds.of_round(number)]
    return TermSolver().satisfiable([*always, *conditions])


def test_the_first_thread_runs_what_comes_before_all_others() -> None:
    terms, rounds = schedule(2)
    assert rounds.passed(0, 1, 0) is terms.true
    assert rounds.passed(0, 0, 0) is terms.false
    assert rounds.runs(0, 1, 0) is terms.true
    assert rounds.runs(0, 2, 0) is terms.false


def test_a_thread_passes_its_segments_in_order_and_never_goes_back() -> None:
    _, rounds = schedule(2)
    assert possible(rounds, rounds.passed(0, 1, 2))
    assert not possible(rounds, rounds.passed(0, 1, 2), rounds.passed(0, 1, 1).inverse)
    assert not possible(rounds, rounds.passed(1, 1, 1), rounds.passed(1, 2, 1).inverse)


def test_every_segment_runs_in_one_round_at_most() -> None:
    _, rounds = schedule(3)
    assert possible(rounds, rounds.runs(1, 2, 1))
    assert not possible(rounds, rounds.runs(1, 2, 1), rounds.runs(1, 3, 1))
    assert not possible(rounds, rounds.runs(1, 2, 0), rounds.passed(1, 1, 1))


def test_a_thread_resumes_where_it_stopped() -> None:
    _, rounds = schedule(2)
    assert not possible(rounds, rounds.stops_at(0, 1, 1), rounds.resumes(0, 2, 2))
    assert possible(rounds, rounds.stops_at(0, 1, 1), rounds.resumes(0, 2, 1))
    assert possible(rounds, rounds.stops_at(0, 1, 1), rounds.passed(0, 2, 1).inverse)  # or does nothing
    assert not possible(rounds, rounds.resumes(0, 2, 1), rounds.resumes(0, 2, 2))


def test_a_thread_stops_in_one_place() -> None:
    terms, rounds = schedule(1)
    assert not possible(rounds, rounds.stops_at(0, 1, 1), rounds.stops_at(0, 1, 2))
    assert rounds.stops_at(1, 1, 0) is terms.false
