"""Which locks a thread holds when something goes wrong, and where it took them."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.properties import DEFAULT_PROPERTIES, Violation
from unthread.core.source import Source
from unthread.core.trace import Slice, Step
from unthread.frontend.load import load
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Machine, Violated
from unthread.interpreter.schedulers import GivenSchedule

HEAD = """#include <assert.h>
#include <pthread.h>
#include <threads.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t s;
mtx_t c;
struct { pthread_mutex_t lock; } box[2];
int main(void) {
"""


def violation(directory: Path, body: str) -> Violation:
    file = directory / "a.c"
    file.write_text(HEAD + body + "\n}\n")
    steps: list[Step] = []
    machine = Machine(
        load(Source((file,))),
        RandomInputs(0),
        DEFAULT_PROPERTIES,
        lambda stream, text: None,
        observer=steps.append,
    )
    outcome = machine.run(GivenSchedule((Slice(0, 1000),)))
    assert isinstance(outcome, Violated)
    return outcome.violation


@pytest.mark.parametrize(
    ("body", "held"),
    [
        ("assert(0);", []),
        ("pthread_mutex_lock(&m);\nassert(0);", [("m", "mutex", 10)]),
        ("pthread_mutex_lock(&m);\npthread_mutex_unlock(&m);\nassert(0);", []),
        (
            "pthread_mutex_lock(&m);\npthread_mutex_unlock(&m);\npthread_mutex_lock(&m);\nassert(0);",
            [("m", "mutex", 12)],
        ),
        ("pthread_mutex_trylock(&m);\nassert(0);", [("m", "mutex", 10)]),
        ("pthread_rwlock_rdlock(&r);\nassert(0);", [("r", "read-write lock", 10)]),
        ("pthread_rwlock_wrlock(&r);\nassert(0);", [("r", "read-write lock", 10)]),
        ("pthread_spin_init(&s, 0);\npthread_spin_lock(&s);\nassert(0);", [("s", "spin lock", 11)]),
        ("mtx_init(&c, mtx_plain);\nmtx_lock(&c);\nassert(0);", [("c", "mutex", 11)]),
        (
            "pthread_mutex_lock(&box[1].lock);\npthread_mutex_lock(&m);\nassert(0);",
            [("box[1].lock", "mutex", 10), ("m", "mutex", 11)],
        ),
    ],
)
def test_held(tmp_path: Path, body: str, held: list[tuple[str, str, int]]) -> None:
    (part,) = violation(tmp_path, body).participants
    assert [(item.lock, item.sort, item.loc.line) for item in part.holds] == held


def test_a_lock_taken_twice_is_waited_for_by_its_owner(tmp_path: Path) -> None:
    text = "pthread_rwlock_wrlock(&r);\npthread_mutex_lock(&m);\npthread_mutex_lock(&m);"
    found = violation(tmp_path, text)
    assert found.participants[0].thread == found.thread == 0
    assert [item.lock for item in found.participants[0].holds] == ["r", "m"]
