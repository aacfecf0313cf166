"""A trace, followed in a bounded program: which steps, and what is to be looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.recorded import recorded
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.diagnostics import InputError
from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.program.instructions import Assign
from unthread.results.bounded_run import BoundedRun
from unthread.results.following import Followed, followed_by, inputs_of

RACE = """#include <pthread.h>
int x;
void *work(void *u) { x = 1; return u; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    x = 2;
    pthread_join(t, 0);
}
"""
STUCK = """#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *u) { pthread_mutex_lock(&m); return u; }
int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
}
"""
CROSSED = """#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *look(void *u)
{
    pthread_rwlock_rdlock(&l);
    pthread_mutex_lock(&m);
    return u;
}
void *change(void *u)
{
    pthread_mutex_lock(&m);
    pthread_rwlock_wrlock(&l);
    return u;
}
int main(void)
{
    pthread_t t, s;
    pthread_create(&t, 0, look, 0);
    pthread_create(&s, 0, change, 0);
    pthread_join(t, 0);
}
"""
COPIES = """#include <pthread.h>
#include <string.h>
char text[4];
void *work(void *u) { memcpy(text, "abc", 4); return u; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    char first = text[2];
    pthread_join(t, 0);
    return first;
}
"""
LOOP = """#include <assert.h>
int x;
int main(void)
{
    for (int i = 0; i < 5; i++)
        x++;
    assert(x != 5);
}
"""


def followed(
    directory: Path, text: str, schedule: str, place: tuple[int, int], property: Property, unwind: int = 2
) -> Followed:
    trace = recorded(directory, text, schedule, place, property)
    bounds = Bounds(unwind=unwind, unwind_max=unwind)
    program = bound(load(Source((directory / "p.c",))), bounds, frozenset({property}))
    return followed_by(trace, program, visible_points(program), "o.c")


def test_both_accesses_of_a_race_come_next_to_each_other(tmp_path: Path) -> None:
    found = followed(tmp_path, RACE, "0:1,1:1,0:1", (8, 5), Property.RACE)
    assert set(found.steps[-2:]) == {0, 1}
    assert sorted(set(found.probes.accesses.values())) == [0, 1]
    assert {thread for thread, _ in found.probes.accesses} == {0, 1}


def test_steps_at_one_place_are_told_apart_by_what_they_access(tmp_path: Path) -> None:
    """Only the third byte that memcpy writes is visible: its write is not that of the first."""
    found = followed(tmp_path, COPIES, "0:1,1:7", (4, 23), Property.RACE, unwind=6)
    assert found.steps == (0, 1, 0, 1)


def test_every_living_thread_of_a_deadlock_waits(tmp_path: Path) -> None:
    found = followed(tmp_path, STUCK, "0:2,1:1", (3, 23), Property.DEADLOCK)
    assert all(at is not None for at in found.probes.waits)
    assert len(found.probes.waits) == 2


def test_a_writer_that_has_only_announced_itself_does_not_have_the_lock(tmp_path: Path) -> None:
    """The announcement is a step of the program, and here none of the bounded one."""
    found = followed(tmp_path, CROSSED, "0:2,2:3,1:2", (7, 5), Property.DEADLOCK)
    assert found.steps[-2:] == (2, 1)
    assert len(found.probes.waits) == 3


def test_bounds_that_are_too_small(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="within these bounds"):
        followed(tmp_path, LOOP, "0:11", (7, 5), Property.REACH)
    assert followed(tmp_path, LOOP, "0:11", (7, 5), Property.REACH, unwind=6).steps


def test_a_bounded_run_knows_its_threads(tmp_path: Path) -> None:
    trace = recorded(tmp_path, RACE, "0:1,1:1,0:1", (8, 5), Property.RACE)
    program = bound(load(Source((tmp_path / "p.c",))), Bounds(), frozenset({Property.RACE}))
    run = BoundedRun(program, visible_points(program), inputs_of(trace))
    assert (run.number_of(0), run.number_of(1)) == (0, None)
    assert run.machine.races is None
    run.machine.step(0)
    assert run.number_of(1) == 1
    assert run.thread_of(1) == 1
    run.machine.approach(0)
    start, *_ = trace.steps
    assert not run.is_next(0, start)  # it was taken
    assert isinstance(program.threads[0].body[run.machine.threads[0].frames[-1].pc], Assign)
