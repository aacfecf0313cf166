"""Segments of a thread, and where each value of a register comes from."""

from __future__ import annotations

import pytest

from tests.support.builder import (
    address,
    assign,
    at,
    constant,
    local,
    read,
    register,
    returned,
    shared,
    spawn,
)
from unthread.analysis.steps import ThreadStep
from unthread.engine.encode.plan import ThreadPlan, ends, plan_of
from unthread.program.bounded import Thread
from unthread.program.expressions import Variable
from unthread.program.instructions import Cut, Declare, Exit, Instruction, Jump, Label, Scope, Unmodelled
from unthread.program.types import INT, PointerType

R, S, A = register("r"), register("s"), register("a")
X = shared("x")


def plan(
    *body: Instruction, visible: tuple[int, ...] = (), argument: tuple[Variable, ...] = ()
) -> ThreadPlan:
    thread = Thread("t", "t", "t", 0, argument, (), body, at(0))
    return plan_of(
        thread,
        [ThreadStep(0, index, index, frozenset({index}), (), False, False) for index in reversed(visible)],
    )


def test_a_segment_begins_at_each_visible_point() -> None:
    found = plan(assign(R, 1), assign(X, 1), assign(R, 2), assign(X, 2), returned(), visible=(1, 3))
    assert found.points == (1, 3)
    assert found.segments == [0, 1, 1, 2, 2]
    assert found.members == (frozenset(), frozenset({1}), frozenset({3}))


def test_every_definition_has_a_slot_of_its_own() -> None:
    found = plan(assign(R, 1), assign(R, 2), assign(X, read(R)), returned())
    assert found.defines == {0: 0, 1: 1}
    assert found.used == {1}


def test_a_value_lasts_if_a_later_segment_uses_it() -> None:
    found = plan(assign(R, 1), assign(S, 2), assign(X, read(S)), assign(X, read(R)), returned(), visible=(3,))
    assert found.lasting == {found.defines[0]}


def test_where_ways_meet_values_are_merged() -> None:
    found = plan(
        assign(R, 1), Jump("l", read(A), at(1)), assign(R, 2),
        Label("l", at(1)), assign(X, read(R)), returned(), argument=(A,),
    )  # fmt: skip
    (merge,) = found.merges[3]
    assert merge.variable == R
    assert merge.sources == ((1, found.defines[0]), (3, found.defines[2]))
    assert found.known[3] == {R: merge.slot}
    assert found.first == {A: 0}


def test_nothing_is_merged_that_is_not_used() -> None:
    found = plan(
        assign(R, 1), Jump("l", read(A), at(1)), assign(R, 2), Label("l", at(1)), returned(), argument=(A,)
    )
    assert found.merges[3] == ()


def test_a_register_that_only_one_way_sets() -> None:
    found = plan(
        Jump("l", read(A), at(1)),
        assign(R, 2),
        Label("l", at(1)),
        assign(X, read(R)),
        returned(),
        argument=(A,),
    )
    (merge,) = found.merges[2]
    assert merge.sources == ((0, None), (2, found.defines[1]))


def test_locals_that_are_whole_scalars_are_registers() -> None:
    own, known = local("own", escapes=False), local("known")
    pointer = register("p", PointerType(INT))
    found = plan(
        Declare(own, False, at(1)), Declare(known, False, at(1)),
        assign(own, 1), assign(pointer, address(known)), returned(),
    )  # fmt: skip
    assert own in found.registers
    assert known not in found.registers


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        (returned(), True),
        (Cut("bound", at(1)), True),
        (Unmodelled("what", at(1)), True),
        (Exit(Scope.PROCESS, constant(0), at(1)), True),
        (Jump("l", None, at(1)), True),
        (Jump("l", read(R), at(1)), False),
        (assign(X, 1), False),
    ],
)
def test_ends(instruction: Instruction, expected: bool) -> None:
    assert ends(instruction) is expected


def test_the_first_spawn() -> None:
    assert plan(assign(R, 1), spawn("u"), spawn("v"), returned()).first_spawn == 1
    assert plan(assign(R, 1), returned()).first_spawn == 2
