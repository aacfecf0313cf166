from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sources import loaded
from unthread.analysis.steps import Touches
from unthread.bound.alike.kinds import SETS, Kind, ThreadNames
from unthread.bound.alike.shared import Different, OwnCell, Shared
from unthread.bound.alike.values import AlikeValues
from unthread.bound.threads import bound
from unthread.core.bounds import Bounds
from unthread.program.build.fold import integer
from unthread.program.expressions import (
    Binary,
    BinaryOperator,
    Element,
    Expression,
    Read,
    Storage,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
)
from unthread.program.types import INT, ArrayType

TEXT = """#include <pthread.h>
static void *f(void *argument) { return 0; }
int table[9], cell;
int main(void) {
    pthread_t t;
    for (int i = 0; i < 2; i++) pthread_create(&t, 0, f, 0);
    return table[8] + cell;
}
"""
REGISTERS = tuple(Variable(f"{number}/r", INT, Storage.REGISTER) for number in (1, 2))
CELL = VariablePlace(Variable("cell", INT, Storage.GLOBAL))


@pytest.fixture
def values(tmp_path: Path) -> AlikeValues:
    program = bound(loaded(TEXT, tmp_path), Bounds())
    return AlikeValues(Shared(program, Touches(program), (1, 2)), (1, 2))


def constants(one: int, other: int) -> list[Expression]:
    return [integer(one), integer(other)]


def registers() -> list[Expression]:
    return [Read(VariablePlace(variable)) for variable in REGISTERS]


def both(operator: BinaryOperator, left: list[Expression], right: list[Expression]) -> list[Expression]:
    return [Binary(operator, a, b, INT) for a, b in zip(left, right, strict=True)]


def cell() -> list[Expression]:
    return [Read(CELL), Read(CELL)]


def test_a_cell_that_is_compared_with_names_holds_names(values: AlikeValues) -> None:
    values.truth(both(BinaryOperator.EQUAL, cell(), constants(2, 3)))
    assert values.place_kind([CELL, CELL]) == ThreadNames(1)
    assert values.shared.changed


@pytest.mark.parametrize("kind", [ThreadNames(1), SETS])
def test_what_holds_names_is_no_number(values: AlikeValues, kind: Kind) -> None:
    values.hold([CELL, CELL], kind)
    values.truth(cell())
    with pytest.raises(Different):
        values.plain(cell())
    with pytest.raises(Different):
        values.plain(both(BinaryOperator.ADD, cell(), constants(1, 1)))


def test_sets_are_combined_bit_by_bit(values: AlikeValues) -> None:
    values.hold([CELL, CELL], SETS)
    without: list[Expression] = [Unary(UnaryOperator.COMPLEMENT, read, INT) for read in cell()]
    assert values.kind(both(BinaryOperator.AND, without, constants(2, 4))) == SETS
    with pytest.raises(Different):
        values.kind(both(BinaryOperator.OR, cell(), constants(2, 2)))


def test_names_are_on_one_side_of_a_constant(values: AlikeValues) -> None:
    values.hold([CELL, CELL], ThreadNames(1))
    values.plain(both(BinaryOperator.LESS, cell(), constants(9, 9)))
    with pytest.raises(Different):
        values.plain(both(BinaryOperator.LESS, cell(), constants(3, 3)))


def test_what_a_register_holds_is_passed_on(values: AlikeValues) -> None:
    values.hold([VariablePlace(variable) for variable in REGISTERS], ThreadNames(1))
    assert values.kind(registers()) == ThreadNames(1)
    assert values.pairs[REGISTERS[0]] == REGISTERS
    with pytest.raises(Different):
        values.kind([registers()[0], registers()[0]])  # of the wrong thread


def test_each_has_an_element_of_a_table(values: AlikeValues) -> None:
    table = VariablePlace(Variable("table", ArrayType(INT, 9), Storage.GLOBAL))
    own = [Element(table, integer(number)) for number in (1, 2)]
    assert values.walk(own) == OwnCell(table.variable, 0, 4)
    for index in (1, 2):  # that of one of them
        with pytest.raises(Different):
            values.place_kind([Element(table, integer(index))] * 2)
    assert values.place_kind([Element(table, integer(3))] * 2) is None
