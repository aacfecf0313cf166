"""`=`, `+=`, `++` → reads and writes."""

from __future__ import annotations

from collections.abc import Callable

from unthread.frontend import clang
from unthread.frontend.arithmetic import arithmetic_type, promote
from unthread.frontend.bit_fields import has_neighbours, unit_of
from unthread.frontend.clang import Cursor, CursorKind
from unthread.frontend.expressions import OPERATORS, SHIFTS, Expressions
from unthread.frontend.order import Operands
from unthread.program.build.fold import binary, convert, integer
from unthread.program.expressions import BinaryOperator, Expression, Member, Place, Read, is_register
from unthread.program.instructions import AtomicBegin, AtomicEnd
from unthread.program.types import (
    AtomicType,
    BoolType,
    FloatType,
    IntType,
    PointerType,
    bits_of,
    is_scalar,
    value_type,
)


class Assignments:
    def __init__(self, lowering: Expressions) -> None:
        self.lowering = lowering
        self.builder = lowering.builder
        self.context = lowering.context
        self.types = lowering.types

    def store(self, target: Place, value: Expression) -> None:
        """target = value, in the steps that a machine needs."""
        unit = unit_of(target) if isinstance(target, Member) and has_neighbours(target) else None
        if unit is None:
            self._store_words(target, value)
            return
        assert isinstance(target, Member), "only members lie in units"
        field, kind, place = target.field, unit.type, Member(target.base, unit)
        shift = (field.offset - unit.offset) * 8 + field.bit_offset
        mask = ((1 << (field.bit_width or 0)) - 1) << shift
        value = self.builder.once(value)
        old = self.builder.hold(Read(place))
        rest = binary(BinaryOperator.AND, old, integer(~mask, kind), kind)
        moved = binary(BinaryOperator.SHIFT_LEFT, convert(value, kind), integer(shift), kind)
        own = binary(BinaryOperator.AND, moved, integer(mask, kind), kind)
        self.builder.assign(place, binary(BinaryOperator.OR, rest, own, kind))

    def _store_words(self, target: Place, value: Expression) -> None:
        words = self.lowering.copies.words_of(target)
        if not words:
            self.builder.assign(target, value)
            return
        whole = IntType(bits_of(value.type), False)
        value = self.builder.once(convert(value, whole))
        for number, word in enumerate(words):
            amount = integer(number * bits_of(word.type))
            rest = binary(BinaryOperator.SHIFT_RIGHT, value, amount, whole)
            self.builder.assign(word, convert(rest, word.type))

    def assign_from(self, target: Place, source: Cursor, *, is_new: bool = False) -> None:
        """target = source, for scalars and records. No one else knows an object that is new."""
        kind = value_type(target.type)
        if is_scalar(kind) and is_new:
            self.builder.assign(target, convert(self.lowering.value(source), kind))
        elif is_scalar(kind):
            self.store(target, convert(self.lowering.value(source), kind))
        else:
            self.lowering.copies.copy(target, self.lowering.place(source))

    def assign(self, cursor: Cursor, *, wanted: bool) -> Expression:
        left, right = clang.children(cursor)
        kind = self.lowering.type_of(left)
        if not is_scalar(kind):
            self.lowering.place(cursor)
            return integer(0)
        self.lowering.calls.input_name = left.spelling if left.kind == CursorKind.DECL_REF_EXPR else ""
        order = Operands(self.lowering, cursor)
        value = order.add(lambda: self.lowering.value(right))
        self.lowering.calls.input_name = ""
        target = order.add(lambda: self.lowering.place(left))
        if is_register(target):
            order.add(lambda: Read(target))  # `i = i++` has two writes in any order
        order.finish()
        self.lowering.at(cursor)
        value = convert(value, value_type(target.type))
        if wanted and not is_register(target):
            value = self.builder.once(value)
        self.store(target, value)
        if is_register(target):
            return Read(target)
        return convert(value, kind)

    def compound(self, cursor: Cursor) -> Expression:
        """`left op= right`: one step if the object is atomic, else a read and a write."""
        left, right = clang.children(cursor)
        operator = OPERATORS[clang.binary_operator(cursor)[:-1]]
        order = Operands(self.lowering, cursor)
        operand = order.add(lambda: self._operand(left, right))
        place = order.add(lambda: self.lowering.place(left))
        order.add(lambda: Read(place))  # what was there before is an operand, too
        order.finish()
        self.lowering.at(cursor)

        def compute(old: Expression) -> Expression:
            kind = old.type
            if isinstance(kind, PointerType):
                return self.lowering.operation(operator, old, operand, kind)
            promoted = promote(convert(old, self.lowering.type_of(left)))
            common = promoted.type if operator in SHIFTS else arithmetic_type(promoted.type, operand.type)
            result = self.lowering.operation(operator, convert(promoted, common), operand, common)
            return convert(result, kind)

        return convert(self.update(place, compute)[1], self.lowering.type_of(cursor))

    def _operand(self, left: Cursor, right: Cursor) -> Expression:
        operand = self.lowering.value(right)
        return operand if self._is_register(left) else self.builder.once(operand)

    def step(self, cursor: Cursor, *, wanted: bool) -> Expression:
        """`x++` and its like."""
        operator = clang.unary_operator(cursor)
        operand = clang.children(cursor)[0]
        place = self.lowering.place(operand)
        self.lowering.at(cursor)
        step = BinaryOperator.ADD if "+" in operator else BinaryOperator.SUBTRACT

        def compute(old: Expression) -> Expression:
            if isinstance(old.type, PointerType):
                return self.lowering.operation(step, old, integer(1), old.type)
            if isinstance(old.type, FloatType):
                return self.lowering.operation(step, old, convert(integer(1), old.type), old.type)
            if isinstance(old.type, BoolType) or old.type != self.lowering.type_of(operand):
                old = convert(old, self.lowering.type_of(operand))
            promoted = promote(old)
            one = convert(integer(1), promoted.type)
            return convert(
                self.lowering.operation(step, promoted, one, promoted.type), value_type(place.type)
            )

        old, new = self.update(place, compute, keep_old=wanted and operator.startswith("x"))
        return convert(old if operator.startswith("x") else new, self.lowering.type_of(cursor))

    def update(
        self, place: Place, compute: Callable[[Expression], Expression], *, keep_old: bool = False
    ) -> tuple[Expression, Expression]:
        """Replace what is in the place; gives the old and the new value."""
        atomic = isinstance(place.type, AtomicType) and not place.type.volatile
        if atomic:
            self.builder.emit(AtomicBegin(self.builder.loc))
        old = self.lowering.load(place)
        if keep_old and is_register(place):
            old = self.builder.hold(old)
        new = compute(old)
        if not is_register(place):
            new = self.builder.once(new)
        self.store(place, new)
        if atomic:
            self.builder.emit(AtomicEnd(self.builder.loc))
        return old, (Read(place) if is_register(place) else new)

    def _is_register(self, cursor: Cursor) -> bool:
        if cursor.kind != CursorKind.DECL_REF_EXPR:
            return False
        known = self.lowering.variables.get(cursor.referenced.hash)
        return known is not None and is_register(known)
