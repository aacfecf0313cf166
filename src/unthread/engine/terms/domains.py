"""What is known of a term's values: all of them one by one, a stride between them, bounds by a condition.

Nothing here makes terms. Memory asks where pointers and indices may lead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import gcd

from unthread.engine.terms.nodes import UNDEFINED, Bool, Int, Leaves, Op, Range, is_exact

_MOST_LEAVES = 64
_CUTTING = (Op.WRAP, Op.EXTRACT)
_COMBINING: dict[Op, Callable[[int, int], int]] = {
    Op.ADD: lambda a, b: a + b,
    Op.SUBTRACT: lambda a, b: a - b,
    Op.MULTIPLY: lambda a, b: a * b,
}


# ---- one by one


def values_of(a: Int) -> frozenset[int] | None:
    """All values that the term can have, if they are few."""
    leaves = leaves_of(a)
    return None if leaves.is_open or leaves.is_full else leaves.values


def leaves_of(a: Int) -> Leaves:
    work = [a]
    while work:
        term = work[-1]
        if term.leaves is not None:
            work.pop()
            continue
        sides = []
        if term.op is Op.CHOICE or (term.op in _COMBINING and is_exact(term)):
            sides = [side for side in term.args if isinstance(side, Int)]
        waiting = [side for side in sides if side.leaves is None]
        if waiting:
            work += waiting
            continue
        term.leaves = _leaves(term, sides)
        work.pop()
    assert a.leaves is not None
    return a.leaves


def _leaves(term: Int, sides: list[Int]) -> Leaves:
    if term.op is Op.CONSTANT:
        return Leaves(frozenset({term.lo}))
    if is_undefined(term):
        return UNDEFINED
    if not sides:
        return _within(term)
    a, b = (side.leaves for side in sides)
    assert a is not None
    assert b is not None
    if term.op is Op.CHOICE:
        found = a.values | b.values
        if len(found) > _MOST_LEAVES:
            return _within(term)
        is_given = a.is_given or b.is_given
        return Leaves(found, a.is_open or b.is_open, is_given, a.is_full or b.is_full)
    if a.is_open or b.is_open or a.is_full or b.is_full:
        return _within(term)
    found = frozenset(_COMBINING[term.op](x, y) for x in a.values for y in b.values)
    return Leaves(found) if len(found) <= _MOST_LEAVES else _within(term)


def is_undefined(term: Int) -> bool:
    """Nothing but bits that were never set."""
    while term.op in _CUTTING and isinstance(term.args[0], Int):
        term = term.args[0]
    if term.op is Op.CONCAT:
        return all(is_undefined(part) for part in term.args if isinstance(part, Int))
    return term.op is Op.VARIABLE and term.leaves is UNDEFINED


def _within(term: Int) -> Leaves:
    """All values between the bounds, if they are few."""
    if term.hi - term.lo < 16:
        return Leaves(frozenset(range(term.lo, term.hi + 1)))
    is_leaf = term.op is not Op.CHOICE and term.op not in _COMBINING
    return Leaves(frozenset(), is_open=is_leaf, is_given=is_leaf, is_full=not is_leaf)


# ---- strides


class Strides:
    """(m, r) for a term: every value is r plus a multiple of m; m is 0 for a constant. Each is found once."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[int, int]] = {}

    def of(self, a: Int) -> tuple[int, int]:
        found = self._found.get(a.number)
        if found is None:
            found = self._found[a.number] = self._find(a)
        return found

    def _find(self, a: Int) -> tuple[int, int]:
        if a.op is Op.CONSTANT:
            return 0, a.lo
        found = self._of_parts(a)
        if found is None:
            return 1, 0
        step, rest = found
        if a.op in _CUTTING or not is_exact(a):  # what wraps keeps its low bits
            step = gcd(step, 1 << a.width)
        return step, rest % step if step else rest

    def _of_parts(self, a: Int) -> tuple[int, int] | None:
        parts = [self.of(part) for part in a.args if isinstance(part, Int)]
        if a.op is Op.CHOICE:
            (m, r), (n, s) = parts
            return gcd(m, n, abs(r - s)), r
        if a.op in (Op.ADD, Op.SUBTRACT):
            (m, r), (n, s) = parts
            return gcd(m, n), r + s if a.op is Op.ADD else r - s
        if a.op is Op.MULTIPLY:
            (m, r), (n, s) = parts
            return gcd(m * n, m * s, n * r), r * s
        if a.op is Op.WRAP or (a.op is Op.EXTRACT and isinstance(a.data, tuple) and a.data[0] == 0):
            return parts[0]
        if a.op is Op.CONCAT:
            assert isinstance(a.data, int)
            step, rest = parts[1]
            return gcd(step, 1 << a.data), rest
        if a.op is Op.BIT_AND:
            masks = [part.lo for part in a.args if isinstance(part, Int) and part.op is Op.CONSTANT]
            return (masks[0] & -masks[0], 0) if masks and masks[0] else None
        return None


# ---- bounds


def bounds_in(condition: Bool) -> dict[Int, Range]:
    """What the condition says about how large terms are."""
    found: dict[Int, Range] = {}
    work = [condition]
    while work:
        term = work.pop()
        if term.op is Op.AND:
            work += [part for part in term.args if isinstance(part, Bool)]
            continue
        is_so = term.op is not Op.NOT
        atom = term if is_so else term.inverse
        if atom.op not in (Op.LESS, Op.EQUAL):
            continue
        a, b = atom.args
        assert isinstance(a, Int)
        assert isinstance(b, Int)
        for item, lo, hi in _said(atom.op, is_so, a, b):
            before = found.get(item, (item.lo, item.hi))
            found[item] = max(before[0], lo), min(before[1], hi)
    return found


def _said(op: Op, is_so: bool, a: Int, b: Int) -> Iterable[tuple[Int, int, int]]:
    """Bounds of terms by a comparison with a constant that holds, or does not."""
    if op is Op.EQUAL:
        if is_so and b.op is Op.CONSTANT:
            yield a, b.lo, b.lo
    elif b.op is Op.CONSTANT:  # a < b
        yield (a, a.lo, b.lo - 1) if is_so else (a, b.lo, a.hi)
    elif a.op is Op.CONSTANT:
        yield (b, a.lo + 1, b.hi) if is_so else (b, b.lo, a.lo)
