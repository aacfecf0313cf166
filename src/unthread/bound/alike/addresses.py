"""Whether a program asks for more of an address than which object lies there: `tell_addresses`.
The argument is in docs/decisions/0021-symmetry.md."""

from __future__ import annotations

from collections.abc import Iterator

from unthread.analysis.formats import may_store
from unthread.analysis.locations import Object
from unthread.analysis.points_to import PointsTo
from unthread.analysis.steps import Touch, Touches, locations
from unthread.core.records import dataclass
from unthread.program.bounded import BoundedProgram
from unthread.program.expressions import (
    COMPARISONS,
    Binary,
    BinaryOperator,
    Constant,
    Convert,
    Expression,
    Member,
    Place,
    PointerDifference,
    operands,
)
from unthread.program.instructions import Assign, Fill, FormatText, Instruction, Print, accesses, expressions
from unthread.program.types import ArrayType, BoolType, PointerType, Type, size_of, value_type

EQUALITIES = frozenset({BinaryOperator.EQUAL, BinaryOperator.NOT_EQUAL})
_MOST_PAIRS = 100_000  # of cells that are worth a look


@dataclass(frozen=True, slots=True)
class _Cell:
    """Memory that is accessed as pointers, or as something else."""

    touch: Touch
    is_pointer: bool


def tell_addresses(program: BoundedProgram, touches: Touches) -> bool:
    """Where objects lie may matter, or that one lies where another has been."""
    items = [item for thread in program.threads for item in thread.body]
    return (
        any(_tells(part) for item in items for expression in expressions(item) for part in _parts(expression))
        or any(_writes_text(item, touches.pointers) for item in items)
        or _looks_inside(items, touches.pointers)
    )


def _tells(expression: Expression) -> bool:
    match expression:
        case Convert(operand, type):
            kinds = [isinstance(value_type(t), PointerType) for t in (operand.type, type)]
            return kinds[0] != kinds[1] and not (
                isinstance(operand, Constant) or isinstance(value_type(type), BoolType)
            )
        case Binary(operator, left):
            is_pointer = isinstance(value_type(left.type), PointerType)
            return is_pointer and operator in COMPARISONS - EQUALITIES
        case PointerDifference():
            return True
        case _:
            return False


def _parts(expression: Expression) -> Iterator[Expression]:
    yield expression
    for operand in operands(expression):
        yield from _parts(operand)


def _writes_text(item: Instruction, pointers: PointsTo) -> bool:
    """The text of an address, or how long it is, may get into memory."""
    return isinstance(item, FormatText) or (isinstance(item, Print) and may_store(item.format, pointers))


# ---- numbers made of pointers without a conversion: unions, copies of bytes, casts of pointers to pointers


def _looks_inside(items: list[Instruction], pointers: PointsTo) -> bool:
    """The same bytes are accessed as a pointer and as something else."""
    found: dict[Object, tuple[list[Touch], list[Touch]]] = {}
    for cell in dict.fromkeys(cell for item in items for cell in _cells(item, pointers)):
        found.setdefault(cell.touch.location.object, ([], []))[cell.is_pointer].append(cell.touch)
    return any(
        len(numbers) * len(addresses) > _MOST_PAIRS
        or any(number.conflicts(address) for number in numbers for address in addresses)
        for numbers, addresses in found.values()
    )


def _cells(item: Instruction, pointers: PointsTo) -> Iterator[_Cell]:
    """But for zeros, which are no address whatever they are written as."""
    for access in accesses(item):
        if access.writes and isinstance(item, Assign | Fill) and _is_zero(item.value):
            continue
        place = access.place
        is_pointer = isinstance(_scalar(place.type), PointerType)
        for location in locations(place, pointers):
            yield _Cell(Touch(location, _size(place), True), is_pointer)


def _scalar(type: Type) -> Type:
    type = value_type(type)
    while isinstance(type, ArrayType):
        type = value_type(type.element)
    return type


def _size(place: Place) -> int | None:
    """None, the whole object, for bit-fields: they do not lie where they begin."""
    is_bit_field = isinstance(place, Member) and place.field.bit_width is not None
    return None if is_bit_field else size_of(value_type(place.type))


def _is_zero(value: Expression) -> bool:
    return isinstance(value, Constant) and value.value == 0
