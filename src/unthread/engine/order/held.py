"""What shared memory can hold, whichever write is seen: `HeldValues`, and a value that stands for any of
it."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import field
from typing import TypeAlias

from unthread.core.records import dataclass
from unthread.engine.encode.addresses import Addresses
from unthread.engine.encode.objects import Pointer, Value
from unthread.engine.order.unfit import Unfit
from unthread.engine.terms.domains import leaves_of
from unthread.engine.terms.nodes import (
    UNDEFINED,
    Bool,
    Int,
    Op,
    Range,
    signed_range,
    unsigned_range,
    width_of,
)

_MOST_NUMBERS = 8
_MOST_STEPS = 20_000  # of looking into choices


@dataclass(frozen=True, slots=True)
class HeldValues:
    """`within`: bounds of the numbers, `numbers` all of them if they are few and known; `pointers`: bounds of
    the offsets, by the object that is pointed to; `unset`: values of memory that was never written."""

    within: Range | None = None
    numbers: frozenset[int] | None = frozenset()
    pointers: Mapping[int, Range] = field(default_factory=dict)
    unset: tuple[Int, ...] = ()

    def joined(self, other: HeldValues) -> HeldValues:
        pointers = dict(self.pointers)
        for item, offsets in other.pointers.items():
            pointers[item] = _hull(pointers.get(item), offsets)
        numbers = None
        if self.numbers is not None and other.numbers is not None:
            numbers = self.numbers | other.numbers
            numbers = numbers if len(numbers) <= _MOST_NUMBERS else None
        unset = tuple(dict.fromkeys((*self.unset, *other.unset)))
        within = self.within if other.within is None else _hull(self.within, other.within)
        return HeldValues(within, numbers, pointers, unset)

    @property
    def is_address(self) -> bool:
        return bool(self.pointers) or (bool(self.unset) and self.numbers is not None)

    @property
    def is_one(self) -> bool:
        """There is a single value that it can be."""
        numbers = 2 if self.numbers is None else len(self.numbers)
        apart = sum(2 if lo < hi else 1 for lo, hi in self.pointers.values())
        return numbers + apart + len(self.unset) == 1

    def widened(self, size: int) -> HeldValues:
        """Numbers of so many bytes are bounded by their bits alone."""
        if self.within is None:
            return self
        lo, hi = self.within
        signed, unsigned = signed_range(8 * size), unsigned_range(8 * size)
        if lo >= 0:
            within = unsigned
        else:
            within = signed[0], signed[1] if hi <= signed[1] else unsigned[1]
        return HeldValues(within, None, self.pointers, self.unset)


Memo: TypeAlias = dict[tuple[int, ...], HeldValues]


def _hull(a: Range | None, b: Range) -> Range:
    return b if a is None else (min(a[0], b[0]), max(a[1], b[1]))


def fitted(value: Value, size: int, addresses: Addresses) -> Value:
    """A number as the bytes of memory hold it, signed if it is negative."""
    if isinstance(value, Pointer):
        return value
    signed = signed_range(8 * size)
    if signed[0] <= value.lo and value.hi <= signed[1]:
        return value
    return addresses.terms.wrap(value, unsigned_range(8 * size))


def held_in(value: Value, addresses: Addresses, objects: Container[int]) -> HeldValues:
    """All that the value can be. A number that is the address of one of the `objects` counts as a pointer."""
    return _Holding(addresses, objects).of(value)


class _Holding:
    def __init__(self, addresses: Addresses, objects: Container[int]) -> None:
        self.addresses, self.objects = addresses, objects
        self._known: Memo = {}

    def of(self, value: Value) -> HeldValues:
        key = (value.number,) if isinstance(value, Int) else (value.object.number, value.offset.number)
        found = self._known.get(key)
        if found is None:
            if len(self._known) > _MOST_STEPS:
                raise Unfit("a shared value that depends on too many choices")
            made = self._number(value) if isinstance(value, Int) else self._pointer(value)
            found = self._known[key] = made
        return found

    def _number(self, value: Int) -> HeldValues:
        if value.op is Op.CONSTANT:
            meant = self.addresses.pointer(value)
            if meant.object.is_constant and meant.object.lo in self.objects:
                return self.of(meant)
            return HeldValues((value.lo, value.lo), frozenset({value.lo}))
        if value.op is Op.VARIABLE and value.leaves is UNDEFINED:
            return HeldValues(unset=(value,))
        if value.op is Op.CHOICE:
            _, then, otherwise = value.args
            assert isinstance(then, Int)
            assert isinstance(otherwise, Int)
            return self.of(then).joined(self.of(otherwise))
        if self.addresses.is_known(value):
            return self.of(self.addresses.pointer(value))
        return HeldValues((value.lo, value.hi), None)

    def _pointer(self, pointer: Pointer) -> HeldValues:
        number, offset = pointer.object, pointer.offset
        if number.op is Op.CONSTANT and number.lo == 0:
            if offset.op is Op.CONSTANT:
                return HeldValues((offset.lo, offset.lo), frozenset({offset.lo}))
            return HeldValues(pointers={0: (offset.lo, offset.hi)})
        if number.op is Op.CONSTANT:
            return HeldValues(pointers={number.lo: (offset.lo, offset.hi)})
        if number.op is Op.CHOICE:
            test, then, otherwise = number.args
            assert isinstance(then, Int)
            assert isinstance(otherwise, Int)
            near, far = offset, offset
            if offset.op is Op.CHOICE and offset.args[0] is test:
                near, far = offset.args[1], offset.args[2]  # type: ignore[assignment]
            return self.of(Pointer(then, near)).joined(self.of(Pointer(otherwise, far)))
        leaves = leaves_of(number)
        if leaves.is_open or leaves.is_full:
            raise Unfit("a shared pointer with unknown targets")
        return HeldValues(pointers=dict.fromkeys(leaves.values, (offset.lo, offset.hi)))


def any_of(held: HeldValues, name: str, addresses: Addresses, size: int) -> Value:
    """A value of so many bytes that may be any of these, and others."""
    terms = addresses.terms
    if not held.is_address or (8 * size < addresses.bits and not held.pointers):
        return _any_number(held, name, addresses)
    numbers = held.numbers
    options: list[Value] = [
        _pointer_to(item, offsets, name, addresses) for item, offsets in sorted(held.pointers.items())
    ]
    if numbers is None:
        raise Unfit("a shared word that holds pointers and numbers")
    options += held.unset
    options += [addresses.pointer(terms.integer(number)) for number in sorted(numbers)]
    result = options[-1]
    for option in reversed(options[:-1]):
        test: Bool = terms.choice_variable(f"{name} is which")
        result = addresses.choice(test, option, result)
    return result


def _pointer_to(item: int, offsets: Range, name: str, addresses: Addresses) -> Pointer:
    offset = _between(offsets, name, addresses)
    targets = frozenset({(item, offset.lo)}) if offset.is_constant else None
    return Pointer(addresses.terms.integer(item), offset, targets)


def _any_number(held: HeldValues, name: str, addresses: Addresses) -> Int:
    within = held.within
    for unset in held.unset:
        within = _hull(within, (unset.lo, unset.hi))
    assert within is not None, "something lies there"
    return _between(within, name, addresses)


def _between(within: Range, name: str, addresses: Addresses) -> Int:
    terms, (lo, hi) = addresses.terms, within
    if lo == hi:
        return terms.integer(lo)
    width = width_of(lo, hi)
    every = unsigned_range(width) if lo >= 0 else signed_range(width)
    return terms.narrow(terms.variable(name, every), lo, hi)
