"""Why an execution breaks a property."""

from __future__ import annotations

from pathlib import Path

from tests.support.recorded import recorded
from unthread.core.properties import ASSERTED, Property
from unthread.core.source import Loc
from unthread.core.trace import Explanation, InputValue, Schedule, Trace, parse_schedule
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


WINDOW = """#include <assert.h>
#include <pthread.h>
int v;
static void *work(void *unused)
{
    for (int i = 1; i < 9; i++)
        v = i;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    int seen = v;
    pthread_join(thread, 0);
    assert(seen == 5 || seen < 3);
}
"""


def test_the_nearest_schedule_that_passes_is_the_nearest(tmp_path: Path) -> None:
    """It passes where main sees nothing, too, but 5 is seen sooner, and 6 beside it fails."""
    trace = recorded(tmp_path, WINDOW, "0:1,1:10,0:4", (16, 5))
    assert trace.explanation
    assert trace.explanation.passing[:3] == parse_schedule("0:1,1:6,0:1")
    assert decisive(trace) == [(1, 7, "v"), (0, 14, "v")]
    assert next(why(trace)).startswith("thread 1 (work) writes v at p.c:7 for the 6th time before thread 0")


def test_a_switch_that_avoids_it_only_elsewhere_is_found(tmp_path: Path) -> None:
    """Whether main reads first or last, it fails; what lies between has to be tried."""
    text = WINDOW.replace("seen == 5 || seen < 3", "seen == 5")
    trace = recorded(tmp_path, text, "0:1,1:10,0:4", (16, 5))
    assert trace.explanation
    assert trace.explanation.essential == ()
    assert trace.explanation.passing[:3] == parse_schedule("0:1,1:6,0:1")
    assert next(why(trace)).startswith("thread 1 (work) writes v at p.c:7 for the 6th time before thread 0")


LOST = """#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, noise;
static void *add(void *unused)
{
    pthread_mutex_lock(&m);
    int r = x;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    x = r + 1;
    pthread_mutex_unlock(&m);
    return unused;
}
static void *beside(void *unused)
{
    noise = 1;
    noise = 2;
    return unused;
}
int main(void)
{
    pthread_t one, two, three;
    pthread_create(&one, 0, add, 0);
    pthread_create(&two, 0, add, 0);
    pthread_create(&three, 0, beside, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(x == 2);
    pthread_join(three, 0);
}
"""


def test_an_update_is_lost_where_it_is_read_and_not_where_it_is_written(tmp_path: Path) -> None:
    """The writes may come in either order, as long as both threads have read before."""
    trace = recorded(tmp_path, LOST, "0:3,3:2,1:4,2:8,1:4,0:5", (29, 5))
    assert decisive(trace) == [(2, 8, "x"), (1, 11, "x")]


def test_a_lock_is_not_missed_at_an_access_that_decides_nothing(tmp_path: Path) -> None:
    """In main, x is read without the lock, while thread 3 lives; both updates hold it."""
    trace = recorded(tmp_path, LOST, "0:3,3:2,1:4,2:8,1:4,0:5", (29, 5))
    assert any(step.loc.line == 29 and step.place == "x" for step in trace.steps)
    assert trace.explanation
    assert trace.explanation.protection is None


AGAIN = """#include <assert.h>
#include <pthread.h>
int done, total;
static void *work(void *unused)
{
    for (int i = 0; i < 3; i++) {
        total++;
        done = 1;
    }
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    if (done)
        assert(total == 3);
    pthread_join(thread, 0);
}
"""


def test_a_position_where_the_thread_has_been_is_reached_again(tmp_path: Path) -> None:
    trace = recorded(tmp_path, AGAIN, "0:1,1:4,0:3", (17, 9))
    assert next(why(trace)) == (
        "thread 0 (main) reads total at p.c:17 before thread 1 (work) reaches p.c:7 again"
    )


def test_another_position_in_a_line_where_the_thread_has_been_has_its_column(tmp_path: Path) -> None:
    text = AGAIN.replace("        total++;\n        done = 1;", "        done = 1; total++;")
    trace = recorded(tmp_path, text, "0:1,1:2,0:3", (16, 9))
    assert next(why(trace)) == (
        "thread 0 (main) reads total at p.c:16 before thread 1 (work) reaches p.c:7:19"
    )


OWN = """#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct job { int *x; pthread_t thread; };
static void *add(void *given)
{
    int *x = given;
    pthread_mutex_lock(&m);
    (*x)++;
    (*x)++;
    pthread_mutex_unlock(&m);
    return 0;
}
static void *late(void *given)
{
    *(int *)given = 5;
    return 0;
}
static void *start(void *unused)
{
    int x = 0;
    pthread_t one, two;
    pthread_create(&one, 0, add, &x);
    pthread_create(&two, 0, add, &x);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return unused;
}
int main(void)
{
    int x = 0;
    pthread_t one, two;
    pthread_create(&one, 0, start, 0);
    pthread_create(&two, 0, late, &x);
    assert(x == 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
}
"""


def test_a_variable_of_the_same_name_in_another_thread_is_another_one(tmp_path: Path) -> None:
    """It is accessed under a lock, and that in main has none."""
    trace = recorded(tmp_path, OWN, "0:3,1:4,3:8,4:8,2:2,0:1", (35, 5))
    assert decisive(trace) == [(2, 16, "x of thread 0"), (0, 35, "x")]
    assert trace.explanation
    assert trace.explanation.protection is None
