"""The body that is kept: nothing superfluous, nothing lost."""

from __future__ import annotations

from pathlib import Path

from tests.support.sources import loaded
from unthread.program.instructions import Assign, Instruction, Jump, Label, accesses


def body(text: str, directory: Path) -> tuple[Instruction, ...]:
    return loaded(f"int x, y; int main(void) {{ {text} }}", directory).functions["main"].body


def test_a_value_that_is_used_once_needs_no_variable(tmp_path: Path) -> None:
    found = body("int n = 3; x = n * 2 + 1; return 0;", tmp_path)
    stores = [item for item in found if isinstance(item, Assign) and item.loc.line == 1]
    assert sum(getattr(item.target, "variable", None) is not None for item in stores) == len(stores)
    assert len(stores) <= 2


def test_code_that_nobody_gets_to_is_gone(tmp_path: Path) -> None:
    found = body("return 0; x = 1; y = 2;", tmp_path)
    assert not any(isinstance(item, Assign) for item in found)


def test_labels_are_those_that_are_jumped_to(tmp_path: Path) -> None:
    found = body("for (int i = 0; i < 3; i++) if (x) { y = 1; } unused: return 0;", tmp_path)
    labels = {item.name for item in found if isinstance(item, Label)}
    assert labels == {item.label for item in found if isinstance(item, Jump)}


def test_two_accesses_are_never_made_one(tmp_path: Path) -> None:
    found = body("x = y + y; return 0;", tmp_path)
    assert sum(len(list(accesses(item))) for item in found) == 3
    assert all(len(list(accesses(item))) <= 1 for item in found)
