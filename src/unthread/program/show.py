"""A Program as text that reads like C.

In: a Program, a Function, an instruction, an expression or a type. Out: text. `declare` and `type_name`
are exact C; the rest is C as far as C has it: casts are left out where C converts by itself, and an
instruction that C does not have reads like a sentence (`wait until (m->lock == 0)`).
"""

from __future__ import annotations

import math
import struct
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from unthread.core.source import NOWHERE, Loc
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
from unthread.program.floats import Extended
from unthread.program.instructions import (
    Allocate,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Call,
    Cut,
    Declare,
    Discard,
    Exit,
    Format,
    Free,
    Input,
    Instruction,
    Jump,
    Label,
    Print,
    Region,
    Return,
    Scope,
    Spawn,
    Unmodelled,
    expressions,
)
from unthread.program.program import Function, GlobalVariable, InitialValue, Program
from unthread.program.types import (
    BOOL,
    INT,
    UCHAR,
    VOID,
    ArrayType,
    AtomicType,
    BoolType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
    VariableArrayType,
    VoidType,
    size_of,
    value_range,
    value_type,
)

_WIDTH = 100  # lists of initial values and of registers wrap here
_COMMENT_COLUMN = 48  # positions stand here, or further right where a line is longer


# Types

_INTEGER_NAMES = {8: "char", 16: "short", 32: "int", 64: "long long", 128: "__int128"}


def type_name(type: Type) -> str:
    """The type as C writes it: `unsigned int`, `struct node *`, `int (*)[4]`."""
    return declare(type, "")


def declare(type: Type, name: str) -> str:
    """A declaration of `name` without its semicolon: `int (*name)[4]`. An empty name gives the type's."""
    specifier, declarator = _declarator(type, name)
    return f"{specifier} {declarator}" if declarator else specifier


def _declarator(type: Type, inner: str) -> tuple[str, str]:
    """The specifier at the left, and the declarator around `inner`."""
    match type:
        case PointerType(target):
            inner = f"*{inner}"
            if isinstance(target, ArrayType | VariableArrayType | FunctionType):
                inner = f"({inner})"
            return _declarator(target, inner)
        case ArrayType(element, count):
            return _declarator(element, f"{inner}[{count or ''}]")
        case VariableArrayType(element, count):
            return _declarator(element, f"{inner}[{show_expression(count)}]")
        case FunctionType(result):
            return _declarator(result, f"{inner}({_parameters(type)})")
        case VoidType():
            return "void", inner
        case BoolType():
            return "_Bool", inner
        case IntType():
            return _integer_name(type), inner
        case FloatType(bits):
            return {32: "float", 64: "double", 80: "long double"}[bits], inner
        case AtomicType(value):
            return f"_Atomic({type_name(value)})", inner
        case RecordType(tag, is_union):
            return f"{'union' if is_union else 'struct'} {tag}", inner


def _parameters(type: FunctionType) -> str:
    if not type.prototyped:
        return ""
    names = [type_name(parameter) for parameter in type.parameters] + ["..."] * type.variadic
    return ", ".join(names) or "void"


def _integer_name(type: IntType) -> str:
    if type.name:
        return type.name
    if type.bits not in _INTEGER_NAMES:
        return f"{'' if type.signed else 'unsigned '}_BitInt({type.bits})"
    sign = "" if type.signed else "unsigned "
    if type.signed and type.bits == 8:
        sign = "signed "  # whether plain char is signed depends on the platform
    return sign + _INTEGER_NAMES[type.bits]


# Expressions

_PRIMARY, _POSTFIX, _UNARY, _CONDITIONAL, _ASSIGNMENT = 16, 15, 14, 2, 1

_PRECEDENCE = {
    BinaryOperator.MULTIPLY: 13,
    BinaryOperator.DIVIDE: 13,
    BinaryOperator.REMAINDER: 13,
    BinaryOperator.ADD: 12,
    BinaryOperator.SUBTRACT: 12,
    BinaryOperator.SHIFT_LEFT: 11,
    BinaryOperator.SHIFT_RIGHT: 11,
    BinaryOperator.LESS: 10,
    BinaryOperator.LESS_EQUAL: 10,
    BinaryOperator.GREATER: 10,
    BinaryOperator.GREATER_EQUAL: 10,
    BinaryOperator.EQUAL: 9,
    BinaryOperator.NOT_EQUAL: 9,
    BinaryOperator.AND: 8,
    BinaryOperator.XOR: 7,
    BinaryOperator.OR: 6,
}
_SUM = _PRECEDENCE[BinaryOperator.ADD]
_PRODUCT = _PRECEDENCE[BinaryOperator.MULTIPLY]
_SHIFTS = (BinaryOperator.SHIFT_LEFT, BinaryOperator.SHIFT_RIGHT)
_PREFIX = (UnaryOperator.NEGATE, UnaryOperator.COMPLEMENT)


