"""The value of a term for given values of its variables: `computed`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from unthread.engine.terms.nodes import Array, Bool, Int, Op, width_of, wrapped

_EXACT: dict[Op, Callable[[int, int], int]] = {
    Op.ADD: lambda a, b: a + b,
    Op.SUBTRACT: lambda a, b: a - b,
    Op.MULTIPLY: lambda a, b: a * b,
    Op.BIT_AND: lambda a, b: a & b,
    Op.BIT_OR: lambda a, b: a | b,
    Op.BIT_XOR: lambda a, b: a ^ b,
}


class NotComputed(Exception):
    """It has an operation that only the solver knows."""


def computed(term: Bool | Int, values: Mapping[int, int]) -> int:
    """`values` are those of variables, by their numbers. A Boolean gives 0 or 1."""
    found: dict[int, int] = dict(values)
    work: list[Bool | Int] = [term]
    while work:
        node = work[-1]
        if node.number in found:
            work.pop()
            continue
        missing = [part for part in node.args if part.number not in found]
        if missing:
            for part in missing:
                if isinstance(part, Array):
                    raise NotComputed
                work.append(part)
            continue
        found[node.number] = _one(node, [found[part.number] for part in node.args])
        work.pop()
    return found[term.number]


def _one(node: Bool | Int, args: list[int]) -> int:
    match node.op:
        case Op.CONSTANT:
            return int(node.data is True) if isinstance(node, Bool) else node.lo
        case Op.NOT:
            return 1 - args[0]
        case Op.AND:
            return int(all(args))
        case Op.EQUAL:
            return int(args[0] == args[1])
        case Op.LESS:
            return int(args[0] < args[1])
        case Op.CHOICE:
            return args[1] if args[0] else args[2]
    if isinstance(node, Bool):
        raise NotComputed
    if node.op in _EXACT:
        return _fitted(_EXACT[node.op](*args), node)
    match node.op:
        case Op.WRAP:
            return _fitted(args[0], node)
        case Op.EXTRACT:
            assert isinstance(node.data, tuple)
            start, bits = node.data
            return int(args[0] >> start & ((1 << bits) - 1))
        case Op.CONCAT:
            assert isinstance(node.data, int)
            return args[0] << node.data | args[1]
    raise NotComputed


def _fitted(value: int, node: Int) -> int:
    """As the solver has it: in as many bits as the range takes."""
    bits = width_of(node.lo, node.hi)
    return wrapped(value, (-(1 << bits - 1), (1 << bits - 1) - 1) if node.lo < 0 else (0, (1 << bits) - 1))
