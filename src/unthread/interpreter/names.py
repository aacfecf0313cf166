"""What objects are called: `HeapNames` ("heap#1.count"), and a place as the user wrote it (`written`)."""

from __future__ import annotations

from collections.abc import Sequence

from unthread.core.source import NOWHERE
from unthread.core.trace import HeapObject
from unthread.interpreter.objects import Object, path_text
from unthread.program.expressions import (
    AddressOf,
    Constant,
    Convert,
    Dereference,
    Element,
    Expression,
    Member,
    Place,
    PointerAdd,
    Read,
    Variable,
    VariablePlace,
)
from unthread.program.instructions import Assign, Instruction
from unthread.program.text.c_types import type_name
from unthread.program.types import ArrayType, IntType, RecordType, Type, is_scalar, size_of, value_type
from unthread.values.cells import Codec

_DEEPEST = 6  # parts of a written place


class HeapNames:
    """Heap objects are numbered as they are first spoken of. `types` says by address what lies in them: the
    types of the pointers to them. It grows while a program runs; who wants the same name for an object from
    the beginning lets the program run twice."""

    def __init__(self) -> None:
        self.types: dict[int, Type] = {}
        self._numbers: dict[Object, int] = {}

    def learn(self, item: Object, type: Type) -> None:
        """A pointer to the beginning of the object takes it for this."""
        type = value_type(type)
        known = self.types.get(item.base)
        if _fits(item, type) and (known is None or _rank(type) > _rank(known)):
            self.types[item.base] = type

    def whole(self, item: Object) -> str:
        return f"heap#{self._numbers.setdefault(item, len(self._numbers) + 1)}"

    def part(self, item: Object, offset: int, cell: Codec | None = None) -> str:
        kind = self.type_of(item)
        return self.whole(item) + (path_text(kind, offset, cell) if kind else f"+{offset}" if offset else "")

    def type_of(self, item: Object) -> Type | None:
        """Of all of the object: an array, if there is room for several, or a record and what follows it."""
        kind = self.types.get(item.base)
        if kind is None or item.size % size_of(kind) or item.size == size_of(kind) or _is_flexible(kind):
            return kind
        return ArrayType(kind, item.size // size_of(kind))

    def spoken_of(self) -> tuple[HeapObject, ...]:
        """The objects that were named, in the order of their numbers."""
        return tuple(
            HeapObject(
                self.whole(item),
                type_name(kind) if (kind := self.type_of(item)) else "",
                item.size,
                item.thread,
                item.loc or NOWHERE,
                item.freed if item.ended else None,
            )
            for item in self._numbers
        )


def _fits(item: Object, type: Type) -> bool:
    if not isinstance(type, RecordType) and not is_scalar(type):
        return False
    size = size_of(type)
    return 0 < size <= item.size and (item.size % size == 0 or isinstance(type, RecordType))


def _is_flexible(type: Type) -> bool:
    """The record ends in an array of any length."""
    if not isinstance(type, RecordType) or not type.fields:
        return False
    last = type.fields[-1].type
    return isinstance(last, ArrayType) and last.count == 0


def _rank(type: Type) -> tuple[bool, int, bool]:
    """Records say more than numbers, large ones more than the members they begin with, and a handle of a
    thread more than a number."""
    return isinstance(type, RecordType), size_of(type), isinstance(type, IntType) and type.is_thread


def written(place: Place, body: Sequence[Instruction], pc: int) -> str:
    """The place as the user wrote it; nothing where that is not known."""
    return _Written(body, pc).place(place, _DEEPEST)


def _is_named(pointer: Expression) -> bool:
    return not isinstance(pointer, AddressOf | PointerAdd)


class _Written:
    """Finds what registers without a name stand for in the instructions before."""

    def __init__(self, body: Sequence[Instruction], pc: int) -> None:
        self._body = body
        self._pc = pc

    def place(self, place: Place, depth: int) -> str:
        match place:
            case VariablePlace(variable):
                return self._variable(variable, depth)
            case Dereference(AddressOf(inner)):
                return self.place(inner, depth)
            case Dereference(PointerAdd(pointer, index)):
                return self._joined("{}[{}]", self.value(pointer, depth - 1), self.value(index, depth - 1))
            case Dereference(pointer):
                return self._joined("*{}", self.value(pointer, depth - 1))
            case Member(Dereference(pointer), field) if field.name and _is_named(pointer):
                return self._joined("{}->" + field.name, self.value(pointer, depth - 1))
            case Member(base, field):
                return self._joined("{}." + field.name if field.name else "{}", self.place(base, depth - 1))
            case Element(base, index):
                return self._joined("{}[{}]", self._array(base, depth - 1), self.value(index, depth - 1))

    def _array(self, base: Place, depth: int) -> str:
        """An element of what a pointer points to is written with the pointer's name."""
        if isinstance(base, Dereference) and _is_named(base.pointer):
            return self.value(base.pointer, depth)
        return self.place(base, depth)

    def value(self, expression: Expression, depth: int) -> str:
        match expression:
            case _ if depth <= 0:
                return ""
            case Constant(value):
                return str(value)
            case Read(place):
                return self.place(place, depth)
            case Convert(operand):
                return self.value(operand, depth)
            case _:
                return ""

    def _variable(self, variable: Variable, depth: int) -> str:
        if not variable.is_temporary:
            return variable.text or variable.name
        for instruction in reversed(self._body[: self._pc]):
            if isinstance(instruction, Assign) and instruction.target == VariablePlace(variable):
                return self.value(instruction.value, depth - 1)
        return ""

    def _joined(self, form: str, *parts: str) -> str:
        return form.format(*parts) if all(parts) else ""