@dataclass(frozen=True, slots=True)
class Text:
    """Text of an expression: how tightly it binds, and the type that C sees in it."""

    text: str
    precedence: int
    type: Type

    def at(self, precedence: int) -> str:
        """In parentheses if it binds less tightly than that."""
        return self.text if self.precedence >= precedence else f"({self.text})"


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes expressions and instructions. `names` says what variables are called, for those that are
    not called by their name in the program; `literals` are the string literals among the globals."""

    names: dict[str, str] = field(default_factory=dict)
    literals: dict[str, str] = field(default_factory=dict)

    def name(self, variable: Variable) -> str:
        return self.names.get(variable.name, variable.name)

    # Every expression has two texts. The exact one has the expression's type; the raw one may still
    # lack a conversion to it, and its own type tells. Who knows that C adds the conversion, as in
    # assignments and between operands of different size, takes the raw one. Each expression inside is
    # written once, or deep ones would take forever.

    def exact(self, expression: Expression) -> Text:
        return _completed(self.raw(expression), expression)

    def raw(self, expression: Expression) -> Text:
        match expression:
            case Constant():
                return _plain_constant(expression)
            case Read(place):
                return self.place(place)
            case AddressOf(place):
                return self._address(place, expression.type)
            case FunctionAddress(name):
                return Text(name, _PRIMARY, expression.type)
            case Unary():
                return self._unary(expression)
            case Binary():
                return self._binary(expression)
            case PointerAdd():
                return self._pointer_add(expression)
            case PointerDifference():
                return self._pointer_difference(expression)
            case Convert(Convert(inner, middle) as operand, type) if not isinstance(type, PointerType):
                return self.raw(operand) if _is_widening(inner.type, middle) else self.exact(operand)
            case Convert(operand):
                return self.exact(operand)
            case Conditional():
                return self._conditional(expression)
            case ThreadSelf():
                return Text("self()", _POSTFIX, expression.type)
            case ObjectSize(pointer):
                return Text(f"object_size({self.raw(pointer).text})", _POSTFIX, expression.type)

    def assigned(self, expression: Expression) -> str:
        """As the right side of an assignment, an argument or a returned value: C converts by itself."""
        raw = self.raw(expression)
        text = raw if _converts_silently(raw, expression.type) else _completed(raw, expression)
        return text.at(_ASSIGNMENT)

    def truth(self, expression: Expression) -> Text:
        """As a condition: only whether it is zero matters."""
        if isinstance(expression, Convert):
            source = expression.operand.type
            if expression.type == BOOL:
                return self.truth(expression.operand)
            both_pointers = isinstance(source, PointerType) and isinstance(expression.type, PointerType)
            if both_pointers or _is_widening(source, expression.type):
                return self.raw(expression)
        return self.exact(expression)

    def index(self, expression: Expression) -> Text:
        """As an index: C looks at the number only, not at its width."""
        raw = self.raw(expression)
        is_narrower = isinstance(raw.type, BoolType | IntType) and _bits(raw.type) <= _bits(expression.type)
        return raw if is_narrower else _completed(raw, expression)

    def _unary(self, expression: Unary) -> Text:
        operator, operand = expression.operator, expression.operand
        if operator is UnaryOperator.NOT:
            return Text("!" + self.truth(operand).at(_UNARY), _UNARY, INT)
        if operator not in _PREFIX:
            return Text(f"{operator}({self.exact(operand).text})", _POSTFIX, expression.type)
        raw = self.raw(operand)
        promoted = _promoted(raw.type) == expression.type
        text = (raw if promoted else _completed(raw, operand)).at(_UNARY)
        space = " " if text.startswith(operator) else ""
        return Text(f"{operator}{space}{text}", _UNARY, expression.type)

    def _binary(self, expression: Binary) -> Text:
        operator = expression.operator
        precedence = _PRECEDENCE[operator]
        if operator in _SHIFTS:
            raw = self.raw(expression.left)
            left = raw if _promoted(raw.type) == expression.type else _completed(raw, expression.left)
            right = self.raw(expression.right)
        else:
            left, right = self._balanced(expression.left, expression.right)
        type = INT if operator in COMPARISONS else expression.type
        return Text(f"{left.at(precedence)} {operator} {right.at(precedence + 1)}", precedence, type)

    def _balanced(self, left: Expression, right: Expression) -> tuple[Text, Text]:
        """Two operands, with as few casts as still make C give both of them the type they have."""
        one, other = self.raw(left), self.raw(right)
        full_one, full_other = _completed(one, left), _completed(other, right)
        for pair in ((one, other), (one, full_other), (full_one, other)):
            if _common_type(*pair) == left.type:
                return pair
        return full_one, full_other

    def _conditional(self, expression: Conditional) -> Text:
        test = self.truth(expression.test).at(_CONDITIONAL + 1)
        then, otherwise = self._balanced(expression.then, expression.otherwise)
        text = f"{test} ? {then.text} : {otherwise.at(_CONDITIONAL)}"
        return Text(text, _CONDITIONAL, expression.type)

    def _pointer_add(self, expression: PointerAdd) -> Text:
        return self._moved(self.raw(expression.pointer), expression)

    def _moved(self, pointer: Text, expression: PointerAdd) -> Text:
        """The sum, given the text of its pointer."""
        if not _has_scale(pointer.type, expression.scale):
            pointer = _completed(pointer, expression.pointer)
        if not _has_scale(pointer.type, expression.scale):
            bytes_ = self._bytes(expression.index, expression.scale)
            base = _cast(pointer, PointerType(UCHAR, expression.type.size))
            return Text(f"{base.at(_SUM)} + {bytes_.at(_SUM + 1)}", _SUM, base.type)
        index = self.index(expression.index)
        sign = "+"
        if isinstance(expression.index, Constant) and index.text.startswith("-"):
            sign, index = "-", Text(index.text[1:], _PRIMARY, index.type)
        return Text(f"{pointer.at(_SUM)} {sign} {index.at(_SUM + 1)}", _SUM, pointer.type)

    def _bytes(self, index: Expression, scale: Expression) -> Text:
        if isinstance(scale, Constant) and scale.value == 1:
            return self.index(index)
        return Text(
            f"{self.index(index).at(_PRODUCT)} * {self.index(scale).at(_PRODUCT + 1)}", _PRODUCT, index.type
        )

    def _pointer_difference(self, expression: PointerDifference) -> Text:
        left, right = self.raw(expression.left), self.raw(expression.right)
        if left.type == right.type and _has_scale(left.type, expression.scale):
            return Text(f"{left.at(_SUM)} - {right.at(_SUM + 1)}", _SUM, expression.type)
        left, right = _completed(left, expression.left), _completed(right, expression.right)
        if left.type == right.type and _has_scale(left.type, expression.scale):
            return Text(f"{left.at(_SUM)} - {right.at(_SUM + 1)}", _SUM, expression.type)
        assert isinstance(left.type, PointerType)
        to_bytes = PointerType(UCHAR, left.type.size)
        difference = f"{_cast(left, to_bytes).text} - {_cast(right, to_bytes).text}"
        if isinstance(expression.scale, Constant) and expression.scale.value == 1:
            return Text(difference, _SUM, expression.type)
        return Text(
            f"({difference}) / {self.index(expression.scale).at(_PRODUCT + 1)}", _PRODUCT, expression.type
        )

    # Places

    def place(self, place: Place) -> Text:
        type = value_type(place.type)
        match place:
            case VariablePlace(variable):
                return Text(self.literals.get(variable.name) or self.name(variable), _PRIMARY, type)
            case Dereference():
                return self._dereference(place)
            case Member(base, member):
                return Text(self._member(base, member.name or "<anonymous>"), _POSTFIX, type)
            case Element(base, index):
                return Text(f"{self.place(base).at(_POSTFIX)}[{self.index(index).text}]", _POSTFIX, type)

    def _member(self, base: Place, name: str) -> str:
        while isinstance(base, Member) and not base.field.name:
            base = base.base  # C names members of anonymous members directly
        if not isinstance(base, Dereference):
            return f"{self.place(base).at(_POSTFIX)}.{name}"
        text, is_pointer = self._target(base)
        return f"{text.at(_POSTFIX)}{'->' if is_pointer else '.'}{name}"

    def _dereference(self, place: Dereference) -> Text:
        text, is_pointer = self._target(place)
        return Text("*" + text.at(_UNARY), _UNARY, value_type(place.type)) if is_pointer else text

    def _target(self, place: Dereference) -> tuple[Text, bool]:
        """The text of a place behind a pointer; or, and then True comes with it, the text of the pointer."""
        pointer = place.pointer
        if isinstance(pointer, AddressOf) and pointer.place.type == place.type:
            return self.place(pointer.place), False
        if not isinstance(pointer, PointerAdd):
            return self._pointing(self.raw(pointer), place), True
        base = self.raw(pointer.pointer)
        if _has_scale(base.type, pointer.scale) and _target(base.type) == place.type:
            text = f"{base.at(_POSTFIX)}[{self.index(pointer.index).text}]"
            return Text(text, _POSTFIX, value_type(place.type)), False
        return self._pointing(self._moved(base, pointer), place), True

    def _pointing(self, raw: Text, place: Dereference) -> Text:
        """The pointer of a place, cast if it does not point to the type that the place is seen as."""
        exact = _completed(raw, place.pointer)
        for text in (raw, exact):
            if _target(text.type) == place.type:
                return text
        size = place.pointer.type.size if isinstance(place.pointer.type, PointerType) else 8
        return _cast(raw, PointerType(place.type, size))

    def _address(self, place: Place, type: PointerType) -> Text:
        if isinstance(place, Dereference):
            return self._pointing(self.raw(place.pointer), place)
        if isinstance(place.type, ArrayType | VariableArrayType) and place.type.element == type.target:
            text = self.place(place)  # an array alone stands for the address of its first element
            return Text(text.text, text.precedence, type)
        if isinstance(place, Element) and place.index == Constant(0, place.index.type):
            base = self.place(place.base)
            return Text(base.text, base.precedence, PointerType(place.type, type.size))
        return Text("&" + self.place(place).at(_UNARY), _UNARY, PointerType(place.type, type.size))

    # Instructions

    def instruction(self, instruction: Instruction) -> str:
        """The instruction without its position."""
        match instruction:
            case Assign(target, value):
                return f"{self.place(target).text} = {self.assigned(value)}"
            case Input(target, name):
                return f"{self.name(target)} = input({name})"
            case Declare(variable, zeroed):
                return f"declare {declare(variable.type, self.name(variable))}" + (" = {0}" if zeroed else "")
            case Discard(variable):
                return f"discard {self.name(variable)}"
            case Allocate():
                return self._allocate(instruction)
            case Free(pointer, region):
                word = "free" if region is Region.HEAP else "free stack"
                return f"{word} ({self.raw(pointer).text})"
            case Label(name):
                return f"{name}:"
            case Jump(label, None):
                return f"goto {label}"
            case Jump(label, condition):
                assert condition is not None
                return f"if ({self.truth(condition).text}) goto {label}"
            case Call():
                return self._call(instruction)
            case Return(value):
                return "return" if value is None else f"return {self.assigned(value)}"
            case Spawn(target, function, argument):
                started = f"spawn {self.raw(function).at(_POSTFIX)}({self.assigned(argument)})"
                return f"{self.name(target)} = {started}" if target else started
            case Exit(Scope.THREAD):
                return "exit thread"
            case Exit(_, status):
                return f"exit process ({self.assigned(status)})"
            case AtomicBegin():
                return "begin atomic"
            case AtomicEnd():
                return "end atomic"
            case BlockUntil(condition):
                return f"wait until ({self.truth(condition).text})"
            case Assume(condition):
                return f"assume ({self.truth(condition).text})"
            case Assert(condition, property, message):
                return f"assert ({self.truth(condition).text}) else {property}: {_quoted(message)}"
            case Print(target, stream, format, arguments):
                texts = self._list((stream, format, arguments))
                return f"{self.name(target)} = print({texts})"
            case Format(target, buffer, limit, format, arguments):
                texts = self._list((buffer, limit, format, arguments))
                return f"{self.name(target)} = format({texts})"
            case Unmodelled(what):
                return f"unmodelled: {what}"
            case Cut(what):
                return f"cut: {what}"

    def _list(self, expressions: Iterable[Expression]) -> str:
        return ", ".join(self.assigned(expression) for expression in expressions)

    def _allocate(self, instruction: Allocate) -> str:
        word = "allocate" if instruction.region is Region.HEAP else "allocate stack"
        zeroed = ", zeroed"
        if isinstance(instruction.zeroed, Constant):
            zeroed = zeroed if instruction.zeroed.value else ""
        else:
            zeroed += f" if {self.truth(instruction.zeroed).text}"
        return f"{self.name(instruction.target)} = {word} ({self.index(instruction.size).text}{zeroed})"

    def _call(self, call: Call) -> str:
        arguments = [self.assigned(argument) for argument in call.arguments]
        if call.varargs is not None and not isinstance(call.varargs, Constant):
            arguments.append(f"...{self.raw(call.varargs).at(_UNARY)}")
        text = f"{self.exact(call.function).at(_POSTFIX)}({', '.join(arguments)})"
        return f"{self.name(call.target)} = {text}" if call.target else text


def _completed(raw: Text, expression: Expression) -> Text:
    """The exact text of an expression from its raw one."""
    if isinstance(expression, Constant):
        return _exact_constant(expression)
    return _cast(raw, expression.type)


def _cast(text: Text, type: Type) -> Text:
    return text if text.type == type else Text(f"({type_name(type)}){text.at(_UNARY)}", _UNARY, type)


def _plain_constant(constant: Constant) -> Text:
    """The number alone, with the type that C gives it."""
    value = constant.value
    if not isinstance(value, int):
        return Text(_float_text(value, constant.type), _PRIMARY, constant.type)
    if isinstance(constant.type, PointerType) and value:
        return _exact_constant(constant)
    least, greatest = value_range(INT)
    type = INT if least <= value <= greatest else IntType(64 if -(1 << 63) <= value < 1 << 63 else 128, True)
    return Text(str(value), _UNARY if value < 0 else _PRIMARY, type)


def _exact_constant(constant: Constant) -> Text:
    value, type = constant.value, constant.type
    if not isinstance(value, int):
        return _plain_constant(constant)
    text = str(value)
    match type:
        case PointerType():
            return Text(f"({type_name(type)}){value}", _UNARY, type) if value else Text("0", _PRIMARY, type)
        case IntType(bits, signed) if bits >= 32:
            text += "" if signed else "U"
            if bits == 64:
                text += "L" if type.name in ("long", "unsigned long") else "LL"
        case _:
            pass  # narrower constants do not exist in C; wherever they stand they are promoted
    return Text(text, _UNARY if value < 0 else _PRIMARY, type)


def _float_text(value: float | Extended, type: Type) -> str:
    if isinstance(value, Extended):
        return _extended_text(value)
    if math.isnan(value):
        return "NAN"
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    if isinstance(type, FloatType) and type.bits == 32:
        return f"{_shortest_single(value)}f"
    return repr(value)


def _extended_text(value: Extended) -> str:
    sign = "-" if value.negative else ""
    if value.is_nan:
        return "NAN"
    if value.is_infinite:
        return f"{sign}INFINITY"
    significand, power = value.significand, value.power
    if not significand:
        return f"{sign}0x0p+0L"
    zeros = (significand & -significand).bit_length() - 1
    return f"{sign}{significand >> zeros:#x}p{power + zeros:+d}L"


def _shortest_single(value: float) -> str:
    """The shortest decimal that reads back as the same binary32 number."""
    bits = struct.pack("f", value)
    for digits in range(1, 10):
        short = float(f"{value:.{digits}g}")
        if abs(short) <= 3.5e38 and _single_bits(short) == bits:
            return repr(short)
    return repr(value)


def _single_bits(value: float) -> bytes:
    try:
        return struct.pack("f", value)
    except OverflowError:
        return b""


def _target(type: Type) -> Type | None:
    return type.target if isinstance(type, PointerType) else None


def _has_scale(type: Type, scale: Expression) -> bool:
    """Pointers of this type move in steps of `scale` bytes."""
    target = _target(type)
    if target is None:
        return False
    if isinstance(target, VariableArrayType) or not isinstance(scale, Constant):
        return _is_variable(target) and not isinstance(scale, Constant)
    return not _is_variable(target) and size_of(target) == scale.value


def _is_variable(type: Type) -> bool:
    while isinstance(type, ArrayType):
        type = type.element
    return isinstance(type, VariableArrayType)


def _bits(type: Type) -> int:
    return type.bits if isinstance(type, IntType) else 1 if type == BOOL else 64


def _is_widening(source: Type, target: Type) -> bool:
    """A conversion between integers that changes no value."""
    if not (isinstance(source, BoolType | IntType) and isinstance(target, BoolType | IntType)):
        return False
    least, greatest = value_range(source)
    lower, upper = value_range(target)
    return lower <= least and greatest <= upper


def _promoted(type: Type) -> Type:
    """C's integer promotions."""
    match type:
        case BoolType():
            return INT
        case IntType(bits, signed) if bits < 32 or (bits == 32 and signed):
            return INT
        case _:
            return type


