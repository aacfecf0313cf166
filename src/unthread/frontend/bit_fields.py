"""How bit-fields are stored: the unit that holds them is read, changed, and written.

s.b = v   becomes   t = unit of s.b;  unit of s.b = (t & ~mask) | (v << shift & mask)

So does every compiler for x86. Those are two steps, between which another thread may write a neighbour, whose
value is then lost. The unit is the largest naturally aligned word of 1, 2, 4 or 8 bytes around it that
reaches into no member but its neighbours, the bit-fields that C counts as one memory location with it.
Compilers may choose a smaller one, and a program that relies on that has a data race nevertheless (C11 3.14).
A field without neighbours, or in an object that only this thread can reach, is written in one step.
"""

from __future__ import annotations

from collections.abc import Iterator

from unthread.program.expressions import Member, Place
from unthread.program.instructions import is_private
from unthread.program.types import Field, IntType, RecordType, value_type

_SIZES = (8, 4, 2, 1)


def has_neighbours(place: Place) -> bool:
    """A write of the place alone must read and write bits of others that another thread may write, too."""
    return (
        isinstance(place, Member)
        and place.field.bit_width is not None
        and not place.field.is_unit
        and bool(place.field.before or place.field.after)
        and not is_private(place)
    )


def unit_of(place: Member) -> Field | None:
    """Around the bit-field. None where no word is, as in some packed records."""
    record, field = value_type(place.base.type), place.field
    assert isinstance(record, RecordType), "only records have members"
    assert field.bit_width is not None, "only bit-fields lie in units"
    start, end = _start(field) // 8, -(-(_start(field) + field.bit_width) // 8)
    low, high = _room(record, field)
    aligned = [(start // size * size, size) for size in _SIZES]
    others = [(first, size) for size in _SIZES for first in range(start, start - size, -1)]
    for first, size in (*aligned, *others):
        if low <= first <= start and end <= first + size <= high:
            return _unit(first, size, field)
    return None


def units_of(record: RecordType, run: list[Field]) -> Iterator[Field]:
    """Words that cover the bit-fields of one memory location."""
    low, high = _room(record, run[0])
    end = -(-(_start(run[-1]) + (run[-1].bit_width or 0) + run[-1].after) // 8)
    while low < end:
        size = next(size for size in _SIZES if low % size == 0 and low + size <= high)
        yield _unit(low, size, run[0])
        low += size


def runs(record: RecordType) -> Iterator[list[Field]]:
    """The members of a record, bit-fields of one memory location together."""
    run: list[Field] = []
    for field in record.fields:
        if run and (field.bit_width is None or not field.before or record.is_union):
            yield run
            run = []
        run.append(field)
        if field.bit_width is None:
            yield run
            run = []
    if run:
        yield run


def _unit(offset: int, size: int, field: Field) -> Field:
    """`size` bytes of a record from byte `offset` on, in the memory location of the bit-field."""
    first, end = _start(field) - field.before, _start(field) + (field.bit_width or 0) + field.after
    bits, after = 8 * size, max(0, end - 8 * (offset + size))
    return Field("", IntType(bits, False), offset, 0, bits, before=8 * offset - first, after=after)


def _start(field: Field) -> int:
    return field.offset * 8 + field.bit_offset


def _room(record: RecordType, field: Field) -> tuple[int, int]:
    """The bytes of the memory location, and of the padding after it."""
    first, end = _start(field) - field.before, _start(field) + (field.bit_width or 0) + field.after
    if record.is_union:
        return first // 8, record.size
    later = [_start(other) - other.before for other in record.fields if _start(other) - other.before >= end]
    return first // 8, min(later, default=record.size * 8) // 8
