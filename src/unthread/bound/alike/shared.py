"""What the threads of a class share with all others: which memory holds numbers of threads, which is a
thread's own element of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from unthread.analysis.locations import DISJOINT, PARTLY, Location, overlap
from unthread.analysis.steps import Touch, Touches
from unthread.bound.alike.kinds import Kind, fits
from unthread.core.records import dataclass
from unthread.program.bounded import BoundedProgram
from unthread.program.expressions import Constant, Storage, Variable
from unthread.program.instructions import Allocate, Declare
from unthread.program.program import GlobalVariable
from unthread.program.types import ArrayType, size_of


class Different(Exception):
    """Some execution may tell the threads apart."""


@dataclass(frozen=True, slots=True)
class OwnCell:
    """`table[number of the thread]`, from byte `offset` of the element on."""

    table: Variable
    offset: int
    size: int


class Shared:
    """`cells` and `own` have the memory that holds numbers of threads; all other memory holds none.
    `changed`: something was learned, so that all bodies have to be looked at once more."""

    def __init__(self, program: BoundedProgram, touches: Touches, threads: tuple[int, ...]) -> None:
        self.program, self.touches, self.threads = program, touches, threads
        self.tables: dict[Variable, None] = {}
        self.cells: dict[tuple[Location, int], Kind] = {}
        self.own: dict[OwnCell, Kind] = {}
        self.changed = False

    # ---- tables

    def add_table(self, table: Variable) -> None:
        """Each thread has an element of its own there, all alike when the program starts."""
        if table in self.tables:
            return
        given = self.program.globals.get(table.name)
        if given is None or given.external or table.storage is not Storage.GLOBAL:
            raise Different
        assert isinstance(table.type, ArrayType), "tables are arrays"
        for element in self._elements(table):
            if not _is_zero(given, element.location.offset, size_of(table.type.element)):
                raise Different
        self.tables[table] = None
        self.changed = True

    def _elements(self, table: Variable) -> Iterator[Touch]:
        assert isinstance(table.type, ArrayType), "tables are arrays"
        size = size_of(table.type.element)
        for thread in self.threads:
            yield Touch(Location(table, thread * size), size, True)

    def is_elsewhere(self, touch: Touch) -> bool:
        """It is not part of what a thread of the class has in a table."""
        table = touch.location.object
        if not isinstance(table, Variable) or table not in self.tables:
            return True
        return not any(touch.conflicts(element) for element in self._elements(table))

    # ---- cells

    def kind_at(self, touches: Iterable[tuple[Location, int | None]]) -> Kind | None:
        """What lies wherever an access may go."""
        kinds = {self._kind_at(location, size) for location, size in touches}
        if len(kinds) > 1:
            raise Different
        return next(iter(kinds), None)

    def _kind_at(self, location: Location, size: int | None) -> Kind | None:
        found: Kind | None = None
        for (other, extent), kind in self.cells.items():
            if other.object != location.object:
                continue
            meets = PARTLY if size is None else overlap(location, size, other, extent)
            if meets == DISJOINT:
                continue
            if meets == PARTLY or size != extent:
                raise Different
            found = kind
        return found

    def hold(self, location: Location, size: int | None, kind: Kind) -> None:
        """The cell holds numbers of threads: at first none of the class."""
        if size is None:
            raise Different
        known = self._kind_at(location, size)
        if known is not None and known != kind:
            raise Different
        if (location, size) in self.cells:
            return
        if not self._begins_with_none(location, size, kind):
            raise Different
        self.cells[location, size] = kind
        self.changed = True

    def own_kind(self, cell: OwnCell) -> Kind | None:
        """What lies in a part of the thread's element."""
        for other in self.own:
            apart = other.offset + other.size <= cell.offset or cell.offset + cell.size <= other.offset
            if other != cell and other.table == cell.table and not apart:
                raise Different
        return self.own.get(cell)

    def hold_own(self, cell: OwnCell, kind: Kind) -> None:
        if self.own_kind(cell) == kind:
            return
        if cell in self.own or not fits(kind, (0,), self.threads):
            raise Different
        self.own[cell] = kind
        self.changed = True

    def _begins_with_none(self, location: Location, size: int, kind: Kind) -> bool:
        item = location.object
        if not fits(kind, (0,), self.threads):
            return False
        if not isinstance(item, Variable) or item.storage is Storage.LOCAL:
            return not self._have_contents()  # zero, or any number
        given = self.program.globals.get(item.name)
        if given is None or given.external:
            return False
        if location.offset is None or location.strides:
            return _is_zero(given, 0, given.size)
        return _is_zero(given, location.offset, size)

    def _have_contents(self) -> bool:
        return any(
            isinstance(item, Declare | Allocate) and item.contents is not None
            for thread in self.program.threads
            for item in thread.body
        )

    def is_touched(self, touches: Sequence[Touch]) -> bool:
        """Something in them may hold numbers of threads, or be what a thread of the class alone has."""
        for touch in touches:
            if not self.is_elsewhere(touch):
                return True
            for (location, size), _ in self.cells.items():
                if touch.conflicts(Touch(location, size, True)):
                    return True
        return False


def _is_zero(given: GlobalVariable, offset: int | None, size: int) -> bool:
    if offset is None or not given.is_zero(offset, size):
        return False
    return all(
        isinstance(part.value, Constant) and part.value.value == 0
        for part in given.initial
        if part.offset < offset + size and offset < part.offset + part.size
    )