def _common_type(left: Text, right: Text) -> Type | None:
    """The type that C converts two operands to; None where it would refuse or warn."""
    one, other = _promoted(left.type), _promoted(right.type)
    if isinstance(one, PointerType) or isinstance(other, PointerType):
        return _common_pointer(left, right)
    if isinstance(one, FloatType) or isinstance(other, FloatType):
        floats = [type for type in (one, other) if isinstance(type, FloatType)]
        return max(floats, key=lambda type: type.bits)
    if not (isinstance(one, IntType) and isinstance(other, IntType)):
        return None
    bits = max(one.bits, other.bits)
    return IntType(bits, all(type.signed for type in (one, other) if type.bits == bits))


def _common_pointer(left: Text, right: Text) -> Type | None:
    if right.text == "0":
        return left.type
    if left.text == "0":
        return right.type
    return left.type if left.type == right.type else None


def _converts_silently(text: Text, type: Type) -> bool:
    """C assigns the text to an object of the type without a cast."""
    source, target = text.type, type
    if isinstance(target, PointerType):
        if text.text == "0":
            return True
        return isinstance(source, PointerType) and (
            source == target or VOID in (source.target, target.target)
        )
    if isinstance(source, PointerType):
        return target == BOOL
    return True


# Strings and initial values

_ESCAPES = {10: "\\n", 9: "\\t", 13: "\\r", 34: '\\"', 92: "\\\\", 7: "\\a", 8: "\\b", 11: "\\v", 12: "\\f"}


