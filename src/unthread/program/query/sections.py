"""How many atomic sections a thread is in.

begin atomic       0
while (c) f();     1
end atomic         1
x = 1              0
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate

from unthread.core.diagnostics import Unsupported
from unthread.core.records import dataclass
from unthread.program.instructions import AtomicBegin, AtomicEnd, Call, Instruction, Jump, Label, Return
from unthread.program.query.graph import Graph, graph_of

_DEEPEST = 32  # sections inside one another; more of them come from a loop that begins one in each iteration
_DEEPEST_FOLLOWED = 8  # where each number of open sections is followed by itself
_CHANGING = (AtomicBegin, AtomicEnd, Call)

Effect = Callable[[int, Instruction], int]  # sections that an instruction leaves open, less those it ends


@dataclass(frozen=True, slots=True)
class Depth:
    """Open sections before an instruction: the fewest and the most, over all ways to it."""

    least: int
    most: int

    def joined(self, other: Depth | None) -> Depth:
        if other is None or other == self:
            return self
        return Depth(min(self.least, other.least), max(self.most, other.most))

    def after(self, change: int) -> Depth:
        return Depth(max(0, self.least + change), max(0, self.most + change)) if change else self


def change_of(instruction: Instruction) -> int:
    """By how many the open sections become more, or fewer; what is called does not count."""
    return isinstance(instruction, AtomicBegin) - isinstance(instruction, AtomicEnd)


def own_effect(index: int, instruction: Instruction) -> int:
    """Of an instruction that calls nothing."""
    return change_of(instruction)


def depths_of(body: Sequence[Instruction], effect: Effect = own_effect, start: int = 0) -> list[Depth | None]:
    """With `start` sections open at the beginning. None for what is never reached, if anything may begin or
    end a section."""
    changing = {index for index, item in enumerate(body) if isinstance(item, _CHANGING)}
    if not changing:
        return [Depth(start, start)] * len(body)
    graph = graph_of(body)
    depths: list[Depth | None] = [None] * len(body)
    arriving: dict[int, Depth] = {0: Depth(start, start)}
    pending = [0]
    while pending:
        number = pending.pop()
        depth, block = arriving[number], graph.blocks[number]
        for index in range(block.start, block.end):
            depths[index] = depth
            if index not in changing:
                continue
            depth = depth.after(effect(index, body[index]))
            if depth.most > start + _DEEPEST:
                raise Unsupported("an atomic section that a loop begins in every iteration", body[index].loc)
        for successor in graph.successors[number]:
            joined = depth.joined(arriving.get(successor))
            if joined != arriving.get(successor):
                arriving[successor] = joined
                pending.append(successor)
    return depths


def depths_without_loops(
    body: Sequence[Instruction], is_end: Callable[[Instruction], bool]
) -> list[Depth | None]:
    """The same for a body whose jumps go forward, in one pass. `is_end`: execution does not continue with the
    next instruction."""
    at_label: dict[str, Depth] = {}
    depths: list[Depth | None] = []
    depth: Depth | None = Depth(0, 0)
    for item in body:
        if isinstance(item, Label) and item.name in at_label:
            depth = at_label[item.name].joined(depth)
        depths.append(depth)
        if depth is None:
            continue
        if isinstance(item, Jump):
            at_label[item.label] = depth.joined(at_label.get(item.label))
        depth = None if is_end(item) else depth.after(change_of(item))
    return depths


def balance_of(body: Sequence[Instruction], effect: Effect) -> int:
    """Sections that calling the body leaves open, less those of its caller that it ends."""
    ends = [
        depth.most
        for depth, item in zip(depths_of(body, effect, _DEEPEST), body, strict=True)
        if isinstance(item, Return) and depth is not None
    ]
    return max(ends) - _DEEPEST if ends else 0


# ---- each way by itself


def depths_by_way(body: Sequence[Instruction], graph: Graph) -> Iterator[tuple[int, int]]:
    """Instructions with how many sections of the body are open before them, on some way: once for each such
    number. It is negative from the end of a section of the caller to the end of the block."""
    pending, seen = [(0, 0)], set[tuple[int, int]]()
    while pending:
        block, depth = pending.pop()
        if (block, depth) in seen or depth > _DEEPEST_FOLLOWED:
            continue
        seen.add((block, depth))
        for index in range(graph.blocks[block].start, graph.blocks[block].end):
            yield index, depth
            depth += change_of(body[index])
        pending += [(target, max(depth, 0)) for target in graph.successors[block]]


def is_balanced(body: Sequence[Instruction]) -> bool:
    """Every way through the body ends the sections that it begins, and no others."""
    if not any(map(change_of, body)):
        return True
    for index, depth in depths_by_way(body, graph_of(body)):
        item = body[index]
        if not 0 <= depth + change_of(item) <= _DEEPEST_FOLLOWED or (isinstance(item, Return) and depth):
            return False
    return True


def is_balanced_path(path: Iterable[Instruction]) -> bool:
    """The same for one way."""
    depths = [*accumulate(map(change_of, path), initial=0)]
    return min(depths) >= 0 and depths[-1] == 0
