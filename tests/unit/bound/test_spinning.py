"""Loops that wait say what for, where that is exact; everything else happens as before."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.differential.test_bounded import QUICK
from tests.differential.test_engine import hard_programs, loaded
from tests.differential.test_engine_ends import compare
from tests.oracle import explore
from unthread.bound.spinning import with_waits
from unthread.core.properties import Property
from unthread.program.instructions import BlockUntil
from unthread.program.program import Program
from unthread.program.show import show_instruction

DEADLOCK = frozenset({Property.DEADLOCK})
HEADER = """#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int flag, other, lock, ticket[2], served;
atomic_int counter;
struct { int *word; } box = { &flag };
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
    "loop",
    [
        "while (!flag) other = 1;",  # a round leaves a trace
        "while (!flag && !other);",  # two looks, at two moments
        "while (!*box.word);",
        "while (!flag) assert(other == 0);",  # a round may go wrong
        "while (flag + 1 < 3);",
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


@pytest.mark.parametrize(
    "properties", [frozenset({Property.REACH}), DEADLOCK | {Property.RACE}], ids=["reach", "race"]
)
def test_only_who_looks_for_deadlocks_gets_them(properties: frozenset[Property], tmp_path: Path) -> None:
    whole = program("while (!flag);", tmp_path)
    assert not waits(with_waits(whole, properties))


def test_atomic_looks_do_not_race(tmp_path: Path) -> None:
    whole = program("while (atomic_load(&counter) != 2);", tmp_path)
    assert waits(with_waits(whole, DEADLOCK | {Property.RACE}))


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
