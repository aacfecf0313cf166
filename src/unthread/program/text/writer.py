"""Expressions, places and instructions as text that reads like C.

In: one of these, and what its variables are called. Out: text: C as far as C has it. Casts are left out
where C converts by itself, and an instruction that C does not have reads like a sentence
(`wait until (m->lock == 0)`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from unthread.core.records import dataclass
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
    ThreadSelf,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
)
from unthread.program.instructions import (
    Allocate,
    Arrive,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Call,
    Copy,
    Cut,
    Declare,
    Discard,
    Exit,
    Fill,
    FormatText,
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
)
from unthread.program.text.c_literals import float_literal, quoted
from unthread.program.text.c_types import (
    Tags,
    declare,
    has_scale,
    is_widening,
    promoted_type,
    target_of,
    type_name,
)
from unthread.program.text.operators import (
    PRECEDENCE,
    PREFIX,
    PRODUCT,
    SHIFTS,
    SUM,
    Text,
    common_type,
    converts_silently,
    integer_bits,
)
from unthread.program.types import (
    BOOL,
    INT,
    UCHAR,
    ArrayType,
    BoolType,
    IntType,
    PointerType,
    Type,
    VariableArrayType,
    value_range,
    value_type,
)

PRIMARY, POSTFIX, UNARY, CONDITIONAL, ASSIGNMENT = 16, 15, 14, 2, 1


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes expressions and instructions. `names` says what variables are called, for those that are
    not called by their name in the program; `literals` are the string literals among the globals."""

    names: dict[str, str] = field(default_factory=dict)
    literals: dict[str, str] = field(default_factory=dict)
    tags: Tags = field(default_factory=dict)

    def name(self, variable: Variable) -> str:
        return self.names.get(variable.name, variable.name)

    # Every expression has two texts. The exact one has the expression's type; the raw one may still
    # lack a conversion to it, and its own type tells. Readers who know that C adds the conversion, as in
    # assignments and between operands of different size, takes the raw one. Each expression inside is
    # written once, or deep ones would take forever.

    def exact(self, expression: Expression) -> Text:
        return self.completed(self.raw(expression), expression)

    def raw(self, expression: Expression) -> Text:
        match expression:
            case Constant():
                return self.plain_constant(expression)
            case Read(place):
                return self.place(place)
            case AddressOf(place):
                return self._address(place, expression.type)
            case FunctionAddress(name):
                return Text(name, PRIMARY, expression.type)
            case Unary():
                return self._unary(expression)
            case Binary():
                return self._binary(expression)
            case PointerAdd():
                return self._pointer_add(expression)
            case PointerDifference():
                return self._pointer_difference(expression)
            case Convert(Convert(inner, middle) as operand, type) if not isinstance(type, PointerType):
                return self.raw(operand) if is_widening(inner.type, middle) else self.exact(operand)
            case Convert(operand):
                return self.exact(operand)
            case Conditional():
                return self._conditional(expression)
            case ThreadSelf():
                return Text("self()", POSTFIX, expression.type)
            case ObjectSize(pointer):
                return Text(f"object_size({self.raw(pointer).text})", POSTFIX, expression.type)

    def assigned(self, expression: Expression) -> str:
        """As the right side of an assignment, an argument or a returned value: C converts by itself."""
        raw = self.raw(expression)
        text = raw if converts_silently(raw, expression.type) else self.completed(raw, expression)
        return text.at(ASSIGNMENT)

    def truth(self, expression: Expression) -> Text:
        """As a condition: only whether it is zero matters."""
        if isinstance(expression, Convert):
            source = expression.operand.type
            if expression.type == BOOL:
                return self.truth(expression.operand)
            both_pointers = isinstance(source, PointerType) and isinstance(expression.type, PointerType)
            if both_pointers or is_widening(source, expression.type):
                return self.raw(expression)
        return self.exact(expression)

    def index(self, expression: Expression) -> Text:
        """As an index: C looks at the number only, not at its width."""
        raw = self.raw(expression)
        is_narrower = isinstance(raw.type, BoolType | IntType) and integer_bits(raw.type) <= integer_bits(
            expression.type
        )
        return raw if is_narrower else self.completed(raw, expression)

    def _unary(self, expression: Unary) -> Text:
        operator, operand = expression.operator, expression.operand
        if operator is UnaryOperator.NOT:
            return Text("!" + self.truth(operand).at(UNARY), UNARY, INT)
        if operator not in PREFIX:
            return Text(f"{operator}({self.exact(operand).text})", POSTFIX, expression.type)
        raw = self.raw(operand)
        promoted = promoted_type(raw.type) == expression.type
        text = (raw if promoted else self.completed(raw, operand)).at(UNARY)
        space = " " if text.startswith(operator) else ""
        return Text(f"{operator}{space}{text}", UNARY, expression.type)

    def _binary(self, expression: Binary) -> Text:
        operator = expression.operator
        precedence = PRECEDENCE[operator]
        if operator in SHIFTS:
            raw = self.raw(expression.left)
            left = raw if promoted_type(raw.type) == expression.type else self.completed(raw, expression.left)
            right = self.raw(expression.right)
        else:
            left, right = self._balanced(expression.left, expression.right)
        type = INT if operator in COMPARISONS else expression.type
        at_left, at_right = self.operand_levels(operator)
        return Text(f"{left.at(at_left)} {operator} {right.at(at_right)}", precedence, type)

    def operand_levels(self, operator: BinaryOperator) -> tuple[int, int]:
        """How tightly the operands have to bind to go without parentheses."""
        precedence = PRECEDENCE[operator]
        return precedence, precedence + 1

    def has_scale(self, type: Type, scale: Expression) -> bool:
        """Pointers of this type move in steps of `scale` bytes."""
        return has_scale(type, scale)

    def _balanced(self, left: Expression, right: Expression) -> tuple[Text, Text]:
        """Two operands, with as few casts as still make C give both of them the type they have."""
        one, other = self.raw(left), self.raw(right)
        full_one, full_other = self.completed(one, left), self.completed(other, right)
        for pair in ((one, other), (one, full_other), (full_one, other)):
            if common_type(*pair) == left.type:
                return pair
        return full_one, full_other

    def _conditional(self, expression: Conditional) -> Text:
        test = self.truth(expression.test).at(CONDITIONAL + 1)
        then, otherwise = self.branches(expression.then, expression.otherwise)
        text = f"{test} ? {then.text} : {otherwise.at(CONDITIONAL)}"
        return Text(text, CONDITIONAL, expression.type)

    def branches(self, then: Expression, otherwise: Expression) -> tuple[Text, Text]:
        """Of a conditional."""
        return self._balanced(then, otherwise)

    def _pointer_add(self, expression: PointerAdd) -> Text:
        return self._moved(self.raw(expression.pointer), expression)

    def _moved(self, pointer: Text, expression: PointerAdd) -> Text:
        """The sum, given the text of its pointer."""
        if not self.has_scale(pointer.type, expression.scale):
            pointer = self.completed(pointer, expression.pointer)
        if not self.has_scale(pointer.type, expression.scale):
            bytes_ = self._bytes(expression.index, expression.scale)
            base = self.cast(pointer, PointerType(UCHAR, expression.type.size))
            return Text(f"{base.at(SUM)} + {bytes_.at(SUM + 1)}", SUM, base.type)
        index = self.index(expression.index)
        sign = "+"
        if isinstance(expression.index, Constant) and index.text.startswith("-"):
            sign, index = "-", Text(index.text[1:], PRIMARY, index.type)
        return Text(f"{pointer.at(SUM)} {sign} {index.at(SUM + 1)}", SUM, pointer.type)

    def _bytes(self, index: Expression, scale: Expression) -> Text:
        if isinstance(scale, Constant) and scale.value == 1:
            return self.index(index)
        return Text(
            f"{self.index(index).at(PRODUCT)} * {self.index(scale).at(PRODUCT + 1)}", PRODUCT, index.type
        )

    def _pointer_difference(self, expression: PointerDifference) -> Text:
        left, right = self.raw(expression.left), self.raw(expression.right)
        if left.type == right.type and self.has_scale(left.type, expression.scale):
            return Text(f"{left.at(SUM)} - {right.at(SUM + 1)}", SUM, expression.type)
        left, right = self.completed(left, expression.left), self.completed(right, expression.right)
        if left.type == right.type and self.has_scale(left.type, expression.scale):
            return Text(f"{left.at(SUM)} - {right.at(SUM + 1)}", SUM, expression.type)
        assert isinstance(left.type, PointerType)
        to_bytes = PointerType(UCHAR, left.type.size)
        difference = f"{self.cast(left, to_bytes).text} - {self.cast(right, to_bytes).text}"
        if isinstance(expression.scale, Constant) and expression.scale.value == 1:
            return Text(difference, SUM, expression.type)
        return Text(
            f"({difference}) / {self.index(expression.scale).at(PRODUCT + 1)}", PRODUCT, expression.type
        )

    # Places

    def place(self, place: Place) -> Text:
        type = value_type(place.type)
        match place:
            case VariablePlace(variable):
                return Text(self.literals.get(variable.name) or self.name(variable), PRIMARY, type)
            case Dereference():
                return self._dereference(place)
            case Member(base, member):
                name = f"<unit at {member.offset}>" if member.is_unit else member.name or "<anonymous>"
                return Text(self.member(base, name), POSTFIX, type)
            case Element(base, index):
                return Text(f"{self.place(base).at(POSTFIX)}[{self.index(index).text}]", POSTFIX, type)

    def member(self, base: Place, name: str) -> str:
        while isinstance(base, Member) and not base.field.name:
            base = base.base  # C names members of anonymous members directly
        if not isinstance(base, Dereference):
            return f"{self.place(base).at(POSTFIX)}.{name}"
        text, is_pointer = self._target(base)
        return f"{text.at(POSTFIX)}{'->' if is_pointer else '.'}{name}"

    def _dereference(self, place: Dereference) -> Text:
        text, is_pointer = self._target(place)
        return Text("*" + text.at(UNARY), UNARY, value_type(place.type)) if is_pointer else text

    def _target(self, place: Dereference) -> tuple[Text, bool]:
        """The text of a place that a pointer leads to; or, and then True comes with it, the text of the
        pointer."""
        pointer = place.pointer
        if isinstance(pointer, AddressOf) and pointer.place.type == place.type:
            return self.place(pointer.place), False
        if not isinstance(pointer, PointerAdd):
            return self._pointing(self.raw(pointer), place), True
        base = self.raw(pointer.pointer)
        if self.has_scale(base.type, pointer.scale) and target_of(base.type) == place.type:
            text = f"{base.at(POSTFIX)}[{self.index(pointer.index).text}]"
            return Text(text, POSTFIX, value_type(place.type)), False
        return self._pointing(self._moved(base, pointer), place), True

    def _pointing(self, raw: Text, place: Dereference) -> Text:
        """The pointer of a place, cast if it does not point to the type that the place is seen as."""
        exact = self.completed(raw, place.pointer)
        for text in (raw, exact):
            if target_of(text.type) == place.type:
                return text
        size = place.pointer.type.size if isinstance(place.pointer.type, PointerType) else 8
        return self.cast(raw, PointerType(place.type, size))

    def _address(self, place: Place, type: PointerType) -> Text:
        if isinstance(place, Dereference):
            return self._pointing(self.raw(place.pointer), place)
        if isinstance(place.type, ArrayType | VariableArrayType) and place.type.element == type.target:
            text = self.place(place)  # an array alone stands for the address of its first element
            return Text(text.text, text.precedence, type)
        if isinstance(place, Element) and place.index == Constant(0, place.index.type):
            base = self.place(place.base)
            return Text(base.text, base.precedence, PointerType(place.type, type.size))
        return Text("&" + self.place(place).at(UNARY), UNARY, PointerType(place.type, type.size))

    # Instructions

    def instruction(self, instruction: Instruction) -> str:
        """The instruction without its position."""
        match instruction:
            case Assign(target, value):
                return f"{self.place(target).text} = {self.assigned(value)}"
            case Fill(target, value):
                return f"fill ({self.place(target).text}) with ({self.assigned(value)})"
            case Copy(target, source, backward):
                end = ", the last element first" if backward else ""
                return f"copy ({self.place(source).text}) to ({self.place(target).text}){end}"
            case Input(target, name):
                return f"{self.name(target)} = input({name})"
            case Declare() | Discard() | Allocate() | Free():
                return self._lifetime(instruction)
            case Label() | Jump() | Call() | Return() | Spawn() | Exit():
                return self._control(instruction)
            case AtomicBegin():
                return "begin atomic"
            case AtomicEnd():
                return "end atomic"
            case BlockUntil() | Assume() | Assert() | Arrive() | Unmodelled() | Cut():
                return self._claim(instruction)
            case Print(target, stream, format, arguments):
                texts = self._list((stream, format, arguments))
                return f"{self.name(target)} = print({texts})"
            case FormatText(target, buffer, limit, format, arguments):
                texts = self._list((buffer, limit, format, arguments))
                return f"{self.name(target)} = format({texts})"

    def _lifetime(self, instruction: Declare | Discard | Allocate | Free) -> str:
        match instruction:
            case Declare(variable, zeroed):
                text = declare(variable.type, self.name(variable), self.tags)
                return f"declare {text}{' = {0}' if zeroed else ''}"
            case Discard(variable):
                return f"discard {self.name(variable)}"
            case Allocate():
                return self._allocate(instruction)
            case Free(pointer, region):
                word = "free" if region is Region.HEAP else "free stack"
                return f"{word} ({self.raw(pointer).text})"

    def _control(self, instruction: Label | Jump | Call | Return | Spawn | Exit) -> str:
        match instruction:
            case Label(name):
                return f"{name}:"
            case Jump(label, condition):
                test = "" if condition is None else f"if ({self.truth(condition).text}) "
                return f"{test}goto {label}"
            case Call():
                return self._call(instruction)
            case Return(value):
                return "return" if value is None else f"return {self.assigned(value)}"
            case Spawn(target, function, argument):
                started = f"spawn {self.raw(function).at(POSTFIX)}({self.assigned(argument)})"
                return f"{self.name(target)} = {started}" if target else started
            case Exit(scope, status):
                return "exit thread" if scope is Scope.THREAD else f"exit process ({self.assigned(status)})"

    def _claim(self, instruction: BlockUntil | Assume | Assert | Arrive | Unmodelled | Cut) -> str:
        match instruction:
            case BlockUntil(condition):
                return f"wait until ({self.truth(condition).text})"
            case Assume(condition):
                return f"assume ({self.truth(condition).text})"
            case Assert(condition, property, message):
                return f"assert ({self.truth(condition).text}) else {property}: {quoted(message)}"
            case Arrive(place):
                return f"arrive {place}"
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
            arguments.append(f"...{self.raw(call.varargs).at(UNARY)}")
        text = f"{self.exact(call.function).at(POSTFIX)}({', '.join(arguments)})"
        return f"{self.name(call.target)} = {text}" if call.target else text

    # Conversions and constants

    def completed(self, raw: Text, expression: Expression) -> Text:
        """The exact text of an expression from its raw one."""
        if isinstance(expression, Constant):
            return self.exact_constant(expression)
        return self.cast(raw, expression.type)

    def cast(self, text: Text, type: Type) -> Text:
        if text.type == type:
            return text
        return Text(f"({type_name(type, self.tags)}){text.at(UNARY)}", UNARY, type)

    def plain_constant(self, constant: Constant) -> Text:
        """The number alone, with the type that C gives it."""
        value = constant.value
        if not isinstance(value, int):
            return Text(float_literal(value, constant.type), PRIMARY, constant.type)
        if isinstance(constant.type, PointerType) and value:
            return self.exact_constant(constant)
        least, greatest = value_range(INT)
        wide = IntType(64 if -(1 << 63) <= value < 1 << 63 else 128, True)
        type = INT if least <= value <= greatest else wide
        return Text(str(value), UNARY if value < 0 else PRIMARY, type)

    def exact_constant(self, constant: Constant) -> Text:
        value, type = constant.value, constant.type
        if not isinstance(value, int):
            return self.plain_constant(constant)
        text = str(value)
        match type:
            case PointerType():
                if not value:
                    return Text("0", PRIMARY, type)
                return Text(f"({type_name(type, self.tags)}){value}", UNARY, type)
            case IntType(bits, signed) if bits >= 32:
                text += "" if signed else "U"
                if bits == 64:
                    text += "L" if type.name in ("long", "unsigned long") else "LL"
            case _:
                pass  # narrower constants do not exist in C; wherever they stand they are promoted
        return Text(text, UNARY if value < 0 else PRIMARY, type)
