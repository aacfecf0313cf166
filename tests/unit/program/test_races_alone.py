"""A thread that is alone runs without anybody looking for races; nothing known from before may stay."""

from __future__ import annotations

from pathlib import Path

from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.core.trace import Slice
from unthread.frontend.load import load
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Exited, Machine
from unthread.interpreter.schedulers import GivenSchedule

TEXT = """
#include <pthread.h>
int data;
void *idle(void *argument) { return 0; }
void *look(void *argument) { return data ? argument : 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, idle, 0);
    data = 1;
    pthread_create(&t, 0, look, 0);
    pthread_exit(0);
}
"""


def test_a_write_before_a_thread_begins(tmp_path: Path) -> None:
    """While the first thread ends, `main` stands before its write."""
    file = tmp_path / "alone.c"
    file.write_text(TEXT)
    machine = Machine(load(Source((file,))), RandomInputs(0), frozenset({Property.RACE}), lambda *_: None)
    schedule = (Slice(0, 1), Slice(1, 3), Slice(0, 2), Slice(2, 4))
    assert isinstance(machine.run(GivenSchedule(schedule)), Exited)
