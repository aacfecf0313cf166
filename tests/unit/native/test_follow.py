"""A trace executed again: what its steps touch, what library functions return, what cannot be forced."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.support.native import trace_of
from unthread.bound.loops.spinning import with_waits
from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.core.trace import Slice
from unthread.frontend.load import load
from unthread.native.follow import NativeFollower, library_name
from unthread.program.library import WAIT, WAIT_IN_LOOP

COUNTER = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static struct { char tag; int n; } s;
static void *work(void *unused) { s.n = rand(); return unused; }
int main(void)
{
    pthread_t t;
    int unset;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    if (unset) s.tag = 1;
    assert(s.n);
}
"""


def follower(directory: Path) -> NativeFollower:
    file = directory / "a.c"
    file.write_text(COUNTER)
    source = Source((file,))
    trace = trace_of(source, "", Property.REACH)
    return NativeFollower(with_waits(load(source), trace.properties), trace)


def test_the_violation_is_met_again(tmp_path: Path) -> None:
    found = follower(tmp_path).run()
    assert found is not None
    assert (found.property, found.loc.line) == (Property.REACH, 13)


def test_a_schedule_that_ends_before_does_not_meet_it(tmp_path: Path) -> None:
    whole = follower(tmp_path)
    short = replace(whole.trace, schedule=(Slice(0, 1),))
    assert NativeFollower(with_waits(load(short.source), short.properties), short).run() is None


def test_a_step_is_recorded_with_the_bytes_that_it_touches(tmp_path: Path) -> None:
    followed = follower(tmp_path)
    followed.run()
    (written,) = [item for item in followed.recorded if item.step.thread == 1 and item.step.loc.line == 5]
    (touched,) = written.touched
    assert (touched.item.variable and touched.item.variable.text) == "s"
    assert (touched.touch.address - touched.item.base, touched.touch.size, touched.touch.writes) == (
        4,
        4,
        True,
    )


def test_what_the_library_returned_is_noted_once(tmp_path: Path) -> None:
    followed = follower(tmp_path)
    followed.run()
    assert [(one.thread, one.call, one.value) for one in followed.inputs.results] == [(1, "rand", 0)]


def test_values_that_nobody_wrote_cannot_be_forced(tmp_path: Path) -> None:
    followed = follower(tmp_path)
    followed.run()
    (obstacle,) = followed.inputs.obstacles
    assert "unset" in obstacle
    assert "cannot be forced" in obstacle


def test_a_wait_in_a_loop_is_a_wait() -> None:
    assert library_name(WAIT_IN_LOOP) == library_name(WAIT) == WAIT
    assert library_name("sem_wait") == "sem_wait"
