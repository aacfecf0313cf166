"""Counterexamples of tools: which steps and inputs of the user's program they are about."""

from __future__ import annotations

from unthread.backends.base import ToolStep, ToolViolation
from unthread.backends.witness import STEP, claim_at, witness_of
from unthread.core.properties import Property
from unthread.core.source import DataModel, Loc
from unthread.core.trace import StepKind
from unthread.program.types import CHAR, INT, BoolType, FloatType, Type
from unthread.sequentialize.emitted import (
    ClaimOrigin,
    Dialect,
    Emitted,
    InputOrigin,
    Origin,
    PointOrigin,
    Schema,
)

HERE, THERE = Loc("a.c", 3, 1, "main"), Loc("a.c", 4, 1, "main")


def emitted(type: Type = INT) -> Emitted:
    origins: dict[int, tuple[Origin, ...]] = {
        10: (PointOrigin(1, HERE, StepKind.WRITE),),
        11: (InputOrigin(1, "n", HERE, type, "n_1"),),
        12: (ClaimOrigin(1, Property.REACH, "assertion violated: x", THERE),),
    }
    return Emitted("", origins, Schema.LAZY, Dialect.CBMC, DataModel.M64)


def test_the_assertion_on_a_line() -> None:
    claim = claim_at(emitted(), 12)
    assert claim is not None
    assert claim.loc == THERE
    assert claim_at(emitted(), 10) is None
    assert claim_at(emitted(), None) is None


def test_steps_and_inputs_in_order() -> None:
    events = (
        ToolStep(10, STEP, 1),
        ToolStep(11, "n_1", 5),
        ToolStep(11, "other", 6),
        ToolStep(10, "x", 1),
        ToolStep(10, STEP, 2),
    )
    witness = witness_of(emitted(), ToolViolation(events, 12))
    assert witness is not None
    assert (witness.violation.property, witness.violation.thread) == (Property.REACH, 1)
    assert [(mark.thread, mark.loc) for mark in witness.marks] == [(1, HERE), (1, HERE)]
    assert [(value.name, value.value) for value in witness.inputs] == [("n", 5)]


def test_a_tool_that_shows_nothing() -> None:
    assert witness_of(emitted(), ToolViolation(None, 12)) is None
    assert witness_of(emitted(), ToolViolation((), 99)) is None


def test_bits_mean_what_the_type_says() -> None:
    for type, bits, expected in (
        (CHAR, 0xFFF9, -7),
        (INT, 0xFFFFFFFF, -1),
        (BoolType(), 4, 1),
        (FloatType(64, 8), 0x3FF8000000000000, "0x1.8000000000000p+0"),
    ):
        witness = witness_of(emitted(type), ToolViolation((ToolStep(11, "n_1", bits),), 12))
        assert witness is not None
        (value,) = witness.inputs
        assert value.value == expected
