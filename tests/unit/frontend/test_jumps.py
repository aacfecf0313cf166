"""Jumps into blocks: objects of a block live from its start, whichever way it is entered."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sources import loaded
from unthread.core.properties import Property
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Exited, Machine, Outcome, Violated
from unthread.interpreter.schedulers import InOrder

HEADER = "int use(int *p) { return *p; } int deref(int *p) { return *p; }\n"


def outcome(body: str, directory: Path) -> Outcome:
    program = loaded(f"{HEADER}int main(void) {{ {body} }}", directory)
    machine = Machine(program, RandomInputs(0), frozenset({Property.MEMORY}), lambda *printed: None)
    return machine.run(InOrder())


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("int r = 1; goto in; { int x; x = 5; in: x = 3; r = use(&x); } return r;", 3),
        ("int i = 0, r = 0; switch (2) { int x; case 1: x = 1; case 2: x = 7; r = use(&x); } return r;", 7),
        ("int r = 0; { int x = 1; if (r) goto out; r = use(&x); } out: return r;", 1),
        ("int n = 0, r = 0; again: { int x = n; r += use(&x); } if (++n < 4) goto again; return r;", 6),
        (
            "int r = 0, i = 0;"
            "for (; i < 3; i++) { int x = i; if (i == 1) continue; r += use(&x); } return r;",
            2,
        ),
    ],
)
def test_objects_of_blocks_that_are_entered_in_the_middle(body: str, status: int, tmp_path: Path) -> None:
    found = outcome(body, tmp_path)
    assert isinstance(found, Exited)
    assert found.status == status


@pytest.mark.parametrize(
    "body",
    [
        "int *p = 0; { int x = 1; p = &x; goto out; } out: return deref(p);",
        "int *p = 0, n = 0; again: if (n++) return deref(p); { int x = 1; p = &x; goto again; }",
        "int *p = 0; for (int i = 0; i < 2; i++) { int x = i; if (i) return deref(p); p = &x; } return 0;",
    ],
)
def test_they_end_where_they_are_left(body: str, tmp_path: Path) -> None:
    found = outcome(body, tmp_path)
    assert isinstance(found, Violated)
    assert found.violation.property is Property.MEMORY
