"""A `Program` with a `start` → one without, whose `main` first makes the objects that there are at the start,
and then continues where the start is.

main:   a; b; c;     becomes     p = allocate (8, holding ...); x = 7; goto on; on: c;

Variables of static storage duration have what is in them from the beginning, unless it is the address of an
object that is made here. Objects that are gone are made and freed: who still has the address of one must not
use it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePath

from unthread.core.source import MADE_AT_START, Loc
from unthread.program.build.fold import convert, integer
from unthread.program.expressions import (
    AddressOf,
    Constant,
    Dereference,
    Element,
    Expression,
    FunctionAddress,
    Member,
    Place,
    PointerAdd,
    Storage,
    Variable,
    VariablePlace,
    read_register,
)
from unthread.program.instructions import (
    Allocate,
    Assign,
    Call,
    Declare,
    Free,
    Instruction,
    Jump,
    Label,
    Region,
)
from unthread.program.program import Function, GlobalVariable, InitialValue, Program
from unthread.program.query.graph import reachable_instructions
from unthread.program.query.loops import shape_of
from unthread.program.standstill import Standstill, StoppedFrame, StoppedObject, StoredAddress
from unthread.program.types import (
    CHAR,
    VOID,
    ArrayType,
    IntType,
    PointerType,
    RecordType,
    Type,
    is_scalar,
    size_of,
    value_type,
)
from unthread.values.cells import Value, codec

_LABEL = ".start"
_MOST_CELLS = 64  # of an object that are written one by one


class CannotResume(Exception):
    """A state that goto code cannot make."""


def resumed(program: Program) -> Program:
    """The program as one that begins at its beginning. Raises `CannotResume`."""
    start = program.start
    if start is None:
        return program
    outer, inner = start.frames
    resume = _Resume(program, start)
    functions = dict(program.functions)
    functions[inner.function] = resume.function(inner)
    functions[outer.function] = _from_call(functions[outer.function], outer)
    return replace(program, globals=resume.globals(), functions=functions, start=None)


def _from_call(function: Function, frame: StoppedFrame) -> Function:
    """What surrounds `main`, from its call on."""
    body = function.body[frame.pc - 1 :]
    if (
        any(isinstance(item, Jump | Label) for item in body)
        or not isinstance(body[0], Call)
        or frame.registers
    ):
        raise CannotResume
    return replace(function, body=body)


class _Resume:
    def __init__(self, program: Program, start: Standstill) -> None:
        self.program = program
        self.start = start
        self.loc = Loc(MADE_AT_START, 0, 0)
        self._size = program.pointer_size
        self._bytes = PointerType(CHAR, self._size)
        self._index = IntType(8 * self._size, True, "long")
        self._registers = {
            number: Variable(f"{_LABEL}.{number}", self._bytes, Storage.REGISTER)
            for number, item in enumerate(start.objects)
            if item.variable is None
        }

    # ---- values

    def _address(self, address: StoredAddress, type: Type) -> Expression:
        base = self._base(address.object)
        if address.offset:
            offset = integer(address.offset, self._index)
            base = PointerAdd(convert(base, self._bytes), offset, integer(1, self._index), self._bytes)
        return convert(base, type)

    def _base(self, named: int | str) -> Expression:
        if isinstance(named, int) and named in self._registers:
            return read_register(self._registers[named])
        if isinstance(named, str) and named not in self.program.globals:
            functions, undefined = self.program.functions, self.program.undefined
            kind = functions[named].type if named in functions else undefined[named]
            return FunctionAddress(named, PointerType(kind, self._size))
        variable = self.program.globals[named].variable if isinstance(named, str) else self._variable(named)
        return AddressOf(VariablePlace(variable), PointerType(variable.type, self._size))

    def _variable(self, number: int) -> Variable:
        variable = self.start.objects[number].variable
        assert variable is not None, "what is not on the heap is a variable"
        return variable

    def _is_static(self, address: StoredAddress) -> bool:
        """The same from the beginning on."""
        if isinstance(address.object, str):
            return True
        variable = self.start.objects[address.object].variable
        return variable is not None and variable.storage is Storage.GLOBAL

    # ---- variables of static storage duration

    def globals(self) -> dict[str, GlobalVariable]:
        found = dict(self.program.globals)
        for item in self.start.objects:
            if item.variable is not None and item.variable.storage is Storage.GLOBAL:
                found[item.variable.name] = self._global(found[item.variable.name], item)
        return found

    def _global(self, given: GlobalVariable, item: StoppedObject) -> GlobalVariable:
        initial = tuple(
            InitialValue(at, kind := self._kind(item, at), self._address(address, kind))
            for at, address in item.addresses
            if self._is_static(address)
        )
        return replace(given, initial=initial, contents=item.contents)

    def _kind(self, item: StoppedObject, at: int) -> PointerType:
        """The type of an address that lies there."""
        place = None if item.variable is None else _scalar_at(VariablePlace(item.variable), at)
        kind = None if place is None else value_type(place.type)
        return kind if isinstance(kind, PointerType) else PointerType(VOID, self._size)

    # ---- main

    def function(self, frame: StoppedFrame) -> Function:
        given = self.program.functions[frame.function]
        body = [*self._prologue(given, frame), Jump(_LABEL, None, self.loc)]
        body += [*given.body[: frame.pc], Label(_LABEL, self.loc), *given.body[frame.pc :]]
        kept = reachable_instructions(body)
        whole = tuple(item for index, item in enumerate(body) if index in kept)
        return replace(given, body=whole, locals=(*given.locals, *self._registers.values()))

    def _prologue(self, function: Function, frame: StoppedFrame) -> Iterator[Instruction]:
        for number, item in enumerate(self.start.objects):
            yield from self._made(number, item)
        for number, item in enumerate(self.start.objects):
            for at, address in item.addresses:
                is_global = item.variable is not None and item.variable.storage is Storage.GLOBAL
                if not (is_global and self._is_static(address)):
                    place = self._place(number, at, self._kind(item, at))
                    yield Assign(place, self._address(address, value_type(place.type)), self.loc)
        for number, item in enumerate(self.start.objects):
            if item.ended:
                yield Free(read_register(self._registers[number]), Region.HEAP, self.loc)
        variables = {variable.name: variable for variable in (*function.parameters, *function.locals)}
        for name, value in frame.registers:
            register = variables[name]
            stood = (
                self._address(value, register.type)
                if isinstance(value, StoredAddress)
                else _constant(value, register.type)
            )
            yield Assign(VariablePlace(register), stood, self.loc)

    def _place(self, number: int, at: int, kind: Type) -> Place:
        item = self.start.objects[number]
        place = None if item.variable is None else _scalar_at(VariablePlace(item.variable), at)
        if place is not None and value_type(place.type) == kind:
            return place
        return Dereference(self._address(StoredAddress(number, at), PointerType(kind, self._size)), kind)

    def _made(self, number: int, item: StoppedObject) -> Iterator[Instruction]:
        loc = self.loc if item.loc is None else replace(item.loc, file=MADE_AT_START)
        if item.variable is None:
            size = integer(item.size, IntType(8 * self._size, False, "unsigned long"))
            is_zero = item.contents.defined is None and not any(item.contents.data)
            contents = None if is_zero or item.ended else item.contents
            yield Allocate(self._registers[number], size, integer(is_zero), Region.HEAP, loc, contents)
        elif item.variable.storage is Storage.LOCAL:
            yield from self._local(item, item.variable, loc)
        elif item.variable.storage is Storage.THREAD:
            yield from self._own(item, item.variable)

    def _local(self, item: StoppedObject, variable: Variable, loc: Loc) -> Iterator[Instruction]:
        zeroed = item.contents.defined is None
        writes = self._writes(item, variable, bytes(item.size), bytes([zeroed]) * item.size)
        if writes is not None and len(writes) <= _MOST_CELLS:
            yield Declare(variable, zeroed, loc)
            yield from writes
            return
        if is_scalar(value_type(variable.type)):
            raise CannotResume
        yield Declare(variable, False, loc, item.contents)

    def _own(self, item: StoppedObject, variable: Variable) -> Iterator[Instruction]:
        """What `main` has of a variable that each thread has."""
        before = _initial_bytes(self.program.globals[variable.name])
        writes = None if before is None else self._writes(item, variable, before, b"\1" * item.size)
        if writes is None or item.contents.defined is not None:
            raise CannotResume
        yield from writes

    def _writes(
        self, item: StoppedObject, variable: Variable, data: bytes, defined: bytes
    ) -> list[Instruction] | None:
        """What makes the contents of an object of what is in it; None if writing scalars does not do it."""
        wanted, known = item.contents, item.contents.defined or b"\1" * item.size
        made, written, found = bytearray(data), bytearray(defined), list[Instruction]()
        for at, place in _scalars(VariablePlace(variable)):
            size = size_of(value_type(place.type))
            if len(found) > _MOST_CELLS:
                return None
            is_same = made[at : at + size] == wanted.data[at : at + size] and all(written[at : at + size])
            if is_same or not all(known[at : at + size]):
                continue
            value = codec(place.type).read(wanted.data, at)
            found.append(Assign(place, _constant(value, value_type(place.type)), self.loc))
            made[at : at + size] = wanted.data[at : at + size]
            written[at : at + size] = b"\1" * size
        return found if made == wanted.data and written == known else None


def _constant(value: Value, type: Type) -> Expression:
    type = value_type(type)
    return integer(value, type) if isinstance(value, int) else Constant(value, type)


def _initial_bytes(given: GlobalVariable) -> bytes | None:
    """What a variable begins with; None if there are addresses in it."""
    data = bytearray(given.size)
    for part in given.initial:
        if not isinstance(part.value, Constant):
            return None
        cell = codec(part.type, part.bit_offset, part.bit_width)
        cell.write(data, part.offset + cell.skip, part.value.value)
    return bytes(data)


def _scalars(place: Place, at: int = 0) -> Iterator[tuple[int, Place]]:
    """The scalars in an object, each with its offset. Not those of unions, and no bit-fields."""
    type = value_type(place.type)
    if is_scalar(type):
        yield at, place
    elif isinstance(type, ArrayType):
        size = size_of(type.element)
        for index in range(type.count):
            yield from _scalars(Element(place, integer(index, IntType(64, True, "long"))), at + index * size)
    elif isinstance(type, RecordType) and not type.is_union:
        for member in type.fields:
            if member.bit_width is None:
                yield from _scalars(Member(place, member), at + member.offset)


def _scalar_at(place: Place, at: int) -> Place | None:
    """The scalar that begins there."""
    type = value_type(place.type)
    if is_scalar(type):
        return place if at == 0 else None
    if isinstance(type, ArrayType) and size_of(type.element):
        index, rest = divmod(at, size_of(type.element))
        inside = Element(place, integer(index, IntType(64, True, "long")))
        return _scalar_at(inside, rest) if 0 <= index < type.count else None
    if isinstance(type, RecordType) and not type.is_union:
        for member in type.fields:
            if member.bit_width is None and member.offset <= at < member.offset + size_of(member.type):
                return _scalar_at(Member(place, member), at - member.offset)
    return None


def has_loops(program: Program, named: tuple[tuple[str, int, int], ...]) -> bool:
    """There is a loop in each of the places, of which a user has named file and line."""
    if not named:
        return True
    found = [node.loc for function in program.functions.values() for node in shape_of(function).nodes]
    return all(
        any(loc.line == line and PurePath(loc.file).match(file) for loc in found) for file, line, _ in named
    )
