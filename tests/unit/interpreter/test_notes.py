"""What library functions did, in words."""

from __future__ import annotations

from pathlib import Path

from tests.support.recorded import recorded
from unthread.core.source import Loc
from unthread.core.trace import InputValue

WAITING = """#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_cond_signal(&c);
    pthread_create(&thread, 0, work, 0);
    pthread_cond_broadcast(&c);
    int failed = pthread_mutex_trylock(&m);
    assert(failed == 2);
}
"""


def notes(directory: Path, schedule: str, spurious: int) -> list[tuple[str, str]]:
    at = Loc(str(directory / "p.c"), 8, 5, "work")
    wakes = [InputValue(1, name, at, spurious) for name in ("spurious", "outcome")]
    trace = recorded(directory, WAITING, schedule, (19, 5), inputs=wakes)
    return [(step.call, step.note) for step in trace.steps if step.note]


def test_who_sleeps_and_who_wakes(tmp_path: Path) -> None:
    assert notes(tmp_path, "0:2,1:4,0:1,1:4,0:9", 0) == [
        ("pthread_cond_signal", "wakes no thread: none waits"),
        ("pthread_cond_wait", "unlocks m and sleeps"),
        ("pthread_cond_broadcast", "wakes thread 1 (work)"),
        ("pthread_cond_wait", "wakes up, locks m again"),
    ]


def test_a_spurious_wakeup_is_called_so(tmp_path: Path) -> None:
    assert notes(tmp_path, "0:2,1:5,0:1,1:3,0:9", 1)[1:] == [
        ("pthread_cond_wait", "unlocks m and sleeps"),
        ("pthread_cond_wait", "wakes up spuriously (POSIX allows it; --no-spurious), locks m again"),
        ("pthread_cond_broadcast", "wakes no thread: none waits"),
    ]


def test_a_signal_does_not_wake_who_is_awake(tmp_path: Path) -> None:
    """Though the thread has not gone on yet."""
    assert notes(tmp_path, "0:2,1:4,0:1,1:4,0:9", 1)[1:] == [
        ("pthread_cond_wait", "unlocks m and sleeps"),
        ("pthread_cond_broadcast", "wakes no thread; already awake: thread 1 (work)"),
        ("pthread_cond_wait", "wakes up spuriously (POSIX allows it; --no-spurious), locks m again"),
    ]


def test_a_trylock_that_fails_names_the_holder(tmp_path: Path) -> None:
    place = tmp_path / "p.c"
    assert notes(tmp_path, "0:2,1:2,0:9", 0)[1:] == [
        ("pthread_cond_broadcast", "wakes no thread: none waits"),
        ("pthread_mutex_trylock", f"fails: thread 1 holds m, locked at {place}:7"),
    ]