def _literal(data: bytes) -> str:
    """A C string literal of these bytes."""
    parts = [_ESCAPES.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}") for byte in data]
    return f'"{"".join(parts)}"'


def _quoted(message: str) -> str:
    if not message.isprintable():
        return _literal(message.encode("utf-8", "replace"))
    return '"' + message.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _string_of(variable: GlobalVariable) -> bytes | None:
    """The characters of an object that is an array of them and ends in a zero."""
    type = variable.variable.type
    if not (isinstance(type, ArrayType) and isinstance(type.element, IntType) and type.element.bits == 8):
        return None
    data = bytearray(variable.size)
    for initial in variable.initial:
        value = initial.value
        if not (isinstance(value, Constant) and isinstance(value.value, int) and size_of(initial.type) == 1):
            return None
        data[initial.offset] = value.value & 255
    return bytes(data[:-1]) if data and not data[-1] else None


def string_literals(program: Program) -> dict[str, str]:
    """What to write for the globals that are string literals."""
    literals = {}
    for name, variable in program.globals.items():
        data = _string_of(variable) if variable.read_only else None
        if data is not None:
            literals[name] = _literal(data)
    return literals


def _path_at(type: Type, offset: int, initial: InitialValue) -> str | None:
    """The designator of the scalar at an offset: `.x[2]`."""
    path = ""
    while True:
        type = value_type(type)
        match type:
            case ArrayType(element):
                size = size_of(element)
                if not size:
                    return None
                path += f"[{offset // size}]"
                type, offset = element, offset % size
            case RecordType():
                members = [
                    member for member in type.fields if _holds(member.type, offset - member.offset, initial)
                ]
                if initial.bit_width is not None:
                    members = [m for m in type.fields if _is_bit_field_at(m, offset, initial)] or members
                if not members:
                    return None
                path += f".{members[0].name}" if members[0].name else ""
                type, offset = members[0].type, offset - members[0].offset
            case _:
                return path if offset == 0 else None


