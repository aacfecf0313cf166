"""Places as Python text: lines that read and write memory and registers, for `translate.py`.

Generated code sees these names:

    R  registers of the frame    F  the frame    M  the machine    D  `Memory.fast`
    u_X, p_X  unpack_from and pack_into of struct letter X         tN  temporaries

and whatever `Names.bind` gives it, helpers of `Runtime` among that.
"""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import field
from typing import assert_never

from unthread.core.diagnostics import InputError
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.interpreter.memory import Memory
from unthread.interpreter.objects import Object, ObjectKind
from unthread.program.expressions import (
    Constant,
    Dereference,
    Element,
    Expression,
    Member,
    Place,
    Storage,
    Variable,
    VariablePlace,
)
from unthread.program.types import ArrayType, IntType, PointerType, Type, VariableArrayType, size_of
from unthread.values.cells import Codec, codec, place_cell


class PythonLines:
    """Python text under construction."""

    def __init__(self, depth: int = 1) -> None:
        self.text: list[str] = []
        self.depth = depth

    def add(self, line: str) -> None:
        self.text.append("    " * self.depth + line)


class PythonNames:
    """The global names of generated code, one for each value."""

    def __init__(self, values: dict[str, object]) -> None:
        self.values = values
        self.known: dict[int, str] = {}
        for letter in "bBhHiIqQfd":
            item = struct.Struct("<" + letter)
            values["u_" + letter] = item.unpack_from
            values["p_" + letter] = item.pack_into

    def bind(self, value: object, prefix: str = "k") -> str:
        name = self.known.get(id(value))
        if name is None:
            name = f"{prefix}{len(self.known)}"
            self.values[name] = value  # keeps it alive, so that its id stays its own
            self.known[id(value)] = name
        return name


@dataclass(slots=True)
class CompiledLocation:
    """Where a place lies: at `constant` bytes plus `moving` (Python text) from an object or an address."""

    origin: Object | str
    constant: int = 0
    moving: list[str] = field(default_factory=list)

    def address(self) -> str:
        origin = str(self.origin.base) if isinstance(self.origin, Object) else self.origin
        return " + ".join([origin, *self.moving] + [str(self.constant)] * (self.constant != 0))

    def offset(self) -> str:
        return " + ".join([*self.moving] + [str(self.constant)] * (self.constant != 0))


