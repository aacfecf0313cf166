"""Thread-local variables are made when they are first used: what two threads make is never the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.core.trace import Slice
from unthread.frontend.load import load
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Machine, Violated
from unthread.interpreter.schedulers import GivenSchedule

TEXT = """
#include <pthread.h>
STORAGE int data;
void *work(void *argument) { int seen = data; data = seen + 1; return 0; }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, work, 0);
    pthread_create(&s, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(s, 0);
    return 0;
}
"""


@pytest.mark.parametrize(("storage", "races"), [("__thread", False), ("static", True)])
@pytest.mark.parametrize("first", [1, 2])
def test_the_next_access_of_a_thread_makes_the_variable(
    tmp_path: Path, storage: str, races: bool, first: int
) -> None:
    """One thread is at its second access while the other stands before its first."""
    file = tmp_path / "a.c"
    file.write_text(TEXT.replace("STORAGE", storage))
    machine = Machine(load(Source((file,))), RandomInputs(0), frozenset({Property.RACE}), lambda *_: None)
    schedule = (Slice(0, 2), Slice(3 - first, 1), Slice(first, 3))
    assert isinstance(machine.run(GivenSchedule(schedule)), Violated) == races
