"""Printing, and what it would touch."""

from __future__ import annotations

from pathlib import Path

from tests.support.sources import loaded
from unthread.core.properties import Property
from unthread.core.source import DataModel
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Exited, Machine
from unthread.interpreter.memory import Memory
from unthread.interpreter.objects import ObjectKind
from unthread.interpreter.printf import TouchRecorder
from unthread.interpreter.schedulers import InOrder


def memory_with(text: bytes) -> tuple[Memory, int]:
    memory = Memory(DataModel.M64, lambda name, type: 0)
    item = memory.create(len(text) + 8, ObjectKind.GLOBAL, name="text", defined=True)
    memory.write_bytes(item.base, text)
    return memory, item.base


def test_reading_a_string_touches_its_end() -> None:
    memory, base = memory_with(b"ab\0")
    recorder = TouchRecorder(memory)
    assert recorder.read_string(base) == b"ab"
    assert recorder.accesses == [(base * 8, (base + 3) * 8, False, False)]


def test_a_limited_string_may_have_no_end() -> None:
    memory, base = memory_with(b"abcd")
    recorder = TouchRecorder(memory)
    assert recorder.read_string(base, 2) == b"ab"
    assert recorder.accesses == [(base * 8, (base + 2) * 8, False, False)]


def test_writing_changes_nothing() -> None:
    memory, base = memory_with(b"ab\0")
    recorder = TouchRecorder(memory)
    recorder.write_bytes(base, b"xyz")
    assert memory.read_bytes(base, 2) == b"ab"
    assert recorder.accesses == [(base * 8, (base + 3) * 8, True, False)]


def test_what_is_printed_goes_to_its_stream_and_into_its_buffer(tmp_path: Path) -> None:
    text = """#include <stdio.h>
    int main(void) {
        char buffer[4];
        int count = snprintf(buffer, sizeof buffer, "%d-%s", 12, "abc");
        printf("%s %d\\n", buffer, count);
        return 0;
    }"""
    printed: list[tuple[int, bytes]] = []
    machine = Machine(
        loaded(text, tmp_path),
        RandomInputs(0),
        frozenset({Property.MEMORY}),
        lambda stream, content: printed.append((stream, content)),
    )
    assert isinstance(machine.run(InOrder()), Exited)
    assert printed == [(1, b"12- 6\n")]
