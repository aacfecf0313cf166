"""Initializers: `{...}`, designators, strings → one leaf for each scalar or whole record that gets a value.

struct { int a; int b[3]; } s = { 1, .b[1] = 2, 3 };   becomes   a ← 1,  b[1] ← 2,  b[2] ← 3,  the rest zero
"""

from __future__ import annotations

import re
from dataclasses import field
from functools import partial
from typing import TypeAlias

from unthread.core.diagnostics import Unsupported
from unthread.core.records import dataclass
from unthread.frontend import clang
from unthread.frontend.clang import Cursor, CursorKind
from unthread.frontend.expressions import Expressions
from unthread.frontend.literals import string_units
from unthread.frontend.order import Operands
from unthread.frontend.types import is_library_object
from unthread.program.build.fold import convert, integer
from unthread.program.expressions import Constant, Element, Expression, Member, Place, Storage, VariablePlace
from unthread.program.instructions import Declare
from unthread.program.program import InitialValue
from unthread.program.types import (
    ArrayType,
    BoolType,
    Field,
    FloatType,
    IntType,
    RecordType,
    Type,
    VoidType,
    is_scalar,
    size_of,
    value_type,
)

Path: TypeAlias = tuple[Field | int, ...]
Range: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Leaf:
    """The object at `path` gets the value of an expression, or a code unit of a string."""

    path: Path
    type: Type
    value: Cursor | int


@dataclass(slots=True)
class InitializerItem:
    """One entry of a braced list: designators still to be followed, and the initializer.
    `ranges` says of each bracketed designator whether it is one; empty where the text does not tell."""

    designators: list[Cursor]
    value: Cursor
    ranges: list[bool] = field(default_factory=list)


