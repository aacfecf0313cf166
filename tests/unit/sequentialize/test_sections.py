"""Open sections before each instruction."""

from __future__ import annotations

import pytest

from unthread.core.diagnostics import Unsupported
from unthread.core.source import NOWHERE
from unthread.program.expressions import Storage, Variable, read_register
from unthread.program.instructions import AtomicBegin, AtomicEnd, Instruction, Jump, Label, Return
from unthread.program.types import INT
from unthread.sequentialize.sections import Depth, balance_of, depths_of, own_effect

BEGIN, END, RETURN = AtomicBegin(NOWHERE), AtomicEnd(NOWHERE), Return(None, NOWHERE)
TOP = Label("top", NOWHERE)
TEST = read_register(Variable("c", INT, Storage.REGISTER, "c", NOWHERE))


def depths(*body: Instruction, start: int = 0) -> list[tuple[int, int] | None]:
    return [None if depth is None else (depth.least, depth.most) for depth in depths_of(body, start=start)]


def test_without_sections_nothing_changes() -> None:
    assert depths(TOP, Jump("top", TEST, NOWHERE), RETURN, start=2) == [(2, 2)] * 3
    assert depths_of(()) == []


def test_sections_open_and_end() -> None:
    assert depths(BEGIN, TOP, Jump("top", TEST, NOWHERE), END, RETURN) == [(0, 0), *[(1, 1)] * 3, (0, 0)]


def test_ways_that_meet_count_both() -> None:
    assert depths(Jump("top", TEST, NOWHERE), BEGIN, TOP, RETURN) == [(0, 0), (0, 0), (0, 1), (0, 1)]


def test_what_is_never_reached_has_none() -> None:
    assert depths(BEGIN, END, RETURN, RETURN) == [(0, 0), (1, 1), (0, 0), None]


def test_a_loop_that_begins_a_section_in_each_round() -> None:
    with pytest.raises(Unsupported, match="every iteration"):
        depths(TOP, BEGIN, Jump("top", None, NOWHERE))


def test_balance() -> None:
    assert balance_of((BEGIN, RETURN), own_effect) == 1
    assert balance_of((END, RETURN), own_effect) == -1
    assert balance_of((RETURN,), own_effect) == 0
    assert Depth(0, 1).behind(-1) == Depth(0, 0)
