"""What a trace becomes for the runtime: which steps are accesses, which are calls, what is left out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.support.native import trace_of
from unthread.bound.loops.spinning import with_waits
from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.core.trace import Trace
from unthread.frontend.load import load
from unthread.native.plan import Failure, Plan, PlannedStorage, StepSort, plan_of
from unthread.native.text import plan_text, quoted, results, thunks, wraps

Planned: TypeAlias = Callable[[str, str, Property], tuple[Plan, Trace]]
COUNTER = """#include <assert.h>
#include <pthread.h>
static int n;
static void add(int *p) { *p += 1; }
static void *work(void *unused) { int one = 1; add(&one); n += one; return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    n += 2;
    pthread_join(t, 0);
    assert(n > 4);
}
"""
WAITING = """#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, work, 0);
    pthread_cond_wait(&c, &m);
    assert(!ready);
}
"""
RACE = """#include <pthread.h>
static int n;
static void *work(void *unused) { __sync_fetch_and_add(&n, 1); return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    n = 7;
}
"""


@pytest.fixture
def planned(tmp_path: Path) -> Planned:
    def made(text: str, schedule: str, property: Property) -> tuple[Plan, Trace]:
        file = tmp_path / "a.c"
        file.write_text(text)
        source = Source((file,))
        trace = trace_of(source, schedule, property)
        plan = plan_of(with_waits(load(source), trace.properties), trace)
        assert plan is not None
        return plan, trace

    return made


def shown(plan: Plan) -> list[str]:
    """One word for each step."""
    words = []
    for step in plan.steps:
        if step.sort is StepSort.CALL:
            words.append(f"{step.thread}:{step.call}{'+' * step.part}")
        elif step.sort is StepSort.END:
            words.append(f"{step.thread}:end")
        else:
            verb = "w" if any(access.writes for access in step.accesses) else "r"
            names = ",".join(plan.objects[access.object].name for access in step.accesses)
            words.append(f"{step.thread}:{verb} {names}")
    return words


def test_accesses_calls_and_ends_are_steps_and_private_variables_are_not(planned: Planned) -> None:
    plan, _ = planned(COUNTER, "", Property.REACH)
    assert shown(plan) == [
        "0:pthread_create",
        "0:r n",
        "0:w n",
        "1:r n",
        "1:w n",
        "1:end",
        "0:pthread_join",
        "0:r n",
    ]
    assert [(item.name, item.storage, item.size) for item in plan.objects] == [
        ("n", PlannedStorage.STATIC, 4)
    ]
    assert plan.failure is Failure.ASSERTION
    assert plan.obstacles == ()


def test_a_thread_has_ended_when_it_is_joined(planned: Planned) -> None:
    """In the interpreter, it may take its last step later."""
    plan, trace = planned(COUNTER, "0:3,1:8,0:2,1:1,0:1", Property.REACH)
    assert [step.kind for step in trace.steps if step.thread == 1][-1] == "end"
    sorts = [(step.thread, step.sort, step.call) for step in plan.steps]
    assert sorts.index((1, StepSort.END, "")) < sorts.index((0, StepSort.CALL, "pthread_join"))


WRITERS = """#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t l = KIND;
static int n;
static void *look(void *u) { pthread_rwlock_rdlock(&l); n = n; pthread_rwlock_unlock(&l); return u; }
static void *change(void *u) { pthread_rwlock_wrlock(&l); assert(n); return u; }
int main(void)
{
    pthread_t t, s;
    pthread_create(&t, 0, look, 0);
    pthread_create(&s, 0, change, 0);
    pthread_join(s, 0);
}
"""


@pytest.mark.parametrize(
    ("kind", "calls"),
    [
        ("PTHREAD_RWLOCK_INITIALIZER", ["2:pthread_rwlock_wrlock"]),
        (
            "PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP",
            ["2:pthread_rwlock_wrlock", "2:pthread_rwlock_wrlock+"],
        ),
    ],
)
def test_a_writer_that_waits_says_so_where_that_matters(
    kind: str, calls: list[str], planned: Planned
) -> None:
    """Thread 2 comes while thread 1 reads, and has the lock after it."""
    plan, _ = planned(WRITERS.replace("KIND", kind), "0:2,1:3,2:2,1:2,2:3", Property.REACH)
    words = shown(plan)
    assert [word for word in words if "wrlock" in word] == calls
    assert words.index("1:pthread_rwlock_unlock") < words.index(calls[-1])


def test_a_wait_has_two_parts_and_its_result_is_known(planned: Planned) -> None:
    plan, _ = planned(WAITING, "", Property.REACH)
    assert shown(plan) == [
        "0:pthread_mutex_lock",
        "0:pthread_create",
        "0:pthread_cond_wait",
        "1:pthread_mutex_lock",
        "1:w ready",
        "1:pthread_cond_signal",
        "1:pthread_mutex_unlock",
        "1:end",
        "0:pthread_cond_wait+",
        "0:r ready",
    ]
    assert [(item.thread, item.call, item.value) for item in plan.inputs] == [(0, "pthread_cond_wait", 0)]
    assert "pthread_cond_wait" not in thunks(plan)
    assert results(plan) == {}


def test_both_threads_of_a_race_stand_before_their_accesses(planned: Planned) -> None:
    """Whichever the interpreter saw first."""
    for schedule in ("0:1,1:2,0:1", "0:1,1:1,0:1,1:1"):
        plan, trace = planned(RACE, schedule, Property.RACE)
        assert shown(plan) == ["0:pthread_create"]
        assert {part.thread for part in plan.standing} == {0, 1}
        assert plan.standing[0].thread == trace.violation.thread
        assert all(plan.objects[part.accesses[0].object].name == "n" for part in plan.standing)


def test_what_the_program_defines_is_not_wrapped(planned: Planned) -> None:
    plan, _ = planned(COUNTER, "", Property.REACH)
    assert "sleep" in wraps(plan, ())
    assert "sleep" not in wraps(plan, ("sleep",))


def test_texts_mean_nothing_but_themselves_in_c() -> None:
    assert quoted('a"b\\c\n%s') == '"a\\042b\\134c\\012\\045s"'
    assert quoted("??/é") == '"\\077\\077\\057\\303\\251"'
    assert quoted("x = f(1)") == '"x = f(1)"'


def test_the_text_has_every_step(planned: Planned) -> None:
    plan, _ = planned(COUNTER, "", Property.REACH)
    text = plan_text(plan)
    assert "const int unthread_step_count = 8;" in text
    assert '{0, CALL, 0, 9, "pthread_create", 0, 0, 0, 0},' in text
    assert '{1, ACCESS, 0, 5, "", 0, 0, ' in text
    assert 'unthread_ending = {ASSERTION, 0, 0, 12, "", "assertion violated: n ' in text
    assert "THUNK(pthread_join)" in text
