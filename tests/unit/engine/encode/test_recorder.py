"""What follows from what a thread does: claims, constraints, barriers."""

from __future__ import annotations

from pathlib import Path

from tests.support.encoding import encoded
from unthread.core.bounds import Bound
from unthread.core.properties import Property
from unthread.core.source import Loc
from unthread.engine.encode.recorder import Recorder

HERE = Loc("a.c", 1, 1, "main")
REACH = frozenset({Property.REACH})


def recorder(directory: Path) -> Recorder:
    return encoded("int main(void) { return 0; }", directory, REACH, rounds=0).threads[0].recorder


def test_what_is_asked_for_becomes_a_claim_and_ends_executions(tmp_path: Path) -> None:
    found = recorder(tmp_path)
    bad = found.terms.choice_variable("bad")
    found.fault(Property.REACH, "wrong", bad)
    (claim,) = found.collected.claims
    assert (claim.condition, claim.property, claim.message) == (bad, Property.REACH, "wrong")
    assert found.state.failed is bad
    assert found.gets_here() is bad.inverse


def test_what_is_not_asked_for_becomes_a_barrier(tmp_path: Path) -> None:
    """It is not told as a violation, and not forgotten."""
    found = recorder(tmp_path)
    found.fault(Property.MEMORY, "wrong", found.terms.choice_variable("bad"))
    assert found.collected.claims == []
    (barrier,) = found.collected.barriers
    assert (barrier.property, barrier.is_gap) == (Property.MEMORY, False)
    assert found.collected.constraints


def test_what_cannot_happen_leaves_nothing(tmp_path: Path) -> None:
    found = recorder(tmp_path)
    for property in (Property.REACH, Property.MEMORY):
        found.fault(property, "wrong", found.terms.false)
        found.violate(property, "wrong", found.terms.false)
    assert (found.collected.claims, found.collected.barriers, found.collected.constraints) == ([], [], [])


def test_assumptions_between_steps_stop_this_thread_alone(tmp_path: Path) -> None:
    found = recorder(tmp_path)
    test = found.terms.choice_variable("test")
    found.is_immediate = False
    found.require(test)
    assert found.collected.constraints == []
    assert found.gets_here() is test
    found.is_immediate = True
    found.require(test)
    assert found.collected.constraints == [test]


def test_whoever_went_wrong_before_need_not_go_on(tmp_path: Path) -> None:
    found = recorder(tmp_path)
    bad, test = (found.terms.choice_variable(name) for name in ("bad", "test"))
    found.claim(Property.REACH, "wrong", bad)
    found.require(test)
    assert found.collected.constraints == [found.terms.either(test, bad)]


def test_a_bound_can_be_reached_only_where_that_is_allowed(tmp_path: Path) -> None:
    found = recorder(tmp_path)
    guard = found.terms.choice_variable("guard")
    found.stop("more iterations", HERE, Bound.UNWIND, guard)
    (barrier,) = found.collected.barriers
    assert (barrier.bound, barrier.condition) == (Bound.UNWIND, guard)
    assert found.collected.constraints == [found.terms.either(guard.inverse, barrier.allowed)]


def test_arrivals_are_noted_with_what_comes_before(tmp_path: Path) -> None:
    found = recorder(tmp_path)
    found.require(found.terms.choice_variable("test"))
    found.arrive(3, found.terms.true)
    found.arrive(4, found.terms.false)
    assert found.collected.arrivals == {(3, "main", False): [(1, found.terms.true)]}


def test_what_is_not_looked_at_can_be_asked_for(tmp_path: Path) -> None:
    found = recorder(tmp_path)
    guard = found.terms.choice_variable("guard")
    found.ignore("an overrun", HERE, guard)
    assert list(found.collected.loose) == ["an overrun is not detected at a.c:1:1"]
    (barrier,) = found.collected.barriers
    assert (barrier.condition, barrier.property) == (guard, Property.MEMORY)  # for which nobody asks
    assert found.collected.constraints == []  # executions continue


def test_nothing_is_told_of_what_cannot_happen(tmp_path: Path) -> None:
    found = recorder(tmp_path)
    found.ignore("an overrun", HERE, found.terms.false)
    assert (found.collected.loose, found.collected.barriers) == ({}, [])
