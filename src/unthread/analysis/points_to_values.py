"""What expressions may point to, said once for two readers.

In: expressions and places of goto code. Out: a value for each, made by the methods that a subclass of
`Values` gives: numbers of nodes while constraints are solved, sets of locations afterwards. Places are
locations where they are fixed, and else pointers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Generic, TypeVar, assert_never

from unthread.analysis.locations import (
    SMEAR,
    SMEAR_KNOWN,
    FunctionObject,
    Map,
    Move,
    Path,
    Space,
    Strides,
    merged,
)
from unthread.program.expressions import (
    COMPARISONS,
    AddressOf,
    Binary,
    BinaryOperator,
    Conditional,
    Constant,
    Convert,
    Dereference,
    Element,
    Expression,
    FunctionAddress,
    Member,
    ObjectSize,
    Place,
    PointerAdd,
    PointerDifference,
    Read,
    Storage,
    ThreadSelf,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
    is_register,
    operands,
)
from unthread.program.types import (
    ArrayType,
    BoolType,
    FloatType,
    IntType,
    PointerType,
    Type,
    VariableArrayType,
    bits_of,
    size_of,
    value_type,
)
from unthread.values.cells import member_cell
from unthread.values.scalars import addresses_of_nothing

T = TypeVar("T")

NOTABLE = 4096  # constant addresses this close to null mean no object
_SMALL = 1 << 16  # entries of a table
_FAR = 4096  # numbers that grow by less do not become addresses: with 32 bits objects lie above 16 of these


class Values(ABC, Generic[T]):
    """What expressions may point to."""

    def __init__(self, space: Space, sizes: dict[str, int], trust_indices: bool, pointer_size: int) -> None:
        self.space = space
        self.global_sizes = sizes
        self.trust_indices = trust_indices
        self.pointer_size = pointer_size

    @abstractmethod
    def constant(self, bits: int) -> T: ...
    @abstractmethod
    def register(self, variable: Variable) -> T: ...
    @abstractmethod
    def mapped(self, value: T, map: Map) -> T: ...
    @abstractmethod
    def joined(self, one: T, other: T) -> T: ...
    @abstractmethod
    def content(self, location: int, size: int) -> T:
        """What lies in so many bytes of a location."""

    @abstractmethod
    def loaded(self, pointer: T, size: int) -> T:
        """What lies in so many bytes where the pointer points."""

    @abstractmethod
    def difference(self, expression: PointerDifference) -> T:
        """Nothing within an object. From one object to another: what leads from there to here."""

    @abstractmethod
    def exposed(self) -> T:
        """Whatever the program looks at the address of: see `exposing`."""

    def value(self, expression: Expression) -> T:
        match expression:
            case Constant(value, type):
                return self._constant(value, value_type(type))
            case Read(place):
                return self._read(place)
            case AddressOf(place):
                return self.address(place)
            case FunctionAddress(name):
                number = self.space.object(FunctionObject(name), 1)
                return self.constant(1 << self.space.location(number, 0, ()))
            case Unary(operator, operand):
                return self._smeared(operand) if operator in _KEEPING else self.constant(0)
            case Binary():
                return self._binary(expression)
            case PointerAdd():
                return self._moved(expression)
            case Convert():
                return self._converted(expression)
            case Conditional(_, then, otherwise):
                return self.joined(self.value(then), self.value(otherwise))
            case PointerDifference():
                return self.difference(expression)
            case ThreadSelf() | ObjectSize():
                return self.constant(0)
            case _:
                assert_never(expression)

    def _constant(self, value: object, type: Type) -> T:
        if isinstance(type, PointerType):
            return self._address(value, type)
        if not isinstance(value, int) or not isinstance(type, IntType) or type.bits != 8 * self.pointer_size:
            return self.constant(0)
        nowhere = addresses_of_nothing(self.pointer_size)
        if any(value % (1 << type.bits) in part for part in nowhere):
            return self.constant(0)
        return self.constant(self.space.any_bits[self.space.unknown])

    def _address(self, value: object, type: PointerType) -> T:
        """A constant address; small ones are null, error codes and labels."""
        if (
            isinstance(value, int)
            and NOTABLE <= value % (1 << 8 * type.size) < (1 << 8 * type.size) - NOTABLE
        ):
            return self.constant(self.space.any_bits[self.space.unknown])
        return self.constant(0)

    def _smeared(self, expression: Expression) -> T:
        return self.mapped(self.value(expression), SMEAR)

    def _binary(self, expression: Binary) -> T:
        operator, left, right = expression.operator, expression.left, expression.right
        if operator in COMPARISONS:
            return self.constant(0)
        if operator in (BinaryOperator.SHIFT_LEFT, BinaryOperator.SHIFT_RIGHT):
            return self._smeared(left)
        return self.mapped(self.joined(self.value(left), self.value(right)), SMEAR)

    def _moved(self, expression: PointerAdd) -> T:
        pointer, index, scale = expression.pointer, expression.index, expression.scale
        start = self.value(pointer)
        if not isinstance(scale, Constant):
            return self.mapped(start, SMEAR)
        assert isinstance(scale.value, int), "scales are integers"
        if isinstance(index, Constant):
            assert isinstance(index.value, int), "indices are integers"
            half = 1 << (8 * expression.type.size - 1)
            return self.mapped(start, Move((index.value + half) % (2 * half) - half, scale.value))
        moved = self.mapped(start, Move(None, scale.value))
        if isinstance(pointer, Constant):  # the index is the address
            return self.joined(moved, self._smeared(index))
        if _is_small(index):
            return moved
        return self.joined(moved, self.mapped(self.value(index), SMEAR_KNOWN))  # it may be made of addresses

    def between(self, expression: PointerDifference) -> T:
        """The difference of pointers to different objects."""
        return self.mapped(
            self.joined(self.value(expression.left), self.value(expression.right)), SMEAR_KNOWN
        )

    def _converted(self, expression: Convert) -> T:
        source, target = value_type(expression.operand.type), value_type(expression.type)
        if isinstance(target, BoolType):
            return self.constant(0)
        if isinstance(expression.operand, Constant) and isinstance(target, PointerType):
            return self._address(expression.operand.value, target)
        value = self.value(expression.operand)
        if isinstance(target, PointerType) and self.may_be_rebuilt(expression.operand):
            value = self.joined(value, self.exposed())
        return value if _keeps_addresses(source, target) else self.mapped(value, SMEAR)

    def number(self, expression: Expression) -> T:
        """The value of an expression that is kept: an integer that is computed may be an address."""
        value = self.value(expression)
        is_rebuilt = isinstance(value_type(expression.type), IntType) and self.may_be_rebuilt(expression)
        return self.joined(value, self.exposed()) if is_rebuilt else value

    def may_be_rebuilt(self, number: Expression) -> bool:
        """The number is computed here, and may be an address although none flows into it: put together bit by
        bit, for instance. Not what has less bits than an address (with 64 bits no object lies below 2**33).
        Not what is read, since storing it has seen to that; and not what only moves by a constant, which
        takes too many iterations to get from a small number to an address, or a pointer that was converted
        and is masked: addresses are followed through these."""
        match number:
            case Constant() | Read():
                return False
            case Convert(operand):
                return isinstance(value_type(operand.type), IntType) and self.may_be_rebuilt(operand)
            case Conditional(_, then, otherwise):
                return self.may_be_rebuilt(then) or self.may_be_rebuilt(otherwise)
            case Binary(BinaryOperator.ADD | BinaryOperator.SUBTRACT, left, Constant(int(by))):
                return by >= _FAR or self.may_be_rebuilt(left)
            case Binary(BinaryOperator.AND | BinaryOperator.OR, Convert(operand), Constant()) if isinstance(
                value_type(operand.type), PointerType
            ):
                return False
        kind = value_type(number.type)
        return isinstance(kind, IntType) and kind.bits >= 8 * self.pointer_size

    def _read(self, place: Place) -> T:
        if isinstance(place, VariablePlace) and place.variable.storage is Storage.REGISTER:
            return self.register(place.variable)
        pointer, size = self.place(place), accessed_bytes(place)[1]
        return self.content(pointer, size) if isinstance(pointer, Fixed) else self.loaded(pointer, size)

    def address(self, place: Place) -> T:
        where = self.place(place)
        return self.constant(1 << where) if isinstance(where, Fixed) else where

    def place(self, place: Place) -> Fixed | T:
        """A location, or the pointer to where the place lies."""
        path = _path(place, self.trust_indices)
        while isinstance(place, Member | Element):
            place = place.base
        if isinstance(place, VariablePlace):
            number = self.variable(place.variable)
            offset = path.offset if isinstance(path, Path) else None
            return Fixed(self.space.location(number, offset, _strides(path)))
        return self.mapped(self.value(place.pointer), path)

    def variable(self, variable: Variable) -> int:
        number = self.space.numbers.get(variable)
        if number is None:
            size = self.global_sizes.get(variable.name)
            number = self.space.object(variable, _fixed_size(variable.type) if size is None else size)
        return number


def _is_small(index: Expression) -> bool:
    """It is computed in a way that leaves no distance between objects in it, as for a table of hashes."""
    match index:
        case Convert(operand):
            return _is_small(operand)
        case Binary(BinaryOperator.REMAINDER | BinaryOperator.AND, _, Constant(int(most))):
            return 0 < most <= _SMALL
    return False


ENDLESS = 1 << 62  # the size of what has none: variable-length arrays and arrays of unknown length


class Fixed(int):
    """The number of a location, distinguished from that of a node."""


def exposing(expression: Expression, pointer_size: int) -> Iterator[Expression]:
    """The pointers in an expression, and its integers that may be some, of which more is learned than whether
    they are null: what is converted to an integer, compared with something else, or read as an integer of a
    pointer's size. A number that happens to be an address, or is made into one by steps that do not hand it
    on, is the address of something exposed: the program has no other way to know it."""
    pending = [expression]
    while pending:
        item = pending.pop()
        pending += operands(item)
        match item:
            case Convert(operand, type) if isinstance(value_type(operand.type), PointerType):
                if isinstance(value_type(type), IntType):
                    yield operand
            case Binary(operator, left, right) if operator in COMPARISONS:
                if isinstance(value_type(left.type), PointerType) and not _has_constant(left, right):
                    yield from (left, right)
            case PointerDifference(left, right):
                if _has_constant(left, right):
                    yield from (left, right)
            case Read(place) if not is_register(place):
                kind = value_type(item.type)
                if isinstance(kind, IntType) and kind.bits >= 8 * pointer_size:
                    yield item


def _has_constant(*sides: Expression) -> bool:
    return any(isinstance(side, Constant) for side in sides)


_KEEPING = frozenset(
    {
        UnaryOperator.NEGATE,
        UnaryOperator.COMPLEMENT,
        UnaryOperator.SWAP_BYTES,
        UnaryOperator.ABSOLUTE,
        UnaryOperator.ROOT,
    }
)


def _keeps_addresses(source: Type, target: Type) -> bool:
    """Values of integers and pointers that are not cut stay what they are."""
    if isinstance(source, FloatType) or isinstance(target, FloatType):
        return False
    return not isinstance(source, BoolType) and bits_of(target) >= bits_of(source)


def _fixed_size(type: Type) -> int | None:
    """None where it depends on a variable-length array."""
    match type:
        case VariableArrayType():
            return None
        case ArrayType(element, count):
            size = _fixed_size(element)
            return None if size is None else size * count
        case _:
            return size_of(type)


def _strides(path: Map) -> Strides:
    return path.strides if isinstance(path, Path) else ()


def _path(place: Place, trust_indices: bool) -> Map:
    """From the root of a place to its first byte."""
    offset = accessed_bytes(place)[0]
    strides: Strides = ()
    while isinstance(place, Member | Element):
        if isinstance(place, Member):
            offset += place.field.offset
        else:
            stride = _fixed_size(place.type)
            if stride is None:
                return SMEAR
            if stride:
                count = _count(place) if trust_indices else None
                strides = merged(strides, ((stride, count),))
        place = place.base
    return Path(offset, strides)


def _count(element: Element) -> int | None:
    array, index = element.base.type, element.index
    if not isinstance(array, ArrayType) or array.count <= 1:
        return None
    if isinstance(index, Constant) and isinstance(index.value, int) and not 0 <= index.value <= array.count:
        return None
    whole = element.base
    while isinstance(whole, Element):
        whole = whole.base
    if isinstance(whole, Dereference):
        return None  # a row of something larger, where an index may run on into the next
    return array.count


def accessed_bytes(place: Place) -> tuple[int, int]:
    """The first byte that an access to the place touches, counted from its start, and how many."""
    if isinstance(place, Member) and place.field.bit_width is not None:
        cell = member_cell(place.field)
        return cell.skip, cell.size
    return 0, _fixed_size(place.type) or ENDLESS
