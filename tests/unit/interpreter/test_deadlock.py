"""Nobody can go on, and the machine says who waits."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.builder import at, binary, constant, program, read, spawn
from tests.support.machines import g, h, main, run, violation, worker
from tests.support.recorded import recorded
from unthread.core.properties import Property
from unthread.interpreter.machine import Blocked
from unthread.program.instructions import BlockUntil, Instruction


def test_deadlock() -> None:
    stuck = worker(BlockUntil(binary("==", read(g), constant(1)), at(11)))
    body: list[Instruction] = [spawn("worker"), BlockUntil(binary("==", read(h), constant(1)), at(2))]
    given_program = program([main(*body), stuck], [g, h])
    found = violation(given_program)
    assert found.property is Property.DEADLOCK
    assert found.message == "deadlock: thread 0 waits for h; thread 1 waits for g"
    assert run(given_program, frozenset({Property.REACH})) == Blocked((0, 1))


def test_a_thread_alone_can_deadlock() -> None:
    given_program = program([main(BlockUntil(binary("==", read(h), constant(1)), at(2)))], [h])
    assert violation(given_program).property is Property.DEADLOCK


LOCKS = """#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t spin;
static void *work(void *unused)
{
    WORK
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_spin_init(&spin, 0);
    MAIN
    pthread_create(&thread, 0, work, 0);
    LAST
    pthread_join(thread, 0);
}
"""


@pytest.mark.parametrize(
    ("main", "work", "last", "schedule", "message"),
    [
        (
            "",
            "pthread_mutex_lock(&m); pthread_mutex_lock(&m);",
            "",
            "0:3,1:3",
            "thread 1 waits in pthread_mutex_lock for m, which thread 1 holds",
        ),
        (
            "pthread_rwlock_rdlock(&rw);",
            "pthread_rwlock_wrlock(&rw);",
            "",
            "0:4,1:2",
            "thread 1 waits in pthread_rwlock_wrlock for rw, which thread 0 holds; "
            "thread 0 waits for the end of thread 1",
        ),
        (
            "pthread_spin_lock(&spin);",
            "pthread_spin_lock(&spin);",
            "",
            "0:4,1:1",
            "thread 1 waits in pthread_spin_lock for spin, which thread 0 holds; "
            "thread 0 waits for the end of thread 1",
        ),
        (
            "",
            "pthread_mutex_lock(&m); pthread_cond_wait(&c, &m);",
            "pthread_mutex_lock(&m); pthread_cond_signal(&c);",
            "0:2,1:4,0:3",
            "thread 1 waits in pthread_cond_wait for m, which thread 0 holds; "
            "thread 0 waits for the end of thread 1",
        ),
        (
            "",
            "pthread_mutex_lock(&m); pthread_cond_wait(&c, &m);",
            "pthread_mutex_lock(&m);",
            "0:2,1:4,0:2",
            "thread 1 waits in pthread_cond_wait for c; thread 0 waits for the end of thread 1",
        ),
    ],
)
def test_who_holds_what_is_waited_for(
    tmp_path: Path, main: str, work: str, last: str, schedule: str, message: str
) -> None:
    """Whatever kind of lock it is; whoever was woken at a condition variable waits for the mutex."""
    text = LOCKS.replace("MAIN", main).replace("WORK", work).replace("LAST", last)
    trace = recorded(tmp_path, text, schedule, (18, 5), Property.DEADLOCK)
    assert trace.violation.message == f"deadlock: {message}"
