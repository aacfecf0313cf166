"""Executions that differ a little from that of a trace."""

from __future__ import annotations

from pathlib import Path

from tests.support.recorded import recorded
from unthread.core.trace import Trace, parse_schedule
from unthread.frontend.load import load
from unthread.results.variation import Ending, Stage, Variation

PROGRAM = """#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    y = 1;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&m);
    assert(x == 0 || y == 1);
    pthread_mutex_unlock(&m);
    pthread_join(thread, 0);
}
"""
PLACE = (18, 5)


def ended(trace: Trace, schedule: str, helper: int | None = None) -> Ending:
    run = Variation(Stage(load(trace.source), trace))
    run.follow(parse_schedule(schedule), helper)
    run.finish()
    return run.ending()


def test_the_schedule_of_the_trace_ends_as_it_did(tmp_path: Path) -> None:
    trace = recorded(tmp_path, PROGRAM, "0:1,1:4,0:4", PLACE)
    assert ended(trace, "0:1,1:4,0:4") is Ending.SAME
    assert ended(trace, "0:1,1:5,0:4") is Ending.PASSED


def test_a_thread_that_waits_stays_behind_unless_it_is_helped(tmp_path: Path) -> None:
    """Thread 0 wants the lock that thread 1 has taken."""
    trace = recorded(tmp_path, PROGRAM, "0:1,1:4,0:4", PLACE)
    assert ended(trace, "0:1,1:2,0:4", 1) is Ending.SAME
    for helper, schedule in ((None, "0:1,1:2"), (1, "0:1,1:4,0:4")):
        run = Variation(Stage(load(trace.source), trace))
        run.follow(parse_schedule("0:1,1:2,0:4"), helper)
        assert run.schedule == parse_schedule(schedule)


def test_a_thread_goes_on_until_it_waits_or_as_long_as_it_is_asked_to(tmp_path: Path) -> None:
    trace = recorded(tmp_path, PROGRAM, "0:1,1:4,0:4", PLACE)
    run = Variation(Stage(load(trace.source), trace))
    run.follow(parse_schedule("0:2"))
    assert run.go_on(1) == 1  # it begins, and waits for the lock
    run.follow(parse_schedule("0:3"))
    assert run.go_on(1, 2) == 2
    assert [step.thread for step in run.steps][-2:] == [1, 1]


def test_a_deadlock_is_another_ending(tmp_path: Path) -> None:
    """Thread 1 keeps the lock."""
    text = PROGRAM.replace("    pthread_mutex_unlock(&m);\n    y", "    y").replace(
        "x == 0 || y", "x == 1 || y"
    )
    trace = recorded(tmp_path, text, "0:4", (17, 5))
    assert ended(trace, "0:4") is Ending.SAME
    assert ended(trace, "0:1,1:5") is Ending.OTHER


def test_executions_one_after_the_other_do_not_disturb_each_other(tmp_path: Path) -> None:
    """The steps of the first are asked for after the second."""
    trace = recorded(tmp_path, PROGRAM, "0:1,1:4,0:4", PLACE)
    stage = Stage(load(trace.source), trace)
    first = Variation(stage)
    first.follow(parse_schedule("0:1,1:5,0:4"))
    first.finish()
    second = Variation(stage)
    second.follow(trace.schedule)
    second.finish()
    assert (first.ending(), second.ending()) == (Ending.PASSED, Ending.SAME)
    assert [step.thread for step in first.steps][:6] == [0, 1, 1, 1, 1, 1]
    assert [step.loc for step in second.steps] == [step.loc for step in trace.steps]
