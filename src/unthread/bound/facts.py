"""What the walks through the threads ask about the program; each answer is found once."""

from __future__ import annotations

from collections.abc import Iterable

from unthread.analysis.constants import initial_value
from unthread.analysis.formats import stored_by
from unthread.analysis.locations import Location, UnknownObject
from unthread.analysis.sharing import private_locals
from unthread.bound.loops.rows import BulkLoop, bulk_loop
from unthread.bound.loops.trips import Trips
from unthread.bound.loops.waiting import Waiting
from unthread.inlining.facts import CallFacts
from unthread.program.expressions import Expression, Place, Storage, Variable
from unthread.program.instructions import FormatText, Print
from unthread.program.program import Program
from unthread.program.query.loops import LoopNode
from unthread.program.types import Type, size_of


class Facts(CallFacts):
    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._trips: dict[str, Trips] = {}
        self._bulk: dict[int, BulkLoop | None] = {}
        self._edges: dict[str, frozenset[tuple[int, int]]] = {}
        self._sleep: dict[str, frozenset[tuple[int, int]]] = {}
        self._polling: dict[str, frozenset[tuple[int, int]]] = {}
        self._waiting = Waiting(program, self._points_to)
        self._private = private_locals(program, self._points_to)

    # ---- loops

    def trips(self, name: str) -> Trips:
        if name not in self._trips:
            self._trips[name] = Trips(self.shape(name))
        return self._trips[name]

    def bulk_loop(self, name: str, node: LoopNode) -> BulkLoop | None:
        """What the loop does with arrays, if that is all that it does."""
        if id(node) not in self._bulk:
            self._bulk[id(node)] = bulk_loop(self.shape(name), node)
        return self._bulk[id(node)]

    def waiting_edges(self, name: str) -> frozenset[tuple[int, int]]:
        if name not in self._edges:
            self._edges[name] = self._waiting.edges(self.shape(name))
        return self._edges[name]

    def edges_of_polling(self, name: str) -> frozenset[tuple[int, int]]:
        if name not in self._polling:
            self._polling[name] = self._waiting.edges_of_polling(self.shape(name))
        return self._polling[name]

    def edges_of_sleep(self, name: str) -> frozenset[tuple[int, int]]:
        if name not in self._sleep:
            self._sleep[name] = self._waiting.edges_of_sleep(self.shape(name))
        return self._sleep[name]

    def carried(self, name: str, node: LoopNode) -> list[Variable]:
        """Registers that one iteration of the loop may leave to the next, or to what comes after it."""
        found = self._waiting.carried(self.shape(name), node)
        return sorted(found, key=lambda register: register.name)

    # ---- memory

    def is_mains(self, variable: Variable, offset: int, size: int) -> bool:
        """No thread besides `main` writes there."""
        return self._constants.is_mains(variable, offset, size)

    def initial(self, variable: Variable, offset: int, kind: Type) -> Expression | None:
        """The value that a cell of static storage starts with."""
        item = self.program.globals.get(variable.name)
        if item is None or item.external or not 0 <= offset <= item.size - size_of(kind):
            return None
        return initial_value(item, offset, kind)

    def extent(self, variable: Variable) -> int:
        """How many bytes the object has."""
        item = self.program.globals.get(variable.name) if variable.storage is Storage.GLOBAL else None
        return size_of(variable.type) if item is None else item.size

    def is_private(self, variable: Variable) -> bool:
        """No other thread ever reaches the variable of a frame."""
        return variable in self._private

    def objects_at(self, place: Place) -> frozenset[Variable] | None:
        """The variables that a place of the program may lie in; None: not known."""
        return _variables(self._points_to.places(place))

    def is_out_of_reach(self, place: Place) -> bool:
        """Wherever a place of the program lies, no other thread ever gets there."""
        objects = {location.object for location in self._points_to.places(place)}
        return bool(objects) and all(isinstance(item, Variable) and self.is_private(item) for item in objects)

    def pointed_by(self, pointer: Expression) -> frozenset[Variable] | None:
        return _variables(self._points_to.targets(pointer))

    def stored_by(self, instruction: Print | FormatText) -> frozenset[Variable] | None:
        """The variables that `%n` may write."""
        return _variables(stored_by(instruction, self._points_to))


def _variables(locations: Iterable[Location]) -> frozenset[Variable] | None:
    objects = {location.object for location in locations}
    if any(isinstance(item, UnknownObject) for item in objects):
        return None
    return frozenset(item for item in objects if isinstance(item, Variable))
