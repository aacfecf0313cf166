"""Which of `reach`, `memory` and `arith` no execution violates, by intervals: `proved_by_numbers`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from unthread.core.properties import Property
from unthread.program.expressions import Constant, Expression, operands
from unthread.program.instructions import expressions
from unthread.proof.frames import TooLarge
from unthread.proof.locks import ProvedLocks
from unthread.proof.numbers.cells import Cells
from unthread.proof.numbers.checks import NUMERIC, Checks
from unthread.proof.numbers.flow import Flow
from unthread.proof.numbers.spans import Ladder
from unthread.proof.order import Order
from unthread.proof.touches import Touched
from unthread.proof.walk import Walk


def proved_by_numbers(
    walk: Walk, order: Order, locks: ProvedLocks, touched: Iterable[Touched]
) -> tuple[frozenset[Property], dict[Property, int]]:
    """These; and for each of the others a node where it may be violated."""
    try:
        flow = Flow(walk, Cells(walk, order, locks, touched), Ladder(_numbers(walk)))
    except TooLarge:
        return frozenset(), {}
    doubts = Checks(flow).violated()
    return NUMERIC - doubts.keys(), doubts


def _numbers(walk: Walk) -> Iterator[int]:
    """All that the text mentions."""
    seen = {id(item): item for item in map(walk.instruction, walk.reached())}
    pending: list[Expression] = [part for item in seen.values() for part in expressions(item)]
    while pending:
        part = pending.pop()
        if isinstance(part, Constant) and isinstance(part.value, int):
            yield part.value
        pending += operands(part)
