"""Why an execution breaks a property."""

from __future__ import annotations

from pathlib import Path

from tests.support.recorded import recorded
from unthread.core.properties import ASSERTED, Property
from unthread.core.source import Loc
from unthread.core.trace import Explanation, InputValue, Schedule, Trace
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
    """In the nearest one, only the two accesses of `x` are exchanged; in others, `x` is never written."""
    trace = recorded(tmp_path, DIVERGING, "0:2,1:4,0:5", (18, 5))
    assert decisive(trace) == [(1, 7, "x"), (0, 15, "x")]
    assert next(why(trace)).endswith("; in the nearest schedule that passes, the order is reversed")


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
        "; in the nearest schedule that passes, thread 1 (work) does not reach it"
    )


BESIDE = """#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int a = 10, b, statistics;
static void *move(void *unused)
{
    pthread_mutex_lock(&m);
    a--;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    statistics++;
    b++;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, move, 0);
    pthread_mutex_lock(&m);
    statistics++;
    int sum = a + b;
    statistics++;
    pthread_mutex_unlock(&m);
    assert(sum == 10);
    pthread_join(thread, 0);
}
"""


def test_what_is_accessed_beside_does_not_decide(tmp_path: Path) -> None:
    """`statistics` changes in another order, too; but thread 0 only counts with it."""
    trace = recorded(tmp_path, BESIDE, "0:1,1:5,0:9", (25, 5))
    assert trace.explanation
    assert trace.explanation.early
    number, thread, loc = trace.explanation.early
    assert (trace.steps[number].place, thread, loc.line) == ("b", 1, 12)


SCOPE = """#include <pthread.h>
static void *work(void *given)
{
    *(int *)given = 1;
    return 0;
}
static void start(pthread_t *thread)
{
    int local = 0;
    pthread_create(thread, 0, work, &local);
}
int main(void)
{
    pthread_t thread;
    start(&thread);
    pthread_join(thread, 0);
}
"""


def test_a_thread_that_comes_too_late_is_let_run_earlier(tmp_path: Path) -> None:
    trace = recorded(tmp_path, SCOPE, "0:3,1:2", (4, 5), Property.MEMORY)
    assert trace.explanation
    assert trace.explanation.essential == ()
    assert trace.explanation.decisive == (2, len(trace.steps))
    assert list(why(trace)) == [
        "thread 0 (main) leaves the scope of local at p.c:10 before thread 1 (work) reaches p.c:4;"
        " in the nearest schedule that passes, the order is reversed"
    ]


ALWAYS = """#include <assert.h>
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
    pthread_join(thread, 0);
    assert(x == 2);
}
"""


def test_no_order_decides_what_happens_in_each(tmp_path: Path) -> None:
    trace = recorded(tmp_path, ALWAYS, "0:1,1:3,0:3", (14, 5))
    assert trace.explanation == Explanation()
    assert [text.partition(":")[0] for text in why(trace)] == ["no single context switch decides"]


CYCLE = """#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int x;
static void *work(void *unused)
{
    pthread_mutex_lock(&n);
    x = 1;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&n);
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&m);
    x = 2;
    pthread_mutex_lock(&n);
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
    pthread_join(thread, 0);
}
"""


def test_of_a_cycle_of_locks_no_accesses_decide(tmp_path: Path) -> None:
    trace = recorded(tmp_path, CYCLE, "0:3,1:3", (19, 5), Property.DEADLOCK)
    assert trace.explanation
    assert (trace.explanation.decisive, trace.explanation.early) == (None, None)
    assert list(why(trace)) == ["this needs the context switch from thread 0 to thread 1 after p.c:18"]


WAKEUP = """#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    if (!ready)
        pthread_cond_wait(&c, &m);
    assert(ready);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(thread, 0);
}
"""


def test_a_wakeup_that_nobody_asked_for_is_named(tmp_path: Path) -> None:
    woken = InputValue(1, "outcome", Loc(str(tmp_path / "p.c"), 10, 9, "work"), 1, "_Bool", 5)
    trace = recorded(tmp_path, WAKEUP, "0:1,1:8", (11, 5), inputs=[woken])
    assert trace.explanation
    assert trace.explanation.spurious == (0,)
    assert next(why(trace)).startswith("thread 1 (work) wakes up spuriously at p.c:10; without that")


def decisive(trace: Trace) -> list[tuple[int, int, str]]:
    """The thread, line and place of both steps."""
    assert trace.explanation is not None
    steps = [trace.steps[number] for number in trace.explanation.decisive or ()]
    return [(step.thread, step.loc.line, step.place) for step in steps]
