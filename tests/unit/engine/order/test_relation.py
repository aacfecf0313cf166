"""Orders of segments: what is fixed, and that no cycle is left, whichever pairs are asked for."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from unthread.engine.order import relation as module
from unthread.engine.order.relation import Relation, Segment, TooManyEdges, in_order
from unthread.engine.terms.nodes import Bool
from unthread.engine.terms.solver import TermSolver
from unthread.engine.terms.terms import Terms

STARTS = {1: (0, 1), 2: (0, 2), 3: (1, 1)}


def possible(relation: Relation, *conditions: Bool) -> bool:
    return TermSolver().satisfiable([*relation.constraints(), *conditions])


def test_program_order_and_creation_are_fixed() -> None:
    terms = Terms()
    relation = Relation(terms, STARTS)
    assert relation.before((1, 0), (1, 2)) is terms.true
    assert relation.before((1, 2), (1, 0)) is terms.false
    assert relation.before((0, 1), (1, 0)) is terms.true
    assert relation.before((3, 0), (0, 1)) is terms.false  # started by what it has started
    assert relation.before((0, 2), (3, 0)).op is terms.choice_variable("").op
    assert relation.before((0, 2), (1, 0)) is relation.before((1, 0), (0, 2)).inverse


def test_there_is_no_cycle() -> None:
    relation = Relation(Terms(), STARTS)
    a, b, c = (1, 1), (2, 1), (3, 1)
    around = [relation.before(a, b), relation.before(b, c), relation.before(c, a)]
    assert not possible(relation, *around)
    assert not possible(relation, *(edge.inverse for edge in around))
    assert possible(relation, *around[:2])


def test_a_cycle_through_the_order_of_threads_is_one_too() -> None:
    relation = Relation(Terms(), STARTS)
    crossing = relation.before((1, 2), (2, 0)), relation.before((2, 3), (1, 1))
    assert not possible(relation, *crossing)
    assert possible(relation, crossing[0])


def test_exactly_the_orders_are_left() -> None:
    """Of four segments of two threads and two more, every order that keeps the threads' own."""
    relation = Relation(Terms(), {})
    nodes: list[Segment] = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (3, 0)]
    pairs = [(a, b) for a, b in combinations(nodes, 2) if a[0] != b[0]]
    edges = {pair: relation.before(*pair) for pair in pairs}
    solver = TermSolver()
    for constraint in relation.constraints():
        solver.assume(constraint)
    found = 0
    while solver.satisfiable([]):
        found += 1
        values = {pair: solver.is_true(edge) for pair, edge in edges.items()}
        same = relation.terms.all(edge if values[pair] else edge.inverse for pair, edge in edges.items())
        solver.assume(same.inverse)
    wanted = [p for p in permutations(nodes) if all(p.index((t, 0)) < p.index((t, 1)) for t in (0, 1))]
    assert found == len(wanted)


def test_too_many_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TRIANGLES", 10)
    relation = Relation(Terms(), {})
    for thread, other in combinations(range(5), 2):
        relation.before((thread, 0), (other, 0))
    with pytest.raises(TooManyEdges):
        list(relation.constraints())


def test_segments_of_a_thread_stay_together_where_they_can() -> None:
    edges = {(0, 1): [(0, 0)], (1, 1): [(1, 0), (0, 0)], (0, 2): [(0, 1), (1, 1)]}
    assert in_order([(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)], edges) == [
        (0, 0),
        (0, 1),
        (1, 0),
        (1, 1),
        (0, 2),
    ]
