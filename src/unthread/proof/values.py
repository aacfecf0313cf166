"""What is known of the value of a register at an instruction of a thread: `Value`; and of an expression:
`KnownEvaluator`.

Nothing is known where there is no value. What is said holds for one thread: `Made` is what the latest
execution of one of its instructions gave, whatever that was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from unthread.core.records import dataclass
from unthread.program.build.fold import binary, convert, unary
from unthread.program.expressions import (
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
    Place,
    PointerAdd,
    Read,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
    is_register,
)
from unthread.program.library import LockSort as LockKind
from unthread.program.types import BoolType, FloatType, IntType, Type, size_of, value_type


@dataclass(frozen=True, slots=True)
class Made:
    """What the latest execution of an instruction gave; `node` is its number."""

    node: int


Base: TypeAlias = Variable | Made


@dataclass(frozen=True, slots=True)
class Number:
    value: int


@dataclass(frozen=True, slots=True)
class Nonzero:
    """Any number but zero."""


@dataclass(frozen=True, slots=True)
class KnownFunction:
    """A function."""

    name: str


@dataclass(frozen=True, slots=True)
class Address:
    """`base` and so many bytes; None: somewhere in the object that the base is or points to."""

    base: Base
    offset: int | None


@dataclass(frozen=True, slots=True)
class Handle:
    """What is in a cell as large as a handle of a thread, now as when it was read."""

    variable: Variable
    offset: int


@dataclass(frozen=True, slots=True)
class KnownLock:
    kind: LockKind
    address: Address


@dataclass(frozen=True, slots=True)
class Hold:
    """A lock that the thread has. `shared`: for reading. `suspended`: it waits at a condition variable, and
    has the lock when that is over."""

    lock: KnownLock
    shared: bool = False
    suspended: bool = False


Value: TypeAlias = Number | Nonzero | KnownFunction | Address | Handle
Register: TypeAlias = tuple[int, str]  # a frame and the name of a variable in it
Values: TypeAlias = Mapping[Register, Value]
Cell: TypeAlias = Callable[[Place, Values, int], Value | None]

_EQUALITY = (BinaryOperator.EQUAL, BinaryOperator.NOT_EQUAL)


def joined(one: Value | None, other: Value | None) -> Value | None:
    """What holds of both. Memory is never reached through a null pointer, so that it may be left aside."""
    if one == other:
        return one
    for value, null in ((one, other), (other, one)):
        if isinstance(value, Address) and isinstance(value.base, Made) and null == Number(0):
            return value
    if _is_nonzero(one) and _is_nonzero(other):
        return Nonzero()
    return None


def _is_nonzero(value: Value | None) -> bool:
    return isinstance(value, Nonzero) or (isinstance(value, Number) and value.value != 0)


def truth(value: Value | None) -> bool | None:
    match value:
        case Number(number):
            return number != 0
        case Nonzero() | KnownFunction() | Address(Variable()):
            return True
    return None


class KnownEvaluator:
    """`cell` is what is known of a place in memory, read by the thread in a frame. `leads_away`: an index may
    be the distance to another object, so that who is moved by it may leave the one where it was."""

    def __init__(self, cell: Cell, leads_away: Callable[[Expression], bool]) -> None:
        self._cell = cell
        self._leads_away = leads_away

    def value(self, expression: Expression, values: Values, frame: int) -> Value | None:
        match expression:
            case Constant(int(number)):
                return Number(number)
            case FunctionAddress(name):
                return KnownFunction(name)
            case Read(VariablePlace(variable) as place) if is_register(place):
                return values.get((frame, variable.name))
            case Read(place):
                return self._cell(place, values, frame) or self._handle(place, values, frame)
            case AddressOf(place):
                return self.address(place, values, frame)
            case PointerAdd():
                return self._moved(expression, values, frame)
            case Convert(operand, type):
                return _converted(self.value(operand, values, frame), operand.type, type)
            case Unary(operator, operand, type):
                return _unary(operator, self.value(operand, values, frame), operand.type, type)
            case Binary():
                return self._binary(expression, values, frame)
            case Conditional():
                return self._conditional(expression, values, frame)
        return None

    def address(self, place: Place, values: Values, frame: int) -> Address | None:
        """Where a place lies."""
        match place:
            case VariablePlace(variable):
                return None if is_register(place) else Address(variable, 0)
            case Dereference(pointer):
                found = self.value(pointer, values, frame)
                return found if isinstance(found, Address) else None
            case Member(base, field):
                return _shifted(self.address(base, values, frame), field.offset)
            case Element(base, index):
                at = self.value(index, values, frame)
                size = size_of(value_type(place.type))
                by = _signed(at.value, index.type) * size if isinstance(at, Number) else None
                return _shifted(self.address(base, values, frame), by)

    def _handle(self, place: Place, values: Values, frame: int) -> Value | None:
        kind = value_type(place.type)
        if not isinstance(kind, IntType) or kind.signed or kind.bits < 32:
            return None
        match self.address(place, values, frame):
            case Address(Variable() as variable, int(offset)):
                return Handle(variable, offset)
        return None

    def _moved(self, expression: PointerAdd, values: Values, frame: int) -> Value | None:
        start = self.value(expression.pointer, values, frame)
        index = self.value(expression.index, values, frame)
        scale = self.value(expression.scale, values, frame)
        if not isinstance(start, Address):
            return None
        if not isinstance(index, Number) or not isinstance(scale, Number):
            return None if self._leads_away(expression.index) else Address(start.base, None)
        return _shifted(start, _signed(index.value, expression.index.type) * scale.value)

    def _binary(self, expression: Binary, values: Values, frame: int) -> Value | None:
        left = self.value(expression.left, values, frame)
        right = self.value(expression.right, values, frame)
        operator = expression.operator
        if isinstance(left, Number) and isinstance(right, Number):
            return _number(
                binary(
                    operator,
                    Constant(left.value, expression.left.type),
                    Constant(right.value, expression.right.type),
                    expression.type,
                )
            )
        if operator not in _EQUALITY:
            return None
        is_equality = operator is BinaryOperator.EQUAL
        if isinstance(left, KnownFunction) and isinstance(right, KnownFunction):
            return Number(int((left == right) == is_equality))
        if isinstance(left, Number):
            left, right = right, left
        if right != Number(0):
            return None
        return None if truth(left) is None else Number(int(truth(left) != is_equality))

    def _conditional(self, expression: Conditional, values: Values, frame: int) -> Value | None:
        test = truth(self.value(expression.test, values, frame))
        then = self.value(expression.then, values, frame)
        otherwise = self.value(expression.otherwise, values, frame)
        if test is None:
            return joined(then, otherwise)
        return then if test else otherwise


def _shifted(start: Address | None, by: int | None) -> Address | None:
    if start is None or start.offset is None or by is None:
        return None if start is None else Address(start.base, None)
    return Address(start.base, start.offset + by)


def _signed(value: int, type: Type) -> int:
    """Indices as large as a pointer wrap around."""
    half = 1 << (8 * size_of(value_type(type)) - 1)
    return (value + half) % (2 * half) - half


def _converted(value: Value | None, source: Type, target: Type) -> Value | None:
    if value is None or isinstance(value_type(target), FloatType):
        return None
    if isinstance(value, Number):
        return _number(convert(Constant(value.value, source), target))
    is_truth = isinstance(value_type(target), BoolType)
    if is_truth:
        return None if truth(value) is None else Number(1)
    return value if size_of(target) >= size_of(source) else None


def _unary(operator: UnaryOperator, value: Value | None, source: Type, type: Type) -> Value | None:
    if isinstance(value, Number):
        return _number(unary(operator, Constant(value.value, source), type))
    if operator is not UnaryOperator.NOT:
        return None
    return None if truth(value) is None else Number(0)


def _number(expression: Expression) -> Number | None:
    match expression:
        case Constant(int(number)):
            return Number(number)
    return None
