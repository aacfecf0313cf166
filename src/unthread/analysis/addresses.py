"""Where the answer may depend on the addresses of objects: these are always the same ones, and never those of
an object that was freed before.

In: a program. Out: the positions in the user's text that ask for more of an address than which object it is.

What means the same wherever objects lie is not reported: comparisons with null and with what is in the
first or the last page (errors travel so in pointers), pointers into one object that are compared or
subtracted, integers that are converted back after being moved by constants, and low bits, up to the alignment
of every allocation, that are tested, set and cleared.
"""

from __future__ import annotations

from collections.abc import Iterator

from unthread.analysis.locations import Object, Site, UnknownObject
from unthread.analysis.points_to import PointsTo, points_to_in
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.program.expressions import (
    COMPARISONS,
    Binary,
    BinaryOperator,
    Constant,
    Convert,
    Expression,
    FunctionAddress,
    PointerDifference,
    Unary,
    UnaryOperator,
    Variable,
    operands,
    read_register,
)
from unthread.program.instructions import Call, Free, Jump, Region, accesses, expressions
from unthread.program.program import Function, Program
from unthread.program.query.uses import registers_read
from unthread.program.types import BoolType, IntType, PointerType, Type, value_type

_PAGE = 4096
_ALIGNMENT = 16  # of what malloc gives, and no less than that of any scalar
_EQUALITIES = frozenset({BinaryOperator.EQUAL, BinaryOperator.NOT_EQUAL})
_BITWISE = frozenset({BinaryOperator.AND, BinaryOperator.OR, BinaryOperator.XOR})


@dataclass(frozen=True, slots=True)
class AddressUse:
    """`what` is done with addresses at a position of the user's text."""

    what: str
    loc: Loc

    @property
    def text(self) -> str:
        """In the words of a verdict: executions with ..."""
        return f"{ELSEWHERE}: {self.what} at {self.loc}"


COMPARED = "an address is compared with a number"
ORDERED = "two addresses are compared by order"
COMPUTED = "an address is used in a computation"
IN_PART = "a part of an address is used as a number"
AS_TEXT = "an address becomes text"
ELSEWHERE = "objects at other addresses"
_BYTES_COMPARED = frozenset({"memcmp", "bcmp"})


def measured_addresses(program: Program, reads_addresses: bool = False) -> list[AddressUse]:
    """Where objects at other addresses might give another result. `reads_addresses`: although no pointer is
    converted, some are read as integers, through a union or from a copy."""
    if not (reads_addresses or any(_may_measure(item) for item, _ in _all_expressions(program))):
        return []
    measure = _Measure(points_to_in(program, follow_numbers=False), program.pointer_size)
    found = (
        AddressUse(what, loc) for item, loc in _all_expressions(program) for what in measure.told_by(item)
    )
    return list(dict.fromkeys(found))


def compared_after_free(program: Program) -> list[Loc]:
    """Where it is asked whether two addresses of the heap are equal, one of which may be that of an object
    that was freed: another one may have got its address."""
    freed = [
        item.pointer
        for function in program.functions.values()
        for item in function.body
        if isinstance(item, Free) and item.region is Region.HEAP
    ]
    if not freed or not any(_may_compare(item) for item, _ in _all_expressions(program)):
        return []
    pointers = points_to_in(program, follow_numbers=False)
    gone = frozenset(site for pointer in freed for site in _heap(pointers, pointer))
    found = (
        loc
        for item, loc in _all_expressions(program)
        if isinstance(item, Binary) and _may_compare(item)
        if _may_be_reused(_heap(pointers, item.left), _heap(pointers, item.right), gone)
    )
    return list(dict.fromkeys(found))


def compared_for_equality(program: Program) -> frozenset[Loc]:
    """Calls that compare bytes, after which it only counts whether these are the same: addresses of the same
    object are, wherever it lies."""
    return frozenset(
        item.loc
        for function in program.functions.values()
        for item in (() if function.library else function.body)
        if isinstance(item, Call)
        and isinstance(item.function, FunctionAddress)
        and item.function.name in _BYTES_COMPARED
        and (item.target is None or _is_only_tested(item.target, function))
    )


def _is_only_tested(register: Variable, function: Function) -> bool:
    """All that is asked is whether it is 0."""
    named = sum(registers_read(item).count(register) for item in function.body)
    return named == sum(
        _tests(expression, register)
        for item in function.body
        for whole in expressions(item)
        for expression in _parts(whole)
    ) + sum(isinstance(item, Jump) and item.condition == read_register(register) for item in function.body)


def _tests(expression: Expression, register: Variable) -> bool:
    """It is compared with 0, one way or another."""
    match expression:
        case Binary(operator, left, Constant(0)) if operator in _EQUALITIES:
            return left == read_register(register)
        case Unary(UnaryOperator.NOT, operand) | Convert(operand, BoolType()):
            return operand == read_register(register)
        case _:
            return False


def _parts(expression: Expression) -> Iterator[Expression]:
    pending = [expression]
    while pending:
        item = pending.pop()
        pending += operands(item)
        yield item


def _all_expressions(program: Program) -> Iterator[tuple[Expression, Loc]]:
    """In the user's text, parts included."""
    for function in program.functions.values():
        for item in () if function.library else function.body:
            for whole in expressions(item):
                yield from ((part, item.loc) for part in _parts(whole))


