"""Records and arrays are copied scalar by scalar, each read and each write a step of its own."""

from __future__ import annotations

from unthread.frontend.bit_fields import runs, units_of
from unthread.frontend.expressions import Expressions
from unthread.program.build.fold import binary, convert, integer
from unthread.program.expressions import (
    BinaryOperator,
    Convert,
    Dereference,
    Element,
    Expression,
    Member,
    Place,
    PointerAdd,
    is_register,
    read_register,
)
from unthread.program.instructions import AtomicBegin, AtomicEnd, is_private
from unthread.program.types import (
    INT,
    UCHAR,
    ArrayType,
    AtomicType,
    BoolType,
    Field,
    FloatType,
    IntType,
    RecordType,
    Type,
    is_scalar,
    size_of,
    value_type,
)

_UNROLLED_COPIES = 32


class Copies:
    def __init__(self, lowering: Expressions) -> None:
        self.lowering = lowering
        self.builder = lowering.builder
        self.context = lowering.context
        self.types = lowering.types

    def copy(self, target: Place, source: Place) -> None:
        """target = source, scalar by scalar; padding is not copied."""
        kind = value_type(target.type)
        match kind:
            case RecordType() if isinstance(target.type, AtomicType) or isinstance(source.type, AtomicType):
                self.builder.emit(AtomicBegin(self.builder.loc))
                self._copy_record(self._plain(target), self._plain(source), kind)
                self.builder.emit(AtomicEnd(self.builder.loc))
            case RecordType():
                self._copy_record(target, source, kind)
            case ArrayType(element, count):
                self._copy_array(target, source, element, count)
            case _:
                value = self.lowering.load(self._part(source))
                self.lowering.assignments.store(self._part(target), convert(value, kind))

    def words_of(self, place: Place) -> list[Place]:
        """The words, the lowest first, in which a machine accesses an integer that is wider than those; empty
        for any other. An access is a step for each: others may see, or write, one before the other. (Floating
        numbers are accessed at once, as the x87 does; models touch theirs in atomic sections.)"""
        kind, word = place.type, IntType(8 * self.types.pointer_size, False)
        if not isinstance(kind, IntType) or kind.bits <= word.bits or is_private(place):
            return []
        if self.context.library or is_register(place):
            return []
        if isinstance(place, Member) and place.field.bit_width is not None:
            return []
        address = self.lowering.address_of(place)
        return [self.view(address, offset, word) for offset in range(0, size_of(kind), size_of(word))]

    def _copy_record(self, target: Place, source: Place, kind: RecordType) -> None:
        if kind.is_union:
            self._copy_union(target, source, kind)
            return
        to_units = not (is_private(target) and is_private(source))
        for run in runs(kind):
            if to_units and len(run) > 1:
                self._copy_units(target, source, kind, run)
            else:
                for field in run:
                    self.copy(Member(target, field), Member(source, field))

    def _copy_units(self, target: Place, source: Place, kind: RecordType, run: list[Field]) -> None:
        """Bit-fields that others may know are copied with the words that they lie in."""
        for unit in units_of(kind, run):
            self.copy(Member(target, unit), Member(source, unit))

    def _copy_union(self, target: Place, source: Place, kind: RecordType) -> None:
        """Through a member without padding that covers all, else word by word."""
        for field in kind.fields:
            plain = field.type.element if isinstance(field.type, ArrayType) else field.type
            exact = (
                is_scalar(plain) and not isinstance(plain, FloatType | BoolType) and field.bit_width is None
            )
            if exact and size_of(field.type) == kind.size:
                self.copy(Member(target, field), Member(source, field))
                return
        to, come = self.lowering.address_of(target), self.lowering.address_of(source)
        offset = 0
        while offset < kind.size:
            size = next(size for size in (8, 4, 2, 1) if size <= kind.size - offset and offset % size == 0)
            word = IntType(size * 8, False)
            self.copy(self.view(to, offset, word), self.view(come, offset, word))
            offset += size

    def view(self, address: Expression, offset: int, kind: Type) -> Place:
        bytes_at = convert(address, self.types.pointer(UCHAR))
        one = integer(1, self.types.size_type)
        moved = PointerAdd(bytes_at, integer(offset, self.types.offset_type), one, self.types.pointer(UCHAR))
        return Dereference(Convert(moved, self.types.pointer(kind)), kind)

    def _copy_array(self, target: Place, source: Place, element: Type, count: int) -> None:
        index_type = self.types.offset_type
        if count * scalar_count(element) <= _UNROLLED_COPIES:
            for i in range(count):
                self.copy(Element(target, integer(i, index_type)), Element(source, integer(i, index_type)))
            return
        index = self.builder.temporary(index_type)
        top, end = self.builder.label(), self.builder.label()
        self.builder.set(index, integer(0, index_type))
        self.builder.place_label(top)
        at = read_register(index)
        self.builder.jump(end, binary(BinaryOperator.GREATER_EQUAL, at, integer(count, index_type), INT))
        self.copy(Element(target, at), Element(source, at))
        self.builder.set(index, binary(BinaryOperator.ADD, at, integer(1, index_type), index_type))
        self.builder.jump(top)
        self.builder.place_label(end)

    def _part(self, place: Place) -> Place:
        """An atomic member is copied along with its record: that is no atomic access."""
        return place if is_private(place) or is_register(place) else self._plain(place)

    def _plain(self, place: Place) -> Place:
        """An atomic record seen without the qualifier, to get at its members."""
        if not isinstance(place.type, AtomicType):
            return place
        kind = place.type.value
        return Dereference(convert(self.lowering.address_of(place), self.types.pointer(kind)), kind)


def scalar_count(type: Type) -> int:
    match type:
        case ArrayType(element, count):
            return count * scalar_count(element)
        case RecordType():
            return sum(scalar_count(field.type) for field in type.fields)
        case AtomicType(value):
            return scalar_count(value)
        case _:
            return 1
