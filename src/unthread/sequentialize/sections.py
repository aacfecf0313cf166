"""Atomic sections in code with loops: how many are open before each instruction.

begin atomic       0
while (c) f();     1
end atomic         1
x = 1              0
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from unthread.core.diagnostics import Unsupported
from unthread.core.records import dataclass
from unthread.program.instructions import AtomicBegin, AtomicEnd, Call, Instruction, Return
from unthread.program.query.graph import graph_of

_DEEPEST = 32  # sections inside one another; more of them come from a loop that opens one in each round
_CHANGING = (AtomicBegin, AtomicEnd, Call)

Effect = Callable[[int, Instruction], int]  # sections that an instruction leaves open, less those it ends


@dataclass(frozen=True, slots=True)
class Depth:
    """Open sections before an instruction: the fewest and the most, over all ways to it."""

    least: int
    most: int

    def joined(self, other: Depth | None) -> Depth:
        if other is None:
            return self
        return Depth(min(self.least, other.least), max(self.most, other.most))

    def behind(self, effect: int) -> Depth:
        return Depth(max(0, self.least + effect), max(0, self.most + effect))


def own_effect(index: int, instruction: Instruction) -> int:
    """Of an instruction that calls nobody."""
    match instruction:
        case AtomicBegin():
            return 1
        case AtomicEnd():
            return -1
        case _:
            return 0


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
            depth = depth.behind(effect(index, body[index]))
            if depth.most > start + _DEEPEST:
                raise Unsupported("an atomic section that a loop begins in every iteration", body[index].loc)
        for successor in graph.successors[number]:
            joined = depth.joined(arriving.get(successor))
            if joined != arriving.get(successor):
                arriving[successor] = joined
                pending.append(successor)
    return depths


def balance_of(body: Sequence[Instruction], effect: Effect) -> int:
    """Sections that calling the body leaves open, less those of its caller that it ends."""
    ends = [
        depth.most
        for depth, item in zip(depths_of(body, effect, _DEEPEST), body, strict=True)
        if isinstance(item, Return) and depth is not None
    ]
    return max(ends) - _DEEPEST if ends else 0
