"""Global variables and functions in memory, before any thread runs."""

from __future__ import annotations

from pathlib import Path

from tests.support.encoding import encoded
from unthread.engine.encode.objects import Pointer
from unthread.engine.encode.statics import Statics
from unthread.engine.terms.nodes import Int

TEXT = """int plain, set = -5, list[3] = {1, 2};
extern int elsewhere;
unsigned char byte = 300;
int *pointer = &list[1];
void (*called)(void);
static void callee(void) { plain = 1; }
void (*chosen)(void) = callee;
const int fixed = 9;
int main(void) {
    callee();
    return plain + set + list[0] + elsewhere + byte + *pointer + !called + !chosen + fixed;
}
"""


def statics(directory: Path) -> Statics:
    return encoded(TEXT, directory, rounds=0).setting.statics


def cells(found: Statics, name: str) -> dict[int, int]:
    """Integers that are known, by offset."""
    state = found.memory.states[found.globals[name].number]
    known = ((offset, value) for offset, (_, value) in state.cells.items())
    return {offset: value.lo for offset, value in known if isinstance(value, Int) and value.is_constant}


def test_initial_values(tmp_path: Path) -> None:
    found = statics(tmp_path)
    assert cells(found, "set") == {0: -5}
    assert {at: value for at, value in cells(found, "list").items() if value} == {0: 1, 4: 2}
    assert cells(found, "byte") == {0: 44}


def test_what_nobody_initializes_is_zero_unless_it_is_elsewhere(tmp_path: Path) -> None:
    found = statics(tmp_path)
    assert not found.globals["plain"].undefined
    assert found.globals["elsewhere"].undefined


def test_addresses_of_objects_and_functions(tmp_path: Path) -> None:
    found = statics(tmp_path)
    (_, pointer), (_, chosen) = (
        found.memory.states[found.globals[name].number].cells[0] for name in ("pointer", "chosen")
    )
    assert isinstance(pointer, Pointer)
    assert (pointer.object.lo, pointer.offset.lo) == (found.globals["list"].number, 4)
    assert isinstance(chosen, Pointer)
    assert chosen.object.lo == found.functions["callee"].number
    assert found.functions["callee"].is_function
