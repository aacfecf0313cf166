"""What nothing leads to when the process ends, of programs that are executed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sources import loaded
from unthread.core.properties import Property
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Exited, Machine, Violated
from unthread.interpreter.schedulers import RandomScheduler

TEXT = """
#include <stdlib.h>
struct node { struct node *next; char pad[3]; } *kept;
static char packed[16];
static struct node *new(void) { return calloc(1, sizeof(struct node)); }
int main(void) { BODY return 0; }
"""


@pytest.mark.parametrize(
    ("body", "is_lost"),
    [
        ("kept = new(); kept->next = new();", False),
        ("kept = new(); kept = kept->next;", True),
        ("struct node *own = new(); own->next = own;", True),
        ("struct node *own = new(); __builtin_memcpy(packed + 3, &own, sizeof own);", False),
        ("kept = new(); kept = (struct node *)(kept->pad + 2);", False),
        ("kept = new(); kept->next = new(); free(kept);", True),
        ("free(new());", False),
    ],
)
def test_lost(body: str, is_lost: bool, tmp_path: Path) -> None:
    program = loaded(TEXT.replace("BODY", body), tmp_path)
    machine = Machine(program, RandomInputs(1), frozenset({Property.LEAK}), lambda stream, text: None)
    outcome = machine.run(RandomScheduler(1))
    assert isinstance(outcome, Violated if is_lost else Exited)
