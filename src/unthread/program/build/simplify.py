"""Expressions under what is known: registers renamed to this activation's own, known values put in,
and everything folded that can be.

Known values are constants and addresses: they mention no register, so they hold wherever they are put.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from unthread.program.build.fold import binary, convert, dereference, integer, unary
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
    ObjectSize,
    Place,
    PointerAdd,
    PointerDifference,
    Read,
    Storage,
    ThreadSelf,
    Unary,
    Variable,
    VariablePlace,
    root,
)
from unthread.program.query.uses import variables_in
from unthread.program.types import ArrayType, PointerType, size_of

Known = Mapping[Variable, Expression]
_EQUALITY = (BinaryOperator.EQUAL, BinaryOperator.NOT_EQUAL)
_ORDER = {
    BinaryOperator.LESS: lambda a, b: a < b,
    BinaryOperator.LESS_EQUAL: lambda a, b: a <= b,
    BinaryOperator.GREATER: lambda a, b: a > b,
    BinaryOperator.GREATER_EQUAL: lambda a, b: a >= b,
}


class Simplifier:
    """`rename` gives the variable of this activation for one of the function; `constant_cell` the value of
    a place in memory that is never written, where it is known."""

    def __init__(
        self,
        rename: Callable[[Variable], Variable],
        thread: int,
        constant_cell: Callable[[Place], Expression | None],
    ) -> None:
        self.rename = rename
        self.thread = thread
        self.constant_cell = constant_cell

    # The most frequent kinds come first: this runs for every expression of every copy of an instruction.
    def expression(self, expression: Expression, known: Known) -> Expression:
        match expression:
            case Read(place):
                return self._read(place, known)
            case Constant():
                return expression
            case Convert(operand, type):
                return convert(self.expression(operand, known), type)
            case Binary(operator, left, right):
                return _binary(
                    operator, self.expression(left, known), self.expression(right, known), expression
                )
            case AddressOf(place, type):
                return _address(self.place(place, known), type)
            case FunctionAddress():
                return expression
            case ThreadSelf(type):
                return integer(self.thread, type)
            case _:
                return self._rare(expression, known)

    def _rare(
        self,
        expression: Unary | PointerAdd | PointerDifference | Conditional | ObjectSize,
        known: Known,
    ) -> Expression:
        def new(inner: Expression) -> Expression:
            return self.expression(inner, known)

        match expression:
            case Unary(operator, operand, type):
                return unary(operator, new(operand), type)
            case PointerAdd(pointer, index, scale, type):
                return _pointer_add(new(pointer), new(index), new(scale), type)
            case PointerDifference(left, right, scale, type):
                return _difference(new(left), new(right), new(scale), expression)
            case Conditional(test, then, otherwise, type):
                condition = new(test)
                decided = truth_of(condition)
                if decided is not None:
                    return new(then) if decided else new(otherwise)
                return Conditional(condition, new(then), new(otherwise), type)
            case ObjectSize(pointer, type):
                return ObjectSize(new(pointer), type)

    def _read(self, place: Place, known: Known) -> Expression:
        if isinstance(place, VariablePlace) and place.variable.storage is Storage.REGISTER:
            variable = self.rename(place.variable)
            return known.get(variable) or Read(VariablePlace(variable))
        place = self.place(place, known)
        return self.constant_cell(place) or Read(place)

    def place(self, place: Place, known: Known) -> Place:
        match place:
            case VariablePlace(variable):
                own = self.rename(variable)
                return place if own is variable else VariablePlace(own)
            case Dereference(pointer, type):
                return dereference(self.expression(pointer, known), type)
            case Member(base, field):
                return Member(self.place(base, known), field)
            case Element(base, index):
                return Element(self.place(base, known), self.expression(index, known))


def is_known(expression: Expression) -> bool:
    """The value is the same wherever the expression stands: it reads nothing."""
    match expression:
        case Constant() | FunctionAddress():
            return True
        case AddressOf(place):
            return _is_known_place(place)
        case Convert(operand, type):
            return isinstance(type, PointerType) and is_known(operand)
        case PointerAdd(pointer, index, scale):
            return all(map(is_known, (pointer, index, scale)))
        case _:
            return False


def is_fixed(value: Expression) -> bool:
    """The value is known, and the same in every frame and thread, too."""
    if isinstance(value, Constant):
        return True
    return is_known(value) and all(variable.storage is Storage.GLOBAL for variable in variables_in(value))


def _is_known_place(place: Place) -> bool:
    match place:
        case VariablePlace(variable):
            return variable.storage is Storage.GLOBAL or variable.storage is Storage.LOCAL
        case Dereference(pointer):
            return is_known(pointer)
        case Member(base):
            return _is_known_place(base)
        case Element(base, index):
            return isinstance(index, Constant) and _is_known_place(base)


def truth_of(condition: Expression) -> bool | None:
    """Whether a condition holds, if that is known."""
    match condition:
        case Constant(int() | float() as value):
            return bool(value)
        case FunctionAddress():
            return True
        case AddressOf(place):
            return True if isinstance(root(place), VariablePlace) and _offset(place) is not None else None
        case Convert(operand, PointerType()) if isinstance(operand.type, PointerType):
            return truth_of(operand)
        case _:
            return None


def function_named(expression: Expression) -> str | None:
    """The function whose address the expression is, through conversions between pointers."""
    while isinstance(expression, Convert) and isinstance(expression.type, PointerType):
        expression = expression.operand
    return expression.name if isinstance(expression, FunctionAddress) else None


def _address(place: Place, type: PointerType) -> Expression:
    if isinstance(place, Dereference):
        return convert(place.pointer, type)
    return AddressOf(place, type)


# &a[1] + 2  →  &a[3]
def _pointer_add(pointer: Expression, index: Expression, scale: Expression, type: PointerType) -> Expression:
    if isinstance(index, Constant) and index.value == 0:
        return convert(pointer, type)
    match pointer, index, scale:
        case AddressOf(Element(base, Constant(int() as first, index_type))), Constant(int() as by), Constant(
            size
        ):
            array = base.type
            if (
                isinstance(array, ArrayType)
                and size_of(array.element) == size
                and 0 <= first + by <= array.count
            ):
                return AddressOf(Element(base, integer(first + by, index_type)), type)
    return PointerAdd(pointer, index, scale, type)


def _difference(
    left: Expression, right: Expression, scale: Expression, whole: PointerDifference
) -> Expression:
    same = _positions(left, right)
    if same is not None and isinstance(scale, Constant) and isinstance(scale.value, int):
        return integer((same[0] - same[1]) // scale.value, whole.type)
    return PointerDifference(left, right, scale, whole.type)


def _binary(operator: BinaryOperator, left: Expression, right: Expression, whole: Binary) -> Expression:
    if operator in _EQUALITY:
        equal = _are_equal(left, right)
        if equal is not None:
            return integer(int(equal == (operator is BinaryOperator.EQUAL)), whole.type)
    elif operator in _ORDER:
        same = _positions(left, right)
        if same is not None:
            return integer(int(_ORDER[operator](*same)), whole.type)
    return binary(operator, left, right, whole.type)


def _are_equal(left: Expression, right: Expression) -> bool | None:
    """Of two addresses, if that is known."""
    for one, other in ((left, right), (right, left)):
        if (
            isinstance(other, Constant)
            and other.value == 0
            and truth_of(one)
            and not isinstance(one, Constant)
        ):
            return False
    names = function_named(left), function_named(right)
    if None not in names:
        return names[0] == names[1]
    same = _positions(left, right)
    return None if same is None else same[0] == same[1]


def _positions(left: Expression, right: Expression) -> tuple[int, int] | None:
    """Offsets of two addresses in the same variable."""
    a, b = _strip(left), _strip(right)
    if not (isinstance(a, AddressOf) and isinstance(b, AddressOf)) or root(a.place) != root(b.place):
        return None
    if not isinstance(root(a.place), VariablePlace):
        return None
    offsets = _offset(a.place), _offset(b.place)
    if offsets[0] is None or offsets[1] is None:
        return None
    return offsets[0], offsets[1]


def _strip(expression: Expression) -> Expression:
    while isinstance(expression, Convert) and isinstance(expression.type, PointerType):
        expression = expression.operand
    return expression


def _offset(place: Place) -> int | None:
    """Where the place starts in its variable, if that is known."""
    match place:
        case VariablePlace():
            return 0
        case Member(base, field):
            inner = _offset(base)
            return None if inner is None or field.bit_width is not None else inner + field.offset
        case Element(base, Constant(int() as index)):
            inner = _offset(base)
            return None if inner is None else inner + index * size_of(place.type)
        case _:
            return None
