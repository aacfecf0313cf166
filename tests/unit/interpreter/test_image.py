"""A program placed in memory: addresses and initial values."""

from __future__ import annotations

from pathlib import Path

from tests.support.sources import loaded
from unthread.interpreter.image import Image
from unthread.interpreter.memory import Memory

TEXT = """int zero, set = -2, list[3] = {1, [2] = 7};
int *into = &list[2];
static int callee(void) { return 3; }
int (*called)(void) = callee;
unsigned char low = 300;
struct { unsigned a : 3, b : 5; } bits = {5, 17};
int main(void) { return zero + set + *into + called() + low + bits.a; }
"""


def image(directory: Path) -> Image:
    program = loaded(TEXT, directory)
    return Image(program, Memory(program.data_model, lambda name, type: 0))


def content(found: Image, name: str) -> bytes:
    return bytes(found.globals[name].data or b"")


def test_initial_values(tmp_path: Path) -> None:
    found = image(tmp_path)
    assert content(found, "zero") == bytes(4)
    assert int.from_bytes(content(found, "set"), "little", signed=True) == -2
    assert content(found, "list") == bytes([1, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0])
    assert content(found, "low") == bytes([44])
    assert content(found, "bits")[0] == 5 | 17 << 3


def test_addresses_lead_back(tmp_path: Path) -> None:
    found = image(tmp_path)
    assert int.from_bytes(content(found, "into"), "little") == found.globals["list"].base + 8
    called = int.from_bytes(content(found, "called"), "little")
    assert found.names[called] == "callee"
    assert found.functions["callee"] == called
    assert len(set(found.functions.values())) == len(found.functions)
