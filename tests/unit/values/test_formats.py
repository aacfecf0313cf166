"""printf against the machine's own, and what it does to memory."""

from __future__ import annotations

import ctypes
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referees import GLIBC
from tests.support.tools import require
from unthread.core.diagnostics import Unsupported
from unthread.core.floats import Extended
from unthread.core.source import NOWHERE, DataModel
from unthread.interpreter.memory import Memory
from unthread.interpreter.objects import Fault, ObjectKind
from unthread.interpreter.printf import TouchRecorder
from unthread.program.types import Type
from unthread.values.cells import Value
from unthread.values.formats import Formatter


def no_input(name: str, type: Type) -> Value:
    raise AssertionError(f"nobody should ask for {name}")


def make(data_model: DataModel = DataModel.M64) -> Memory:
    return Memory(data_model, no_input)


def place(memory: Memory, content: bytes) -> int:
    item = memory.create(len(content), ObjectKind.GLOBAL)
    memory.write_bytes(item.base, content)
    return item.base


def formatted(text: str, *arguments: int | float | bytes, data_model: DataModel = DataModel.M64) -> bytes:
    """Arguments: integers as 8 (or 4) bytes, floats as doubles, bytes as they are."""
    memory = make(data_model)
    width = 8 if data_model is DataModel.M64 else 4
    slots = b""
    for item in arguments:
        if isinstance(item, int):
            slots += (item & ((1 << 8 * width) - 1)).to_bytes(width, "little")
        else:
            slots += struct.pack("<d", item) if isinstance(item, float) else item
    formatter = Formatter(memory, data_model)
    return formatter.format(place(memory, text.encode() + b"\0"), place(memory, slots), NOWHERE)


def libc() -> ctypes.CDLL:
    require(GLIBC)
    return ctypes.CDLL(None)


def native(text: str, argument: object) -> bytes:
    buffer = ctypes.create_string_buffer(40_000)
    length: int = libc().snprintf(buffer, len(buffer), text.encode(), argument)
    return buffer.raw[:length]


flags = st.sets(st.sampled_from("-+ #0'")).map("".join)
widths = st.one_of(st.just(""), st.integers(1, 40).map(str))
precisions = st.one_of(st.just(""), st.just("."), st.integers(0, 30).map(lambda n: f".{n}"))
lengths = st.sampled_from(("hh", "h", "", "l", "ll", "z", "t", "j"))


@given(flags, widths, precisions, lengths, st.sampled_from("diuoxX"), st.integers(-(1 << 63), (1 << 64) - 1))
@settings(deadline=None)
def test_integers_like_the_c_library(
    flag: str, width: str, precision: str, length: str, kind: str, value: int
) -> None:
    text = f"[%{flag}{width}{precision}{length}{kind}]"
    assert formatted(text, value) == native(text, ctypes.c_uint64(value))


@given(flags, widths, precisions, st.sampled_from("eEfFgGaA"), st.floats())
@settings(deadline=None)
def test_doubles_like_the_c_library(flag: str, width: str, precision: str, kind: str, value: float) -> None:
    text = f"[%{flag}{width}{precision}{kind}]"
    assert formatted(text, value) == native(text, ctypes.c_double(value))


extended = st.builds(
    Extended, st.booleans(), st.integers(1, 0x7FFE), st.integers(1 << 63, (1 << 64) - 1)
) | st.builds(Extended, st.booleans(), st.just(0), st.integers(0, (1 << 63) - 1))


@given(flags, widths, precisions, st.sampled_from("eEfFgGaA"), extended)
@settings(deadline=None)
def test_long_doubles_like_the_c_library(
    flag: str, width: str, precision: str, kind: str, value: Extended
) -> None:
    text = f"[%{flag}{width}{precision}L{kind}]"
    given_value = ctypes.c_longdouble()
    ctypes.memmove(ctypes.byref(given_value), value.to_bytes(), 10)
    assert formatted(text, value.to_bytes() + bytes(6)) == native(text, given_value)


@given(flags, widths, precisions, st.sampled_from("sp"))
@settings(deadline=None)
def test_strings_and_pointers_like_the_c_library(flag: str, width: str, precision: str, kind: str) -> None:
    text = f"[%{flag}{width}{precision}{kind}]"
    assert formatted(text, 0) == native(text, ctypes.c_void_p(0))
    if kind == "p":
        assert formatted(text, 0xABCDE) == native(text, ctypes.c_void_p(0xABCDE))


def test_strings_stop_at_zero_or_precision() -> None:
    memory = make()
    content = memory.create(3, ObjectKind.GLOBAL)
    memory.write_bytes(content.base, b"abc")  # no terminating zero
    slots = place(memory, content.base.to_bytes(8, "little"))
    formatter = Formatter(memory, DataModel.M64)
    assert formatter.format(place(memory, b"%.3s|\0"), slots, NOWHERE) == b"abc|"
    with pytest.raises(Fault, match="read of 1 byte at offset 3"):
        formatter.format(place(memory, b"%s\0"), slots, NOWHERE)


def test_stars_and_percent() -> None:
    assert formatted("%*d|%-*d|%.*f|%%", 5, 42, 4, 7, 2, 3.14159) == b"   42|7   |3.14|%"
    assert formatted("%*d|%.*d", -5, 42, -1, 7) == b"42   |7"


def test_written_count() -> None:
    memory = make()
    target = memory.create(4, ObjectKind.GLOBAL)
    slots = place(memory, target.base.to_bytes(8, "little"))
    assert Formatter(memory, DataModel.M64).format(place(memory, b"abc%nd\0"), slots, NOWHERE) == b"abcd"
    assert memory.read_bytes(target.base, 4) == b"\3\0\0\0"


def test_slots_of_the_32_bit_model() -> None:
    assert formatted("%d %lld %f %d", 1, 2, 0, 0.5, 3, data_model=DataModel.M32) == b"1 2 0.500000 3"
    pieces = (7, Extended.parse("1.5").to_bytes() + bytes(2), 8)
    assert formatted("%d %Lg %d", *pieces, data_model=DataModel.M32) == b"7 1.5 8"


def test_long_doubles_are_aligned_to_sixteen_bytes() -> None:
    pieces = (7, bytes(8), Extended.parse("1.5").to_bytes() + bytes(6), 8)
    assert formatted("%d %Lg %d", *pieces) == b"7 1.5 8"


@pytest.mark.parametrize("text", ["%y", "%", "%1$d", "%5", "%ls", "%lc", "%m"])
def test_wrong_formats_are_reported(text: str) -> None:
    with pytest.raises(Unsupported, match="printf"):
        formatted(text, 1)


def test_recorder_notes_and_changes_nothing() -> None:
    memory = make()
    target = place(memory, bytes(4))
    word = place(memory, b"hi\0")
    slots = place(memory, word.to_bytes(8, "little") + target.to_bytes(8, "little"))
    recorder = TouchRecorder(memory)
    Formatter(recorder, DataModel.M64).format(place(memory, b"%s%n\0"), slots, NOWHERE)
    assert memory.read_bytes(target, 4) == bytes(4)
    assert (word * 8, (word + 3) * 8, False, False) in recorder.accesses
    assert (target * 8, (target + 4) * 8, True, False) in recorder.accesses
