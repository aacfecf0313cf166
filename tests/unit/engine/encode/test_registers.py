"""The registers of a thread: what an earlier round computed stays."""

from __future__ import annotations

from tests.support.builder import at, read, register, shared
from unthread.core.source import DataModel
from unthread.engine.encode.addresses import Addresses
from unthread.engine.encode.plan import plan_of
from unthread.engine.encode.registers import Registers
from unthread.engine.terms.terms import Terms
from unthread.program.bounded import Thread
from unthread.program.expressions import VariablePlace
from unthread.program.instructions import Assign, Return

R, X = register("r"), shared("x")
BODY = (
    Assign(VariablePlace(R), read(X), at(1)),
    Assign(VariablePlace(X), read(R), at(2)),
    Return(None, at(3)),
)


def registers() -> Registers:
    plan = plan_of(Thread("main", "main", "main", 0, (), (R,), BODY, at(0)), ())
    return Registers(plan, Addresses(Terms(), DataModel.M64))


def test_nothing_is_there_before_it_is_set() -> None:
    assert registers().get(R) is None


def test_what_an_instruction_computes_is_its_registers() -> None:
    found = registers()
    value = found.terms.integer(7)
    found.set(0, value)
    found.here = {R: found.plan.defines[0]}
    assert found.get(R) is value
    found.set(1, found.terms.integer(8))  # an instruction without a register
    assert found.get(R) is value


def test_jumps_that_were_decided_stay_decided() -> None:
    found = registers()
    terms = found.terms
    first, second, before = (terms.choice_variable(name) for name in ("first", "second", "before"))
    found.decide(0, first)
    assert found.taken[0] is first
    found.before = before  # the segment may have been executed in an earlier round
    found.decide(0, second)
    assert found.taken[0] is terms.select(before, first, second)


def test_a_look_does_not_change_what_is_there() -> None:
    found = registers()
    look = found.for_a_look({R: found.plan.defines[0]})
    look.set(0, found.terms.integer(7))
    look.inputs[0] = found.terms.integer(3)
    assert look.get(R) is found.terms.integer(7)
    assert found.values == {}
    assert found.inputs == {0: found.terms.integer(3)}  # a value from outside has one name


def test_bounds_that_are_known_later() -> None:
    found = registers()
    wide = found.terms.variable("wide", (0, 255))
    found.set(0, wide)
    found.narrow({wide: (0, 7)})
    (value,) = found.values.values()
    assert (value.lo, value.hi) == (0, 7)  # type: ignore[union-attr]
