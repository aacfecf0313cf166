"""The control-flow graph of a body: blocks, dominators, loops.

In: the instructions of a function. Out: numbers of blocks (the entry is block 0) or of instructions.
Everything is iterative and near linear; loops cost linear time for each level of nesting.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from unthread.core.records import dataclass
from unthread.program.instructions import (
    Cut,
    Exit,
    Instruction,
    Jump,
    Label,
    Return,
    Unmodelled,
)
from unthread.program.query.components import Edges, cycles_among

Body: TypeAlias = Sequence[Instruction]


@dataclass(frozen=True, slots=True)
class BackEdge:
    """An edge from inside a loop back to its entry."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Loop:
    """Blocks that can reach each other. A natural loop has one entry; more than one means that gotos
    lead into its middle. `parent` is the position of the next larger loop in the list of loops,
    which comes before it. Without `back_edges` only the loops inside are left of it."""

    entries: tuple[int, ...]
    blocks: frozenset[int]
    back_edges: tuple[BackEdge, ...]
    parent: int | None
    depth: int

    @property
    def is_natural(self) -> bool:
        return len(self.entries) == 1


@dataclass(frozen=True, slots=True)
class Block:
    """The instructions from `start` up to `end` (not included), always executed one after the other."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Graph:
    blocks: tuple[Block, ...]
    successors: tuple[tuple[int, ...], ...]
    predecessors: tuple[tuple[int, ...], ...]


def is_final(instruction: Instruction) -> bool:
    """Execution never continues with the next instruction."""
    match instruction:
        case Return() | Exit() | Unmodelled() | Cut() | Jump(_, None):
            return True
        case _:
            return False


def graph_of(body: Body) -> Graph:
    blocks = _blocks(body)
    block_of_label = {
        instruction.name: number
        for number, block in enumerate(blocks)
        if isinstance(instruction := body[block.start], Label)
    }
    successors = tuple(
        _block_successors(body[block.end - 1], number, len(blocks), block_of_label)
        for number, block in enumerate(blocks)
    )
    return Graph(tuple(blocks), successors, reversed_edges(successors))


def _blocks(body: Body) -> list[Block]:
    starts = [
        index
        for index, instruction in enumerate(body)
        if index == 0
        or isinstance(instruction, Label)
        or isinstance(body[index - 1], Jump)
        or is_final(body[index - 1])
    ]
    return [Block(start, end) for start, end in pairwise([*starts, len(body)])]


def _block_successors(
    last: Instruction, number: int, count: int, block_of_label: dict[str, int]
) -> tuple[int, ...]:
    following = (number + 1,) if number + 1 < count and not is_final(last) else ()
    if not isinstance(last, Jump):
        return following
    target = block_of_label[last.label]
    return following if target in following else (*following, target)


def reversed_edges(successors: Edges) -> tuple[tuple[int, ...], ...]:
    predecessors: list[list[int]] = [[] for _ in successors]
    for source, targets in enumerate(successors):
        for target in targets:
            predecessors[target].append(source)
    return tuple(tuple(sources) for sources in predecessors)


def depth_first(successors: Edges) -> tuple[list[int], list[int], list[int]]:
    """Nodes reachable from node 0 in preorder and in postorder, and every node's parent in that tree
    (-1 for node 0 and for unreachable nodes)."""
    parent = [-1] * len(successors)
    preorder: list[int] = []
    postorder: list[int] = []
    if not successors:
        return preorder, postorder, parent
    seen = bytearray(len(successors))
    seen[0] = 1
    preorder.append(0)
    stack = [(0, iter(successors[0]))]
    while stack:
        node, targets = stack[-1]
        for target in targets:
            if not seen[target]:
                seen[target] = 1
                parent[target] = node
                preorder.append(target)
                stack.append((target, iter(successors[target])))
                break
        else:
            postorder.append(node)
            stack.pop()
    return preorder, postorder, parent


def reachable_instructions(body: Body) -> set[int]:
    graph = graph_of(body)
    reached = depth_first(graph.successors)[0]
    return {
        index for number in reached for index in range(graph.blocks[number].start, graph.blocks[number].end)
    }


# Lengauer and Tarjan's algorithm with path compression. All arrays below are indexed by preorder number.
def immediate_dominators(successors: Edges) -> list[int | None]:
    """For each node the last other node that every path from node 0 to it goes through; None for node 0
    and for unreachable nodes."""
    preorder, _, tree_parent = depth_first(successors)
    number = {node: position for position, node in enumerate(preorder)}
    predecessors = reversed_edges(successors)
    count = len(preorder)
    parent = [number[tree_parent[node]] if position else 0 for position, node in enumerate(preorder)]
    semi = list(range(count))
    label = list(range(count))
    ancestor = [-1] * count
    dominator = [0] * count
    bucket: list[list[int]] = [[] for _ in range(count)]
    for node in range(count - 1, 0, -1):
        for predecessor in predecessors[preorder[node]]:
            if predecessor in number:
                best = _least_on_path(number[predecessor], ancestor, label, semi)
                semi[node] = min(semi[node], semi[best])
        bucket[semi[node]].append(node)
        ancestor[node] = parent[node]
        for waiting in bucket[parent[node]]:
            best = _least_on_path(waiting, ancestor, label, semi)
            dominator[waiting] = best if semi[best] < semi[waiting] else parent[node]
        bucket[parent[node]].clear()
    result: list[int | None] = [None] * len(successors)
    for node in range(1, count):
        if dominator[node] != semi[node]:
            dominator[node] = dominator[dominator[node]]
        result[preorder[node]] = preorder[dominator[node]]
    return result


def _least_on_path(node: int, ancestor: list[int], label: list[int], semi: list[int]) -> int:
    """The node of least semidominator between `node` and the root of its tree in the forest."""
    if ancestor[node] < 0:
        return node
    path = []
    while ancestor[ancestor[node]] >= 0:
        path.append(node)
        node = ancestor[node]
    best = label[node]
    for lower in reversed(path):
        above = ancestor[lower]
        if semi[label[above]] < semi[label[lower]]:
            label[lower] = label[above]
        ancestor[lower] = ancestor[above]
        best = label[lower]
    return best


class Dominance:
    """Answers "does a dominate b" in constant time."""

    def __init__(self, successors: Edges) -> None:
        self.immediate = immediate_dominators(successors)
        children: list[list[int]] = [[] for _ in successors]
        for node, dominator in enumerate(self.immediate):
            if dominator is not None:
                children[dominator].append(node)
        preorder, postorder, _ = depth_first(children)
        self._first = {node: position for position, node in enumerate(preorder)}
        self._last = {node: position for position, node in enumerate(postorder)}

    def dominates(self, above: int, below: int) -> bool:
        """Every path from node 0 to `below` goes through `above`; a reachable node dominates itself."""
        if above not in self._first or below not in self._first:
            return False
        return self._first[above] <= self._first[below] and self._last[below] <= self._last[above]


def back_edges(successors: Edges) -> list[BackEdge]:
    """The edges to a dominator of where they start; they make the natural loops."""
    dominance = Dominance(successors)
    return [
        BackEdge(source, target)
        for source, targets in enumerate(successors)
        for target in targets
        if dominance.dominates(target, source)
    ]


# A component of mutually reachable blocks is a loop. Cut the edges that lead back to its entries (where
# it has several: those that do not belong to a natural loop of that entry), and look for components in
# what is left. Every natural loop is found once, since no entry of a component dominates another one.
def loops(successors: Edges) -> list[Loop]:
    """All loops, outer ones before inner ones."""
    dominance = Dominance(successors)
    predecessors = reversed_edges(successors)
    found: list[Loop] = []
    reachable = depth_first(successors)[0]
    cut: set[tuple[int, int]] = set()
    pending: list[tuple[Sequence[int], int | None, int]] = [(reachable, None, 1)]
    while pending:
        nodes, parent, depth = pending.pop()
        for component in cycles_among(nodes, successors, cut):
            members = frozenset(component)
            entries = _entries(members, predecessors, dominance)
            edges = [
                BackEdge(source, target)
                for target in entries
                for source in predecessors[target]
                if source in members and (source, target) not in cut
                if len(entries) == 1 or not dominance.dominates(target, source)
            ]
            cut.update((edge.source, edge.target) for edge in edges)
            found.append(Loop(entries, members, tuple(edges), parent, depth))
            pending.append((component, len(found) - 1, depth + 1))
    return found


def _entries(members: frozenset[int], predecessors: Edges, dominance: Dominance) -> tuple[int, ...]:
    return tuple(
        sorted(
            node
            for node in members
            if node == 0
            or any(source not in members and dominance.dominates(0, source) for source in predecessors[node])
        )
    )