@dataclass(slots=True)
class CompiledPlaces(ABC):
    """Access to places as Python text, for one function. `pc` and `loc` say for which instruction, `unset`
    which registers may have no value there; with `log` each access to memory is noted when it happens."""

    memory: Memory
    names: PythonNames
    globals: dict[str, Object]
    functions: dict[str, int]
    slots: dict[str, int]
    arith: bool
    pointer_bits: int
    lines: PythonLines = field(default_factory=PythonLines)
    pc: int = 0
    loc: Loc | None = None
    unset: Callable[[str], bool] = lambda name: False
    log: bool = False
    apart: str | None = None  # of a program that is executed before the search: whose function it is
    is_watched: bool = False  # a number that is read must not be a part of an address
    notes_torn: bool = False  # of which a part is overwritten
    temporaries: int = 0

    def temporary(self, text: str) -> str:
        self.temporaries += 1
        name = f"t{self.temporaries}"
        self.lines.add(f"{name} = {text}")
        return name

    def atom(self, expression: Expression) -> str:
        """A value as text that may be repeated."""
        text = self.value(expression)
        return text if text.isidentifier() or text.lstrip("-").isdigit() else self.temporary(text)

    @abstractmethod
    def value(self, expression: Expression) -> str:
        """The value as text, after lines that compute its parts."""

    def _pointer_mask(self) -> int:
        return (1 << self.pointer_bits) - 1

    def locate(self, place: Place) -> CompiledLocation:
        match place:
            case VariablePlace(variable):
                return self._variable(variable)
            case Dereference(pointer):
                return CompiledLocation(self.value(pointer))
            case Member(base, member):
                found = self.locate(base)
                found.constant += member.offset
                return found
            case Element(base, index):
                found = self.locate(base)
                size = self._size(place.type)
                if isinstance(index, Constant) and isinstance(index.value, int) and size.isdigit():
                    found.constant += index.value * int(size)
                else:
                    found.moving.append(f"{self.value(index)} * {size}" if size != "1" else self.value(index))
                return found
            case _:
                assert_never(place)

    def _size(self, type: Type) -> str:
        if isinstance(type, VariableArrayType):
            return f"({self.value(type.count)} * {self._size(type.element)})"
        if isinstance(type, ArrayType) and not _is_fixed(type):
            return f"({type.count} * {self._size(type.element)})"
        return str(size_of(type))

    def _variable(self, variable: Variable) -> CompiledLocation:
        match variable.storage:
            case Storage.GLOBAL:
                found = self.globals.get(variable.name)
                if found is None:
                    raise InputError(
                        f"'{variable.text or variable.name}' is declared but not defined", self.loc
                    )
                if found.defined is not None:  # declared but not defined: any value
                    return CompiledLocation(str(found.base))
                return CompiledLocation(found)
            case Storage.THREAD:
                return CompiledLocation(f"thread_object({self.names.bind(variable)}, {self.pc})")
            case Storage.LOCAL:
                slot = self.slots[variable.name]
                if self.unset(variable.name):
                    return CompiledLocation(
                        f"(R[{slot}] or begin(F, {slot}, {self.names.bind(variable)}, {self.pc}))"
                    )
                return CompiledLocation(f"R[{slot}]")
            case Storage.REGISTER:
                raise AssertionError(f"register {variable.name} has no address")
            case _:
                assert_never(variable.storage)

    def register(self, variable: Variable) -> str:
        slot = self.slots[variable.name]
        if self.unset(variable.name):
            text, bound = f"R[{slot}]", self.names.bind(variable)
            return f"({text} if {text} is not None else unset(R, {slot}, {bound}, {self.pc}))"
        return f"R[{slot}]"

    def _address_of(self, place: Place) -> str:
        location = self.locate(place)
        if isinstance(location.origin, Object) and not location.moving:
            return str((location.origin.base + location.constant) & self._pointer_mask())
        if not location.moving and not location.constant:
            return location.address()
        return f"(({location.address()}) & {self._pointer_mask()})"

    def cell(self, place: Place) -> Codec:
        return place_cell(place)

    def read(self, place: Place) -> str:
        if isinstance(place, VariablePlace) and place.variable.storage is Storage.REGISTER:
            return self.register(place.variable)
        location, cell = self.locate(place), self.cell(place)
        location.constant += cell.skip
        self._log(location, cell, writes=False)
        if self.is_watched and not isinstance(cell.type, PointerType):
            self.lines.add(f"watch({location.address()}, {cell.size})")
        if not cell.format:
            return self._slow_load(location.address(), cell)
        fast = self._global_load if isinstance(location.origin, Object) else self._pointer_load
        text = fast(location, cell)
        return f"(1 if {text} else 0)" if cell.boolean else text

    def row(self, place: Place, writes: bool) -> str:
        """Where an array of scalars lies that is about to be accessed, what each is, and how many."""
        assert isinstance(place.type, ArrayType), "rows are arrays"
        cell, address = codec(place.type.element), self.temporary(self._address_of(place))
        if self.log:
            whole = self.names.bind(codec(IntType(8 * size_of(place.type), False)))
            self.lines.add(f"log({address}, {whole}, {writes}, {self.pc})")
        return f"({address}, {self.names.bind(cell)}, {place.type.count})"

    def _slow_load(self, address: str, cell: Codec) -> str:
        return self.temporary(f"load({address}, {self.names.bind(cell)}, {self.pc})")

    def _global_load(self, location: CompiledLocation, cell: Codec) -> str:
        item = location.origin
        assert isinstance(item, Object)
        assert item.data is not None
        if not location.moving:
            if not 0 <= location.constant <= item.size - cell.size:
                return self._slow_load(location.address(), cell)
            return self.temporary(f"u_{cell.format}({self._data(item)}, {location.constant})[0]")
        offset = self.temporary(location.offset())
        self.temporaries += 1
        name = f"t{self.temporaries}"
        self.lines.add(
            f"{name} = u_{cell.format}({self._data(item)}, {offset})[0]"
            f" if 0 <= {offset} <= {item.size - cell.size}"
            f" else load({item.base} + {offset}, {self.names.bind(cell)}, {self.pc})"
        )
        return name

    def _data(self, item: Object) -> str:
        return self.names.bind(item.data, "g")

    def _pointer_load(self, location: CompiledLocation, cell: Codec) -> str:
        address = self._address_atom(location)
        self.temporaries += 1
        name = f"t{self.temporaries}"
        self.lines.add("try:")
        self.lines.add(f"    {name} = u_{cell.format}({self._bytes(address)})[0]")
        self.lines.add("except trouble:")
        self.lines.add(f"    {name} = load({address}, {self.names.bind(cell)}, {self.pc})")
        return name

    def _bytes(self, address: str) -> str:
        return f"D[{address} >> {self.memory.shift}], {address} & {(1 << self.memory.shift) - 1}"

    def _address_atom(self, location: CompiledLocation) -> str:
        address = location.address()
        return address if address.isidentifier() or address.isdigit() else self.temporary(address)

    def write(self, place: Place, value: str) -> None:
        """Lines that store the value of the text in a place of memory."""
        location, cell = self.locate(place), self.cell(place)
        location.constant += cell.skip
        self._log(location, cell, writes=True)
        if self.notes_torn:
            self.lines.add(f"overwrite({location.address()}, {cell.size})")
        item = location.origin
        if not cell.format or (isinstance(item, Object) and item.kind is ObjectKind.LITERAL):
            self._slow_store(location.address(), cell, value)
        elif isinstance(item, Object):
            self._global_store(location, item, cell, value)
        else:
            address = self._address_atom(location)
            self.lines.add("try:")
            self.lines.add(f"    p_{cell.format}({self._bytes(address)}, {value})")
            self.lines.add("except trouble:")
            self.lines.add(f"    store({address}, {self.names.bind(cell)}, {value}, {self.pc})")

    def _slow_store(self, address: str, cell: Codec, value: str) -> None:
        self.lines.add(f"store({address}, {self.names.bind(cell)}, {value}, {self.pc})")

    def _global_store(self, location: CompiledLocation, item: Object, cell: Codec, value: str) -> None:
        last = item.size - cell.size
        if not location.moving:
            if 0 <= location.constant <= last:
                self.lines.add(f"p_{cell.format}({self._data(item)}, {location.constant}, {value})")
            else:
                self._slow_store(location.address(), cell, value)
            return
        offset = self.temporary(location.offset())
        self.lines.add(f"if 0 <= {offset} <= {last}:")
        self.lines.add(f"    p_{cell.format}({self._data(item)}, {offset}, {value})")
        self.lines.add("else:")
        self.lines.add(f"    store({item.base} + {offset}, {self.names.bind(cell)}, {value}, {self.pc})")

    def _log(self, location: CompiledLocation, cell: Codec, writes: bool) -> None:
        if self.log:
            address = location.address()
            self.lines.add(f"log({address}, {self.names.bind(cell)}, {writes}, {self.pc})")


def _is_fixed(type: Type) -> bool:
    while isinstance(type, ArrayType):
        type = type.element
    return not isinstance(type, VariableArrayType)
