"""Lvalues and record values → places."""

from __future__ import annotations

from dataclasses import replace

from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property
from unthread.frontend import clang
from unthread.frontend.clang import Cursor, CursorKind, TypeKind
from unthread.frontend.expressions import Expressions
from unthread.frontend.order import Operands
from unthread.program.build.fold import binary, convert, dereference, integer
from unthread.program.expressions import (
    AddressOf,
    BinaryOperator,
    Constant,
    Dereference,
    Element,
    Expression,
    Member,
    Place,
    PointerAdd,
    Storage,
    VariablePlace,
    read_register,
)
from unthread.program.instructions import Assert, Declare, Discard
from unthread.program.types import INT, ArrayType, PointerType, RecordType, Type, size_of, value_type

_NO_OBJECT = (CursorKind.CONDITIONAL_OPERATOR, CursorKind.BINARY_OPERATOR)  # their value is none


class Places:
    def __init__(self, lowering: Expressions) -> None:
        self.lowering = lowering
        self.builder = lowering.builder
        self.context = lowering.context
        self.types = lowering.types
        self._addressed: set[int] = set()  # subscripts whose address is taken

    def place(self, cursor: Cursor) -> Place:
        """Where the object of an lvalue, or of a record value, lies."""
        if cursor.kind in _NO_OBJECT and cursor.hash in self.lowering.statements.escapes.whole:
            return self._value_in_temporary(cursor)
        return self._place(cursor)

    def _place(self, cursor: Cursor) -> Place:
        match cursor.kind:
            case CursorKind.PAREN_EXPR:
                return self.place(clang.children(cursor)[0])
            case CursorKind.DECL_REF_EXPR:
                self.lowering.at(cursor)
                return self.variable_place(cursor.referenced)
            case CursorKind.MEMBER_REF_EXPR:
                return self._member(cursor)
            case CursorKind.ARRAY_SUBSCRIPT_EXPR:
                return self._element(cursor)
            case CursorKind.UNARY_OPERATOR:
                return self._dereference(cursor)
            case CursorKind.STRING_LITERAL:
                return VariablePlace(self.context.string_literal(cursor))
            case CursorKind.COMPOUND_LITERAL_EXPR:
                return self.lowering.initializers.compound_literal(cursor)
            case CursorKind.GENERIC_SELECTION_EXPR:
                return self.place(self.context.generic_choice(cursor, self.lowering.declaration))
            case CursorKind.UNEXPOSED_EXPR:
                return self._unexposed_place(cursor)
            case CursorKind.CSTYLE_CAST_EXPR:
                return self._record_cast(cursor)
            case CursorKind.CALL_EXPR:
                return self.lowering.calls.record(cursor)
            case CursorKind.StmtExpr:
                return self.lowering.statements.expression_place(cursor)
            case CursorKind.BINARY_OPERATOR:
                return self._binary_place(cursor)
            case CursorKind.CONDITIONAL_OPERATOR:
                return self._conditional_place(cursor)
            case _:
                raise Unsupported(f"object of kind {cursor.kind.name}", self.context.loc(cursor))

    def variable_place(self, target: Cursor) -> Place:
        known = self.lowering.variables.get(target.hash)
        if known is not None:
            return known
        place = VariablePlace(self.context.variable(target))
        kind = self.types.of(target)
        may_differ = self.types.volatile_is_atomic or _has_record(kind)
        if may_differ and kind != place.type and size_of(kind):
            return Dereference(AddressOf(place, self.types.pointer(kind)), kind)  # as this file declares it
        return place

    def _member(self, cursor: Cursor) -> Place:
        base = clang.expressions(cursor)[0]
        kind = self.types.of(base)
        if isinstance(kind, PointerType | ArrayType):
            pointer = self.lowering.value(base)
            target = kind.target if isinstance(kind, PointerType) else kind.element
            place = dereference(pointer, value_type(target))
        else:
            place = self.place(base)
        self.lowering.at(cursor)
        record = value_type(place.type)
        assert isinstance(record, RecordType), "only records have members"
        for field in self.types.member_path(record, cursor.referenced):
            place = Member(place, field)
        return self._as_volatile(place, cursor) if self.types.volatile_is_atomic else place

    def _as_volatile(self, place: Place, cursor: Cursor) -> Place:
        """A member of a volatile object is volatile, too, whatever its record says. Bit-fields are never
        accessed at once."""
        kind = self.types.of(cursor)
        match place:
            case Member(base, field) if field.bit_width is None and kind != field.type:
                return Member(base, replace(field, type=kind))
            case _:
                return place

    def _element(self, cursor: Cursor) -> Place:
        left, right = clang.expressions(cursor)
        order = Operands(self.lowering, cursor)
        a = order.add(lambda: self.lowering.value(left))
        b = order.add(lambda: self.lowering.value(right))
        order.finish()
        if not isinstance(a.type, PointerType):
            a, b = b, a
        self.lowering.at(cursor)
        assert isinstance(a.type, PointerType), "a subscript needs a pointer"
        element = a.type.target
        b = convert(b, self.types.offset_type)
        if _is_array(left) or _is_array(right):  # and not a pointer, which may go anywhere in its object
            b = self._within(a, b, cursor.hash in self._addressed)
        moved = PointerAdd(a, b, self.lowering.size_expression(element), a.type)
        return dereference(moved, element)

    def addressed(self, cursor: Cursor) -> Place:
        """The place whose address is wanted: it may be one past the last element of an array."""
        while cursor.kind == CursorKind.PAREN_EXPR:
            cursor = clang.children(cursor)[0]
        if cursor.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR:
            self._addressed.add(cursor.hash)
        return self.place(cursor)

    def _within(self, array: Expression, index: Expression, may_be_end: bool) -> Expression:
        """The index, after a check that it does not leave an array for the rest of the object around it, as
        the bounds of the object would not show (C11 J.2: a[1][7] given int a[4][5])."""
        match array:
            case AddressOf(Element(base, Constant(0))) if isinstance(base.type, ArrayType):
                count = base.type.count + may_be_end
            case _:
                return index
        if not is_inner_array(base) or self.lowering.pure or self.context.library:
            return index
        if isinstance(index, Constant) and isinstance(index.value, int) and 0 <= index.value < count:
            return index
        index = self.builder.once(index)
        size = self.types.size_type
        inside = binary(BinaryOperator.LESS, convert(index, size), integer(count, size), INT)
        message = f"index outside of an array of {base.type.count} inside a larger object"
        self.builder.emit(Assert(inside, Property.MEMORY, message, self.builder.loc))
        return index

    def _dereference(self, cursor: Cursor) -> Place:
        operator = clang.unary_operator(cursor)
        operand = clang.children(cursor)[0]
        if operator in ("__extension__", "+x"):
            return self.place(operand)
        if operator != "*x":
            raise Unsupported(f"operator {operator} on an object", self.context.loc(cursor))
        pointer = self.lowering.value(operand)
        self.lowering.at(cursor)
        assert isinstance(pointer.type, PointerType), "only pointers are dereferenced"
        return dereference(pointer, pointer.type.target)

    def _unexposed_place(self, cursor: Cursor) -> Place:
        parts = clang.expressions(cursor)
        return self.place(parts[0] if len(parts) == 1 else self.lowering.chosen(cursor, parts))

    def _record_cast(self, cursor: Cursor) -> Place:
        """A cast to its own type, or GNU's cast of a member's value to a union."""
        operand = clang.expressions(cursor)[-1]
        kind = self.lowering.type_of(cursor)
        source = self.lowering.type_of(operand)
        if source == kind or not isinstance(kind, RecordType):
            return self.place(operand)
        field = next((field for field in kind.fields if field.type == source), None)
        if field is None:
            raise Unsupported("cast to this record", self.context.loc(cursor))
        result = self.temporary(kind)
        self.lowering.assignments.assign_from(Member(result, field), operand)
        return result

    def _value_in_temporary(self, cursor: Cursor) -> Place:
        """`(a = b).array` is not part of `a`: the value is an object of its own (C11 6.2.4)."""
        result = self.temporary(self.lowering.type_of(cursor), cursor)
        self.lowering.copies.copy(result, self._place(cursor))
        return result

    def temporary(self, kind: Type, cursor: Cursor | None = None) -> VariablePlace:
        """A nameless object of the frame, in which the value of an expression lies. Nothing else can know its
        address while it is accessed by name; if the program takes the address, which only arrays inside
        allow, it ends with the full expression."""
        statements = self.lowering.statements
        escapes = cursor is not None and cursor.hash in statements.escapes.whole
        variable = self.builder.variable("result", kind, Storage.LOCAL, escapes=escapes)
        begin = Declare(variable, False, self.builder.loc)
        if escapes:
            scope = statements.scope_of_expression()
            scope.endings.append(Discard(variable, self.builder.loc))
            if not statements.is_passed_once(scope):
                scope.beginnings.append(begin)
                return VariablePlace(variable)
        self.builder.emit(begin)
        return VariablePlace(variable)

    def _binary_place(self, cursor: Cursor) -> Place:
        left, right = clang.children(cursor)
        if clang.binary_operator(cursor) == ",":
            self.lowering.effect(left)
            return self.place(right)
        order = Operands(self.lowering, cursor)
        source = order.add(lambda: self.place(right))
        target = order.add(lambda: self.place(left))
        order.finish()
        self.lowering.at(cursor)
        self.lowering.copies.copy(target, source)
        return target

    def _conditional_place(self, cursor: Cursor) -> Place:
        test, then, otherwise = clang.expressions(cursor)
        kind = self.types.of(cursor)
        pointer = self.builder.temporary(self.types.pointer(kind))
        other, end = self.builder.label(), self.builder.label()
        self.lowering.conditions.branch(test, other, when=False)
        with self.lowering.sometimes():
            self.builder.set(pointer, self.lowering.address_of(self.place(then), pointer.type))
            self.builder.jump(end)
            self.builder.place_label(other)
            self.builder.set(pointer, self.lowering.address_of(self.place(otherwise), pointer.type))
        self.builder.place_label(end)
        return Dereference(read_register(pointer), kind)