def _is_bit_field_at(member: object, offset: int, initial: InitialValue) -> bool:
    wanted = (offset, initial.bit_offset, initial.bit_width)
    return wanted == tuple(getattr(member, name, None) for name in ("offset", "bit_offset", "bit_width"))


def _holds(type: Type, offset: int, initial: InitialValue) -> bool:
    """An object of that type has a scalar like the initial value at the offset."""
    type = value_type(type)
    if offset < 0:
        return False
    match type:
        case ArrayType(element, count):
            size = size_of(element)
            inside = size > 0 and (offset < size * count or not count)
            return inside and _holds(element, offset % size, initial)
        case RecordType():
            return any(_holds(member.type, offset - member.offset, initial) for member in type.fields)
        case _:
            return offset == 0 and size_of(type) == size_of(value_type(initial.type))


# Whole programs


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    loc: Loc = NOWHERE


def show(program: Program, functions: Iterable[str] = (), library: bool = False) -> str:
    """The program as text; with names of functions only those. Library functions come with `library`."""
    chosen = list(functions)
    globals_, literals = _global_names(program), string_literals(program)
    if chosen:
        picked = [program.functions[name] for name in chosen]
        return "\n".join(_function_text(function, globals_, literals) for function in picked)
    shown = [function for function in _in_source_order(program) if library or not function.library]
    parts = [_show_globals(program, library), _show_undefined(program)]
    parts += [_function_text(function, globals_, literals) for function in shown]
    return "\n".join(part for part in parts if part)


