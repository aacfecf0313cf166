"""Bodies without dead code and dead assignments, but with everything that can be noticed."""

from __future__ import annotations

import pytest

from tests.support.builder import assign, at, binary, constant, read, register, returned, shared
from unthread.program.build.fold import negation
from unthread.program.build.tidy import cannot_fail, is_idle, without_dead_assignments, without_dead_code
from unthread.program.expressions import Convert, Expression
from unthread.program.instructions import Cut, Instruction, Jump, Label
from unthread.program.types import INT, UINT, FloatType

DOUBLE = FloatType(64, 8)
R, S, T = register("r"), register("s"), register("t")
X = shared("x")
TEST = read(T)


def label(name: str) -> Label:
    return Label(name, at(1))


def jump(name: str, condition: Expression | None = None) -> Jump:
    return Jump(name, condition, at(1))


@pytest.mark.parametrize("end", [jump("end"), returned(), Cut("bound", at(1))])
def test_what_cannot_be_reached_goes(end: Instruction) -> None:
    body: list[Instruction] = [
        jump("end", TEST),
        end,
        assign(X, 1),
        label("unused"),
        assign(X, 2),
        label("end"),
        returned(),
    ]
    assert assign(X, 1) not in without_dead_code(body)
    assert label("unused") not in without_dead_code(body)
    assert without_dead_code(body)[-1] == returned()


def test_a_jump_over_nothing_goes_unless_its_condition_reads_memory() -> None:
    assert without_dead_code([jump("l"), label("l"), returned()]) == [returned()]
    assert without_dead_code([jump("l", TEST), label("l"), returned()]) == [returned()]
    kept: list[Instruction] = [jump("l", read(X)), label("l"), returned()]
    assert without_dead_code(kept) == kept


def test_a_jump_over_a_jump_is_turned() -> None:
    body: list[Instruction] = [jump("a", TEST), jump("b"), label("a"), assign(X, 1), label("b"), returned()]
    assert without_dead_code(body) == [
        jump("b", negation(TEST)), assign(X, 1), label("b"), returned(),
    ]  # fmt: skip


def test_loops_stay() -> None:
    body: list[Instruction] = [label("top"), assign(X, 1), jump("top", TEST), returned()]
    assert without_dead_code(body) == body


def test_an_assignment_that_is_not_read_again_goes() -> None:
    assert without_dead_assignments([assign(R, 1), assign(R, 2), returned(read(R))]) == [
        assign(R, 2),
        returned(read(R)),
    ]
    assert without_dead_assignments([assign(R, 1), assign(S, read(R)), returned()]) == [returned()]


def test_one_that_is_read_on_some_way_stays() -> None:
    body: list[Instruction] = [
        assign(R, 1),
        jump("l", TEST),
        assign(R, 2),
        label("l"),
        assign(X, read(R)),
        returned(),
    ]
    assert without_dead_assignments(body) == body


@pytest.mark.parametrize("value", [read(X), binary("/", read(S), read(T)), binary("+", read(S), constant(1))])
def test_what_can_be_noticed_or_fail_stays(value: Expression) -> None:
    body: list[Instruction] = [assign(R, value), returned()]
    assert without_dead_assignments(body) == body
    assert not is_idle(value)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (binary("+", read(R), constant(1)), False),
        (binary("+", read(register("u", UINT)), constant(1, UINT)), True),
        (binary("<", read(R), constant(1)), True),
        (binary("&", read(R), constant(1)), True),
        (binary("==", binary("/", read(R), read(S)), constant(1)), False),
        (Convert(read(register("d", DOUBLE)), INT), False),
        (Convert(read(R), DOUBLE), True),
    ],
)
def test_what_cannot_fail(expression: Expression, expected: bool) -> None:
    assert cannot_fail(expression) is expected
