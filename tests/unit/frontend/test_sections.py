"""Statements as atomic sections."""

from __future__ import annotations

import pytest

from tests.support.builder import assign, at, call, local, read, register, shared
from unthread.frontend.sections import make_atomic
from unthread.program.instructions import AtomicBegin, AtomicEnd, Instruction, Jump, Label

X, Y, R = shared("x"), shared("y"), register("r")
OWN = local("own", escapes=False)
BEGIN, END = AtomicBegin(at(1)), AtomicEnd(at(1))
LOAD, STORE = assign(R, read(X)), assign(Y, read(R))
CALL = call(None, "f")
LABEL, JUMP = Label("l", at(1)), Jump("l", read(R), at(1))


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ([LOAD, STORE], [BEGIN, LOAD, STORE, END]),
        ([STORE], [STORE]),  # one access is one step
        ([assign(OWN, 1), assign(R, read(OWN)), STORE], [assign(OWN, 1), assign(R, read(OWN)), STORE]),
        ([LOAD, STORE, CALL, LOAD, STORE], [BEGIN, LOAD, STORE, END, CALL, BEGIN, LOAD, STORE, END]),
        ([LOAD, CALL, STORE], [LOAD, CALL, STORE]),
        ([LOAD, JUMP, STORE, LABEL], [BEGIN, LOAD, JUMP, STORE, LABEL, END]),
        ([LOAD, STORE, JUMP, CALL, LABEL], [LOAD, STORE, JUMP, CALL, LABEL]),  # jumps must stay inside
        ([BEGIN, LOAD, STORE, END], [BEGIN, LOAD, STORE, END]),
    ],
)
def test_a_statement(statement: list[Instruction], expected: list[Instruction]) -> None:
    before: list[Instruction] = [LOAD, STORE]
    body = [*before, *statement]
    make_atomic(body, len(before))
    assert body == [*before, *expected]
