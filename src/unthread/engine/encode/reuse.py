"""Addresses that are used again: an object that begins when another has ended may get its address.

Here every object has an address of its own, forever. Where a program could tell the difference, by comparing
addresses, that is said.
"""

from __future__ import annotations

from collections.abc import Mapping

from unthread.engine.encode.memory import SymbolicMemory
from unthread.engine.encode.objects import Pointer, SymbolicObject, Value
from unthread.engine.terms.domains import leaves_of
from unthread.engine.terms.nodes import Bool, Int, Op


class Reuse:
    """`heirs`: pairs of objects of which the second began when the first had ended, where the condition
    holds."""

    def __init__(self, memory: SymbolicMemory) -> None:
        self.memory = memory
        self.terms, self.addresses = memory.terms, memory.addresses
        self.heirs: dict[tuple[int, int], Bool] = {}
        self._is_borrowed = False  # they are those of what is looked at

    def for_a_look(self, memory: SymbolicMemory) -> Reuse:
        """The same; what begins in it is not passed on."""
        look = Reuse(memory)
        look.heirs, look._is_borrowed = self.heirs, True
        return look

    def begin(self, item: SymbolicObject, guard: Bool, ending: Mapping[int, Bool]) -> None:
        """The life of an object begins where `guard` holds: it may get the address of any that has ended, or
        is in `ending`, which has no effect here, so that it is reported where it would be noticed."""
        terms = self.terms
        if self._is_borrowed:
            self.heirs, self._is_borrowed = dict(self.heirs), False
        for number in self.memory.objects:
            other = self.memory.states[number]
            over = ending.get(number, terms.false)
            if other.alive is not None:
                over = terms.either(over, other.alive.inverse)
            over = terms.both(guard, over)
            if over is not terms.false and number != item.number:
                earlier = self.heirs.get((number, item.number), terms.false)
                self.heirs[number, item.number] = terms.either(earlier, over)

    def may_share_address(self, a: Value, b: Value) -> Bool:
        """The two are addresses of different objects, one of which began when the other had ended."""
        terms = self.terms
        if not self.heirs:
            return terms.false
        ours, theirs = self._pointed_by(a), self._pointed_by(b)
        return terms.any(
            terms.all((condition, other_condition, began))
            for one, condition in ours.items()
            for other, other_condition in theirs.items()
            for began in (self.heirs.get((one, other)), self.heirs.get((other, one)))
            if began is not None
        )

    def _pointed_by(self, value: Value) -> dict[int, Bool]:
        """The objects that an address is known to be one of, each with the condition that it is."""
        if not isinstance(value, Int):
            return self._objects_of(value)
        found: dict[Int, dict[int, Bool]] = {}  # each term once: sides are shared
        work = [value]
        while work:
            term = work[-1]
            sides = self._sides(term)
            waiting = [side for side in sides if side not in found]
            if waiting:
                work += waiting
                continue
            if term not in found:
                found[term] = self._chosen(term, [found[side] for side in sides])
            work.pop()
        return found[value]

    def _sides(self, value: Int) -> list[Int]:
        """What a choice between integers that may be addresses chooses from."""
        if (
            value.op is not Op.CHOICE
            or self.addresses.is_known(value)
            or value.hi < 1 << self.addresses.shift
        ):
            return []
        return [side for side in value.args[1:] if isinstance(side, Int)]

    def _chosen(self, value: Int, sides: list[dict[int, Bool]]) -> dict[int, Bool]:
        terms = self.terms
        if not sides:
            is_address = self.addresses.is_known(value) or (
                value.op is Op.CONSTANT and value.lo >> self.addresses.shift in self.memory.objects
            )
            return self._objects_of(self.addresses.pointer(value)) if is_address else {}
        test = value.args[0]
        assert isinstance(test, Bool)
        found = {n: terms.both(test, met) for n, met in sides[0].items()}
        for n, met in sides[1].items():
            here = terms.both(test.inverse, met)
            found[n] = terms.either(found[n], here) if n in found else here
        return found

    def _objects_of(self, pointer: Pointer) -> dict[int, Bool]:
        leaves = leaves_of(pointer.object)
        numbers = set(leaves.values)
        if leaves.is_full:
            numbers.update(n for n in self.memory.objects if pointer.object.lo <= n <= pointer.object.hi)
        equal, integer = self.terms.equal, self.terms.integer
        return {n: equal(pointer.object, integer(n)) for n in numbers if n in self.memory.objects}