def _in_source_order(program: Program) -> list[Function]:
    files = {function.loc.file: None for function in program.functions.values() if not function.library}
    order = {file: number for number, file in enumerate(files)}
    return sorted(
        program.functions.values(),
        key=lambda f: (f.library, order.get(f.loc.file, 0), f.loc.file, f.loc.line, f.loc.column),
    )


def show_function(program: Program, function: Function) -> str:
    return _function_text(function, _global_names(program), string_literals(program))


def _function_text(function: Function, globals_: dict[str, str], literals: dict[str, str]) -> str:
    writer = Writer(_names(function, globals_), literals)
    lines = [_Line(_header(function, writer), function.loc), _Line("{")]
    lines += [_Line(line) for line in _registers(function, writer)]
    for instruction in function.body:
        text = writer.instruction(instruction)
        indent = "" if isinstance(instruction, Label) else "    "
        lines.append(_Line(indent + text, instruction.loc))
    lines.append(_Line("}"))
    return _with_positions(lines, function.loc.file, whole_first=True)


def show_instruction(instruction: Instruction, program: Program | None = None) -> str:
    return Writer(literals=string_literals(program) if program else {}).instruction(instruction)


def show_expression(expression: Expression) -> str:
    return Writer().exact(expression).text


def show_place(place: Place) -> str:
    return Writer().place(place).text


