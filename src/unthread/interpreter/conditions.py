"""The values in a condition that does not hold: `values_in` reads the condition as the user wrote it, and
looks up the variables, members and elements in it.

Only what can be looked up without side effects is: names, followed by `.`, `->` and `[]`. A value that the
thread has read from memory is the one that it has read last, whatever others have written since.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.interpreter.runtime import Runtime
from unthread.interpreter.state import Frame
from unthread.interpreter.wording import value_text
from unthread.program.expressions import Storage, Variable
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
from unthread.values.cells import Value, codec, member_cell

_TOKEN = re.compile(
    r"\s*(->|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+|\d+|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|.)", re.DOTALL
)
_NAME = re.compile(r"[A-Za-z_]\w*")
_KEYWORDS = frozenset(
    {"sizeof", "int", "char", "long", "short", "unsigned", "signed", "struct", "union", "enum"}
)
_MOST = 8  # values of one condition

LastRead = Callable[[int], str | None]


@dataclass(frozen=True, slots=True)
class _Found:
    """A place (`address`), or a value in a register."""

    type: Type
    address: int | None = None
    value: Value | None = None
    field: Field | None = None


class _Unknown(Exception):
    """This part cannot be looked up."""


def values_in(
    condition: str, runtime: Runtime, frame: Frame, last_read: LastRead
) -> tuple[tuple[str, str], ...]:
    """The parts of the condition with their values, each once, in the order of the text."""
    found: dict[str, str] = {}
    for text, part in _Reader(condition, runtime, frame).parts():
        value = _text(runtime, part, last_read)
        if value is not None and len(found) < _MOST:
            found.setdefault(text, value)
    return tuple(found.items())


def _text(runtime: Runtime, part: _Found, last_read: LastRead) -> str | None:
    kind = value_type(part.type)
    if part.address is None:
        return None if part.value is None else value_text(runtime, part.value, kind)
    if not is_scalar(kind):
        return None
    known = last_read(part.address)
    if known is not None:
        return known
    value = runtime.peek(part.address, member_cell(part.field) if part.field else codec(kind))
    return None if value is None else value_text(runtime, value, kind, part.address)


class _Reader:
    def __init__(self, condition: str, runtime: Runtime, frame: Frame) -> None:
        self._runtime = runtime
        self._frame = frame
        self._tokens = [match[1] for match in _TOKEN.finditer(condition) if match[1].strip()]
        self._at = 0

    def parts(self) -> Iterator[tuple[str, _Found]]:
        """Those that can be looked up, inner ones after those that they are part of."""
        while self._at < len(self._tokens):
            start = self._at
            if not self._is_variable():
                self._at += 1
                continue
            indices: list[tuple[str, _Found]] = []
            try:
                found = self._postfix(indices)
            except _Unknown:
                self._at = max(self._at, start + 1)
            else:
                yield "".join(self._tokens[start : self._at]), found
            yield from indices

    def _is_variable(self) -> bool:
        """A name that is not called, not a member, and not part of a type."""
        name, after = self._token(), self._token(1)
        before = self._tokens[self._at - 1] if self._at else ""
        is_word = bool(_NAME.fullmatch(name)) and name not in _KEYWORDS
        return is_word and after != "(" and before not in ("->", ".", "struct", "union", "enum")

    def _token(self, ahead: int = 0) -> str:
        return self._tokens[self._at + ahead] if self._at + ahead < len(self._tokens) else ""

    def _postfix(self, indices: list[tuple[str, _Found]]) -> _Found:
        found = self._variable(self._token())
        self._at += 1
        while self._token() in ("->", ".", "["):
            operator = self._token()
            if operator == "[":
                found = self._element(found, indices)
                continue
            self._at += 1
            found = self._member(self._target(found) if operator == "->" else found, self._token())
            self._at += 1
        if self._token() == "(":
            raise _Unknown  # a call through a pointer
        return found

    def _element(self, array: _Found, indices: list[tuple[str, _Found]]) -> _Found:
        self._at += 1
        index = self._index(indices)
        if self._token() != "]":
            raise _Unknown
        self._at += 1
        kind = value_type(array.type)
        if isinstance(kind, ArrayType) and array.address is not None:
            return _Found(kind.element, array.address + index * _size(kind.element))
        target = self._target(array)
        assert target.address is not None, "what a pointer points to is in memory"
        return _Found(target.type, target.address + index * _size(target.type))

    def _index(self, indices: list[tuple[str, _Found]]) -> int:
        """A number, or something that can be looked up."""
        if self._token()[:1].isdigit():
            self._at += 1
            return _number(self._tokens[self._at - 1])
        start = self._at
        if not self._is_variable():
            raise _Unknown
        found = self._postfix(indices)
        indices.append(("".join(self._tokens[start : self._at]), found))
        return self._integer(found)

    def _integer(self, found: _Found) -> int:
        value = found.value
        if found.address is not None and is_scalar(value_type(found.type)):
            value = self._runtime.peek(found.address, codec(found.type))
        if not isinstance(value, int):
            raise _Unknown
        return value

    def _target(self, pointer: _Found) -> _Found:
        kind = value_type(pointer.type)
        if isinstance(kind, ArrayType) and pointer.address is not None:
            return _Found(kind.element, pointer.address)
        if not isinstance(kind, PointerType):
            raise _Unknown
        return _Found(kind.target, self._integer(pointer))

    def _member(self, record: _Found, name: str) -> _Found:
        kind = value_type(record.type)
        if not isinstance(kind, RecordType) or record.address is None:
            raise _Unknown
        for offset, member in _members(kind):
            if member.name == name:
                field = member if member.bit_width is not None else None
                return _Found(member.type, record.address + offset, field=field)
        raise _Unknown

    def _variable(self, name: str) -> _Found:
        """Of those that have this name, the one declared last before here."""
        frame, here = self._frame, self._frame.code.loc(self._frame.pc)
        pairs = zip(frame.code.variables, frame.regs, strict=False)
        known = [(item, value) for item, value in pairs if _is(item, name) and value is not None]
        if known:
            variable, value = max(known, key=lambda pair: _nearness(pair[0], here))
            in_memory = variable.storage is not Storage.REGISTER
            if in_memory:
                assert isinstance(value, int), "a local's slot holds its address"
                return _Found(variable.type, value)
            return _Found(variable.type, value=value)
        globals = self._runtime.image.program.globals.values()
        named = [item.variable for item in globals if (item.variable.text or item.variable.name) == name]
        for variable in sorted(named, key=lambda item: _nearness(item, here), reverse=True):
            if variable.name in self._runtime.image.globals:
                return _Found(variable.type, self._runtime.image.globals[variable.name].base)
        raise _Unknown


def _size(type: Type) -> int:
    kind = value_type(type)
    if isinstance(kind, RecordType) or is_scalar(kind):
        return size_of(kind)
    if isinstance(kind, ArrayType):
        return kind.count * _size(kind.element)
    raise _Unknown  # an array of variable length


def _number(text: str) -> int:
    is_octal = text.startswith("0") and text.isdigit()
    try:
        return int(text, 8 if is_octal else 0)
    except ValueError:  # 09
        raise _Unknown from None


def _is(variable: Variable, name: str) -> bool:
    return variable.text == name and not variable.is_temporary


def _nearness(variable: Variable, here: Loc) -> tuple[bool, bool, tuple[int, int]]:
    place = variable.loc.line, variable.loc.column
    return (
        variable.loc.function == here.function,
        variable.loc.file == here.file and place <= (here.line, here.column),
        place,
    )


def _members(record: RecordType) -> Iterator[tuple[int, Field]]:
    """With their offsets; those of anonymous members, too."""
    for member in record.fields:
        kind = value_type(member.type)
        if not member.name and isinstance(kind, RecordType):
            yield from ((member.offset + offset, inner) for offset, inner in _members(kind))
        yield member.offset, member