def is_inner_array(place: Place) -> bool:
    """An array with a bound that counts, and something of the same object after it. The last member of a
    record that is reached through a pointer may stand for more elements than it has: many programs allocate
    as many as they need."""
    array = place.type
    if not isinstance(array, ArrayType) or array.count == 0:
        return False
    match place:
        case VariablePlace():
            return False
        case _:
            return not _may_go_on(place)


def _may_go_on(array: Place) -> bool:
    """The array is the last member of what a pointer points to."""
    place = array
    while isinstance(place, Member):
        record = value_type(place.base.type)
        if not isinstance(record, RecordType) or not (record.is_union or place.field == record.fields[-1]):
            return False
        place = place.base
    return place is not array and isinstance(place, Dereference)


def _has_record(type: Type) -> bool:
    match value_type(type):
        case RecordType():
            return True
        case ArrayType(element):
            return _has_record(element)
        case _:
            return False


def _is_array(cursor: Cursor) -> bool:
    """The text of an array, which stands for the address of its first element."""
    while cursor.kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR):
        inner = clang.expressions(cursor)
        if len(inner) != 1:
            break
        cursor = inner[0]
    return cursor.type.get_canonical().kind in _ARRAYS


_ARRAYS = (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY, TypeKind.VARIABLEARRAY)
