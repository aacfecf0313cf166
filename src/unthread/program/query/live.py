"""Which registers are read after an instruction before they are set again: `live_before`."""

from __future__ import annotations

from collections.abc import Sequence

from unthread.program.expressions import Variable
from unthread.program.instructions import Instruction, defined_register
from unthread.program.query.graph import graph_of
from unthread.program.query.uses import registers_read


def live_before(body: Sequence[Instruction], index: int) -> frozenset[Variable]:
    """Those whose values matter to whoever continues with the instruction."""
    graph = graph_of(body)
    entering: list[frozenset[Variable]] = [frozenset()] * len(graph.blocks)
    is_changing = True
    while is_changing:
        is_changing = False
        for number in reversed(range(len(graph.blocks))):
            block = graph.blocks[number]
            leaving = frozenset[Variable]().union(*(entering[after] for after in graph.successors[number]))
            found = _before(body[block.start : block.end], leaving)
            is_changing = is_changing or found != entering[number]
            entering[number] = found
    here = next(number for number, block in enumerate(graph.blocks) if block.start <= index < block.end)
    leaving = frozenset[Variable]().union(*(entering[after] for after in graph.successors[here]))
    return _before(body[index : graph.blocks[here].end], leaving)


def _before(body: Sequence[Instruction], leaving: frozenset[Variable]) -> frozenset[Variable]:
    live = set(leaving)
    for item in reversed(body):
        made = defined_register(item)
        if made is not None:
            live.discard(made)
        live.update(registers_read(item))
    return frozenset(live)
