"""What becomes of what is known where ways meet."""

from __future__ import annotations

from unthread.program.expressions import Storage, Variable
from unthread.program.types import IntType
from unthread.proof.numbers.spans import Ladder, Span
from unthread.proof.numbers.state import (
    NOTHING,
    Area,
    IntegerCell,
    NumericState,
    joined,
    with_cell,
    with_register,
    without_frames,
)

INT = IntType(32, True, "int")
ROW = Variable("row", INT, Storage.GLOBAL)
CELL = IntegerCell(ROW, 0, INT)
HERE, THERE = (0, "here"), (1, "there")


def test_both_spans_are_possible() -> None:
    one, other = with_register(NOTHING, HERE, Span(1, 1)), with_register(NOTHING, HERE, Span(3, 3))
    assert joined(one, other, {}, None).registers == {HERE: Span(1, 3)}
    assert joined(one, other, {}, Ladder([7])).registers == {HERE: Span(1, 6)}
    assert joined(one, NOTHING, {}, None).registers == {}
    assert joined(one, one, {}, None) is one


def test_pointers_into_two_variables_are_not_known() -> None:
    one = with_register(NOTHING, HERE, Area(ROW, Span(0, 0)))
    other = with_register(NOTHING, HERE, Area(ROW, Span(8, 8)))
    strange = with_register(NOTHING, HERE, Area(Variable("x", INT, Storage.GLOBAL), Span(0, 0)))
    assert joined(one, other, {}, None).pointers == {HERE: Area(ROW, Span(0, 8))}
    assert joined(one, strange, {}, None).pointers == {}


def test_a_cell_of_which_nothing_is_known_holds_what_it_holds_when_it_is_free() -> None:
    one = with_cell(NOTHING, CELL, Span(5, 5))
    assert joined(one, NOTHING, {CELL: Span(0, 1)}, None).cells == {CELL: Span(0, 5)}


def test_copies_end_when_the_cell_is_written() -> None:
    state = with_register(NOTHING, HERE, Span(0, 1), CELL)
    assert state.copies == {HERE: CELL}
    assert with_cell(state, CELL, Span(2, 2)).copies == {}
    assert with_register(state, HERE, Span(0, 1)).copies == {}


def test_what_belongs_to_a_call_ends_with_it() -> None:
    state = NumericState(
        {HERE: Span(0, 0), THERE: Span(1, 1)}, {}, {}, {THERE: CELL}, frozenset({(1, "x"), (0, "y")})
    )
    assert without_frames(state, frozenset({1})) == NumericState(
        {HERE: Span(0, 0)}, {}, {}, {}, frozenset({(0, "y")})
    )
