"""Clang's expressions → pure expressions and, for their effects, instructions.

Operands are evaluated from left to right, the right side of an assignment before the left. What is
read from memory is read into a temporary at once, so that later effects cannot change it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from unthread.core.diagnostics import Unsupported
from unthread.core.floats import Extended
from unthread.frontend import clang
from unthread.frontend.arithmetic import WRAPPING, may_go_wrong, narrow_pointer, wrapped
from unthread.frontend.builder import Builder
from unthread.frontend.clang import Cursor, CursorKind
from unthread.frontend.literals import float_constant
from unthread.frontend.offsets import offset_of
from unthread.frontend.order import Operands
from unthread.program.build.fold import binary, convert, integer, negation, truth, unary
from unthread.program.expressions import (
    COMPARISONS,
    AddressOf,
    BinaryOperator,
    Constant,
    Dereference,
    Element,
    Expression,
    FunctionAddress,
    Place,
    PointerAdd,
    PointerDifference,
    Read,
    UnaryOperator,
    is_register,
)
from unthread.program.instructions import Instruction
from unthread.program.types import (
    INT,
    VOID,
    ArrayType,
    BoolType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
    VariableArrayType,
    VoidType,
    bits_of,
    is_scalar,
    size_of,
    value_type,
)

if TYPE_CHECKING:
    from unthread.frontend.assignments import Assignments
    from unthread.frontend.calls import Calls
    from unthread.frontend.conditions import Conditions
    from unthread.frontend.copies import Copies
    from unthread.frontend.initializers import Initializers
    from unthread.frontend.places import Places
    from unthread.frontend.statements import Statements
    from unthread.frontend.unit import UnitContext

_T = TypeVar("_T")

OPERATORS = {operator.value: operator for operator in BinaryOperator}
SHIFTS = (BinaryOperator.SHIFT_LEFT, BinaryOperator.SHIFT_RIGHT)
_CONSTANT = "enum __ut_constant"  # the prelude's mark on what only clang can evaluate


class Expressions:
    places: Places
    assignments: Assignments
    conditions: Conditions
    copies: Copies
    calls: Calls
    initializers: Initializers
    statements: Statements

    def __init__(self, context: UnitContext, builder: Builder, declaration: Cursor) -> None:
        self.context = context
        self.types = context.types
        self.builder = builder
        self.declaration = declaration  # the function or variable that all this is part of
        self.variables: dict[int, Place] = {}
        self.typedefs: dict[int, Type] = {}
        self.pure = False  # keep reads of memory inside the expression
        self.branches = 0  # conditions on which it depends whether, or how often, this is evaluated

    def at(self, cursor: Cursor) -> None:
        """What is emitted from now on comes from here."""
        self.builder.loc = self.context.loc(cursor, self.builder.function)

    def capture(self, action: Callable[[], _T]) -> tuple[_T, list[Instruction]]:
        """The result of an action and the instructions it wanted to emit."""
        outer, self.builder.instructions = self.builder.instructions, []
        try:
            return action(), self.builder.instructions
        finally:
            self.builder.instructions = outer

    @contextmanager
    def sometimes(self) -> Iterator[None]:
        """What is lowered now is not evaluated exactly once when its block is."""
        self.branches += 1
        try:
            yield
        finally:
            self.branches -= 1

    def type_of(self, cursor: Cursor) -> Type:
        return value_type(self.types.of(cursor))

    def size_expression(self, type: Type) -> Expression:
        """sizeof(type) of type size_t."""
        if isinstance(type, VariableArrayType):
            count = convert(type.count, self.types.size_type)
            return binary(
                BinaryOperator.MULTIPLY, count, self.size_expression(type.element), self.types.size_type
            )
        return integer(size_of(type), self.types.size_type)

    def place(self, cursor: Cursor) -> Place:
        """Where the object of an lvalue, or of a record value, lies."""
        return self.places.place(cursor)

    def value(self, cursor: Cursor) -> Expression:
        """The value of a scalar expression."""
        match cursor.kind:
            case CursorKind.PAREN_EXPR:
                return self.value(clang.children(cursor)[0])
            case CursorKind.INTEGER_LITERAL | CursorKind.CHARACTER_LITERAL | CursorKind.CXX_BOOL_LITERAL_EXPR:
                return self.evaluated(cursor)
            case CursorKind.FLOATING_LITERAL:
                return self._float(cursor)
            case CursorKind.DECL_REF_EXPR:
                return self._reference(cursor)
            case CursorKind.UNEXPOSED_EXPR:
                return self._unexposed(cursor)
            case CursorKind.UNARY_OPERATOR:
                return self._unary(cursor)
            case CursorKind.BINARY_OPERATOR:
                return self._binary(cursor)
            case CursorKind.COMPOUND_ASSIGNMENT_OPERATOR:
                return self.builder.once(self.assignments.compound(cursor))
            case CursorKind.CONDITIONAL_OPERATOR:
                return self.conditions.conditional(cursor)
            case CursorKind.CSTYLE_CAST_EXPR:
                return self._cast(cursor)
            case CursorKind.CALL_EXPR:
                return self.calls.value(cursor)
            case (
                CursorKind.MEMBER_REF_EXPR
                | CursorKind.ARRAY_SUBSCRIPT_EXPR
                | CursorKind.COMPOUND_LITERAL_EXPR
                | CursorKind.STRING_LITERAL
            ):
                return self._object_value(cursor)
            case _:
                return self._rare_value(cursor)

    def _rare_value(self, cursor: Cursor) -> Expression:
        match cursor.kind:
            case CursorKind.CXX_UNARY_EXPR:
                return self._size(cursor)
            case CursorKind.CXX_NULL_PTR_LITERAL_EXPR:
                return integer(0, self.type_of(cursor))
            case CursorKind.StmtExpr:
                return self.statements.expression_value(cursor)
            case CursorKind.ADDR_LABEL_EXPR:
                return integer(self.statements.labels.number(clang.children(cursor)[0]), self.type_of(cursor))
            case CursorKind.GENERIC_SELECTION_EXPR:
                return self.value(self.context.generic_choice(cursor, self.declaration))
            case CursorKind.INIT_LIST_EXPR:
                items = clang.children(cursor)
                return self.value(items[0]) if items else integer(0, self.type_of(cursor))
            case _:
                raise Unsupported(f"expression of kind {cursor.kind.name}", self.context.loc(cursor))

    def effect(self, cursor: Cursor) -> None:
        """Evaluate for the effects; the value is not wanted."""
        match cursor.kind:
            case CursorKind.PAREN_EXPR:
                self.effect(clang.children(cursor)[0])
            case CursorKind.CSTYLE_CAST_EXPR if self.type_of(cursor) == VOID:
                self.effect(clang.expressions(cursor)[-1])
            case CursorKind.UNARY_OPERATOR if clang.unary_operator(cursor) == "__extension__":
                self.effect(clang.children(cursor)[0])
            case CursorKind.UNARY_OPERATOR if clang.unary_operator(cursor) in ("x++", "x--", "++x", "--x"):
                self.assignments.step(cursor, wanted=False)
            case CursorKind.BINARY_OPERATOR if clang.binary_operator(cursor) == "=":
                self.assignments.assign(cursor, wanted=False)
            case CursorKind.BINARY_OPERATOR if clang.binary_operator(cursor) == ",":
                left, right = clang.children(cursor)
                self.effect(left)
                self.effect(right)
            case CursorKind.COMPOUND_ASSIGNMENT_OPERATOR:
                self.assignments.compound(cursor)
            case CursorKind.CALL_EXPR:
                self.calls.effect(cursor)
            case CursorKind.StmtExpr:
                self.statements.expression_effect(cursor)
            case CursorKind.CONDITIONAL_OPERATOR if self.type_of(cursor) == VOID:
                self.conditions.void_conditional(cursor)
            case CursorKind.GENERIC_SELECTION_EXPR:
                self.effect(self.context.generic_choice(cursor, self.declaration))
            case CursorKind.UNEXPOSED_EXPR if self.type_of(cursor) == VOID:
                if parts := clang.expressions(cursor):
                    self.effect(parts[0] if len(parts) == 1 else self.chosen(cursor, parts))
            case _:
                self._evaluate_unused(cursor)

    def _evaluate_unused(self, cursor: Cursor) -> None:
        kind = self.type_of(cursor)
        if isinstance(kind, RecordType):
            self.place(cursor)
        elif isinstance(kind, ArrayType | FunctionType | VoidType):
            self.place(cursor)  # `(void)array;`
        else:
            value = self.value(cursor)
            if may_go_wrong(value):  # `x + y;` overflows as any other sum does
                self.builder.hold(value)

    def evaluated(self, cursor: Cursor) -> Expression:
        value = clang.evaluate(cursor)
        kind = self.type_of(cursor)
        if value is None:
            raise Unsupported("constant expression that clang does not evaluate", self.context.loc(cursor))
        if isinstance(value, int):
            return convert(integer(value, kind) if not isinstance(kind, FloatType) else integer(value), kind)
        return float_constant(value, kind)

    def _float(self, cursor: Cursor) -> Expression:
        kind = self.type_of(cursor)
        if isinstance(kind, FloatType) and kind.bits == 80:
            text = self.context.unit.rendering(self.declaration).float_literal(cursor)
            if text is None:
                raise Unsupported("long double literal in this place", self.context.loc(cursor))
            return Constant(Extended.parse(text.rstrip("lLfF")), kind)
        value = clang.evaluate(cursor)
        assert value is not None, "clang evaluates floating literals"
        return float_constant(float(value), kind)

    def _reference(self, cursor: Cursor) -> Expression:
        target = cursor.referenced
        if target.kind == CursorKind.ENUM_CONSTANT_DECL:
            return integer(target.enum_value, self.type_of(cursor))
        if target.kind == CursorKind.FUNCTION_DECL:
            if self.context.is_missing(target):
                return integer(0, self.types.pointer(self.types.of(target)))
            return self.function_address(target)
        return self.load(self.place(cursor))

    def function_address(self, target: Cursor) -> FunctionAddress:
        return FunctionAddress(self.context.function_name(target), self.types.pointer(self.types.of(target)))

    def _unexposed(self, cursor: Cursor) -> Expression:
        """Implicit conversions, and a few expressions that libclang has no name for."""
        parts = clang.children(cursor)
        if any(part.kind == CursorKind.MEMBER_REF for part in parts) and clang.evaluate(cursor) is None:
            return offset_of(self, cursor)
        if not parts or any(part.kind == CursorKind.MEMBER_REF for part in parts):
            return self.evaluated(cursor)  # __builtin_types_compatible_p, offsetof
        parts = [part for part in parts if part.kind.is_expression()]
        if all(part.kind == CursorKind.INTEGER_LITERAL for part in parts):
            value = clang.evaluate(cursor)  # array lengths of the types compared, or a converted number
            if isinstance(value, int) and is_scalar(self.type_of(cursor)):
                return integer(value, self.type_of(cursor))
        match parts:
            case [operand]:
                return self._implicit(operand, cursor)
            case [common, again, _, otherwise] if common == again:  # `a ?: b`; two in the middle repeat `a`
                return self.conditions.omitted_middle(cursor, common, otherwise)
            case _:
                return self._implicit(self.chosen(cursor, parts), cursor)

    def chosen(self, cursor: Cursor, parts: list[Cursor]) -> Cursor:
        """What `__builtin_choose_expr` stands for. Other built-ins look like it, but begin with no test:
        theirs is a pointer or a vector."""
        if len(parts) != 3 or not isinstance(self.type_of(parts[0]), IntType | BoolType):
            raise Unsupported("compiler built-in expression", self.context.loc(cursor))
        return parts[1] if clang.evaluate(parts[0]) else parts[2]

    def _implicit(self, operand: Cursor, cursor: Cursor) -> Expression:
        kind = self.type_of(cursor)
        value = self.value(operand)
        if not is_scalar(kind) or _has_variable_array(value.type):
            return value
        return self._converted(value, kind)

    def _converted(self, value: Expression, kind: Type) -> Expression:
        narrow = isinstance(kind, IntType) and isinstance(value.type, PointerType) and kind.bits < 64
        if narrow and self.types.pointer_size == 8 and not self.pure:
            return narrow_pointer(self.builder.once(value), kind, self.types.size_type)
        return convert(value, kind)

    def _object_value(self, cursor: Cursor) -> Expression:
        """A member of a value has no conversion around it that would widen a bit-field."""
        value = self.load(self.place(cursor))
        return convert(value, self.type_of(cursor)) if isinstance(value.type, IntType) else value

    def load(self, place: Place) -> Expression:
        """What a use of the place gives: its value, or for an array the address of its first element."""
        match place.type:
            case ArrayType(element):
                return AddressOf(
                    Element(place, integer(0, self.types.offset_type)), self.types.pointer(element)
                )
            case VariableArrayType(element):
                assert isinstance(place, Dereference), "variable-length arrays are reached through pointers"
                return convert(place.pointer, self.types.pointer(element))
        if is_register(place) or self.pure:
            return Read(place)
        if words := self.copies.words_of(place):
            return self._joined([self.builder.hold(Read(word)) for word in words], value_type(place.type))
        return self.builder.hold(Read(place))

    def _joined(self, words: list[Read], kind: Type) -> Expression:
        """An integer out of its words, the lowest first."""
        whole = IntType(bits_of(kind), False)
        value: Expression = integer(0, whole)
        for number, word in enumerate(words):
            amount = integer(number * bits_of(word.type))
            moved = binary(BinaryOperator.SHIFT_LEFT, convert(word, whole), amount, whole)
            value = binary(BinaryOperator.OR, value, moved, whole) if number else moved
        return convert(self.builder.hold(value), kind)

    def _unary(self, cursor: Cursor) -> Expression:
        operator = clang.unary_operator(cursor)
        operand = clang.children(cursor)[0]
        kind = self.type_of(cursor)
        match operator:
            case "&x":
                return self._address(operand, kind)
            case "*x" if isinstance(self.types.of(cursor), FunctionType):
                return self.value(operand)  # a function stands for its address
            case "*x":
                return self.load(self.place(cursor))
            case "x++" | "x--" | "++x" | "--x":
                return self.builder.once(self.assignments.step(cursor, wanted=True))
            case "+x" | "__extension__" | "__real":
                return self.value(operand)
            case "-x":
                value = self.value(operand)
                if self.context.wraps and isinstance(kind, IntType) and kind.signed:
                    return wrapped(BinaryOperator.SUBTRACT, integer(0, kind), value, kind)
                return unary(UnaryOperator.NEGATE, value, kind)
            case "~x":
                return unary(UnaryOperator.COMPLEMENT, self.value(operand), kind)
            case "!x":
                return convert(truth(negation(self.value(operand))), kind)
            case _:
                raise Unsupported(f"operator {operator}", self.context.loc(cursor))

    def _address(self, operand: Cursor, kind: Type) -> Expression:
        if isinstance(self.types.of(operand), FunctionType):
            return self.value(operand)
        return self.address_of(self.places.addressed(operand), kind)

    def address_of(self, place: Place, kind: Type | None = None) -> Expression:
        pointer = kind if isinstance(kind, PointerType) else self.types.pointer(place.type)
        if isinstance(place, Dereference):
            if _has_variable_array(place.pointer.type):
                return place.pointer
            return convert(place.pointer, pointer)
        return AddressOf(place, pointer)

    def _binary(self, cursor: Cursor) -> Expression:
        operator = clang.binary_operator(cursor)
        left, right = clang.children(cursor)
        if operator == "=":
            return self.builder.once(self.assignments.assign(cursor, wanted=True))
        if operator == ",":
            self.effect(left)
            return self.value(right)
        if operator in ("&&", "||"):
            return self.conditions.logical(cursor, operator, left, right)
        order = Operands(self, cursor)
        a, b = order.add(lambda: self.value(left)), order.add(lambda: self.value(right))
        order.finish()
        return self.operation(OPERATORS[operator], a, b, self.type_of(cursor))

    def operation(self, operator: BinaryOperator, a: Expression, b: Expression, kind: Type) -> Expression:
        """`a operator b`, also on pointers."""
        if operator is BinaryOperator.ADD and isinstance(b.type, PointerType):
            a, b = b, a
        if isinstance(a.type, PointerType) and operator in (BinaryOperator.ADD, BinaryOperator.SUBTRACT):
            return self._pointer_arithmetic(operator, a, b, kind)
        if operator in COMPARISONS:
            if isinstance(a.type, PointerType):
                b = convert(b, a.type)
            elif isinstance(b.type, PointerType):
                a = convert(a, b.type)
            return binary(operator, a, b, INT)
        if operator in WRAPPING and self.context.wraps and isinstance(kind, IntType) and kind.signed:
            return wrapped(operator, a, b, kind)
        if operator in SHIFTS:
            return binary(operator, convert(a, kind), b, kind)
        return binary(operator, convert(a, kind), convert(b, kind), kind)

    def _pointer_arithmetic(
        self, operator: BinaryOperator, a: Expression, b: Expression, kind: Type
    ) -> Expression:
        assert isinstance(a.type, PointerType)
        scale = self.size_expression(a.type.target)
        if isinstance(a, Constant) and isinstance(b, Constant):  # addresses of labels
            assert isinstance(a.value, int)
            assert isinstance(b.value, int)
            return integer(a.value - b.value, kind)
        if isinstance(b.type, PointerType):
            return convert(PointerDifference(a, b, scale, self.types.offset_type), kind)
        index = convert(b, self.types.offset_type)
        if operator is BinaryOperator.SUBTRACT:
            index = unary(UnaryOperator.NEGATE, index, self.types.offset_type)
        return PointerAdd(a, index, scale, a.type)

    def _cast(self, cursor: Cursor) -> Expression:
        if clang.children(cursor)[0].spelling == _CONSTANT:
            return self.evaluated(cursor)
        parts = clang.expressions(cursor)
        kind = self._cast_type(cursor, parts[:-1])
        operand = parts[-1]
        value = self.value(operand)
        return self._converted(value, kind)

    def _cast_type(self, cursor: Cursor, counts: list[Cursor]) -> Type:
        if not counts:
            return self.type_of(cursor)
        return self.variable_type(cursor.type, counts)

    def variable_type(self, clang_type: clang.ClangType, counts: list[Cursor]) -> Type:
        """A type with variable-length arrays; the expressions for their lengths are evaluated now."""
        rest = iter(counts)

        def next_count() -> Expression | None:
            cursor = next(rest, None)
            return (
                None
                if cursor is None
                else self.builder.once(convert(self.value(cursor), self.types.size_type))
            )

        return self.types.variable(clang_type, next_count, self.typedefs)

    def _size(self, cursor: Cursor) -> Expression:
        kind = self.type_of(cursor)
        value = clang.evaluate(cursor)
        if isinstance(value, int):
            return integer(value, kind)
        operand = clang.expressions(cursor)[0] if clang.expressions(cursor) else None
        if operand is not None and operand.type.get_canonical().kind == clang.TypeKind.VARIABLEARRAY:
            place, _ = self.capture(lambda: self.place(operand))
            return convert(self.size_expression(place.type), kind)
        reference = next(
            (part.referenced for part in clang.children(cursor) if part.kind == CursorKind.TYPE_REF), None
        )
        if operand is None and reference is not None and reference.hash in self.typedefs:
            return convert(self.size_expression(self.typedefs[reference.hash]), kind)
        return convert(self._size_of_type(cursor, reference), kind)

    def _size_of_type(self, cursor: Cursor, reference: Cursor | None) -> Expression:
        """sizeof(element[n][m]), written out."""
        told = self.context.unit.rendering(self.declaration).array_in_sizeof(cursor)
        if told is None:
            raise Unsupported("size of this variable-length array type", self.context.loc(cursor))
        name, dimensions = told
        element = self.types.named(name)
        if element is None and reference is not None:
            element = self.typedefs.get(reference.hash) or self.types.lower(reference.type)
        if element is None:
            raise Unsupported(f"size of a variable-length array of '{name}'", self.context.loc(cursor))
        size = self.size_expression(element)
        for count in clang.expressions(cursor)[:dimensions]:
            length = convert(self.value(count), self.types.size_type)
            size = binary(BinaryOperator.MULTIPLY, size, length, self.types.size_type)
        return size


def _has_variable_array(type: Type) -> bool:
    match type:
        case VariableArrayType():
            return True
        case PointerType(target):
            return _has_variable_array(target)
        case ArrayType(element):
            return _has_variable_array(element)
        case _:
            return False
