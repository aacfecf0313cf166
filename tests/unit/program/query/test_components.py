"""Components and cycles against what searching from every node finds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from unthread.program.query.components import Edges, components, cycles, cycles_among, reached_from


@st.composite
def graphs(draw: st.DrawFn) -> Edges:
    count = draw(st.integers(1, 7))
    return draw(st.lists(st.lists(st.integers(0, count - 1), max_size=4), min_size=count, max_size=count))


def mutual(edges: Edges) -> set[frozenset[int]]:
    """Nodes that reach each other."""
    reach = [reached_from(node, edges) for node in range(len(edges))]
    return {frozenset(other for other in reach[node] if node in reach[other]) for node in range(len(edges))}


@given(graphs())
def test_components_are_the_nodes_that_reach_each_other(edges: Edges) -> None:
    found = [frozenset(component) for component in components(edges)]
    assert set(found) == mutual(edges)
    assert sum(map(len, found)) == len(edges)


@given(graphs())
def test_each_component_comes_after_those_that_it_leads_to(edges: Edges) -> None:
    position = {node: at for at, component in enumerate(components(edges)) for node in component}
    assert all(position[target] <= position[node] for node in position for target in edges[node])


@given(graphs())
def test_cycles_are_components_with_an_edge_inside(edges: Edges) -> None:
    inside = {c for c in mutual(edges) if any(target in c for node in c for target in edges[node])}
    assert {frozenset(component) for component in cycles(edges)} == inside


@given(graphs(), st.data())
def test_cycles_of_a_part_know_nothing_of_the_rest(edges: Edges, data: st.DataObject) -> None:
    nodes = data.draw(st.lists(st.sampled_from(range(len(edges))), unique=True, min_size=1))
    cut = data.draw(st.sets(st.tuples(st.sampled_from(nodes), st.sampled_from(nodes))))
    part = [
        [target for target in targets if node in nodes and target in nodes and (node, target) not in cut]
        for node, targets in enumerate(edges)
    ]
    expected = {frozenset(component) for component in cycles(part)}
    assert {frozenset(component) for component in cycles_among(nodes, edges, cut)} == expected
