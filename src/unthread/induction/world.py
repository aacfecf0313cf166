"""Where the objects of a program lie, and what is in them at first: `World`.

Objects have fixed addresses, those that the interpreter gives them, so that pointers are numbers. Memory is
cut into cells as it is accessed; bytes that are accessed as parts of cells of several sizes are refused.
"""

from __future__ import annotations

from unthread.core.source import NOWHERE
from unthread.induction.knowledge import Domain, StateCell, domain_of
from unthread.induction.refusal import RefusedProgram
from unthread.interpreter.image import Image
from unthread.interpreter.memory import Memory
from unthread.interpreter.objects import Object, ObjectKind
from unthread.program.expressions import Storage, Variable
from unthread.program.program import Program
from unthread.program.types import Type, size_of
from unthread.values.cells import Value


class UnsetCells(Exception):
    """The value of a cell that nobody has written yet is asked for."""


def _nobody(name: str, type: Type) -> Value:
    raise UnsetCells


class World:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.memory = Memory(program.data_model, _nobody)
        self.image = Image(program, self.memory)
        self.own: dict[tuple[int, str], Object] = {}  # of threads, by the names of variables
        self.owner: dict[int, int] = {}  # the thread, by the address of a LOCAL
        self.cells: dict[int, dict[int, int]] = {}  # by object: offsets and sizes
        self.shapes = 0  # grows with each new cell
        self._of_pointers: dict[StateCell, bool] = {}

    def object_of(self, variable: Variable, thread: int) -> Object:
        if variable.storage is Storage.GLOBAL:
            return self.image.globals[variable.name]
        key = thread, variable.name
        if key not in self.own:
            if variable.storage is Storage.THREAD:
                self.own[key] = self.image.create(variable, variable.loc)
            else:
                size = size_of(variable.type)
                self.own[key] = self.memory.create(
                    size, ObjectKind.STACK, variable, variable.loc, defined=False
                )
                self.owner[self.own[key].base] = thread
        return self.own[key]

    def allocate(self, size: int, zeroed: bool) -> Object:
        return self.memory.create(size, ObjectKind.HEAP, None, NOWHERE, defined=zeroed)

    def object_at(self, address: int) -> Object | None:
        return self.memory.objects.get(address >> self.memory.shift)

    def cell(self, item: Object, address: int, size: int) -> StateCell:
        cells, offset = self.cells.setdefault(item.base, {}), address - item.base
        if cells.get(offset) == size:
            return StateCell(address, size)
        for start, length in cells.items():
            if start < offset + size and offset < start + length:
                name = item.describe()
                raise RefusedProgram(f"the same bytes of {name} accessed in parts of different sizes")
        cells[offset] = size
        self.shapes += 1
        return StateCell(address, size)

    def first(self, cell: StateCell, within: tuple[int, int]) -> Domain | None:
        """What is in the cell before anybody writes there; None: any value."""
        item = self.object_at(cell.address)
        assert item is not None, "cells lie in objects"
        assert item.data is not None, "objects do not end"
        start = cell.address - item.base
        if item.defined is not None and not all(item.defined[start : start + cell.size]):
            return None
        raw = int.from_bytes(item.data[start : start + cell.size], "little", signed=within[0] < 0)
        return domain_of([raw])

    def must_be_alike(self, cell: StateCell, is_pointer: bool) -> None:
        """What a number is that was stored as an address depends on where objects lie."""
        if self._of_pointers.setdefault(cell, is_pointer) is not is_pointer:
            raise RefusedProgram("the same bytes used as a pointer and as a number")

    def cells_of(self, item: Object) -> list[StateCell]:
        return [StateCell(item.base + offset, size) for offset, size in self.cells.get(item.base, {}).items()]
