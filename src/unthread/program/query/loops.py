"""The loops of a function as a tree, ready to be unwound: a region is a list of blocks and loops in an
order in which every edge that stays in the region, and is not a back edge, goes forward."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace

from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.program.instructions import Declare, Instruction, Jump, Label
from unthread.program.program import Function
from unthread.program.query.components import reached_from
from unthread.program.query.graph import Graph, Loop, graph_of, loops
from unthread.program.query.uses import variables_of


@dataclass(frozen=True, slots=True)
class LoopRegion:
    items: tuple[int | LoopNode, ...]
    blocks: frozenset[int]


@dataclass(frozen=True, slots=True)
class LoopNode:
    """`back` are the edges of this loop. `tests` are the blocks at its top that decide whether there
    is another iteration: in the last one they run, and nothing else of the loop does. `tail` are blocks that
    leave the loop but belong to one iteration of it: they use a variable that is declared in the loop. They
    are part of `region`, not of `loop`."""

    loop: Loop
    region: LoopRegion
    back: frozenset[tuple[int, int]]
    tests: frozenset[int]
    loc: Loc
    tail: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Shape:
    function: Function
    graph: Graph
    region: LoopRegion
    nodes: tuple[LoopNode, ...]  # outer loops before inner ones
    labels: dict[str, int]  # the block that each label begins

    def block_of(self, index: int) -> int:
        return bisect_right(self.graph.blocks, index, key=lambda block: block.start) - 1


def shape_of(function: Function) -> Shape:
    graph = graph_of(function.body)
    found = loops(graph.successors)
    inner: list[list[int]] = [[] for _ in found]
    top: list[int] = []
    for number, loop in enumerate(found):
        (top if loop.parent is None else inner[loop.parent]).append(number)
    nodes: dict[int, LoopNode] = {}
    cut = {(edge.source, edge.target) for loop in found for edge in loop.back_edges}
    for number in reversed(range(len(found))):
        loop = found[number]
        region = _region(function, graph, loop.blocks, [nodes[child] for child in inner[number]], cut)
        back = frozenset((edge.source, edge.target) for edge in loop.back_edges)
        loc = function.body[graph.blocks[loop.entries[0]].start].loc
        nodes[number] = LoopNode(loop, region, back, _tests(graph, loop, function.body), loc)
    reachable = frozenset(reached_from(0, graph.successors))
    region = _region(function, graph, reachable, [nodes[number] for number in top], cut)
    labels = {
        instruction.name: number
        for number, block in enumerate(graph.blocks)
        if isinstance(instruction := function.body[block.start], Label)
    }
    return Shape(function, graph, region, tuple(nodes[number] for number in range(len(found))), labels)


def _region(
    function: Function,
    graph: Graph,
    blocks: frozenset[int],
    children: list[LoopNode],
    cut: set[tuple[int, int]],
) -> LoopRegion:
    """Blocks and loops in topological order, each loop taken as one node."""
    owner: dict[int, int | LoopNode] = {block: block for block in blocks}
    for child in children:
        owner.update(dict.fromkeys(child.loop.blocks, child))
    keys = {block: id(item) if isinstance(item, LoopNode) else item for block, item in owner.items()}
    items = {keys[block]: item for block, item in owner.items()}
    targets: dict[int, dict[int, None]] = {key: {} for key in items}
    waiting = dict.fromkeys(items, 0)
    for block in sorted(blocks):
        for target in graph.successors[block]:
            if target not in blocks or (block, target) in cut or keys[block] == keys[target]:
                continue
            if keys[target] not in targets[keys[block]]:
                targets[keys[block]][keys[target]] = None
                waiting[keys[target]] += 1
    first = {key: min(b for b in blocks if keys[b] == key) for key in items} if len(items) < 64 else {}
    ready = sorted((key for key, count in waiting.items() if not count), key=lambda key: first.get(key, 0))
    order: list[int | LoopNode] = []
    while ready:
        key = ready.pop(0)
        order.append(items[key])
        for target in targets[key]:
            waiting[target] -= 1
            if not waiting[target]:
                ready.insert(0, target)
    assert len(order) == len(items), "a region without its back edges has no cycle"
    sources: dict[int, set[int]] = {key: set() for key in items}
    for key, reached in targets.items():
        for target in reached:
            sources[target].add(key)
    return LoopRegion(tuple(_with_tails(function, graph, order, sources)), blocks)


def _key(item: int | LoopNode) -> int:
    return id(item) if isinstance(item, LoopNode) else item


def _with_tails(
    function: Function, graph: Graph, order: list[int | LoopNode], sources: dict[int, set[int]]
) -> list[int | LoopNode]:
    """Items that only one loop leads to, and in which a variable of that loop still lives, go into it."""
    position = 0
    while position < len(order):
        node = order[position]
        if isinstance(node, LoopNode):
            tail = _tail(function, graph, node, order[position + 1 :], sources)
            if tail:
                inside = frozenset(block for item in tail for block in _blocks_of(item))
                region = LoopRegion((*node.region.items, *tail), node.region.blocks | inside)
                order[position] = replace(node, region=region, tail=inside)
                taken = {_key(item) for item in tail}
                order = [item for item in order if _key(item) not in taken]
        position += 1
    return order


def _tail(
    function: Function,
    graph: Graph,
    node: LoopNode,
    behind: list[int | LoopNode],
    sources: dict[int, set[int]],
) -> list[int | LoopNode]:
    declared = {
        instruction.variable
        for block in node.loop.blocks
        for instruction in _code(function, graph, block)
        if isinstance(instruction, Declare)
    }
    if not declared:
        return []
    reached = {_key(node)}
    candidates: list[int | LoopNode] = []
    for item in behind:
        if sources[_key(item)] and sources[_key(item)] <= reached:
            reached.add(_key(item))
            candidates.append(item)
    needed: set[int] = set()
    kept: list[int | LoopNode] = []
    for item in reversed(candidates):
        uses = any(
            not declared.isdisjoint(variables_of(instruction))
            for block in _blocks_of(item)
            for instruction in _code(function, graph, block)
        )
        if uses or _key(item) in needed:
            kept.append(item)
            needed |= sources[_key(item)]
    return kept[::-1]


def _blocks_of(item: int | LoopNode) -> frozenset[int]:
    return item.region.blocks if isinstance(item, LoopNode) else frozenset({item})


def _code(function: Function, graph: Graph, block: int) -> tuple[Instruction, ...]:
    return function.body[graph.blocks[block].start : graph.blocks[block].end]


def _tests(graph: Graph, loop: Loop, body: tuple[Instruction, ...]) -> frozenset[int]:
    """From the entry on, blocks that may leave the loop by their last jump and are reached only through such
    blocks. A block that goes back to the entry ends an iteration, so it is not a test before one: the body of
    a `do` loop may be such a block."""
    if not loop.is_natural:
        return frozenset()
    found: set[int] = set()
    pending = [loop.entries[0]]
    back = {(edge.source, edge.target) for edge in loop.back_edges}
    while pending:
        block = pending.pop()
        leaves = any(target not in loop.blocks for target in graph.successors[block])
        branches = isinstance(body[graph.blocks[block].end - 1], Jump)
        before = [p for p in graph.predecessors[block] if p in loop.blocks and (p, block) not in back]
        ends = any((block, target) in back for target in graph.successors[block])
        if ends or not (leaves and branches) or not all(p in found for p in before):
            continue
        found.add(block)
        pending += [t for t in graph.successors[block] if t in loop.blocks and t not in found]
    return frozenset(found)
