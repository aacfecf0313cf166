"""Graphs of any kind: what is reached, and strongly connected components.

In: the successors of nodes 0, 1, 2, ... Out: nodes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

Edges: TypeAlias = Sequence[Sequence[int]]


def reached_from(start: int, edges: Edges) -> set[int]:
    """The nodes that some way leads to, `start` among them."""
    seen, pending = {start}, [start]
    while pending:
        for target in edges[pending.pop()]:
            if target not in seen:
                seen.add(target)
                pending.append(target)
    return seen


def cycles(edges: Edges) -> Iterator[list[int]]:
    """The components from whose nodes a way leads back to them."""
    for component in components(edges):
        if len(component) > 1 or component[0] in edges[component[0]]:
            yield component


def cycles_among(nodes: Sequence[int], edges: Edges, cut: Collection[tuple[int, int]]) -> Iterator[list[int]]:
    """The same, as if there were no other nodes, nor the edges that are cut."""
    number = {node: position for position, node in enumerate(nodes)}
    inner = [
        [number[target] for target in edges[node] if target in number and (node, target) not in cut]
        for node in nodes
    ]
    for component in cycles(inner):
        yield [nodes[position] for position in component]


# Tarjan's algorithm without recursion: `low` becomes the first open node that can be reached.
def components(edges: Edges) -> Iterator[list[int]]:
    """The strongly connected components of a graph whose nodes are 0, 1, 2, ..."""
    order = [-1] * len(edges)
    low = [0] * len(edges)
    stack: list[int] = []
    is_open = bytearray(len(edges))
    count = 0
    for root in range(len(edges)):
        path = [] if order[root] >= 0 else [(root, iter(edges[root]))]
        while path:
            node, targets = path[-1]
            if order[node] < 0:
                order[node] = low[node] = count
                count += 1
                stack.append(node)
                is_open[node] = 1
            for target in targets:
                if order[target] < 0:
                    path.append((target, iter(edges[target])))
                    break
                if is_open[target]:
                    low[node] = min(low[node], order[target])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == order[node]:
                    component = _pop_through(node, stack)
                    for member in component:
                        is_open[member] = 0
                    yield component


def _pop_through(node: int, stack: list[int]) -> list[int]:
    taken = [stack.pop()]
    while taken[-1] != node:
        taken.append(stack.pop())
    return taken
