"""Arrays of the solver: accesses that fit the elements, lie inside one, or span several."""

from __future__ import annotations

import pytest

from unthread.core.diagnostics import Unsupported
from unthread.core.source import DataModel
from unthread.engine.encode.addresses import Addresses
from unthread.engine.encode.arrays import Arrays
from unthread.engine.encode.objects import ObjectLayer
from unthread.engine.terms.domains import Strides
from unthread.engine.terms.nodes import Array, Bool, Int
from unthread.engine.terms.solver import TermSolver
from unthread.engine.terms.terms import Terms


def made(width: int) -> tuple[Terms, Arrays, Array]:
    """Eight elements of so many bytes, all zero."""
    terms = Terms()
    return (
        terms,
        Arrays(terms, Strides(), Addresses(terms, DataModel.M64).address),
        terms.array(8, 8 * width, 0),
    )


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
    halves = arrays.split(array, 8, 2)
    assert value_of(terms, arrays.load(halves, terms.integer(6), 2)) == 0x4433
    assert value_of(terms, arrays.load(halves, terms.integer(2), 4)) == 0x22110000


def test_large_objects_are_looked_at_in_parts() -> None:
    terms, arrays, array = made(4)
    array = arrays.stored(array, terms.integer(4), 4, terms.integer(0x44332211), terms.true)
    parts = arrays.split(array, 1 << 20, 1)
    assert not parts.is_plain
    assert value_of(terms, arrays.load(parts, terms.integer(6), 1)) == 0x33
    parts = arrays.stored(parts, terms.integer(6), 1, terms.integer(0xFF), terms.true)
    index = terms.variable("i", (0, 7))
    loaded = arrays.load(parts, index, 1)
    solver = TermSolver()
    for at, expected in ((4, 0x11), (6, 0xFF), (7, 0x44)):
        here = terms.equal(index, terms.integer(at))
        assert solver.satisfiable([here, terms.equal(loaded, terms.integer(expected))])
        assert not solver.satisfiable([here, terms.equal(loaded, terms.integer(expected)).inverse])


def filled(terms: Terms, first: int, end: int, byte: int, guard: Bool) -> ObjectLayer:
    def content(at: int, size: int) -> Int:
        return terms.integer(int.from_bytes(bytes([byte]) * size, "little"))

    return ObjectLayer(first, end, guard, content, 1)


def test_many_bytes_are_written_at_once() -> None:
    terms, arrays, array = made(4)
    array = arrays.stored(array, terms.integer(4), 4, terms.integer(0x44332211), terms.true)
    array = arrays.laid_over(array, filled(terms, 6, 1001, 0xAB, terms.true))
    for offset, expected in ((0, 0), (4, 0xABAB2211), (8, 0xABABABAB), (996, 0xABABABAB), (1000, 0xAB)):
        assert value_of(terms, arrays.load(array, terms.integer(offset), 4)) == expected
    assert value_of(terms, arrays.at(array, 5, 3)) == 0xABAB22


def test_but_only_where_it_is_executed() -> None:
    terms, arrays, array = made(4)
    array = arrays.laid_over(array, filled(terms, 0, 1000, 0xAB, terms.false))
    assert value_of(terms, arrays.load(array, terms.integer(4), 4)) == 0


def test_a_large_copy_is_not_modelled() -> None:
    terms, arrays, array = made(1)
    layer = ObjectLayer(0, 1 << 20, terms.true, lambda at, size: terms.zero)
    with pytest.raises(Unsupported, match="a copy of 1048576 bytes"):
        arrays.laid_over(array, layer)
