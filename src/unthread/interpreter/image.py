"""A `Program` placed in memory: addresses for functions and globals, initial values."""

from __future__ import annotations

from unthread.core.diagnostics import InputError
from unthread.core.source import Loc
from unthread.interpreter.memory import Memory
from unthread.interpreter.objects import Object, ObjectKind
from unthread.program.expressions import (
    AddressOf,
    Constant,
    Convert,
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
)
from unthread.program.program import GlobalVariable, Program
from unthread.program.types import size_of
from unthread.values.cells import Value, codec
from unthread.values.scalars import fit


class Image:
    """`functions` gives each function an address, `names` the way back, `globals` each variable of static
    storage duration its object."""

    def __init__(self, program: Program, memory: Memory) -> None:
        self.program = program
        self.memory = memory
        self.functions: dict[str, int] = {}
        self.names: dict[int, str] = {}
        for name in (*program.functions, *program.undefined):
            item = memory.create(1, ObjectKind.FUNCTION, name=name)
            self.functions[name] = item.base
            self.names[item.base] = name
        self.globals = {
            name: memory.create(
                item.size, ObjectKind.GLOBAL, item.variable, item.variable.loc, defined=not item.external
            )
            for name, item in program.globals.items()
            if item.variable.storage is Storage.GLOBAL
        }
        for name, item in self.globals.items():
            self._fill(item, program.globals[name])

    def create(self, variable: Variable, loc: Loc) -> Object:
        """A thread's own object of a thread-local variable, which is used at `loc`."""
        found = self.program.globals.get(variable.name)
        if found is None:
            raise InputError(f"'{variable.text or variable.name}' is declared but not defined", loc)
        item = self.memory.create(found.size, ObjectKind.THREAD, found.variable, found.variable.loc)
        self._fill(item, found)
        return item

    def _fill(self, item: Object, variable: GlobalVariable) -> None:
        if variable.contents is not None:
            assert isinstance(item.data, bytearray), "objects are filled before they freeze"
            item.data[:] = variable.contents.data
        for part in variable.initial:
            cell = codec(part.type, part.bit_offset, part.bit_width)
            value = fit(self.constant(part.value), part.type)
            assert isinstance(item.data, bytearray), "objects are filled before they freeze"
            cell.write(item.data, part.offset + cell.skip, value)
        if variable.read_only:
            self.memory.freeze(item)

    def constant(self, expression: Expression) -> Value:
        """The value of a constant or address expression."""
        match expression:
            case Constant(value):
                return value
            case FunctionAddress(name):
                return self.functions[name]
            case AddressOf(place):
                return self._address(place)
            case Convert(operand, type):
                return fit(self.constant(operand), type)
            case PointerAdd(pointer, index, scale):
                return self._integer(pointer) + self._integer(index) * self._integer(scale)
            case _:
                raise AssertionError(f"{expression} is not a constant")

    def _integer(self, expression: Expression) -> int:
        value = self.constant(expression)
        assert isinstance(value, int), "addresses are integers"
        return value

    def _address(self, place: Place) -> int:
        match place:
            case VariablePlace(variable):
                return self.globals[variable.name].base
            case Dereference(pointer):
                return self._integer(pointer)
            case Member(base, member):
                return self._address(base) + member.offset
            case Element(base, index):
                return self._address(base) + self._integer(index) * size_of(place.type)
