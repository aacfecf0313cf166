"""Expressions of which only a part is evaluated: `&&`, `||`, `?:`; and jumps on a condition."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from unthread.frontend import clang
from unthread.frontend.clang import Cursor, CursorKind
from unthread.program.build.fold import convert, integer, negation, truth
from unthread.program.expressions import Conditional, Constant, Expression, read_register
from unthread.program.instructions import Instruction
from unthread.program.types import INT

if TYPE_CHECKING:
    from unthread.frontend.expressions import Expressions


class Conditions:
    def __init__(self, lowering: Expressions) -> None:
        self.lowering = lowering
        self.builder = lowering.builder

    def logical(self, cursor: Cursor, operator: str, left: Cursor, right: Cursor) -> Expression:
        test = self.lowering.value(left)
        with self.lowering.sometimes():
            other, effects = self.lowering.capture(lambda: truth(self.lowering.value(right)))
        if not effects:
            if operator == "&&":
                return Conditional(test, other, integer(0), INT)
            return Conditional(test, integer(1), other, INT)
        result = self.builder.temporary(INT)
        end = self.builder.label()
        self.lowering.at(cursor)
        self.builder.set(result, truth(test))
        self.builder.jump(end, negation(test) if operator == "&&" else test)
        self.builder.instructions += effects
        self.builder.set(result, other)
        self.builder.place_label(end)
        return read_register(result)

    def conditional(self, cursor: Cursor) -> Expression:
        test, then, otherwise = clang.expressions(cursor)
        kind = self.lowering.type_of(cursor)
        condition = self.lowering.value(test)
        with self.lowering.sometimes():
            a, a_effects = self.lowering.capture(lambda: convert(self.lowering.value(then), kind))
            b, b_effects = self.lowering.capture(lambda: convert(self.lowering.value(otherwise), kind))
        if isinstance(condition, Constant) and isinstance(condition.value, int):
            self.builder.instructions += a_effects if condition.value else b_effects
            return a if condition.value else b
        if not a_effects and not b_effects:
            return Conditional(condition, a, b, kind)
        result = self.builder.temporary(kind)
        self._either(
            condition,
            a_effects,
            lambda: self.builder.set(result, a),
            b_effects,
            lambda: self.builder.set(result, b),
        )
        return read_register(result)

    def _either(
        self,
        condition: Expression,
        then_effects: list[Instruction],
        then: Callable[[], None],
        else_effects: list[Instruction],
        otherwise: Callable[[], None],
    ) -> None:
        other, end = self.builder.label(), self.builder.label()
        self.builder.jump(other, negation(condition))
        self.builder.instructions += then_effects
        then()
        self.builder.jump(end)
        self.builder.place_label(other)
        self.builder.instructions += else_effects
        otherwise()
        self.builder.place_label(end)

    def void_conditional(self, cursor: Cursor) -> None:
        test, then, otherwise = clang.expressions(cursor)
        other, end = self.builder.label(), self.builder.label()
        self.branch(test, other, when=False)
        with self.lowering.sometimes():
            self.lowering.effect(then)
            self.builder.jump(end)
            self.builder.place_label(other)
            self.lowering.effect(otherwise)
        self.builder.place_label(end)

    def omitted_middle(self, cursor: Cursor, common: Cursor, otherwise: Cursor) -> Expression:
        kind = self.lowering.type_of(cursor)
        test = (
            self.builder.once(self.lowering.value(common))
            if not self.lowering.pure
            else self.lowering.value(common)
        )
        with self.lowering.sometimes():
            other, effects = self.lowering.capture(lambda: convert(self.lowering.value(otherwise), kind))
        if not effects:
            return Conditional(test, convert(test, kind), other, kind)
        result = self.builder.temporary(kind)
        self._either(
            test,
            [],
            lambda: self.builder.set(result, convert(test, kind)),
            effects,
            lambda: self.builder.set(result, other),
        )
        return read_register(result)

    def branch(self, cursor: Cursor, label: str, *, when: bool) -> None:
        """Go to `label` if the truth of the expression is `when`, else on."""
        match cursor.kind:
            case CursorKind.PAREN_EXPR:
                self.branch(clang.children(cursor)[0], label, when=when)
            case CursorKind.UNARY_OPERATOR if clang.unary_operator(cursor) == "!x":
                self.branch(clang.children(cursor)[0], label, when=not when)
            case CursorKind.BINARY_OPERATOR if clang.binary_operator(cursor) in ("&&", "||"):
                left, right = clang.children(cursor)
                if (clang.binary_operator(cursor) == "||") == when:
                    self.branch(left, label, when=when)
                    with self.lowering.sometimes():
                        self.branch(right, label, when=when)
                else:
                    skip = self.builder.label()
                    self.branch(left, skip, when=not when)
                    with self.lowering.sometimes():
                        self.branch(right, label, when=when)
                    self.builder.place_label(skip)
            case _:
                condition = self.lowering.value(cursor)
                self.lowering.at(cursor)
                self.builder.jump(label, condition if when else negation(condition))
