"""Shorter schedules: they lead to the same violation, and are as short as known."""

from __future__ import annotations

import pytest

from tests.support.examples import program_of, read_example
from tests.support.witnesses import Maker
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.trace import Slice, parse_schedule
from unthread.interpreter.machine import Machine, Violated
from unthread.interpreter.schedulers import GivenSchedule
from unthread.results.execution import Claim, ClaimedInputs
from unthread.results.match import match
from unthread.results.shorten import shorten, size

PROPERTIES = frozenset({Property.REACH, Property.LOCK, Property.DEADLOCK})


# The first lines of these programs have schedules that are known to be the shortest.
@pytest.mark.parametrize("name", ["barrier_phases", "double_checked_locking", "lost_wakeup", "bank_account"])
def test_as_few_context_switches_as_there_can_be(name: str) -> None:
    example = read_example(name, "unsafe")
    program = program_of(example.file)
    maker = Maker.of(program, Bounds(unwind=3), PROPERTIES)
    found = 0
    for witness in maker.witnesses(range(60)):
        if (witness.violation.property, witness.violation.loc.line) != example.failure:
            continue
        found += 1
        matched = match(program, witness, PROPERTIES)
        assert matched is not None
        claim, thread = Claim.of(witness.violation), matched.schedule[-1].thread
        shorter = shorten(program, matched.schedule, matched.inputs, PROPERTIES, claim, thread)
        assert len(shorter) == len(parse_schedule(example.schedule))
        assert size(shorter) <= size(matched.schedule)
        machine = Machine(program, ClaimedInputs(matched.inputs), PROPERTIES, lambda stream, text: None)
        outcome = machine.run(GivenSchedule(shorter))
        assert isinstance(outcome, Violated)
        assert claim.is_met(machine, outcome.violation)
        none = shorten(program, matched.schedule, matched.inputs, PROPERTIES, claim, thread, tries=0)
        assert none == matched.schedule
        if found == 3:
            break
    assert found


def test_a_long_schedule_is_left_as_it_is_when_the_tries_are_used_up() -> None:
    """There are thousands of millions of ways to shift the ends of these slices."""
    program = program_of(read_example("lost_wakeup", "unsafe").file)
    claim = Claim(Property.REACH, ("nowhere.c", 1, 1))
    schedule = tuple(Slice(number % 2, 1000) for number in range(2_000))
    assert shorten(program, schedule, (), PROPERTIES, claim, thread=0, tries=0) == schedule
