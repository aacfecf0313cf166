"""What kind of step an instruction is."""

from __future__ import annotations

import pytest

from tests.support.builder import assign, at, constant, local, read, register, returned, shared, spawn
from unthread.core.trace import StepKind
from unthread.program.instructions import (
    AtomicBegin,
    BlockUntil,
    Discard,
    Exit,
    Free,
    Instruction,
    Jump,
    Print,
    Region,
    Scope,
)
from unthread.program.query.steps import step_kind
from unthread.program.types import CHAR, INT, PointerType

X, R, P = shared("x"), register("r"), register("p", PointerType(CHAR))


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        (assign(X, 1), StepKind.WRITE),
        (assign(R, read(X)), StepKind.READ),
        (Jump("l", read(X), at(1)), StepKind.READ),
        (AtomicBegin(at(1)), StepKind.SECTION),
        (BlockUntil(read(X), at(1)), StepKind.WAIT),
        (spawn("f"), StepKind.SPAWN),
        (Free(read(P), Region.HEAP, at(1)), StepKind.FREE),
        (Discard(local("y"), at(1)), StepKind.FREE),
        (Print(R, constant(1, INT), read(P), read(P), at(1)), StepKind.PRINT),
        (Exit(Scope.PROCESS, constant(0), at(1)), StepKind.END),
        (returned(), StepKind.END),
        (None, StepKind.END),
    ],
)
def test_kinds(instruction: Instruction | None, expected: StepKind) -> None:
    assert step_kind(instruction) is expected
