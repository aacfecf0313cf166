"""`offsetof` with an index that is no constant, as in `offsetof(struct list, items[n])` → a sum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unthread.core.diagnostics import Unsupported
from unthread.frontend import clang
from unthread.frontend.clang import Cursor, CursorKind
from unthread.program.build.fold import binary, convert, integer
from unthread.program.expressions import BinaryOperator, Expression
from unthread.program.types import Type

if TYPE_CHECKING:
    from unthread.frontend.expressions import Expressions


# offsetof(T, a.b[i].c)   →   constant offsets of a, b, c + i * sizeof(element of b)
def offset_of(lowering: Expressions, cursor: Cursor) -> Expression:
    kind = lowering.type_of(cursor)
    total: Expression = integer(0, kind)
    reached = None  # clang's type of what the members and indices so far lead to
    for part in clang.children(cursor):
        if part.kind == CursorKind.MEMBER_REF:
            field = part.referenced
            bits = field.get_field_offsetof()
            if bits < 0 or bits % 8:
                raise Unsupported("offsetof of this member", lowering.context.loc(cursor))
            reached = field.type.get_canonical()
            total = _sum(total, integer(bits // 8, kind), kind)
        elif part.kind.is_expression() and reached is not None:
            reached = reached.element_type.get_canonical()
            index = convert(lowering.value(part), kind)
            step = binary(BinaryOperator.MULTIPLY, index, integer(reached.get_size(), kind), kind)
            total = _sum(total, step, kind)
    return total


def _sum(left: Expression, right: Expression, kind: Type) -> Expression:
    return binary(BinaryOperator.ADD, left, right, kind)