def followed_numbers(program: Program) -> list[Loc]:
    """Where memory is accessed through what a program has computed as a number: whoever does not compute with
    addresses as numbers gets elsewhere, or nowhere. In the library, that is where the function is defined."""
    plain, followed = points_to_in(program, follow_numbers=False), points_to_in(program)
    found = (
        item.loc
        for function in program.functions.values()
        for item in function.body
        for access in accesses(item)
        if followed.places(access.place) != plain.places(access.place)
    )
    return list(dict.fromkeys(found))


def _heap(pointers: PointsTo, expression: Expression) -> frozenset[Site]:
    found = (location.object for location in pointers.targets(expression))
    return frozenset(item for item in found if isinstance(item, Site) and item.region is Region.HEAP)


def _may_be_reused(left: frozenset[Site], right: frozenset[Site], gone: frozenset[Site]) -> bool:
    return bool(left and right and (left | right) & gone)


def _may_compare(expression: Expression) -> bool:
    """Two addresses, neither of them a constant."""
    return (
        isinstance(expression, Binary)
        and expression.operator in _EQUALITIES
        and _holds_addresses(value_type(expression.left.type))
        and not isinstance(expression.left, Constant)
        and not isinstance(expression.right, Constant)
    )


def _holds_addresses(type: Type) -> bool:
    return isinstance(type, PointerType) or (isinstance(type, IntType) and type.bits >= 32)


def _may_measure(expression: Expression) -> bool:
    """Without a pointer that is converted or ordered, nothing else need be asked."""
    match expression:
        case Convert(operand, type):
            return isinstance(value_type(operand.type), PointerType) and isinstance(value_type(type), IntType)
        case Binary(operator, left):
            return operator in COMPARISONS - _EQUALITIES and isinstance(value_type(left.type), PointerType)
        case PointerDifference():
            return True
        case _:
            return False


class _Measure:
    def __init__(self, pointers: PointsTo, pointer_size: int) -> None:
        self.pointers = pointers
        self.bits = 8 * pointer_size

    def told_by(self, expression: Expression) -> Iterator[str]:
        match expression:
            case Binary(operator, left, right) if operator in COMPARISONS:
                yield from self._compared(operator, left, right)
            case Binary(operator, left, right):
                if isinstance(value_type(expression.type), IntType) and self._computes(operator, left, right):
                    yield COMPUTED
            case PointerDifference(left, right):
                if self._may_be_apart(left, right):
                    yield COMPUTED
            case Convert(operand, type) if isinstance(value_type(type), IntType):
                kind = value_type(type)
                assert isinstance(kind, IntType)
                if kind.bits < self.bits and self._is_whole(operand) and self._objects(operand):
                    yield COMPUTED
            case Unary(operator, operand) if operator is not UnaryOperator.NOT:
                if isinstance(value_type(operand.type), IntType) and self._objects(operand):
                    yield COMPUTED

    def _compared(self, operator: BinaryOperator, left: Expression, right: Expression) -> Iterator[str]:
        sides = [side for side in (left, right) if not isinstance(side, Constant)]
        if len(sides) == 2:
            if operator not in _EQUALITIES and self._may_be_apart(left, right):
                yield ORDERED
            return
        number = next((side.value for side in (left, right) if isinstance(side, Constant)), None)
        if not sides or not isinstance(number, int) or isinstance(value_type(left.type), PointerType):
            return
        if self._is_notable(number) and self._is_whole(sides[0]) and self._objects(sides[0]):
            yield COMPARED

    def _computes(self, operator: BinaryOperator, left: Expression, right: Expression) -> bool:
        one, other = self._objects(left), self._objects(right)
        if not one and not other:
            return False
        if operator in _BITWISE:
            mask = next((side.value for side in (left, right) if isinstance(side, Constant)), None)
            return not (isinstance(mask, int) and self._is_low(mask))
        if operator is BinaryOperator.ADD:
            return bool(one and other)
        if operator is BinaryOperator.SUBTRACT:
            return bool(other) and self._may_be_apart(left, right)
        return True

    def _is_notable(self, number: int) -> bool:
        """Neither in the first nor in the last page, where no object lies."""
        return _PAGE <= number % (1 << self.bits) < (1 << self.bits) - _PAGE

    def _is_low(self, mask: int) -> bool:
        """Bits that are 0 in the address of every aligned object, or all the others."""
        mask %= 1 << self.bits
        return mask < _ALIGNMENT or mask >= (1 << self.bits) - _ALIGNMENT

    def _is_whole(self, expression: Expression) -> bool:
        """All bits of an address are there: not what was left of them when others were cut off."""
        kind = value_type(expression.type)
        if isinstance(expression, Binary) and expression.operator in _BITWISE:
            return False
        return isinstance(kind, PointerType) or (isinstance(kind, IntType) and kind.bits >= self.bits)

    def _may_be_apart(self, left: Expression, right: Expression) -> bool:
        """Pointers into different objects, as far as these can be distinguished."""
        one, other = self._objects(left), self._objects(right)
        return bool(one and other) and (len(one) > 1 or one != other)

    def _objects(self, expression: Expression) -> frozenset[Object]:
        """What the value is the address of, or made of such addresses."""
        found = (location.object for location in self.pointers.targets(expression))
        return frozenset(item for item in found if not isinstance(item, UnknownObject))
