"""Objects of a running program and what is said of them: `Object`; and what ends an execution, or a look at
one: `Fault` and others."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import field
from enum import StrEnum

from unthread.core.properties import Participant, Property, Related, ViolationKind
from unthread.core.records import dataclass
from unthread.core.source import NOWHERE, Loc
from unthread.program.expressions import Variable
from unthread.program.library import OWN
from unthread.program.types import (
    ArrayType,
    Field,
    PointerType,
    RecordType,
    Type,
    is_scalar,
    size_of,
    value_type,
)
from unthread.values.cells import Codec


class Fault(Exception):
    """The running thread breaks `property`; the handler knows where."""

    def __init__(
        self,
        kind: ViolationKind,
        message: str,
        property: Property = Property.MEMORY,
        function: str = "",
        participants: tuple[Participant, ...] = (),
        condition: str = "",
        object: Object | None = None,
        access: str = "",
        address: int = 0,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.property = property
        self.function = function
        self.participants = participants
        self.condition = condition  # that does not hold, as the user wrote it
        self.object = object  # that has to do with it
        self.access = access  # "read" or "write", at the address
        self.address = address


class InfeasibleError(Exception):
    """An assumption does not hold: this execution does not exist."""


class ProcessExitError(Exception):
    """The process is over."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class RefusalError(Exception):
    """A program that is executed before the search comes to something that is not decided by its text."""


class BarrierError(Exception):
    """Looking ahead ends here: what follows depends on an input."""


class ObjectKind(StrEnum):
    GLOBAL = "global"
    LITERAL = "literal"
    THREAD = "thread"
    STACK = "stack"
    HEAP = "heap"
    FUNCTION = "function"


@dataclass(slots=True, eq=False)
class Object:
    """`defined` holds one byte for each byte, 1 where it was written, or is None when all were.
    An ended object has no data and says in `ended` what became of it."""

    base: int
    size: int
    kind: ObjectKind
    granules: int
    variable: Variable | None = None
    loc: Loc | None = None
    data: bytearray | bytes | None = None
    defined: bytearray | None = None
    missing: int = 0  # how many bytes are not defined
    ended: str = ""
    name: str = ""  # of functions and of objects without a variable
    thread: int = 0  # that has made it
    freed: tuple[int, Loc] | None = None  # by which thread, and where
    array: Variable | None = None  # that points to it: an array of variable length, as the user calls it

    def describe(self) -> str:
        if self.kind is ObjectKind.FUNCTION:
            return f"function '{written_name(self.name)}'"
        if self.kind is ObjectKind.LITERAL:
            return "a string literal"
        if self.variable:
            return f"'{self.variable.text or self.variable.name}'"
        if self.kind is ObjectKind.HEAP:
            return f"the heap object allocated at {self.loc}"
        if self.array:
            return f"'{self.array.text}'"
        return self.name or f"the stack object allocated at {self.loc}"

    def story(self) -> tuple[Related, ...]:
        """Where it comes from, and what became of it."""
        if self.kind is ObjectKind.HEAP and self.loc:
            freed = (Related("freed", *self.freed),) if self.ended and self.freed else ()
            return (Related("allocated", self.thread, self.loc), *freed)
        if self.variable and self.variable.loc != NOWHERE:
            return (Related("declared", None, self.variable.loc),)
        return ()

    def input_name(self) -> str:
        if self.variable:
            return self.variable.text or self.variable.name
        return f"{self.kind}:{self.loc.line if self.loc else 0}"


@dataclass(frozen=True, slots=True)
class MemorySnapshot:
    objects: dict[int, Object]
    fast: dict[int, bytearray | bytes | memoryview]
    contents: tuple[tuple[Object, bytearray, bytes, bytes | None, int], ...]
    ended: tuple[tuple[Object, str], ...]
    next: int
    free: tuple[tuple[int, int], ...]
    spare: dict[int, deque[int]]
    graves: tuple[Object, ...]
    used: int


@dataclass(frozen=True, slots=True)
class MemoryLayout:
    """Where objects lie: from granule `first` on, upward or downward."""

    first: int
    is_downward: bool = False


@dataclass(slots=True)
class MemoryJournal:
    """What `Memory.undo` needs."""

    contents: tuple[tuple[Object, bytearray, bytes, bytes | None, int], ...]
    next: int
    free: tuple[tuple[int, int], ...]
    spare: dict[int, deque[int]]
    graves: int
    used: int
    created: list[Object] = field(default_factory=list)