def _header(function: Function, writer: Writer) -> str:
    parameters = [declare(variable.type, writer.name(variable)) for variable in function.parameters]
    if function.varargs is not None:
        parameters.append(f"...{writer.name(function.varargs)}")
    if function.type.prototyped and not parameters:
        parameters = ["void"]
    result = function.type.result
    if isinstance(result, RecordType):
        result = VOID  # it goes through the first parameter
    return declare(result, f"{function.name}({', '.join(parameters)})")


def _registers(function: Function, writer: Writer) -> Iterator[str]:
    """Declarations of the registers, those of one specifier together."""
    groups: dict[str, list[str]] = {}
    for variable in function.locals:
        if variable.storage is Storage.REGISTER:
            specifier, declarator = _declarator(variable.type, writer.name(variable))
            groups.setdefault(specifier, []).append(declarator)
    for specifier, declarators in groups.items():
        yield from _wrapped(f"    register {specifier} ", declarators, "", "        ")


def _wrapped(start: str, items: list[str], end: str, indent: str) -> Iterator[str]:
    """The items between start and end, with commas, in lines that are not too long."""
    line = start
    for position, item in enumerate(items):
        piece = item + (", " if position + 1 < len(items) else end)
        if len(line) + len(piece) > _WIDTH and line.strip():
            yield line.rstrip()
            line = indent
        line += piece
    yield line if items else start + end


