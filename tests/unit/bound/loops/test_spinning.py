"""Loops that wait say what for, where that is exact; everything else happens as before."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.oracle import explore
from tests.properties.stopping import hard_programs
from tests.support.ends import compare
from tests.support.generated import QUICK
from tests.support.sources import loaded
from unthread.bound.loops.spinning import with_waits
from unthread.core.properties import Property
from unthread.program.instructions import BlockUntil
from unthread.program.program import Program
from unthread.program.text.show import show_instruction

DEADLOCK = frozenset({Property.DEADLOCK})
HEADER = """#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int flag, other, lock, ticket[2], served;
atomic_int counter;
struct { int *word; } box = { &flag };
struct pair { int one, two; } both;
int is_set(void) { return flag; }
void read_both(int *from) { (void)from; }
"""
MAIN = """
void *f(void *a) { wait(); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); MORE pthread_join(t, 0); return 0; }
"""


def program(loop: str, directory: Path, more: str = "") -> Program:
    return loaded(f"{HEADER}void wait(void) {{ {loop} }}{MAIN.replace('MORE', more)}", directory)


def waits(whole: Program) -> list[str]:
    return [show_instruction(i) for i in whole.functions["wait"].body if isinstance(i, BlockUntil)]


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("while (!flag);", "wait until (flag)"),
        ("while (flag == 0) sched_yield();", "wait until (flag != 0)"),
        ("while (!flag) usleep(10);", "wait until (flag)"),
        ("do { } while (flag < 3);", "wait until (flag >= 3)"),
        ("for (;;) { if (flag == 2) break; }", "wait until (flag == 2)"),
        ("int mine = 1; while (served != mine);", "wait until (served == wait::mine)"),
        ("while (!__sync_bool_compare_and_swap(&lock, 0, 1));", "wait until (lock == 0)"),
        ("while (atomic_load(&counter) != 2);", "wait until (*(int *)&counter == 2)"),
        ("again: if (flag) goto out; goto again; out: other = 1;", "wait until (flag)"),
    ],
)
def test_what_a_loop_waits_for(loop: str, expected: str, tmp_path: Path) -> None:
    assert waits(with_waits(program(loop, tmp_path), DEADLOCK)) == [expected]


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("while (!flag || !other);", "wait until (!(!flag ? 1 : flag ? !other : 0))"),
        ("while (!flag && !other);", "wait until (!(!flag ? !other : 0))"),
        ("while (flag) { if (other) break; }", "wait until (!(flag ? !other : 0))"),
        ("while (!*box.word);", "wait until (*box.word)"),
        (
            "while (!flag) __VERIFIER_assume(other == 0);",
            "wait until (!(!flag ? other == 0 : 0))",
        ),
        ("while (flag + 1 < 3);", "wait until (flag + 1 >= 3)"),
        ("int own[2] = {0, 0}; read_both(own); while (own[flag] == 0);", "wait until (wait::own[flag] != 0)"),
    ],
)
def test_waiting_is_an_offer_where_a_round_takes_its_time(loop: str, expected: str, tmp_path: Path) -> None:
    changed = with_waits(program(loop, tmp_path), DEADLOCK)
    assert waits(changed) == [expected]
    offers = [i for i in changed.functions["wait"].body if isinstance(i, BlockUntil) and i.is_offer]
    assert len(offers) == 1


@pytest.mark.parametrize(
    "loop",
    [
        "while (!flag) other = 1;",  # a round leaves a trace
        "while (!is_set());",  # what a function says
        "for (;;) { struct pair seen = both; if (seen.one) break; }",  # by way of a variable in memory
        "for (int i = 0; i < 3; i++);",
        "__VERIFIER_atomic_begin(); while (!flag); __VERIFIER_atomic_end();",
    ],
)
def test_loops_that_stay_as_they_are(loop: str, tmp_path: Path) -> None:
    whole = program(loop, tmp_path)
    assert with_waits(whole, DEADLOCK).functions["wait"] == whole.functions["wait"]


def test_a_loop_in_which_a_thread_may_be_cancelled_stays_as_it_is(tmp_path: Path) -> None:
    whole = program("while (!flag) usleep(10);", tmp_path, "pthread_cancel(t);")
    assert with_waits(whole, DEADLOCK).functions["wait"] == whole.functions["wait"]


def test_only_who_looks_for_deadlocks_gets_them(tmp_path: Path) -> None:
    whole = program("while (!flag);", tmp_path)
    assert with_waits(whole, frozenset({Property.REACH, Property.RACE})) == whole


@pytest.mark.parametrize(
    ("loop", "is_offer"),
    [
        ("while (!flag);", True),
        ("while (atomic_load(&counter) != 2);", False),
        (
            "for (;;) { __VERIFIER_atomic_begin(); int done = flag && other; __VERIFIER_atomic_end();"
            " if (done) break; }",
            True,
        ),
    ],
)
def test_where_races_count_a_plain_look_is_still_made(loop: str, is_offer: bool, tmp_path: Path) -> None:
    changed = with_waits(program(loop, tmp_path), DEADLOCK | {Property.RACE})
    found = [i for i in changed.functions["wait"].body if isinstance(i, BlockUntil)]
    assert [i.is_offer for i in found] == [is_offer]


@pytest.mark.parametrize("more", ["", "flag = 1;", "lock = 1; flag = 1;", "flag = 1; flag = 0;"])
@pytest.mark.parametrize(
    "loop", ["while (!flag);", "while (!__sync_bool_compare_and_swap(&lock, 0, 1)); lock = 0;"]
)
def test_the_engine_finds_the_deadlocks_that_the_oracle_finds(loop: str, more: str, tmp_path: Path) -> None:
    text = f"{HEADER}void wait(void) {{ {loop} }}{MAIN.replace('MORE', more)}"
    assert compare(text, tmp_path, DEADLOCK)


@settings(QUICK, max_examples=40)
@given(text=hard_programs(budget=3))
def test_nothing_else_changes(text: str, tmp_path: Path) -> None:
    whole = loaded(text, tmp_path)
    waiting = with_waits(whole, DEADLOCK)
    found = [explore(one, max_states=1500) for one in (whole, waiting)]
    if all(one.complete for one in found):
        assert found[0].violations == found[1].violations