class Initializers:
    def __init__(self, lowering: Expressions) -> None:
        self.lowering = lowering
        self.builder = lowering.builder
        self._leaves: dict[Path, Leaf] = {}

    # ---- objects of a frame

    def local(self, target: VariablePlace, cursor: Cursor) -> None:
        """Begin the lifetime of a LOCAL with an initializer."""
        variable = target.variable
        kind = value_type(variable.type)
        if is_library_object(kind):
            must_be_zero(cursor, self.lowering)
            self.builder.emit(Declare(variable, True, self.builder.loc))
            return
        whole = self.is_whole(kind, cursor)
        loc = self.builder.loc
        self.builder.emit(Declare(variable, not whole, loc))
        if whole:
            self.lowering.assignments.assign_from(target, cursor, is_new=True)
            return
        order = Operands(self.lowering, cursor)
        for leaf in self.leaves(kind, cursor):
            order.add(partial(self._store, place_at(target, leaf.path, self.lowering), leaf))
        order.finish()

    def is_whole(self, kind: Type, cursor: Cursor) -> bool:
        """The initializer is one value for all of the object."""
        kind = value_type(kind)
        return is_scalar(kind) or (cursor.kind != CursorKind.INIT_LIST_EXPR and isinstance(kind, RecordType))

    def _store(self, place: Place, leaf: Leaf) -> None:
        if isinstance(leaf.value, int):
            if leaf.value:
                self.builder.assign(place, integer(leaf.value, value_type(place.type)))
            return
        self.lowering.assignments.assign_from(place, leaf.value, is_new=True)

    def compound_literal(self, cursor: Cursor) -> Place:
        kind = self.lowering.types.of(cursor)
        items = clang.expressions(cursor)[-1]
        if self.lowering.declaration.kind == CursorKind.VAR_DECL or self.lowering.statements.at_file_scope:
            return VariablePlace(self.lowering.context.file_scope_literal(cursor, kind, items))
        self.lowering.at(cursor)
        variable = self.builder.variable("literal", kind, Storage.LOCAL, escapes=True)
        place = VariablePlace(variable)
        self.lowering.statements.declarations.begin(place, items)
        return place

    # ---- objects of static storage duration

    def static(self, kind: Type, cursor: Cursor) -> tuple[InitialValue, ...]:
        kind = value_type(kind)
        if is_scalar(kind):
            return (self._initial(kind, (), kind, cursor),)
        return tuple(self._static_leaves(kind, kind, cursor, ()))

    def _static_leaves(self, root: Type, kind: Type, cursor: Cursor, prefix: Path) -> list[InitialValue]:
        result = []
        for leaf in self.leaves(kind, _peel_literal(cursor)):
            path = (*prefix, *leaf.path)
            inner = value_type(leaf.type)
            if isinstance(leaf.value, int) or is_scalar(inner):
                result.append(self._initial(root, path, inner, leaf.value))
            else:
                result += self._static_leaves(root, inner, leaf.value, path)
        return result

    def _initial(self, root: Type, path: Path, kind: Type, value: Cursor | int) -> InitialValue:
        offset, last = offset_of(root, path), path[-1] if path else None
        bits = (last.bit_offset, last.bit_width) if isinstance(last, Field) else (0, None)
        return InitialValue(offset, kind, self._constant(kind, value), *bits)

    def _constant(self, kind: Type, value: Cursor | int) -> Expression:
        if isinstance(value, int):
            return integer(value, kind)
        known = clang.evaluate(value) if isinstance(kind, IntType | BoolType | FloatType) else None
        if isinstance(known, int) and not isinstance(kind, FloatType):
            return integer(known, kind)
        if isinstance(known, float) and isinstance(kind, FloatType) and kind.bits != 80:
            return Constant(known, kind)
        lowering = self.lowering
        lowering.pure = True
        try:
            result, effects = lowering.capture(lambda: convert(lowering.value(value), kind))
        finally:
            lowering.pure = False
        if effects:
            raise Unsupported("initializer that is not constant", lowering.context.loc(value))
        return result

    # ---- which scalar gets what

    def leaves(self, kind: Type, cursor: Cursor) -> list[Leaf]:
        outer, self._leaves = self._leaves, {}
        try:
            self._object([InitializerItem([], cursor)], 0, kind, ())
            return list(self._leaves.values())
        finally:
            self._leaves = outer

    def _add(self, path: Path, kind: Type, value: Cursor | int) -> None:
        self._leaves.pop(path, None)
        self._leaves[path] = Leaf(path, kind, value)

    def _items(self, braced: Cursor) -> list[InitializerItem]:
        items = []
        for child in clang.children(braced):
            if child.kind == CursorKind.UNEXPOSED_EXPR and isinstance(
                self.lowering.types.of(child), VoidType
            ):
                *designators, value = [
                    part for part in clang.children(child) if part.kind != CursorKind.TYPE_REF
                ]
                items.append(InitializerItem(designators, value, _ranges(child, designators)))
            else:
                items.append(InitializerItem([], child))
        return items

    def _object(self, items: list[InitializerItem], i: int, kind: Type, path: Path) -> int:
        """The items from `i` on initialize the object at `path`; gives the first item not used."""
        kind = value_type(kind)
        value = items[i].value
        if is_library_object(kind):
            must_be_zero(value, self.lowering)
            self._forget(path)
            return i + 1
        if value.kind == CursorKind.INIT_LIST_EXPR and not is_scalar(kind):
            self._braced(kind, value, path)
            return i + 1
        text = _string(value)
        if isinstance(kind, ArrayType) and text is not None and isinstance(value_type(kind.element), IntType):
            self._string(kind, text, path)
            return i + 1
        if is_scalar(kind):
            self._add(path, kind, value)
            return i + 1
        if isinstance(kind, RecordType) and self.lowering.type_of(value) == kind:
            self._forget(path)
            self._add(path, kind, value)
            return i + 1
        return self._members(items, i, kind, path, 0, braced=False)

    def _braced(self, kind: Type, cursor: Cursor, path: Path) -> None:
        self._forget(path)
        items = self._items(cursor)
        if not items:
            return
        if isinstance(kind, ArrayType) and len(items) == 1 and not items[0].designators:
            text = _string(items[0].value)
            if text is not None and isinstance(value_type(kind.element), IntType):
                self._string(kind, text, path)
                return
        self._members(items, 0, kind, path, 0, braced=True)

    def _forget(self, path: Path) -> None:
        """What was said before of parts of this object no longer counts."""
        for known in [known for known in self._leaves if known[: len(path)] == path]:
            del self._leaves[known]

    def _members(
        self, items: list[InitializerItem], i: int, kind: Type, path: Path, start: int, *, braced: bool
    ) -> int:
        """Initialize the members or elements from number `start` on."""
        position = start
        while i < len(items):
            item = items[i]
            if item.designators:
                if not braced:
                    return i
                i, position = self._designated(items, i, kind, path)
                continue
            member = self._member(kind, position)
            if member is None:
                if braced:
                    i += 1  # an excess element; clang has warned of it
                    continue
                return i
            i = self._object(items, i, member[1], (*path, member[0]))
            position = _after_union(kind, position)
        return i

    def _member(self, kind: Type, position: int) -> tuple[Field | int, Type] | None:
        match kind:
            case ArrayType(element, count):
                return (position, element) if count == 0 or position < count else None
            case RecordType():
                if position >= len(kind.fields):
                    return None
                return kind.fields[position], kind.fields[position].type
            case _:
                return None

    def _designated(self, items: list[InitializerItem], i: int, kind: Type, path: Path) -> tuple[int, int]:
        """Follow the first designator of item `i`; gives the next item and the next position in `kind`."""
        item = items[i]
        if isinstance(kind, ArrayType):
            low, high = self._index(item, kind)
            rest = list(item.designators)
            end = i
            for position in range(low, high + 1):
                items[i] = InitializerItem(list(rest), item.value, list(item.ranges))
                end = self._follow(items, i, kind.element, (*path, position))
            return end, high + 1
        assert isinstance(kind, RecordType), "designators name members or elements"
        fields = self.lowering.types.member_path(kind, item.designators.pop(0))
        if kind.is_union:  # what was said of its other members no longer counts
            for known in [known for known in self._leaves if known[: len(path)] == path]:
                if known[len(path)] != fields[0]:
                    del self._leaves[known]
        for anonymous in fields[:-1]:
            path, kind = (*path, anonymous), anonymous.type
            assert isinstance(kind, RecordType), "anonymous members are records"
        position = kind.fields.index(fields[-1])
        end = self._follow(items, i, fields[-1].type, (*path, fields[-1]))
        return end, _after_union(kind, position)

    def _follow(self, items: list[InitializerItem], i: int, kind: Type, path: Path) -> int:
        if not items[i].designators:
            if (
                isinstance(value_type(kind), RecordType | ArrayType)
                and items[i].value.kind != CursorKind.INIT_LIST_EXPR
            ):
                self._forget(path)
            return self._object(items, i, kind, path)
        kind = value_type(kind)
        end, position = self._designated(items, i, kind, path)
        return self._members(items, end, kind, path, position, braced=False)

    def _index(self, item: InitializerItem, kind: ArrayType) -> Range:
        """`[3]` or `[3 ... 5]`. Where the text does not tell, two numbers in a row are a range, unless the
        elements are arrays themselves."""
        low = clang.evaluate(item.designators.pop(0))
        assert isinstance(low, int), "designators are constant"
        following = item.designators[0] if item.designators else None
        if item.ranges:
            is_range = item.ranges.pop(0)
        else:
            numbers = following is not None and following.kind != CursorKind.MEMBER_REF
            is_range = numbers and not isinstance(value_type(kind.element), ArrayType)
        if not is_range:
            return low, low
        high = clang.evaluate(item.designators.pop(0))
        assert isinstance(high, int), "designators are constant"
        return low, high

    def _string(self, kind: ArrayType, literal: Cursor, path: Path) -> None:
        element = value_type(kind.element)
        units = string_units(literal.spelling, size_of(element))
        count = kind.count or len(units) + 1
        self._forget(path)
        if not kind.count:
            units.append(0)  # a flexible array member grows to hold the text
        for position, unit in enumerate(units[:count]):
            self._add((*path, position), element, unit)


