"""What a thread finds in memory that others write, segment by segment."""

from __future__ import annotations

import pytest

from unthread.core.source import DataModel
from unthread.engine.encode.addresses import Addresses
from unthread.engine.encode.memory import SymbolicMemory
from unthread.engine.encode.objects import ObjectLayer, Reach, SymbolicObject
from unthread.engine.order.assumed import Assumed, Noted
from unthread.engine.order.held import HeldValues
from unthread.engine.order.locks import KnownOwners, LockCells
from unthread.engine.order.memory import Happening, OrderMemory
from unthread.engine.order.unfit import Unfit
from unthread.engine.terms.nodes import Int
from unthread.engine.terms.terms import Terms


@pytest.fixture
def memory() -> OrderMemory:
    """Of an object of 8 bytes the first four are shared."""
    first = SymbolicMemory(Addresses(Terms(), DataModel.M64))
    item = first.create(first.terms.integer(8), "a")
    assumed = Assumed()
    unit = item.number, 0, 4
    assumed.units[item.number] = (unit,)
    assumed.held[unit] = HeldValues((0, 9), None)
    made = OrderMemory(first, assumed, Noted(), 1, LockCells(KnownOwners({}, {}, {}, {})))
    made.start({})
    return made


def happening(memory: OrderMemory, number: int) -> Happening:
    runs = memory.terms.choice_variable(f"segment {number}")
    return Happening((1, number), runs, {}, {}, {}, {}, {})


def only(memory: OrderMemory) -> SymbolicObject:
    (item,) = memory.objects.values()
    return item


def test_each_segment_finds_values_of_its_own_in_what_is_shared(memory: OrderMemory) -> None:
    item, found = only(memory), []
    for number in range(2):
        now = happening(memory, number)
        memory.enter(now)
        found.append(memory.cell(item, 0, 4))
        assert memory.cell(item, 0, 4) is found[-1]
        assert memory.cell(item, 4, 4) is memory.terms.zero
        assert [incoming.is_needed for incoming in now.reads.values()] == [True]
    assert found[0] is not found[1]
    assert isinstance(found[0], Int)
    assert (found[0].lo, found[0].hi) == (0, 9)


def test_what_a_segment_writes_it_leaves_there_and_does_not_find_again(memory: OrderMemory) -> None:
    item, terms, now = only(memory), memory.terms, happening(memory, 0)
    memory.enter(now)
    memory.store(Reach(item, terms.true, terms.zero), 4, terms.integer(3), now.runs)
    assert memory.cell(item, 0, 4) is terms.integer(3)
    assert not now.reads
    memory.leave()
    assert now.writes == {(item.number, 0, 4): (now.runs, terms.integer(3))}
    memory.enter(happening(memory, 1))
    assert memory.cell(item, 0, 4) is not terms.integer(3)


def test_where_a_segment_may_not_write_nothing_is_read_for_that(memory: OrderMemory) -> None:
    item, terms, now = only(memory), memory.terms, happening(memory, 0)
    memory.enter(now)
    sometimes = terms.both(now.runs, terms.choice_variable("sometimes"))
    memory.store(Reach(item, terms.true, terms.zero), 4, terms.one, sometimes)
    assert [incoming.is_needed for incoming in now.reads.values()] == [False]
    memory.cell(item, 0, 4)
    assert [incoming.is_needed for incoming in now.reads.values()] == [True]


def test_rows_are_writes_as_well(memory: OrderMemory) -> None:
    item, terms, now = only(memory), memory.terms, happening(memory, 0)
    memory.enter(now)
    memory.lay_over(item, ObjectLayer(0, 8, now.runs, lambda at, size: terms.integer(7)))
    memory.leave()
    assert now.writes[item.number, 0, 4][0] is now.runs
    assert memory.noted.touched[1, item.number, 0, 8]


def test_a_copy_reads_all_of_it(memory: OrderMemory) -> None:
    item, terms, now = only(memory), memory.terms, happening(memory, 0)
    memory.enter(now)
    memory.state_to_copy(Reach(item, terms.true, terms.zero), 8)
    assert [incoming.is_needed for incoming in now.reads.values()] == [True]
    anywhere = terms.multiply(terms.variable("i", (0, (1 << 20) - 1)), terms.one)
    large = memory.create(terms.integer(1 << 20), "large")
    with pytest.raises(Unfit, match="unknown"):
        memory.state_to_copy(Reach(large, terms.true, anywhere), 4)


def test_before_there_are_others_nothing_is_shared(memory: OrderMemory) -> None:
    item, terms = only(memory), memory.terms
    memory.store(Reach(item, terms.true, terms.zero), 4, terms.one, terms.true)
    assert memory.cell(item, 0, 4) is terms.one
    assert not memory.noted.touched


def test_the_end_of_a_life_is_found_by_others(memory: OrderMemory) -> None:
    item, terms, now = only(memory), memory.terms, happening(memory, 0)
    memory.assumed.mortal.add(item.number)
    memory.enter(now)
    alive = memory.is_there(item)
    assert now.lives == {item.number: alive}
    memory.kill(item, now.runs)
    assert memory.is_there(item) is terms.both(alive, now.runs.inverse)
    assert now.ends == {item.number: now.runs}
    assert memory.noted.ended == {(1, item.number)}


def test_looks_find_one_value_and_leave_none(memory: OrderMemory) -> None:
    item = only(memory)
    memory.after_all = Happening(None, memory.terms.true, {}, {}, {}, {}, {})
    one, other = memory.for_a_look(), memory.for_a_look()
    assert one.cell(item, 0, 4) is other.cell(item, 0, 4)
    one.set_cell(item, 0, 4, memory.terms.one, memory.terms.true)
    assert other.cell(item, 0, 4) is not memory.terms.one


def test_sizes_that_only_the_maker_knows_do_not_fit(memory: OrderMemory) -> None:
    memory.assumed.open_sizes[only(memory).number] = 2
    with pytest.raises(Unfit, match="size"):
        memory.size(only(memory))
