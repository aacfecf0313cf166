"""The values in a condition that does not hold: `values_in` reads the condition as the user wrote it, and
looks up the variables, members and elements in it.

Only what can be looked up without side effects is: names, followed by `.`, `->` and `[]`, in which there may
be arithmetic. A name stands for
the variable that the code of the condition mentions; what lies in memory has the value that the thread has
read there when it evaluated the condition, whatever others have written since.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator

from unthread.core.records import dataclass
from unthread.interpreter.objects import ObjectKind
from unthread.interpreter.reads import Known, is_from
from unthread.interpreter.runtime import Runtime
from unthread.interpreter.state import MachineFrame
from unthread.interpreter.wording import value_text
from unthread.program.expressions import Storage, Variable
from unthread.program.query.uses import variables_of
from unthread.program.types import (
    ArrayType,
    Field,
    IntType,
    PointerType,
    RecordType,
    Type,
    is_scalar,
    size_of,
    value_type,
)
from unthread.values.cells import Codec, Value, codec, member_cell

_TOKEN = re.compile(
    r"\s*(->|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+|\d+|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|.)", re.DOTALL
)
_NAME = re.compile(r"[A-Za-z_]\w*")
_KEYWORDS = frozenset(
    {"sizeof", "int", "char", "long", "short", "unsigned", "signed", "struct", "union", "enum"}
)
_MOST = 8  # values of one condition
_LEVELS = {"+": 1, "-": 1, "*": 2, "/": 2, "%": 2}  # of operators; those of the highest come first
_COMPUTE: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "%": operator.mod,
}
_MOST_INDEX = 2**31 - 1
_HALF = codec(IntType(64, False))  # in which integers of 128 bits are accessed


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
    condition: str, runtime: Runtime, frame: MachineFrame, pc: int, known: Known
) -> tuple[tuple[str, str], ...]:
    """The parts of the condition with their values, each once, in the order of the text. The frame has found
    at `pc` that it does not hold."""
    found: dict[str, str] = {}
    values = _Values(runtime, known)
    for text, part in _Reader(condition, values, frame, pc).parts():
        value = values.text(part)
        if value is not None and len(found) < _MOST:
            found.setdefault(text, value)
    return tuple(found.items())


class _Values:
    """Of parts of the condition, as they were when it was evaluated."""

    def __init__(self, runtime: Runtime, known: Known) -> None:
        self.runtime = runtime
        self._known = known

    def text(self, part: _Found) -> str | None:
        kind = value_type(part.type)
        if not is_scalar(kind):
            return None
        read = self._known.get((part.address, _cell(part))) if part.address is not None else None
        if read is not None:
            return read[1]
        value = self.value(part)
        return None if value is None else value_text(self.runtime, value, kind, part.address)

    def value(self, part: _Found) -> Value | None:
        if part.address is None or not is_scalar(value_type(part.type)):
            return part.value
        read = self._known.get((part.address, _cell(part)))
        if read is not None:
            return read[0]
        if self._is_private(part.address):
            return self.runtime.peek(part.address, _cell(part))
        return self._of_halves(part.address, value_type(part.type))

    def _is_private(self, address: int) -> bool:
        """Nobody else can write it, and to read it is not a step."""
        item = self.runtime.memory.object_at(address)
        is_local = item is not None and item.kind is ObjectKind.STACK
        return bool(is_local and item and item.variable and not item.variable.escapes)

    def _of_halves(self, address: int, kind: Type) -> Value | None:
        low, high = (self._known.get((address + offset, _HALF)) for offset in (0, 8))
        if not (isinstance(kind, IntType) and kind.bits == 128 and low and high):
            return None
        assert isinstance(low[0], int), "a half is an integer"
        assert isinstance(high[0], int), "a half is an integer"
        value = low[0] | high[0] << 64
        return value - (1 << 128) if kind.signed and value >> 127 else value


def _cell(part: _Found) -> Codec:
    return member_cell(part.field) if part.field else codec(part.type)


class _Reader:
    def __init__(self, condition: str, values: _Values, frame: MachineFrame, pc: int) -> None:
        self._values = values
        self._frame = frame
        self._mentioned = dict.fromkeys(_mentioned(frame, pc))
        self._condition = condition
        matches = [match for match in _TOKEN.finditer(condition) if match[1].strip()]
        self._tokens = [match[1] for match in matches]
        self._places = [match.span(1) for match in matches]
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
                if not self._is_changed(start):
                    yield self._text(start), found
            yield from indices

    def _text(self, start: int) -> str:
        """From a token to the current one, as the user wrote it, in one line."""
        first, last = self._places[start], self._places[self._at - 1]
        return " ".join(self._condition[first[0] : last[1]].split())

    def _is_changed(self, start: int) -> bool:
        """The condition itself changes the part: the value before, or that after?"""
        signs = (["+", "+"], ["-", "-"])
        after = self._tokens[self._at : self._at + 2]
        is_assigned = after[:1] == ["="] and after != ["=", "="]
        return is_assigned or after in signs or self._tokens[max(start - 2, 0) : start] in signs

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
            sign = self._token()
            if sign == "[":
                found = self._element(found, indices)
                continue
            self._at += 1
            found = self._member(self._target(found) if sign == "->" else found, self._token())
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

    def _index(self, indices: list[tuple[str, _Found]], level: int = 0) -> int:
        """A number, something that can be looked up, or what is computed of such: `(head + 1) % SIZE`.
        Numbers that C might compute in another type otherwise are left out."""
        found = self._operand(indices)
        while (sign := self._token()) in _LEVELS and _LEVELS[sign] >= level:
            self._at += 1
            other = self._index(indices, _LEVELS[sign] + 1)
            if sign in "/%" and not other:
                raise _Unknown
            found = _COMPUTE[sign](found, other)
            if not 0 <= found <= _MOST_INDEX:
                raise _Unknown
        return found

    def _operand(self, indices: list[tuple[str, _Found]]) -> int:
        if self._token() == "(":
            self._at += 1
            inner = self._index(indices)
            if self._token() != ")":
                raise _Unknown
            self._at += 1
            return inner
        if self._token()[:1].isdigit():
            self._at += 1
            return _number(self._tokens[self._at - 1])
        start = self._at
        if not self._is_variable():
            raise _Unknown
        found = self._postfix(indices)
        indices.append((self._text(start), found))
        return self._integer(found)

    def _integer(self, found: _Found) -> int:
        value = self._values.value(found)
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
                if member.bit_width is None:
                    return _Found(member.type, record.address + offset)
                return _Found(member.type, record.address + offset + member_cell(member).skip, field=member)
        raise _Unknown

    def _variable(self, name: str) -> _Found:
        """The one that has this name where the condition stands."""
        found = [item for item in self._mentioned if _is(item, name)]
        if len(found) != 1:
            raise _Unknown
        variable, value = found[0], self._slot(found[0])
        if variable.storage is Storage.REGISTER:
            return _Found(variable.type, value=value)
        if not isinstance(value, int):
            raise _Unknown
        return _Found(variable.type, value)

    def _slot(self, variable: Variable) -> Value | None:
        """The value of a register, the address of any other variable."""
        runtime, code = self._values.runtime, self._frame.code
        if variable.storage is Storage.GLOBAL:
            item = runtime.image.globals.get(variable.name)
            return item.base if item else None
        if variable.storage is Storage.THREAD:
            return runtime.thread.locals.get(variable.name)
        return self._frame.regs[code.slots[variable.name]] if variable.name in code.slots else None


def _mentioned(frame: MachineFrame, pc: int) -> Iterator[Variable]:
    """What the code of the condition mentions, which ends at `pc`."""
    here = frame.code.loc(pc)
    for instruction in reversed(frame.code.body[: pc + 1]):
        if not is_from(instruction.loc, here):
            return
        yield from variables_of(instruction)


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
    return (variable.text or variable.name) == name and not variable.is_temporary


def _members(record: RecordType) -> Iterator[tuple[int, Field]]:
    """With their offsets; those of anonymous members, too."""
    for member in record.fields:
        kind = value_type(member.type)
        if not member.name and isinstance(kind, RecordType):
            yield from ((member.offset + offset, inner) for offset, inner in _members(kind))
        yield member.offset, member
