"""Two executions, and in which order of accesses they differ."""

from __future__ import annotations

from pathlib import Path

from tests.support.recorded import recorded
from unthread.core.properties import Property
from unthread.core.trace import Step, Trace, parse_schedule
from unthread.frontend.load import load
from unthread.results.deciding import Comparison
from unthread.results.variation import Ending, Stage, Variation

LOST = """#include <assert.h>
#include <pthread.h>
int before, x;
static void *work(void *unused)
{
    before = 1;
    x++;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    before = 2;
    x++;
    pthread_join(thread, 0);
    assert(x == 2);
}
"""
FREED = """#include <pthread.h>
#include <stdlib.h>
static void *work(void *given)
{
    *(int *)given = 1;
    return 0;
}
int main(void)
{
    pthread_t thread;
    int *block = malloc(sizeof *block);
    pthread_create(&thread, 0, work, block);
    free(block);
    pthread_join(thread, 0);
}
"""
OWN_VARIABLES = """#include <assert.h>
#include <pthread.h>
int top = 1;
static _Thread_local int last;
static void read_into(int *at)
{
    *at = top;
}
static void *work(void *unused)
{
    int seen;
    read_into(&last);
    read_into(&seen);
    int was = seen;
    top = 0;
    assert(was == 1);
    return unused;
}
int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, work, 0);
    pthread_create(&other, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
}
"""


def steps(trace: Trace, schedule: str) -> tuple[Step, ...]:
    run = Variation(Stage(load(trace.source), trace))
    run.follow(parse_schedule(schedule))
    run.finish()
    assert run.ending() is Ending.PASSED
    return run.steps


def test_two_accesses_in_another_order(tmp_path: Path) -> None:
    """The writes of `before` come in the same order in both."""
    trace = recorded(tmp_path, LOST, "0:1,1:3,0:3,1:2,0:3", (17, 5))
    found = Comparison(trace, trace.steps, steps(trace, "0:1,1:5,0:5")).decisive()
    assert found is not None
    assert [(trace.steps[n].thread, trace.steps[n].kind, trace.steps[n].place) for n in found[:2]] == [
        (0, "read", "x"),
        (1, "write", "x"),
    ]


def test_variables_of_one_name_belong_to_their_threads(tmp_path: Path) -> None:
    """Both threads write `seen` and `last`, each its own."""
    trace = recorded(tmp_path, OWN_VARIABLES, "0:2,1:7,2:8", (16, 5))
    found = Comparison(trace, trace.steps, steps(trace, "0:2,2:6,1:9,2:9,0:5")).decisive()
    assert found is not None
    assert [(trace.steps[n].thread, trace.steps[n].place) for n in found[:2]] == [(1, "top"), (2, "top")]


def test_executions_that_are_the_same_differ_in_nothing(tmp_path: Path) -> None:
    trace = recorded(tmp_path, LOST, "0:1,1:3,0:3,1:2,0:3", (17, 5))
    comparison = Comparison(trace, trace.steps, trace.steps)
    assert comparison.decisive() is None
    assert comparison.early() is None


def test_what_breaks_the_property_is_told_by_the_number_after_the_last(tmp_path: Path) -> None:
    trace = recorded(tmp_path, FREED, "0:2,1:2", (5, 5), Property.MEMORY)
    comparison = Comparison(trace, trace.steps, steps(trace, "0:1,1:3,0:3"))
    found = comparison.decisive()
    assert found is not None
    assert (trace.steps[found[0]].call, found[1]) == ("free", len(trace.steps))


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


def test_the_process_may_end_before_the_first_of_the_two(tmp_path: Path) -> None:
    trace = recorded(tmp_path, LEAVING, "0:1,1:2,0:1", (13, 5))
    found = Comparison(trace, trace.steps, steps(trace, "0:3")).decisive()
    assert found is not None
    assert [(trace.steps[n].thread, trace.steps[n].place) for n in found[:2]] == [(1, "x"), (0, "x")]
    assert found[2]


SPINNING = """#include <assert.h>
#include <pthread.h>
int flag, x;
static void *work(void *unused)
{
    for (int i = 0; i < 3 && !flag; i++)
        ;
    x = 1;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    flag = 1;
    assert(x == 0);
}
"""


def test_a_step_is_the_same_after_fewer_iterations(tmp_path: Path) -> None:
    """Where it passes, thread 1 reads the flag once only, and writes x after thread 0 has read it."""
    trace = recorded(tmp_path, SPINNING, "0:1,1:5,0:2", (16, 5))
    found = Comparison(trace, trace.steps, steps(trace, "0:3,1:3,0:1")).decisive()
    assert found is not None
    assert [(trace.steps[n].thread, trace.steps[n].place) for n in found[:2]] == [(1, "x"), (0, "x")]
    assert not found[2]
