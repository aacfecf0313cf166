"""Objects, addresses and every way an access can go wrong."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unthread.core.diagnostics import Unsupported
from unthread.core.floats import Extended
from unthread.core.source import DataModel, Loc
from unthread.interpreter.memory import Memory
from unthread.interpreter.objects import Fault, Object, ObjectKind, path_text
from unthread.program.expressions import Storage, Variable
from unthread.program.types import (
    BOOL,
    CHAR,
    INT,
    UCHAR,
    ArrayType,
    Field,
    FloatType,
    IntType,
    PointerType,
    RecordType,
    Type,
)
from unthread.values.cells import Value, codec
from unthread.values.scalars import addresses_of_nothing

LOC = Loc("f.c", 3, 5)
LONG = IntType(64, True, "long")
BOTH = pytest.mark.parametrize("data_model", list(DataModel))


class Asked:
    """Answers inputs with growing numbers and remembers the questions."""

    def __init__(self) -> None:
        self.names: list[tuple[str, Type]] = []

    def __call__(self, name: str, type: Type) -> Value:
        self.names.append((name, type))
        return len(self.names) + 0x10


def make(data_model: DataModel = DataModel.M64, capacity: int = 1 << 28) -> tuple[Memory, Asked]:
    asked = Asked()
    return Memory(data_model, asked, capacity), asked


def variable(name: str, type: Type = INT) -> Variable:
    return Variable(f"f::{name}", type, Storage.LOCAL, name)


def message(memory: Memory, address: int, size: int = 4, writes: bool = False) -> str:
    with pytest.raises(Fault) as caught:
        memory.locate(address, size, writes)
    return caught.value.message


@BOTH
def test_null_and_wild(data_model: DataModel) -> None:
    memory, _ = make(data_model)
    assert message(memory, 0) == "read of 4 bytes through a null pointer"
    assert "close to null" in message(memory, 16, writes=True)
    assert message(memory, 0x7FFF0000) == "read of 4 bytes at address 0x7fff0000, where there is no object"


@BOTH
def test_what_was_never_set_is_beside_no_object(data_model: DataModel) -> None:
    memory, _ = make(data_model)
    memory.create(40, ObjectKind.GLOBAL, variable("a"), LOC)
    low, high = addresses_of_nothing(memory.width)
    for address in (low.stop - 1, low.stop + 7, high.start, high.stop - 8):
        assert message(memory, address).endswith("where there is no object")


@BOTH
def test_bounds(data_model: DataModel) -> None:
    memory, _ = make(data_model)
    first = memory.create(40, ObjectKind.GLOBAL, variable("a"), LOC)
    memory.create(40, ObjectKind.GLOBAL, variable("b"), LOC)
    assert memory.locate(first.base + 36, 4, writes=True) is first
    assert message(memory, first.base + 37) == "read of 4 bytes at offset 37 of 'a', which has 40 bytes"
    assert message(memory, first.base + 40, 1) == "read of 1 byte at offset 40 of 'a', which has 40 bytes"
    assert message(memory, first.base - 4) == "read of 4 bytes 4 before the start of 'a' (40 bytes)"


@BOTH
def test_dead_objects(data_model: DataModel) -> None:
    memory, _ = make(data_model)
    item = memory.create(16, ObjectKind.HEAP, loc=LOC)
    memory.end(item, "was freed")
    expected = (
        "write of 4 bytes at offset 8 of the heap object allocated at f.c:3:5 (16 bytes), which was freed"
    )
    assert message(memory, item.base + 8, writes=True) == expected
    assert memory.create(16, ObjectKind.HEAP, loc=LOC).base != item.base


@BOTH
def test_read_only_and_functions(data_model: DataModel) -> None:
    memory, _ = make(data_model)
    literal = memory.create(4, ObjectKind.GLOBAL)
    memory.write_bytes(literal.base, b"abc\0")
    memory.freeze(literal)
    assert memory.load(literal.base, codec(UCHAR)) == ord("a")
    assert message(memory, literal.base, 1, writes=True).endswith("a string literal, which is read-only")
    function = memory.create(1, ObjectKind.FUNCTION, name="f")
    assert message(memory, function.base, 1) == "read of 1 byte in function 'f'"


@BOTH
def test_large_objects(data_model: DataModel) -> None:
    memory, _ = make(data_model)
    item = memory.create(3 * 4096 + 10, ObjectKind.HEAP, loc=LOC)
    for offset in (0, 4094, 8192, 3 * 4096 + 6):
        memory.store(item.base + offset, codec(INT), offset + 1)
    for offset in (0, 4094, 8192, 3 * 4096 + 6):
        assert memory.load(item.base + offset, codec(INT)) == offset + 1
    assert "which has 12298 bytes" in message(memory, item.base + 3 * 4096 + 7)


def test_capacity_is_reported() -> None:
    memory, _ = make(capacity=1000)
    memory.create(900, ObjectKind.HEAP, loc=LOC)
    with pytest.raises(Unsupported, match="more than 1000 bytes"):
        memory.create(101, ObjectKind.HEAP, loc=LOC)


def test_no_more_than_is_left() -> None:
    memory, _ = make(capacity=1000)
    memory.create(400, ObjectKind.HEAP, loc=LOC)
    memory.leave(100)
    full = [memory.is_full]
    memory.create(100, ObjectKind.HEAP, loc=LOC)
    full.append(memory.is_full)
    with pytest.raises(Unsupported, match="more than 500 bytes"):
        memory.create(1, ObjectKind.HEAP, loc=LOC)
    assert [*full, memory.is_full] == [False, False, True]
    other, _ = make(capacity=1000)
    other.leave(2000)
    assert other.capacity == 1000


def test_addresses_of_the_32_bit_model_come_again_when_used_up() -> None:
    memory, _ = make(DataModel.M32)
    memory.limit = 10_000  # a small address space
    seen = set()
    for _ in range(20_000):
        item = memory.create(4, ObjectKind.STACK, variable("x"), LOC)
        assert 4096 <= item.base < 1 << 32
        seen.add(item.base)
        memory.end(item, "is out of scope")
    assert 4_900 < len(seen) < 5_000


def test_unwritten_scalars_are_asked_for_once() -> None:
    memory, asked = make()
    item = memory.create(8, ObjectKind.STACK, variable("x"), LOC, defined=False)
    cell = codec(INT)
    value = memory.load(item.base, cell)
    assert memory.load(item.base, cell) == value
    assert asked.names == [("x", INT)]
    assert (item.base >> 32) not in memory.fast
    memory.store(item.base + 4, cell, 7)
    assert (item.base >> 32) in memory.fast


def test_partly_written_scalars_are_asked_for_byte_by_byte() -> None:
    memory, asked = make()
    item = memory.create(4, ObjectKind.HEAP, loc=LOC, defined=False)
    memory.store(item.base + 1, codec(UCHAR), 0xAB)
    assert memory.load(item.base, codec(IntType(32, False))) == 0x1312AB11
    assert asked.names == [("heap:3", UCHAR)] * 3


def test_bit_fields_leave_their_neighbors_alone() -> None:
    memory, _ = make()
    item = memory.create(4, ObjectKind.GLOBAL)
    memory.store(item.base, codec(IntType(32, False)), 0xFFFFFFFF)
    cell = codec(IntType(5, True), 6, 5)
    memory.store(item.base + cell.skip, cell, -3)
    assert memory.load(item.base + cell.skip, cell) == -3
    word = memory.load(item.base, codec(IntType(32, False)))
    assert word == 0xFFFFFFFF & ~(0x1F << 6) | (-3 & 0x1F) << 6


def test_bit_field_in_an_unwritten_byte() -> None:
    memory, asked = make()
    item = memory.create(1, ObjectKind.STACK, variable("s"), LOC, defined=False)
    memory.store(item.base, codec(IntType(3, False), 0, 3), 5)
    assert memory.load(item.base, codec(UCHAR)) == 0x10 | 5
    assert len(asked.names) == 1


CELLS = [
    (CHAR, -5),
    (UCHAR, 250),
    (BOOL, 1),
    (INT, -(1 << 31)),
    (LONG, 1 << 62),
    (IntType(128, True), -(1 << 100)),
    (IntType(24, False), 0xABCDEF),
    (PointerType(INT), 1 << 63),
    (PointerType(INT, 4), 1 << 31),
    (FloatType(32, 4), 0.5),
    (FloatType(64, 8), -1e300),
    (FloatType(80, 16), Extended.parse("1.1")),
]


@pytest.mark.parametrize(("type", "value"), CELLS)
def test_cells_keep_values(type: Type, value: Value) -> None:
    memory, _ = make()
    item = memory.create(20, ObjectKind.GLOBAL)
    memory.store(item.base + 3, codec(type), value)
    assert memory.load(item.base + 3, codec(type)) == value


def test_snapshots() -> None:
    memory, _ = make()
    kept = memory.create(4, ObjectKind.HEAP, loc=LOC)
    partial = memory.create(8, ObjectKind.STACK, variable("x"), LOC, defined=False)
    memory.store(kept.base, codec(INT), 1)
    saved, key = memory.snapshot(), memory.key()
    data = kept.data
    memory.store(kept.base, codec(INT), 2)
    memory.store(partial.base, codec(INT), 2)
    assert memory.key() != key
    memory.end(kept, "was freed")
    late = memory.create(4, ObjectKind.HEAP, loc=LOC)
    memory.restore(saved)
    assert memory.key() == key
    assert memory.load(kept.base, codec(INT)) == 1
    assert kept.data is data
    assert partial.missing == 8
    assert memory.object_at(late.base) is None
    assert memory.create(4, ObjectKind.HEAP, loc=LOC).base == late.base


def test_journal_is_undone() -> None:
    memory, _ = make()
    item = memory.create(4, ObjectKind.STACK, variable("x"), LOC, defined=False)
    other = memory.create(4, ObjectKind.STACK, variable("y"), LOC)
    key, fast = memory.key(), dict(memory.fast)
    journal = memory.begin_journal([item.base, other.base])
    memory.store(item.base, codec(INT), 5)
    memory.store(other.base, codec(INT), 6)
    memory.create(4, ObjectKind.HEAP, loc=LOC)
    memory.end(other, "is out of scope")
    memory.undo(journal)
    assert memory.key() == key
    assert memory.fast == fast
    assert memory.used == 8


def test_collected_addresses_make_equal_states() -> None:
    memory, _ = make()
    pointer = memory.create(8, ObjectKind.GLOBAL)
    key = memory.key()

    def life(keep: bool) -> Object:
        item = memory.create(4, ObjectKind.STACK, variable("x"), LOC)
        if keep:
            memory.store(pointer.base, codec(LONG), item.base + 4)
        memory.end(item, "is out of scope")
        return item

    life(keep=False)
    memory.collect([])
    assert memory.key() == key
    held = life(keep=True)
    memory.collect([])
    assert memory.key() != key
    assert "which is out of scope" in message(memory, held.base)
    assert memory.create(4, ObjectKind.HEAP, loc=LOC).base != held.base


def test_registers_hold_addresses_too() -> None:
    memory, _ = make()
    item = memory.create(4, ObjectKind.HEAP, loc=LOC)
    memory.end(item, "was freed")
    memory.collect([item.base])
    assert "which was freed" in message(memory, item.base)
    memory.collect([])
    assert "where there is no object" in message(memory, item.base)


def test_names_of_parts() -> None:
    inner = RecordType("in", False, (Field("x", INT, 0), Field("y", ArrayType(INT, 3), 4)), 16, True)
    outer = RecordType("out", False, (Field("", inner, 0), Field("c", CHAR, 16)), 20, True)
    assert path_text(ArrayType(outer, 4), 2 * 20 + 8) == "[2].y[1]"
    assert path_text(ArrayType(outer, 4), 16) == "[0].c"
    memory, _ = make()
    item = memory.create(80, ObjectKind.GLOBAL, variable("q", ArrayType(outer, 4)), LOC)
    assert memory.name_of(item.base + 20) == "q[1].x"


@given(st.lists(st.tuples(st.integers(0, 11), st.sampled_from((1, 2, 4, 8)), st.integers(0, (1 << 64) - 1))))
@settings(deadline=None)
def test_bytes_are_what_was_written_last(writes: list[tuple[int, int, int]]) -> None:
    memory, _ = make()
    item = memory.create(20, ObjectKind.STACK, variable("x"), LOC, defined=False)
    model: dict[int, int] = {}
    for offset, size, value in writes:
        value &= (1 << 8 * size) - 1
        memory.store(item.base + offset, codec(IntType(8 * size, False)), value)
        model |= {offset + n: value >> 8 * n & 0xFF for n in range(size)}
    for position, byte in model.items():
        assert memory.load(item.base + position, codec(UCHAR)) == byte
    assert item.missing == 20 - len(model)


def test_what_had_ended_is_over_again_after_a_restore() -> None:
    memory = Memory(DataModel.M64, Asked())
    item = memory.create(4, ObjectKind.STACK)
    alive = memory.snapshot()
    memory.end(item, "is out of scope")
    over = memory.snapshot()
    memory.restore(alive)
    assert memory.load(item.base, codec(INT)) == 0
    memory.restore(over)
    with pytest.raises(Fault, match="is out of scope"):
        memory.load(item.base, codec(INT))
