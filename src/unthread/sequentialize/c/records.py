"""Structs and unions as C defines them, laid out exactly as in the program.

Where C would lay out the members in the same way by itself, the definition is the plain one; where not
(packed or aligned by attributes), it is packed, with the gaps filled in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from unthread.core.source import DataModel
from unthread.program.text.c_types import declare
from unthread.program.types import (
    ArrayType,
    AtomicType,
    BoolType,
    Field,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
    VariableArrayType,
    size_of,
)

_PADDING = "ut_padding_"
_WIDTHS = (8, 16, 32, 64, 128)


def plain(type: Type) -> Type:
    """The type without what sequential C does not need or have: nothing is atomic, pointers to arrays of
    variable length point to their elements, and the value of a bit-field has room in an integer."""
    match type:
        case IntType(bits, signed) if bits not in _WIDTHS:
            return IntType(next(width for width in _WIDTHS if bits < width), signed)
        case AtomicType(value):
            return plain(value)
        case PointerType(target, size):
            while isinstance(target, VariableArrayType):
                target = target.element
            return PointerType(plain(target), size)
        case ArrayType(element, count):
            return ArrayType(plain(element), count)
        case FunctionType(result, parameters):
            return FunctionType(plain(result), tuple(map(plain, parameters)), type.variadic, type.prototyped)
        case _:
            return type


def member_name(name: str) -> str:
    """Arguments of variadic functions lie in records whose members have numbers for names."""
    return f"_{name}" if name[:1].isdigit() else name


def definitions(tags: Mapping[RecordType, str], data_model: DataModel) -> Iterator[str]:
    """Definitions of all records that have a tag, those inside others first."""
    if not tags:
        return
    for record, tag in tags.items():
        yield f"{_keyword(record)} {tag};"
    done: set[RecordType] = set()
    for record in tags:
        yield from _defined(record, tags, data_model, done)


def _defined(
    record: RecordType, tags: Mapping[RecordType, str], data_model: DataModel, done: set[RecordType]
) -> Iterator[str]:
    if record in done or not record.complete:
        return
    done.add(record)
    for member in record.fields:
        inner = plain(member.type)
        while isinstance(inner, ArrayType):
            inner = inner.element
        if isinstance(inner, RecordType):
            yield from _defined(inner, tags, data_model, done)
    yield from _definition(record, tags, data_model)


def _keyword(record: RecordType) -> str:
    return "union" if record.is_union else "struct"


def _definition(record: RecordType, tags: Mapping[RecordType, str], data_model: DataModel) -> Iterator[str]:
    is_natural = _is_natural(record, data_model)
    attribute = "" if is_natural else "__attribute__((packed)) "
    yield f"{_keyword(record)} {attribute}{tags[record]} {{"
    if is_natural:
        for number, member in enumerate(record.fields):
            is_last = number > 0 and number + 1 == len(record.fields)
            yield f"    {_member(member, tags, is_last)};"
    else:
        for line in _packed(record, tags):
            yield f"    {line};"
    yield "};"
    if not is_natural:
        yield f'_Static_assert(sizeof({_keyword(record)} {tags[record]}) == {record.size}, "layout");'


def _member(member: Field, tags: Mapping[RecordType, str], is_last: bool = False) -> str:
    type = plain(member.type)
    if member.bit_width is not None:
        return f"{_bit_field_base(member)} {member_name(member.name)} : {member.bit_width}"
    if not member.name:
        return _anonymous(type, tags)
    if isinstance(type, ArrayType) and not type.count and not is_last:
        return declare(type.element, f"{member_name(member.name)}[0]", tags)
    return declare(type, member_name(member.name), tags)


def _anonymous(type: Type, tags: Mapping[RecordType, str]) -> str:
    """C lets the members of an unnamed struct or union be named directly only if its type has no tag."""
    assert isinstance(type, RecordType), "only records are anonymous members"
    parts = [_member(member, tags) for member in type.fields]
    return f"{_keyword(type)} {{ {' '.join(f'{part};' for part in parts)} }}"


def _bit_field_base(member: Field) -> str:
    type = member.type
    assert member.bit_width is not None
    if isinstance(type, BoolType):
        return "_Bool"
    sign = "" if isinstance(type, IntType) and type.signed else "unsigned "
    return f"{sign}{'int' if member.bit_width <= 32 else 'long long'}"


# Layout


def _alignment(type: Type, data_model: DataModel) -> int:
    """What C aligns a member of this type to (System V, x86)."""
    most = 16 if data_model is DataModel.M64 else 4
    match type:
        case ArrayType(element):
            return _alignment(element, data_model)
        case RecordType():
            return max((_alignment(plain(member.type), data_model) for member in type.fields), default=1)
        case FloatType(80, size):
            return min(size, most)
        case _:
            return min(max(1, size_of(type)), most)


def _is_natural(record: RecordType, data_model: DataModel) -> bool:
    bits, alignment = 0, 1
    largest = 0
    for member in record.fields:
        type = plain(member.type)
        if isinstance(type, RecordType) and not _is_natural(type, data_model):
            return False
        if member.bit_width is not None:
            unit = 8 if isinstance(type, BoolType) else 32 if member.bit_width <= 32 else 64
            own = min(unit // 8, 16 if data_model is DataModel.M64 else 4)
            if bits // unit != (bits + member.bit_width - 1) // unit:
                bits = -(-bits // unit) * unit
            size = member.bit_width
        else:
            own = _alignment(type, data_model)
            bits = -(-bits // (own * 8)) * own * 8
            size = size_of(type) * 8
        if record.is_union:
            bits = 0
        if bits != member.offset * 8 + member.bit_offset:
            return False
        alignment = max(alignment, own)
        largest = max(largest, bits + size)
        bits += size
    return -(-largest // (alignment * 8)) * alignment == record.size


def _packed(record: RecordType, tags: Mapping[RecordType, str]) -> Iterator[str]:
    if record.is_union:
        for member in record.fields:
            yield _member(member, tags)
        if record.size:
            yield f"unsigned char {_PADDING}0[{record.size}]"
        return
    at = 0  # bits
    for number, member in enumerate(record.fields):
        start = member.offset * 8 + member.bit_offset
        yield from _filled(at, start, number)
        yield _member(member, tags, is_last=0 < number == len(record.fields) - 1)
        at = start + (size_of(plain(member.type)) * 8 if member.bit_width is None else member.bit_width)
    yield from _filled(at, record.size * 8, len(record.fields))


def _filled(start: int, end: int, number: int) -> Iterator[str]:
    """Bits that belong to no member."""
    while start % 8 and start < end:
        width = min(8 - start % 8, end - start)
        yield f"unsigned int : {width}"
        start += width
    if end - start >= 8:
        yield f"unsigned char {_PADDING}{number}[{(end - start) // 8}]"
        start += (end - start) // 8 * 8
    if end > start:
        yield f"unsigned int : {end - start}"
