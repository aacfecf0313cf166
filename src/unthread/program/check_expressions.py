"""Are expressions well formed? `ExpressionCheck`, for `check.py`."""

from __future__ import annotations

import struct
from dataclasses import replace

from unthread.core.floats import Extended
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
    operands,
    root,
)
from unthread.program.program import Program
from unthread.program.text.c_types import type_name
from unthread.program.text.show import show_expression
from unthread.program.types import (
    INT,
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
    VoidType,
    is_scalar,
    value_range,
    value_type,
    without_volatile,
)

_BITWISE = (BinaryOperator.AND, BinaryOperator.OR, BinaryOperator.XOR)


_SHIFTS = (BinaryOperator.SHIFT_LEFT, BinaryOperator.SHIFT_RIGHT)


_COUNTS = (UnaryOperator.LEADING_ZEROS, UnaryOperator.TRAILING_ZEROS, UnaryOperator.ONES)


_FLOAT_TESTS = (UnaryOperator.IS_NAN, UnaryOperator.IS_INFINITE, UnaryOperator.SIGN_BIT)


class BadError(Exception):
    """What is wrong, before it is known where."""


class ExpressionCheck:
    """Checks expressions and places; without variables (initial values) there is no frame."""

    def __init__(self, program: Program, variables: dict[str, Variable] | None) -> None:
        self.program = program
        self.variables = variables
        self.pointer_bits = program.pointer_size * 8

    def check(self, expression: Expression, absent: tuple[type, ...] = ()) -> None:
        pending = [expression]
        while pending:
            expression = pending.pop()
            if isinstance(expression, absent):
                raise BadError(f"{type(expression).__name__} should be gone")
            self._check_one(expression)
            pending.extend(operands(expression))

    def _check_one(self, expression: Expression) -> None:
        if not is_scalar(expression.type):
            raise BadError(f"{show_expression(expression)} is not a scalar")
        match expression:
            case Constant():
                _check_constant(expression)
            case Read(place):
                self.check_place(place)
            case AddressOf(place):
                self._check_address(place)
            case FunctionAddress(name):
                known = name in self.program.functions or name in self.program.undefined
                if not known:
                    raise BadError(f"there is no function {name}")
            case Unary():
                _check_unary(expression)
            case Binary():
                _check_binary(expression)
            case PointerAdd(pointer, index, scale):
                check_pointer(pointer, "left side of +")
                self._check_index(index)
                check_integer(scale, "scale")
            case PointerDifference(left, right, scale):
                check_pointer(left, "left side of -")
                check_pointer(right, "right side of -")
                check_integer(scale, "scale")
                wanted = IntType(self.pointer_bits, True)
                require(
                    expression.type == wanted,
                    "the difference of pointers is not a pointer-wide signed integer",
                )
            case Convert(operand, type):
                kinds = {type.__class__, operand.type.__class__}
                require(kinds != {FloatType, PointerType}, "a floating number is not a pointer")
            case Conditional(test, then, otherwise, type):
                check_scalar(test, "test")
                check_agree(type, then.type, "conditional and its first side")
                check_agree(type, otherwise.type, "conditional and its second side")
            case ThreadSelf(type):
                require(isinstance(type, IntType), "a thread number is an integer")
            case ObjectSize(pointer, type):
                check_pointer(pointer, "operand")
                require(isinstance(type, IntType), "a size is an integer")

    def _check_index(self, index: Expression) -> None:
        good = isinstance(index.type, IntType) and index.type.bits == self.pointer_bits
        if not good:
            raise BadError(f"index {show_expression(index)} is not a pointer-wide integer")

    def _check_address(self, place: Place) -> None:
        self.check_place(place)
        base = root(place)
        is_register = isinstance(base, VariablePlace) and base.variable.storage is Storage.REGISTER
        require(not is_register, "registers have no address")
        is_bit_field = isinstance(place, Member) and place.field.bit_width is not None
        require(not is_bit_field, "bit-fields have no address")

    def check_place(self, place: Place) -> None:
        """The place itself; the expressions inside are operands of what it stands in."""
        while True:
            match place:
                case VariablePlace(variable):
                    self._check_variable(variable)
                    return
                case Dereference(pointer):
                    check_pointer(pointer, "operand of *")
                    return
                case Member(base, field):
                    record = value_type(base.type)
                    require(isinstance(record, RecordType), "only records have members")
                    assert isinstance(record, RecordType)
                    if not record.complete:
                        raise BadError(f"{type_name(record)} is incomplete")
                    if not (_has_member(record, field) or _is_inside(field, record)):
                        raise BadError(f"{type_name(record)} has no such member {field.name}")
                    place = base
                case Element(base, index):
                    require(isinstance(base.type, ArrayType | VariableArrayType), "only arrays have elements")
                    check_complete(place.type)
                    self._check_index(index)
                    place = base

    def _check_variable(self, variable: Variable) -> None:
        if variable.storage in (Storage.GLOBAL, Storage.THREAD):
            known: Variable | None = None
            if variable.name in self.program.globals:
                known = self.program.globals[variable.name].variable
        else:
            known = (self.variables or {}).get(variable.name)
        if known is variable:
            return
        if known is None:
            raise BadError(f"there is no variable {variable.name} in scope")
        if known.storage is not variable.storage:
            raise BadError(f"the storage of {variable.name} differs from its declaration")
        if known.type != variable.type:
            raise BadError(f"the type of {variable.name} differs from its declaration")


