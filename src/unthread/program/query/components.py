"""Strongly connected components. In: the successors of nodes 0, 1, 2, ... Out: lists of nodes."""

from __future__ import annotations

from collections.abc import Iterator

from unthread.program.query.graph import Edges


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
