"""States of threads: a copy is one by itself, and its key is that of the original."""

from __future__ import annotations

from pathlib import Path

from tests.support.sources import loaded
from unthread.core.properties import Property
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Machine
from unthread.interpreter.state import ThreadState

TEXT = """#include <pthread.h>
int x;
__thread int own = 3;
int twice(int n) { int k = n; own = k; x = k; return k + k; }
void *work(void *p) { x = twice(1); return p; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
"""


def inside_a_call(directory: Path) -> ThreadState:
    """Thread 1, before it writes x in `twice`."""
    properties = frozenset({Property.REACH})
    machine = Machine(loaded(TEXT, directory), RandomInputs(0), properties, lambda stream, text: None)
    machine.step(0)
    machine.step(1)
    thread = machine.threads[1]
    assert len(thread.frames) >= 1
    return thread


def test_a_copy_has_the_same_key(tmp_path: Path) -> None:
    thread = inside_a_call(tmp_path)
    twin = thread.copy()
    assert twin is not thread
    assert twin.key() == thread.key()
    assert (twin.number, twin.start, twin.origin, twin.moves) == (1, "work", thread.origin, thread.moves)


def test_what_happens_to_a_copy_does_not_happen_to_the_thread(tmp_path: Path) -> None:
    thread = inside_a_call(tmp_path)
    before = thread.key()
    changes = (
        lambda twin: setattr(twin.frames[-1], "pc", twin.frames[-1].pc + 1),
        lambda twin: twin.frames[-1].regs.append(7),
        lambda twin: twin.frames[-1].owned.append(7),
        lambda twin: twin.frames.pop(),
        lambda twin: twin.locals.update(new=7),
        lambda twin: setattr(twin, "alive", False),
        lambda twin: setattr(twin, "atomic", 1),
        lambda twin: setattr(twin, "wrote", True),
    )
    for change in changes:
        twin = thread.copy()
        change(twin)
        assert twin.key() != before
        assert thread.key() == before