def _names(function: Function, globals_: dict[str, str]) -> dict[str, str]:
    """What to call each variable inside the function: what the user wrote, unless that would also mean
    another one."""
    names = {name: globals_.get(name, name) for name in _globals_in(function.body)}
    taken = set(names.values())
    mine = [*function.parameters, *function.locals, *([function.varargs] if function.varargs else [])]
    prefix = f"{function.name}::"
    # Variables that were first to be called so keep the name; temporaries and shadowing ones step back.
    for variable in sorted(mine, key=lambda variable: variable.name != prefix + variable.text):
        candidates = [variable.text or variable.name, variable.name.removeprefix(prefix), variable.name]
        name = next((candidate for candidate in candidates if candidate not in taken), variable.name)
        names[variable.name] = name
        taken.add(name)
    return names


def _globals_in(body: Iterable[Instruction]) -> set[str]:
    found = set()
    for instruction in body:
        places = [instruction.target] if isinstance(instruction, Assign) else []
        pending = list(expressions(instruction))
        while pending:
            expression = pending.pop()
            pending.extend(operands(expression))
            if isinstance(expression, Read | AddressOf):
                places.append(expression.place)
        bases = [root(place) for place in places]
        found |= {
            base.variable.name for base in bases if isinstance(base, VariablePlace) and _is_static(base)
        }
    return found


def _is_static(place: VariablePlace) -> bool:
    return place.variable.storage in (Storage.GLOBAL, Storage.THREAD)


def _global_names(program: Program) -> dict[str, str]:
    """What the user called the globals, where that means one of them only."""
    variables = [variable.variable for variable in program.globals.values()]
    uses = Counter(variable.text or variable.name for variable in variables)
    return {
        variable.name: variable.text for variable in variables if variable.text and uses[variable.text] == 1
    }


def _show_globals(program: Program, library: bool) -> str:
    literals = string_literals(program)
    writer = Writer(_global_names(program), literals)
    models = _files(program, library=True) - _files(program, library=False)
    lines: list[_Line] = []
    for name, variable in program.globals.items():
        if name in literals or (variable.variable.loc.file in models and not library):
            continue
        first, *rest = _global_lines(variable, writer)
        lines.append(_Line(first, variable.variable.loc))
        lines += [_Line(line) for line in rest]
    return _with_positions(lines, lines[0].loc.file, whole_first=True) if lines else ""


def _files(program: Program, library: bool) -> set[str]:
    return {function.loc.file for function in program.functions.values() if function.library == library}


def _global_lines(variable: GlobalVariable, writer: Writer) -> list[str]:
    words = "extern " if variable.external else ""
    words += "_Thread_local " if variable.variable.storage is Storage.THREAD else ""
    text = words + declare(variable.variable.type, writer.name(variable.variable))
    if not variable.initial:
        return [text]
    data = _string_of(variable)
    if data is not None:
        return [f"{text} = {_literal(data.rstrip(bytes(1)))}"]
    type = value_type(variable.variable.type)
    if not isinstance(type, ArrayType | RecordType):
        return [f"{text} = {writer.assigned(variable.initial[0].value)}"]
    return list(_wrapped(f"{text} = {{", _initial_items(variable, type, writer), "}", "    "))


def _initial_items(variable: GlobalVariable, type: Type, writer: Writer) -> list[str]:
    items = []
    for position, initial in enumerate(variable.initial):
        value = writer.assigned(initial.value)
        path = _path_at(type, initial.offset, initial)
        if path is None:
            items.append(f"<offset {initial.offset}> = {value}")
        elif path == f"[{position}]":
            items.append(value)  # in its turn
        else:
            items.append(f"{path} = {value}")
    return items


def _show_undefined(program: Program) -> str:
    lines = [
        f"extern {declare(type, name)}  // neither body nor model" for name, type in program.undefined.items()
    ]
    return "".join(f"{line}\n" for line in lines)


def _with_positions(lines: list[_Line], file: str, whole_first: bool) -> str:
    """The lines, with a position behind each that has another one than the line before."""
    width = max((len(line.text) for line in lines if len(line.text) < _COMMENT_COLUMN), default=0)
    result = []
    last = NOWHERE
    for number, line in enumerate(lines):
        loc = line.loc
        if loc in (NOWHERE, last):
            result.append(line.text)
            continue
        whole = loc.file != file or (number == 0 and whole_first)
        place = str(loc) if whole else f"{loc.line}:{loc.column}"
        result.append(f"{line.text.ljust(width)}  // {place}")
        last = loc
    return "".join(f"{line}\n" for line in result)
