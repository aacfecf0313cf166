"""The constraint graph by itself: sets flow along copies, maps, loads and stores."""

from __future__ import annotations

import pytest

from tests.support.builder import shared
from unthread.analysis import points_to_graph
from unthread.analysis.locations import FunctionInstance, Move, Space, bit_numbers
from unthread.analysis.points_to_graph import EMPTY, ConstraintGraph, GraphCall


def graph() -> tuple[ConstraintGraph, int, int]:
    """With the bits of two objects of eight bytes."""
    space = Space()
    x, y = (space.object(shared(name), 8) for name in "xy")
    return ConstraintGraph(space), 1 << space.location(x, 0, ()), 1 << space.location(y, 0, ())


def solve(found: ConstraintGraph) -> list[tuple[GraphCall, int]]:
    return list(found.propagate())


def test_copies_carry_what_comes_before_and_after_them() -> None:
    found, x, y = graph()
    a, b = found.node(), found.node()
    found.add(a, x)
    found.copy(a, b)
    found.add(a, y)
    solve(found)
    assert found.set_of(b) == x | y
    assert found.set_of(EMPTY) == 0


def test_nodes_on_a_cycle_become_one() -> None:
    found, x, y = graph()
    a, b, c = found.node(), found.node(), found.node()
    for source, target in ((a, b), (b, c), (c, a)):
        found.copy(source, target)
    found.join([a, b, c])
    found.add(b, x)
    found.add(c, y)
    solve(found)
    assert {found.leader(node) for node in (a, b, c)} == {a}
    assert found.set_of(a) == found.set_of(b) == x | y


def test_cycles_are_found_while_sets_are_carried_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(points_to_graph, "PATIENCE", 1)
    found, x, _ = graph()
    nodes = [found.node() for _ in range(4)]
    for source, target in zip(nodes, [*nodes[1:], nodes[0]], strict=True):
        found.copy(source, target)
    found.add(nodes[2], x)
    solve(found)
    assert len({found.leader(node) for node in nodes}) == 1
    assert found.set_of(nodes[1]) == x


def test_a_load_reads_what_a_store_wrote_through_another_pointer() -> None:
    found, x, y = graph()
    p, q, value = found.node(), found.node(), found.constant(y)
    result = found.load(p, 8)
    found.store(q, 8, value)
    found.add(p, x)
    found.add(q, x)
    solve(found)
    assert found.set_of(result) == y
    assert found.load(EMPTY, 8) == EMPTY


def test_a_part_of_a_stored_pointer_leads_anywhere_in_its_object() -> None:
    found, x, y = graph()
    p = found.constant(x)
    found.store(p, 8, found.constant(y))
    result = found.load(p, 4)
    solve(found)
    (location,) = bit_numbers(found.set_of(result))
    assert found.space.public(location).offset is None


def test_maps_move_pointers_once_for_each_source() -> None:
    found, x, _ = graph()
    p = found.node()
    moved = found.mapped(p, Move(1, 4))
    assert found.mapped(p, Move(1, 4)) == moved
    found.add(p, x)
    solve(found)
    (location,) = bit_numbers(found.set_of(moved))
    assert found.space.public(location).offset == 4


def test_joined_nodes_have_both_sets() -> None:
    found, x, y = graph()
    one, other = found.constant(x), found.constant(y)
    both = found.joined(one, other)
    assert found.joined(other, one) == both
    assert found.joined(one, EMPTY) == found.joined(EMPTY, one) == one
    solve(found)
    assert found.set_of(both) == x | y


def test_calls_are_told_of_each_location_once() -> None:
    found, x, y = graph()
    pointer = found.node()
    site = GraphCall(FunctionInstance("f"), 0, (), EMPTY, None, 0, False)
    found.calls[pointer] = [site]
    found.add(pointer, x)
    assert solve(found) == [(site, bit_numbers(x)[0])]
    found.add(pointer, x | y)
    assert solve(found) == [(site, bit_numbers(y)[0])]
