"""What a program may ask of an object that holds any bytes: `Cell`, and where it does so: `cells_read`.

    int a[3];              a holds any bytes                 at the declaration: a[0], a[1], a[2]
    x = a[1];              line 2, int at offset 4
    y = a[i];              line 3, each int of a in turn

The interpreter asks for each part when it is first read, and knows an input by its name and by the place
of the reading; checkers of C tell all bytes when the lifetime begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from unthread.core.source import Loc
from unthread.program.expressions import (
    Constant,
    Dereference,
    Element,
    Member,
    Place,
    VariablePlace,
    reads,
    root,
)
from unthread.program.instructions import Declare, Instruction, expressions
from unthread.program.types import (
    UCHAR,
    ArrayType,
    Field,
    RecordType,
    Type,
    is_scalar,
    size_of,
    value_type,
)
from unthread.sequentialize.c.records import member_name
from unthread.sequentialize.emitted import Cell

_MOST = 256  # of one object, at one place

Reads = dict[str, tuple[Cell, ...]]


def cells_of(type: Type, loc: Loc) -> tuple[Cell, ...]:
    """The scalars that an object of the type consists of, in order."""
    found = (Cell(loc, offset, part, path) for offset, part, path in _scalars(type, 0, ""))
    return tuple(islice(found, _MOST))


def cells_read(body: Sequence[Instruction]) -> Reads:
    """By variable: what is read of those that hold any bytes when their lifetime begins."""
    wanted = {item.variable.name for item in body if isinstance(item, Declare) and _is_any(item)}
    found: dict[str, dict[Cell, None]] = {name: {} for name in wanted}
    if not wanted:
        return {}
    for item in body:
        for expression in expressions(item):
            for place in reads(expression):
                base = root(place)
                if isinstance(base, VariablePlace) and base.variable.name in wanted:
                    found[base.variable.name].update(dict.fromkeys(_cells(place, item.loc)))
    return {name: tuple(cells) for name, cells in found.items()}


def _is_any(item: Declare) -> bool:
    return not item.zeroed and not is_scalar(value_type(item.variable.type))


def _cells(place: Place, loc: Loc) -> Iterator[Cell]:
    """Each scalar that the place may stand for."""
    if isinstance(place, Member) and place.field.bit_width is not None:
        parts = [
            (offset + at, part) for offset in _offsets(place.base) for at, part in _bit_field(place.field)
        ]
    else:
        parts = [(offset, place.type) for offset in _offsets(place)]
    return islice((Cell(loc, offset, part) for offset, part in parts), _MOST)


def _offsets(place: Place) -> list[int]:
    """All of them in order, where an index is not known."""
    match place:
        case VariablePlace() | Dereference():
            return [0]
        case Member(base, field):
            return [offset + field.offset for offset in _offsets(base)]
        case Element(base, index):
            size = size_of(place.type)
            return [offset + number * size for offset in _offsets(base) for number in _indices(base, index)][
                :_MOST
            ]


def _indices(base: Place, index: object) -> range:
    if isinstance(index, Constant) and isinstance(index.value, int):
        return range(index.value, index.value + 1)
    kind = value_type(base.type)
    return range(min(kind.count, _MOST)) if isinstance(kind, ArrayType) else range(0)


def _scalars(type: Type, offset: int, path: str) -> Iterator[tuple[int, Type, str]]:
    type = value_type(type)
    match type:
        case ArrayType(element, count):
            for number in range(count):
                yield from _scalars(element, offset + number * size_of(element), f"{path}[{number}]")
        case RecordType(fields=fields):
            for field in fields[:1] if type.is_union else fields:
                inner = f"{path}.{member_name(field.name)}"
                if field.bit_width is None:
                    yield from _scalars(field.type, offset + field.offset, inner)
                else:
                    yield from ((offset + at, part, inner) for at, part in _bit_field(field))
        case _:
            yield offset, type, path


def _bit_field(field: Field) -> Iterator[tuple[int, Type]]:
    """Bits are asked for as the bytes that they are in."""
    assert field.bit_width is not None
    first, last = field.bit_offset // 8, (field.bit_offset + field.bit_width - 1) // 8
    return ((field.offset + number, UCHAR) for number in range(first, last + 1))
