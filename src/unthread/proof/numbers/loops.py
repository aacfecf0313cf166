"""Whether a program has loops that a search within bounds may not come to the end of: `has_open_loop`."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from unthread.program.expressions import Binary, Constant, Convert, Expression, Read, Unary, is_register
from unthread.program.instructions import Jump
from unthread.program.query.components import cycles
from unthread.proof.walk import Walk

_MANY = 32  # iterations


def has_open_loop(walk: Walk) -> bool:
    """Some loop of the user's, or recursion, which no comparison of a register with a small number ends."""
    edges = [list(walk.followers.get(node, ())) for node in range(len(walk.owners))]
    return any(
        any(not walk.frame(node).function.library for node in component)
        and not any(map(_is_small, _exits(walk, component)))
        for component in map(frozenset, cycles(edges))
    )


def _exits(walk: Walk, component: Collection[int]) -> Iterator[Expression]:
    """Conditions that decide whether it goes on."""
    for node in component:
        item = walk.instruction(node)
        leaves = any(target not in component for target in walk.followers.get(node, ()))
        if isinstance(item, Jump) and item.condition is not None and leaves:
            yield item.condition


def _is_small(condition: Expression) -> bool:
    match condition:
        case Unary(_, operand) | Convert(operand):
            return _is_small(operand)
        case Binary(_, left, Constant(int(number))):
            return abs(number) <= _MANY and _is_of_registers(left)
    return False


def _is_of_registers(expression: Expression) -> bool:
    match expression:
        case Read(place):
            return is_register(place)
        case Unary(_, operand) | Convert(operand):
            return _is_of_registers(operand)
    return False
