"""Open sections before each instruction."""

from __future__ import annotations

import pytest

from unthread.core.diagnostics import Unsupported
from unthread.core.source import NOWHERE
from unthread.program.expressions import Storage, Variable, read_register
from unthread.program.instructions import AtomicBegin, AtomicEnd, Instruction, Jump, Label, Return
from unthread.program.query.graph import graph_of
from unthread.program.query.sections import (
    Depth,
    balance_of,
    depths_by_way,
    depths_of,
    depths_without_loops,
    is_balanced,
    is_balanced_path,
    own_effect,
)
from unthread.program.types import INT

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
    assert Depth(0, 1).after(-1) == Depth(0, 0)


def test_without_loops_one_pass_tells_the_same() -> None:
    body = (Jump("top", TEST, NOWHERE), BEGIN, BEGIN, END, TOP, END, RETURN, BEGIN)
    assert depths_without_loops(body, lambda item: isinstance(item, Return)) == depths_of(body)


def test_what_follows_an_end_counts_for_nothing() -> None:
    body = (Jump("top", TEST, NOWHERE), BEGIN, RETURN, END, TOP, RETURN)
    found = depths_without_loops(body, lambda item: isinstance(item, Return))
    assert found == [Depth(0, 0), Depth(0, 0), Depth(1, 1), None, Depth(0, 0), Depth(0, 0)]


def test_each_way_by_itself() -> None:
    body = (Jump("top", TEST, NOWHERE), BEGIN, TOP, RETURN)
    assert sorted(depths_by_way(body, graph_of(body))) == [(0, 0), (1, 0), (2, 0), (2, 1), (3, 0), (3, 1)]


def test_a_section_of_the_caller_that_ends_is_negative_in_its_block() -> None:
    body = (END, RETURN, RETURN)
    assert [*depths_by_way(body, graph_of(body))] == [(0, 0), (1, -1)]


def test_balanced_bodies_end_what_they_begin_on_every_way() -> None:
    assert is_balanced((BEGIN, TOP, Jump("top", TEST, NOWHERE), END, RETURN))
    assert not is_balanced((Jump("top", TEST, NOWHERE), BEGIN, TOP, RETURN))
    assert not is_balanced((END, BEGIN, RETURN))
    assert not is_balanced((TOP, BEGIN, Jump("top", None, NOWHERE)))


def test_balanced_paths() -> None:
    assert is_balanced_path((BEGIN, BEGIN, END, END))
    assert is_balanced_path(())
    assert not is_balanced_path((END, BEGIN))
    assert not is_balanced_path((BEGIN,))
