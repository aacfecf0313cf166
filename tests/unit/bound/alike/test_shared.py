from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sources import loaded
from unthread.analysis.locations import Location
from unthread.analysis.steps import Touch, Touches
from unthread.bound.alike.kinds import SETS, ThreadNames
from unthread.bound.alike.shared import Different, OwnCell, Shared
from unthread.bound.threads import bound
from unthread.core.bounds import Bounds
from unthread.program.expressions import Variable

TEXT = """int table[4], begun[4] = {1, 1, 1}, cell[2], one = 1, two = 2;
int main(void) { return table[0] + begun[0] + cell[0] + one + two; }
"""


@pytest.fixture
def shared(tmp_path: Path) -> Shared:
    program = bound(loaded(TEXT, tmp_path), Bounds())
    return Shared(program, Touches(program), (1, 2))


def variable(shared: Shared, name: str) -> Variable:
    return shared.program.globals[name].variable


def test_what_threads_have_in_a_table_is_theirs(shared: Shared) -> None:
    table = variable(shared, "table")
    shared.add_table(table)
    own = [Touch(Location(table, offset), 4, False) for offset in (4, 8)]
    others = [Touch(Location(table, offset), 4, True) for offset in (0, 12)]
    assert not any(map(shared.is_elsewhere, own))
    assert all(map(shared.is_elsewhere, others))
    assert not shared.is_elsewhere(Touch(Location(table, None), None, False))


def test_elements_are_alike_at_first(shared: Shared) -> None:
    with pytest.raises(Different):
        shared.add_table(variable(shared, "begun"))


def test_cells_are_accessed_as_a_whole(shared: Shared) -> None:
    cell = variable(shared, "cell")
    shared.hold(Location(cell, 0), 4, ThreadNames(1))
    assert shared.kind_at([(Location(cell, 0), 4)]) == ThreadNames(1)
    assert shared.kind_at([(Location(cell, 4), 4)]) is None
    for wrong in ((Location(cell, 0), 2), (Location(cell, 2), 4), (Location(cell, None), 4)):
        with pytest.raises(Different):
            shared.kind_at([wrong])
    with pytest.raises(Different):  # a name or a number
        shared.kind_at([(Location(cell, 0), 4), (Location(cell, 4), 4)])
    with pytest.raises(Different):
        shared.hold(Location(cell, 0), 4, SETS)
    assert shared.is_touched([Touch(Location(cell, 2), 1, False)])


def test_nothing_begins_with_a_name(shared: Shared) -> None:
    for name in ("one", "two"):
        with pytest.raises(Different):
            shared.hold(Location(variable(shared, name), 0), 4, ThreadNames(1))
    with pytest.raises(Different):  # zero is the name of the first
        shared.hold(Location(variable(shared, "cell"), 0), 4, ThreadNames(-1))


def test_own_cells_do_not_overlap(shared: Shared) -> None:
    table = variable(shared, "table")
    shared.hold_own(OwnCell(table, 0, 4), ThreadNames(1))
    shared.hold_own(OwnCell(table, 4, 4), SETS)
    with pytest.raises(Different):
        shared.hold_own(OwnCell(table, 2, 4), ThreadNames(1))
    with pytest.raises(Different):
        shared.hold_own(OwnCell(table, 0, 4), SETS)