def _ranges(item: Cursor, designators: list[Cursor]) -> list[bool]:
    """For each `[...]` in the text of a designated initializer: is it a range?"""
    brackets = re.findall(r"\[([^\]]*)\]", clang.written(item).split("=")[0])
    ranges = ["..." in text for text in brackets]
    numbers = sum(1 for part in designators if part.kind != CursorKind.MEMBER_REF)
    return ranges if len(ranges) + sum(ranges) == numbers else []


def _after_union(kind: Type, position: int) -> int:
    """Only one member of a union is initialized."""
    if isinstance(kind, RecordType) and kind.is_union:
        return len(kind.fields)
    return position + 1


def _string(cursor: Cursor) -> Cursor | None:
    """The string literal that an initializer is, through parentheses."""
    while cursor.kind in (CursorKind.PAREN_EXPR, CursorKind.UNEXPOSED_EXPR):
        inner = clang.expressions(cursor)
        if len(inner) != 1 or cursor.type.get_canonical().kind == clang.TypeKind.POINTER:
            return None
        cursor = inner[0]
    return cursor if cursor.kind == CursorKind.STRING_LITERAL else None


def _peel_literal(cursor: Cursor) -> Cursor:
    """`(struct s){1, 2}` initializes like `{1, 2}`."""
    while cursor.kind in (CursorKind.PAREN_EXPR, CursorKind.UNEXPOSED_EXPR, CursorKind.COMPOUND_LITERAL_EXPR):
        inner = clang.expressions(cursor)
        if not inner:
            return cursor
        cursor = inner[-1]
    return cursor


def must_be_zero(cursor: Cursor, lowering: Expressions) -> None:
    """Objects of the thread library whose type the program declares start as those of the C library do, with
    zeros. Other meanings of writing into them are not known."""
    if not clang.is_zero(cursor):
        message = "initial value of an object of the thread library whose type this program declares itself"
        raise Unsupported(message, lowering.context.loc(cursor))


def place_at(base: Place, path: Path, lowering: Expressions) -> Place:
    for step in path:
        if isinstance(step, int):
            base = Element(base, integer(step, lowering.types.offset_type))
        else:
            base = Member(base, step)
    return base


def offset_of(kind: Type, path: Path) -> int:
    """Where the object at `path` starts inside one of type `kind`."""
    offset = 0
    for step in path:
        kind = value_type(kind)
        if isinstance(step, int):
            assert isinstance(kind, ArrayType), "only arrays have elements"
            kind = kind.element
            offset += step * size_of(kind)
        else:
            kind = step.type
            offset += step.offset
    return offset
