"""Which objects of a function have their address taken: they lie in memory, and others may know them."""

from __future__ import annotations

from unthread.core.diagnostics import Unsupported
from unthread.frontend import clang
from unthread.frontend.clang import Cursor, CursorKind
from unthread.frontend.types import Types
from unthread.program.types import ArrayType, Type

_COMPUTED = (
    CursorKind.CALL_EXPR,
    CursorKind.StmtExpr,
    CursorKind.CONDITIONAL_OPERATOR,
    CursorKind.BINARY_OPERATOR,
)


class Escapes:
    """All are known by the hashes of cursors: variables in `memory` because of an explicit `&`; in `whole`,
    arrays that decay and the records that expressions compute; in `results`, full expressions with such a
    record."""

    def __init__(self, types: Types) -> None:
        self.memory: set[int] = set()
        self.whole: set[int] = set()
        self.results: set[int] = set()
        self._types = types

    def has(self, variable: Cursor) -> bool:
        return variable.hash in self.memory or variable.hash in self.whole

    def take_address(self, operand: Cursor, whole: int | None) -> None:
        """`&operand`, in the full expression `whole`."""
        target = _variable_of(operand)
        if target is None:
            return
        if target.kind not in _COMPUTED:
            self.memory.add(target.hash)
        else:
            self._note_temporary(target, whole)

    def note_decay(self, cursor: Cursor, parent: Cursor, whole: int | None) -> None:
        """An array that is used as a pointer, other than right under a subscript or `*`."""
        if parent.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR:
            return
        if parent.kind == CursorKind.UNARY_OPERATOR and clang.unary_operator(parent) == "*x":
            return
        inner = clang.expressions(cursor)
        if len(inner) != 1 or not isinstance(self._type_or_none(inner[0]), ArrayType):
            return
        target = _variable_of(inner[0])
        if target is not None and target.kind in _COMPUTED:
            self._note_temporary(target, whole)
        elif target is not None:
            self.whole.add(target.hash)

    def _note_temporary(self, result: Cursor, whole: int | None) -> None:
        """The address of a part of a record that a full expression computes is taken."""
        self.whole.add(result.hash)
        if whole is not None:
            self.results.add(whole)

    def _type_or_none(self, cursor: Cursor) -> Type | None:
        try:
            return self._types.of(cursor)
        except Unsupported:
            return None


def _variable_of(cursor: Cursor) -> Cursor | None:
    """The variable, or the expression with a record as its value, that an object is a part of; None if it is
    reached through a pointer."""
    while True:
        match cursor.kind:
            case CursorKind.DECL_REF_EXPR:
                return cursor.referenced
            case kind if kind in _COMPUTED:
                return cursor
            case CursorKind.PAREN_EXPR:
                cursor = clang.children(cursor)[0]
            case CursorKind.UNARY_OPERATOR if clang.unary_operator(cursor) == "__extension__":
                cursor = clang.children(cursor)[0]
            case CursorKind.MEMBER_REF_EXPR:
                whole = clang.expressions(cursor)[0]
                is_pointer = whole.type.get_canonical().kind == clang.TypeKind.POINTER
                base = _array_under(whole) if is_pointer else whole
                if base is None:
                    return None
                cursor = base
            case CursorKind.ARRAY_SUBSCRIPT_EXPR:
                inner = _array_under(clang.expressions(cursor)[0])
                if inner is None:
                    inner = _array_under(clang.expressions(cursor)[1])
                if inner is None:
                    return None
                cursor = inner
            case _:
                return None


def _array_under(cursor: Cursor) -> Cursor | None:
    """The array whose decay an expression is."""
    while cursor.kind == CursorKind.PAREN_EXPR:
        cursor = clang.children(cursor)[0]
    inner = clang.expressions(cursor) if cursor.kind == CursorKind.UNEXPOSED_EXPR else []
    if len(inner) == 1 and inner[0].type.get_canonical().kind == clang.TypeKind.CONSTANTARRAY:
        return inner[0]
    return None
