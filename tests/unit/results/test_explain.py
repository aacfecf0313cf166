"""Why an execution breaks a property."""

from __future__ import annotations

from pathlib import Path

from tests.support.recorded import recorded
from unthread.core.properties import ASSERTED
from unthread.core.trace import Schedule, Trace
from unthread.frontend.load import load
from unthread.interpreter.machine import Exited, Machine
from unthread.interpreter.schedulers import GivenSchedule
from unthread.results.execution import ClaimedInputs
from unthread.results.violation_text import why

LOST_UPDATE = """#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
static void *locked(void *unused)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return unused;
}
static void *bare(void *unused)
{
    x++;
    return unused;
}
int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, locked, 0);
    pthread_create(&two, 0, bare, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(x == 2);
}
"""
TOO_EARLY = """#include <assert.h>
#include <pthread.h>
int ready, value;
static void *work(void *unused)
{
    ready = 1;
    value = 7;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    if (ready)
        assert(value == 7);
    pthread_join(thread, 0);
}
"""


def passes(trace: Trace, schedule: Schedule) -> bool:
    machine = Machine(load(trace.source), ClaimedInputs(()), ASSERTED, lambda stream, text: None)
    return isinstance(machine.run(GivenSchedule(schedule)), Exited)


def lost_update(directory: Path) -> Trace:
    return recorded(directory, LOST_UPDATE, "0:2,2:2,1:6,2:3,0:5", (24, 5))


def test_the_order_that_decides(tmp_path: Path) -> None:
    trace = lost_update(tmp_path)
    assert trace.explanation
    assert trace.explanation.decisive
    one, other = (trace.steps[number] for number in trace.explanation.decisive)
    assert (one.thread, one.place, one.loc.line) == (1, "x", 8)
    assert (other.thread, other.place, other.loc.line) == (2, "x", 14)


def test_the_schedule_that_passes_does(tmp_path: Path) -> None:
    trace = lost_update(tmp_path)
    assert trace.explanation
    assert trace.explanation.passing
    assert passes(trace, trace.explanation.passing)
    assert trace.explanation.essential


def test_the_lock_that_others_hold(tmp_path: Path) -> None:
    trace = lost_update(tmp_path)
    assert trace.explanation
    found = trace.explanation.protection
    assert found is not None
    assert (found.place, found.lock, found.holding) == ("x", "m", 1)
    assert [(thread, loc.line) for thread, loc in found.without] == [(2, 14)]


def test_what_comes_too_early(tmp_path: Path) -> None:
    trace = recorded(tmp_path, TOO_EARLY, "0:1,1:2,0:3", (15, 9))
    assert trace.explanation
    assert trace.explanation.decisive is None
    assert trace.explanation.early
    number, thread, loc = trace.explanation.early
    assert (trace.steps[number].loc.line, thread, loc.line) == (15, 1, 7)


def test_a_program_with_one_thread_needs_no_switch(tmp_path: Path) -> None:
    text = "#include <assert.h>\nint x;\nint main(void) { x = 1; assert(x == 2); }\n"
    assert recorded(tmp_path, text, "0:2", (3, 25)).explanation is None


DIVERGING = """#include <assert.h>
#include <pthread.h>
int flag, x;
static void *work(void *unused)
{
    if (flag)
        x = 2;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    flag = 1;
    int seen = x;
    flag = 0;
    pthread_join(thread, 0);
    assert(seen == 0);
}
"""


def test_a_step_that_the_passing_execution_does_not_have_has_no_other_order_there(tmp_path: Path) -> None:
    """In it, `x` is never written."""
    trace = recorded(tmp_path, DIVERGING, "0:2,1:4,0:5", (18, 5))
    assert decisive(trace) == [(1, 6, "flag"), (0, 16, "flag")]
    assert next(why(trace)).endswith("; in the nearest schedule that passes, it is the other way round")


LEAVING = """#include <assert.h>
#include <pthread.h>
int x;
static void *work(void *unused)
{
    x = 1;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    assert(x == 0);
}
"""


def test_the_process_may_end_before_the_other_step(tmp_path: Path) -> None:
    trace = recorded(tmp_path, LEAVING, "0:1,1:2,0:1", (13, 5))
    assert decisive(trace) == [(1, 6, "x"), (0, 13, "x")]
    assert next(why(trace)).endswith(
        "; in the nearest schedule that passes, thread 1 (work) does not get there"
    )


def decisive(trace: Trace) -> list[tuple[int, int, str]]:
    """The thread, line and place of both steps."""
    assert trace.explanation is not None
    steps = [trace.steps[number] for number in trace.explanation.decisive or ()]
    return [(step.thread, step.loc.line, step.place) for step in steps]
