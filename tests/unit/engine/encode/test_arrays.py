"""Arrays of the solver: accesses that fit the elements, lie inside one, or span several."""

from __future__ import annotations

import pytest

from unthread.core.diagnostics import Unsupported
from unthread.engine.encode.arrays import Arrays
from unthread.engine.terms.domains import Strides
from unthread.engine.terms.nodes import Array, Int
from unthread.engine.terms.solver import TermSolver
from unthread.engine.terms.terms import Terms


def made(width: int) -> tuple[Terms, Arrays, Array]:
    """Eight elements of so many bytes, all zero."""
    terms = Terms()
    return terms, Arrays(terms, Strides()), terms.array(8, 8 * width, 0)


def value_of(terms: Terms, term: Int) -> int:
    solver = TermSolver()
    assert solver.satisfiable([terms.at_most(term, term)])
    return solver.value(term)


@pytest.mark.parametrize(
    ("offset", "size", "expected"),
    [
        (0, 4, 0),
        (4, 4, 0x44332211),
        (4, 2, 0x2211),
        (6, 1, 0x33),
        (4, 8, 0x44332211),
        (0, 8, 0x44332211 << 32),
    ],
)
def test_what_was_stored_is_loaded_in_parts_and_together(offset: int, size: int, expected: int) -> None:
    terms, arrays, array = made(4)
    array = arrays.stored(array, terms.integer(4), 4, terms.integer(0x44332211), terms.true)
    assert value_of(terms, arrays.load(array, terms.integer(offset), size)) == expected


def test_a_part_of_an_element_is_replaced() -> None:
    terms, arrays, array = made(4)
    array = arrays.stored(array, terms.integer(0), 4, terms.integer(0x44332211), terms.true)
    array = arrays.stored(array, terms.integer(1), 1, terms.integer(0xFF), terms.true)
    assert value_of(terms, arrays.load(array, terms.integer(0), 4)) == 0x4433FF11


def test_what_is_not_executed_stores_nothing() -> None:
    terms, arrays, array = made(4)
    after = arrays.stored(array, terms.integer(0), 4, terms.integer(7), terms.false)
    assert value_of(terms, arrays.load(after, terms.integer(0), 4)) == 0


def test_elements_are_split_where_accesses_do_not_fit() -> None:
    terms, arrays, array = made(4)
    array = arrays.stored(array, terms.integer(4), 4, terms.integer(0x44332211), terms.true)
    assert arrays.fitting(array, terms.integer(4), 4) == 4
    assert arrays.fitting(array, terms.integer(6), 4) == 2
    halves = arrays.split(array, "x", 8, 2)
    assert value_of(terms, arrays.load(halves, terms.integer(6), 2)) == 0x4433
    assert value_of(terms, arrays.load(halves, terms.integer(2), 4)) == 0x22110000


def test_not_of_very_large_objects() -> None:
    _, arrays, array = made(4)
    with pytest.raises(Unsupported, match="large object 'x'"):
        arrays.split(array, "x", 1 << 20, 1)
