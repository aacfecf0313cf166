"""Cells of static storage that are never written, or by `main` alone: what is in the former is what they were
initialized with."""

from __future__ import annotations

from collections.abc import Iterator

from unthread.analysis.call_graph import call_graph
from unthread.analysis.formats import stored_by
from unthread.analysis.locations import DISJOINT, Location, UnknownObject, overlap
from unthread.analysis.points_to import PointsTo
from unthread.analysis.points_to_values import accessed_bytes
from unthread.program.build.fold import convert, integer
from unthread.program.expressions import (
    AddressOf,
    Constant,
    Convert,
    Dereference,
    Element,
    Expression,
    Member,
    Place,
    Storage,
    Variable,
    VariablePlace,
    is_register,
)
from unthread.program.instructions import Assign, FormatText, Instruction, Print
from unthread.program.program import GlobalVariable, Program
from unthread.program.types import BoolType, FloatType, IntType, PointerType, Type, size_of, value_type


class Constants:
    def __init__(self, program: Program, points_to: PointsTo) -> None:
        self._program = program
        self._everybody = _Cells()
        self._others = _Cells()  # those that threads besides `main` write
        graph = call_graph(points_to)
        for name, function in program.functions.items():
            starts = graph.runs_in.get(name, frozenset())
            cells = [self._everybody] if starts <= {graph.main} else [self._everybody, self._others]
            for instruction in function.body:
                for location, size in _writes(instruction, points_to):
                    for some in cells:
                        some.note(location, size)

    def value(self, place: Place) -> Expression | None:
        """What a read of the place gives, if it is always the same."""
        kind = value_type(place.type)
        if not isinstance(kind, IntType | BoolType | PointerType):
            return None
        found = position(place)
        if found is None:
            return None
        variable, offset = found
        item = self._program.globals.get(variable.name)
        if item is None or item.external or variable.storage is not Storage.GLOBAL:
            return None
        size = size_of(kind)
        if not 0 <= offset <= item.size - size or self._everybody.has(variable, offset, size):
            return None
        return initial_value(item, offset, kind)

    def is_mains(self, variable: Variable, offset: int, size: int) -> bool:
        """No thread besides `main` writes there."""
        return not self._others.has(variable, offset, size)


class _Cells:
    """What is written."""

    def __init__(self) -> None:
        self._anywhere = False
        self._written: dict[Variable, list[tuple[Location, int]]] = {}
        self._known: dict[tuple[Variable, int, int], bool] = {}

    def note(self, location: Location, size: int) -> None:
        if isinstance(location.object, UnknownObject):
            self._anywhere = True
        elif isinstance(location.object, Variable) and location.object.storage is Storage.GLOBAL:
            self._written.setdefault(location.object, []).append((location, size))

    def has(self, variable: Variable, offset: int, size: int) -> bool:
        if self._anywhere:
            return True
        key = (variable, offset, size)
        if key not in self._known:
            here = Location(variable, offset)
            writes = self._written.get(variable, ())
            self._known[key] = any(overlap(there, many, here, size) != DISJOINT for there, many in writes)
        return self._known[key]


def initial_value(item: GlobalVariable, offset: int, kind: Type) -> Expression | None:
    """The value that an integer or pointer inside an object is initialized with; None if it is pieced
    together, or of another type."""
    if not isinstance(kind, IntType | BoolType | PointerType):
        return None
    size = size_of(kind)
    parts = [p for p in item.initial if p.offset < offset + size and offset < p.offset + p.size]
    if not parts:
        return integer(item.contents.number(offset, size) if item.contents else 0, kind)
    whole = len(parts) == 1 and parts[0].offset == offset and size_of(parts[0].type) == size
    if not whole or parts[0].bit_width is not None or isinstance(parts[0].type, FloatType):
        return None
    return convert(parts[0].value, kind)


def _writes(instruction: Instruction, points_to: PointsTo) -> Iterator[tuple[Location, int]]:
    match instruction:
        case Assign(target) if not is_register(target):
            size = accessed_bytes(target)[1]
            for location in points_to.places(target):
                yield location, size
        case Print() | FormatText():
            written = points_to.targets(instruction.buffer) if isinstance(instruction, FormatText) else ()
            for location in (*written, *stored_by(instruction, points_to)):
                yield Location(location.object, None), 1


def position(place: Place) -> tuple[Variable, int] | None:
    """The variable that a place with fixed indices is in, and where."""
    match place:
        case VariablePlace(variable):
            return variable, 0
        case Dereference():
            return _pointed(place)
        case Member(base, field):
            inner = position(base)
            if inner is None or field.bit_width is not None:
                return None
            return inner[0], inner[1] + field.offset
        case Element(base, Constant(int() as index)):
            inner = position(base)
            return None if inner is None else (inner[0], inner[1] + index * size_of(place.type))
        case _:
            return None


def _pointed(place: Dereference) -> tuple[Variable, int] | None:
    """`*(struct view *)&variable`, a record seen as another."""
    pointer = place.pointer
    while isinstance(pointer, Convert) and isinstance(pointer.type, PointerType):
        pointer = pointer.operand
    return position(pointer.place) if isinstance(pointer, AddressOf) else None
