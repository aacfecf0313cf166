"""Shared numbers that are only ever added to: what is found there is the first value and all that was added
before, in whatever order. The argument is in docs/decisions/0014-order.md.

In: what each segment does to shared memory. Out: for each such unit, who adds how much.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from unthread.core.records import dataclass
from unthread.engine.encode.objects import Value
from unthread.engine.order.assumed import Unit
from unthread.engine.order.memory import Happening
from unthread.engine.terms.nodes import Array, Bool, Int, Op, is_exact
from unthread.engine.terms.terms import Terms

_MOST_STEPS = 2_000  # of looking into one value

_Node: TypeAlias = Bool | Int | Array


@dataclass(frozen=True, slots=True)
class OrderedAddition:
    """Where `is_made` holds, `writer` adds so much to what it finds."""

    writer: Happening
    is_made: Bool
    amount: Int


def additions(
    terms: Terms, happenings: Sequence[Happening], first: Mapping[Unit, Value]
) -> dict[Unit, list[OrderedAddition]]:
    """For units that every writer adds to."""
    found: dict[Unit, list[OrderedAddition] | None] = {}
    for happening in happenings:
        for unit, (condition, value) in happening.writes.items():
            known = found.setdefault(unit, [] if isinstance(first[unit], Int) else None)
            if known is None or condition is terms.false:
                continue
            amount = _amount(terms, happening, unit, value)
            if amount is None:
                found[unit] = None
            else:
                known.append(OrderedAddition(happening, condition, amount))
    return {unit: made for unit, made in found.items() if made}


def _amount(terms: Terms, happening: Happening, unit: Unit, value: Value) -> Int | None:
    """By how much the value is more than what the segment finds in the unit."""
    incoming = happening.reads.get(unit)
    if incoming is None or not isinstance(incoming.value, Int) or not isinstance(value, Int):
        return None
    if incoming.value.is_constant:
        return None
    return _Difference(terms, incoming.value).of(value)


class _Difference:
    def __init__(self, terms: Terms, before: Int) -> None:
        self.terms, self.before = terms, before
        self._known: dict[int, Int | None] = {}
        self._steps = 0

    def of(self, value: Int) -> Int | None:
        if value is self.before:
            return self.terms.zero
        if value.number not in self._known:
            self._steps += 1
            self._known[value.number] = None if self._steps > _MOST_STEPS else self._look(value)
        return self._known[value.number]

    def _look(self, value: Int) -> Int | None:
        terms = self.terms
        match value.op, value.args:
            case Op.ADD, (Int() as a, Int() as b) if is_exact(value):
                one, other = (b, a) if self._depends(b) else (a, b)
                rest = None if self._depends(other) else self.of(one)
                return None if rest is None else terms.add(rest, other)
            case Op.SUBTRACT, (Int() as a, Int() as b) if is_exact(value):
                rest = None if self._depends(b) else self.of(a)
                return None if rest is None else terms.subtract(rest, b)
            case Op.CHOICE, (Bool() as test, Int() as then, Int() as otherwise):
                sides = self.of(then), self.of(otherwise)
                if sides[0] is None or sides[1] is None:
                    return None
                return terms.choice(test, sides[0], sides[1])
            case _:
                return None

    def _depends(self, value: Int) -> bool:
        return any(node is self.before for node in _parts(value))


def _parts(value: Int) -> Iterator[_Node]:
    """The term and all that it is made of."""
    seen: set[int] = set()
    work: list[_Node] = [value]
    while work:
        node = work.pop()
        if node.number in seen:
            continue
        seen.add(node.number)
        yield node
        work += (node.store or ()) if isinstance(node, Array) else node.args
