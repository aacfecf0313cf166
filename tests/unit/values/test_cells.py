"""How scalars lie in bytes: what was written is read, and what is beside it stays."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unthread.core.floats import Extended
from unthread.program.types import BOOL, CHAR, INT, UINT, FloatType, IntType, PointerType, Type, value_range
from unthread.values.cells import codec

INTEGERS = (CHAR, INT, UINT, IntType(64, False), IntType(128, True), IntType(24, True), PointerType(INT, 4))


@pytest.mark.parametrize("type", INTEGERS, ids=str)
def test_integers_at_their_limits(type: Type) -> None:
    for value in (*value_range(type), 0, 1):
        data = bytearray(b"\xaa" * 32)
        cell = codec(type)
        cell.write(data, 3, value)
        assert cell.read(data, 3) == value
        assert bytes(data[:3]) == b"\xaa" * 3
        assert set(data[3 + cell.size :]) == {0xAA}


def test_little_endian_and_truth() -> None:
    data = bytearray(4)
    codec(UINT).write(data, 0, 0x01020304)
    assert bytes(data) == b"\x04\x03\x02\x01"
    assert codec(BOOL).read(b"\x07", 0) == 1


@given(
    offset=st.integers(0, 15),
    width=st.integers(1, 32),
    value=st.integers(0, (1 << 32) - 1),
    fill=st.integers(0, 255),
)
def test_bit_fields_leave_their_neighbors_alone(offset: int, width: int, value: int, fill: int) -> None:
    cell = codec(IntType(width, False), offset, width)
    data = bytearray([fill] * 8)
    before = int.from_bytes(data, "little")
    cell.write(data, cell.skip, value & ((1 << width) - 1))
    mask = ((1 << width) - 1) << offset
    after = int.from_bytes(data, "little")
    assert cell.read(data, cell.skip) == value & ((1 << width) - 1)
    assert after & ~mask == before & ~mask
    assert (after & mask) >> offset == value & ((1 << width) - 1)


def test_a_signed_bit_field_of_one_bit() -> None:
    cell = codec(IntType(1, True), 5, 1)
    data = bytearray(1)
    cell.write(data, 0, -1)
    assert (data[0], cell.read(data, 0), cell.extent) == (32, -1, (5, 6))


@given(st.floats(allow_nan=False))
def test_floating_numbers(value: float) -> None:
    data = bytearray(16)
    codec(FloatType(64, 8)).write(data, 0, value)
    assert bytes(data[:8]) == struct.pack("<d", value)
    extended = codec(FloatType(80, 16))
    extended.write(data, 0, Extended.from_float(value))
    read = extended.read(data, 0)
    assert isinstance(read, Extended)
    assert read.to_float() == value