def _check_constant(constant: Constant) -> None:
    value, type = constant.value, constant.type
    match type:
        case FloatType(80):
            require(isinstance(value, Extended), "a long double constant is not an Extended")
        case FloatType(bits):
            if not isinstance(value, float):
                raise BadError(f"constant {value} is not a floating number")
            assert isinstance(value, float)
            if not (bits == 64 or _is_single(value)):
                raise BadError(f"constant {value!r} is not a float")
        case _:
            if not isinstance(value, int):
                raise BadError(f"constant {value} is not an integer")
            assert isinstance(value, int)
            least, greatest = value_range(type)
            if not (least <= value <= greatest):
                raise BadError(f"constant {value} is not of type {type_name(type)}")


def _is_single(value: float) -> bool:
    try:
        (rounded,) = struct.unpack("f", struct.pack("f", value))
    except OverflowError:
        return False
    return rounded == value or value != value


def _check_unary(expression: Unary) -> None:
    operator, operand = expression.operator, expression.operand
    if operator is UnaryOperator.NOT:
        require(expression.type == INT, "! gives no int")
    elif operator in _FLOAT_TESTS:
        if not isinstance(operand.type, FloatType):
            raise BadError(f"{operator} takes a floating number")
        if expression.type != INT:
            raise BadError(f"{operator} gives no int")
    elif operator in _COUNTS:
        check_integer(operand, f"operand of {operator}")
        if not isinstance(expression.type, IntType):
            raise BadError(f"{operator} gives an integer")
    else:
        check_agree(expression.type, operand.type, f"{operator} and its operand")
        takes_floats = operator in (UnaryOperator.NEGATE, UnaryOperator.ABSOLUTE, UnaryOperator.ROOT)
        takes_integers = operator not in (UnaryOperator.ABSOLUTE, UnaryOperator.ROOT)
        is_right = (takes_floats and isinstance(operand.type, FloatType)) or (
            takes_integers and isinstance(operand.type, IntType)
        )
        if not is_right:
            raise BadError(f"{operator} does not take {type_name(operand.type)}")


def _check_binary(expression: Binary) -> None:
    operator, left, right = expression.operator, expression.left, expression.right
    if operator in _SHIFTS:
        check_integer(left, f"left side of {operator}")
        check_integer(right, f"right side of {operator}")
        check_agree(expression.type, left.type, f"{operator} and its left side")
        return
    check_agree(left.type, right.type, f"the sides of {operator}")
    if operator in COMPARISONS:
        if expression.type != INT:
            raise BadError(f"{operator} gives no int")
        return
    check_agree(expression.type, left.type, f"{operator} and its sides")
    allowed: tuple[type, ...] = (IntType, FloatType)
    if operator in _BITWISE:
        allowed = (IntType, BoolType)
    elif operator is BinaryOperator.REMAINDER:
        allowed = (IntType,)
    if not isinstance(left.type, allowed):
        raise BadError(f"{operator} does not take {type_name(left.type)}")


def check_scalar(expression: Expression, what: str) -> None:
    if not is_scalar(expression.type):
        raise BadError(f"{what} {show_expression(expression)} is not a scalar")


def check_integer(expression: Expression, what: str) -> None:
    is_integer = isinstance(expression.type, IntType | BoolType)
    if not is_integer:
        raise BadError(f"{what} {show_expression(expression)} is not an integer")


def check_pointer(expression: Expression, what: str) -> None:
    if not isinstance(expression.type, PointerType):
        raise BadError(f"{what} {show_expression(expression)} is not a pointer")


def check_agree(one: Type, other: Type, what: str) -> None:
    if isinstance(one, PointerType) and isinstance(other, PointerType) and one.size == other.size:
        return
    if one != other:
        raise BadError(f"the types of {what} differ: {type_name(one)} and {type_name(other)}")


def _has_member(record: RecordType, field: Field) -> bool:
    """Members of a volatile object are volatile, whatever the record says of them."""
    return field in record.fields or any(
        without_volatile(own.type) == without_volatile(field.type) and replace(field, type=own.type) == own
        for own in record.fields
    )


def check_complete(type: Type) -> None:
    """The type has a size."""
    inner = type
    while isinstance(inner, ArrayType | AtomicType):
        inner = inner.element if isinstance(inner, ArrayType) else inner.value
    is_complete = inner.complete if isinstance(inner, RecordType) else True
    if not (is_complete and not isinstance(inner, VoidType | FunctionType)):
        raise BadError(f"{type_name(type)} has no size")


def require(condition: bool, reason: str) -> None:
    if not condition:
        raise BadError(reason)


def _is_inside(unit: Field, record: RecordType) -> bool:
    return unit.is_unit and unit.offset * 8 + (unit.bit_width or 0) <= record.size * 8