def written_name(function: str) -> str:
    """As the user wrote it: where several files have a function of that name, the file's is added."""
    return function.partition("@")[0]


def leaf_type(type: Type, offset: int) -> Type:
    """The type of the smallest part that holds `offset`."""
    type = value_type(type)
    if isinstance(type, ArrayType) and size_of(type.element):
        return leaf_type(type.element, offset % size_of(type.element))
    if isinstance(type, RecordType) and not type.is_union:
        for member in type.fields:
            if member.offset <= offset < _end(member, type):
                return leaf_type(member.type, offset - member.offset)
    return type


def path_text(type: Type, offset: int, cell: Codec | None = None) -> str:
    """`.field[index]` of the smallest part that starts at or holds `offset`; of a union, the member that is
    accessed as such a `cell`, if there is one; bit-fields that are written together are named together:
    `.{a, b}`."""
    type = value_type(type)
    if isinstance(type, ArrayType) and size_of(type.element):
        index, rest = divmod(offset, size_of(type.element))
        return f"[{index}]" + path_text(type.element, rest, cell)
    if isinstance(type, RecordType):
        for member in _accessed(type, offset, cell):
            if member.offset <= offset < _end(member, type):
                if member.before or member.after:
                    return f".{{{', '.join(_neighbours(member, type))}}}"
                is_users = member.name and not member.name.startswith(OWN)  # atomic_flag has one of ours
                name = f".{member.name}" if is_users else ""
                return name + path_text(member.type, offset - member.offset, cell)
    return f"+{offset}" if offset else ""


def record_path(type: Type, offset: int, record: RecordType) -> str | None:
    """`.field[index]` of the part that starts at `offset` and is such a record; None if there is none. Each
    file has records of its own."""
    type = value_type(type)
    if isinstance(type, ArrayType) and size_of(type.element):
        index, rest = divmod(offset, size_of(type.element))
        inner = record_path(type.element, rest, record)
        return None if inner is None else f"[{index}]{inner}"
    if not isinstance(type, RecordType):
        return None
    if offset == 0 and (type is record or (type.tag, type.size) == (record.tag, record.size)):
        return ""
    for member in type.fields:
        if member.offset <= offset < _end(member, type):
            inner = record_path(member.type, offset - member.offset, record)
            if inner is not None:
                return f".{member.name}{inner}" if member.name else inner
    return None


def array_text(pointer: Variable, size: int, offset: int, cell: Codec | None = None) -> str:
    """`[index]` of a part of an array of variable length, which `pointer` points to."""
    kind = pointer.type
    element = kind.target if isinstance(kind, PointerType) else None
    if element is None or not (is_scalar(value_type(element)) or isinstance(value_type(element), RecordType)):
        return f"+{offset}" if offset else ""
    return path_text(ArrayType(element, size // max(size_of(element), 1)), offset, cell)


def _accessed(record: RecordType, offset: int, cell: Codec | None) -> list[Field]:
    """The members; those of a union first that have such a cell there."""
    if not record.is_union or cell is None:
        return list(record.fields)
    return sorted(record.fields, key=lambda member: not _has(member.type, offset, cell))


def _has(type: Type, offset: int, cell: Codec) -> bool:
    """There is a scalar of the cell's type at the offset."""
    type = value_type(type)
    if isinstance(type, ArrayType):
        size = size_of(type.element)
        return bool(size) and offset < max(type.count, 1) * size and _has(type.element, offset % size, cell)
    if isinstance(type, RecordType):
        inside = (m for m in type.fields if m.offset <= offset < _end(m, type))
        return any(_has(member.type, offset - member.offset, cell) for member in inside)
    return offset == 0 and type == cell.type


def _end(member: Field, record: RecordType) -> float:
    """Where it ends; an array of any length at the end of a record goes on, also where it has one element for
    form's sake."""
    is_last = member is record.fields[-1]
    is_flexible = is_last and isinstance(member.type, ArrayType) and member.type.count <= 1
    return math.inf if is_flexible else member.offset + max(size_of(member.type), 1)


def _neighbours(member: Field, record: RecordType) -> list[str]:
    def start(item: Field) -> int:
        return item.offset * 8 + item.bit_offset - item.before

    fields = (item for item in record.fields if item.bit_width is not None)
    return [item.name for item in fields if start(item) == start(member)]
