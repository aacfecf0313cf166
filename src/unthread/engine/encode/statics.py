"""What is there before any thread runs: functions, global variables and their initial values."""

from __future__ import annotations

from unthread.core.properties import Property
from unthread.engine.encode.memory import SymbolicMemory
from unthread.engine.encode.objects import Pointer, SymbolicObject, Value
from unthread.engine.encode.values import SymbolicEvaluator
from unthread.engine.terms.nodes import Bool, Int
from unthread.program.bounded import BoundedProgram
from unthread.program.expressions import Constant, Storage, Variable
from unthread.program.library import OWN, THREADS
from unthread.program.program import GlobalVariable, InitialValue
from unthread.program.types import FloatType, value_range, value_type
from unthread.values.cells import Codec, codec
from unthread.values.scalars import fit


class Statics:
    """The program's functions and global variables, placed in memory."""

    def __init__(self, program: BoundedProgram, memory: SymbolicMemory) -> None:
        self.program, self.memory = program, memory
        self.functions = {name: memory.create(memory.terms.one, name) for name in program.functions}
        for item in self.functions.values():
            item.is_function = True
        self.globals: dict[str, SymbolicObject] = {}
        for name, variable in program.globals.items():
            if variable.variable.storage is Storage.GLOBAL:
                self.globals[name] = self._placed(name, variable)
        for name, placed in self.globals.items():
            self.fill(memory, placed, program.globals[name])

    def that_lead(self) -> list[SymbolicObject]:
        """Those from where memory can be found in the end. What the library remembers of threads that are
        over counts for nothing."""
        return [item for name, item in self.globals.items() if name != THREADS]

    def _placed(self, name: str, given: GlobalVariable) -> SymbolicObject:
        size = self.memory.terms.integer(given.size)
        item = self.memory.create(size, given.variable.text or name, given.external)
        item.is_static = not name.startswith(OWN)
        return item

    def fill(self, memory: SymbolicMemory, item: SymbolicObject, variable: GlobalVariable) -> None:
        """Initial values, into the memory in which the object is made."""
        writer, addresses = _Initial(self, memory), memory.addresses
        item.contents = variable.contents
        for part in variable.initial:
            cell = codec(part.type, part.bit_offset, part.bit_width)
            value = writer.constant(part)
            at = addresses.moved(addresses.pointer_to(item), memory.terms.integer(part.offset))
            writer.store(at, cell, value)
        item.read_only = variable.read_only


class _Initial(SymbolicEvaluator):
    """Writes the initial values of objects."""

    def __init__(self, statics: Statics, memory: SymbolicMemory) -> None:
        super().__init__(memory, arith=False)
        self.statics = statics

    def constant(self, part: InitialValue) -> Value:
        value = self.value(part.value)
        kind = value_type(part.type)
        if isinstance(kind, FloatType) or isinstance(value, Pointer):
            if isinstance(kind, FloatType) and isinstance(part.value, Constant):
                return self._constant(fit(part.value.value, kind), kind)
            return value
        return self.terms.wrap(value, value_range(kind))

    def fault(self, property: Property, message: str, bad: Bool) -> None:
        assert bad is self.terms.false, "initial values are in order"

    def require(self, condition: Bool) -> None:
        raise AssertionError("initial values are known")

    def compared(self, a: Value, b: Value) -> None:
        pass

    def read_address(self, is_part: bool) -> None:
        pass

    def read_torn(self, torn: Bool) -> None:
        pass

    def slot(self, variable: Variable) -> Value | None:
        return None

    def object_of(self, variable: Variable) -> Pointer:
        return self.addresses.pointer_to(self.statics.globals[variable.name])

    def function(self, name: str) -> Pointer:
        return self.addresses.pointer_to(self.statics.functions[name])

    def self_number(self) -> int:
        return 0

    def touched(
        self, item: SymbolicObject, condition: Bool, offset: Int, cell: Codec | None, writes: bool
    ) -> None:
        pass
