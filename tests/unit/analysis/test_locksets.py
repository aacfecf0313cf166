"""Which locks are surely held: mutexes of the models and home-made ones, right and wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import bounded_of
from unthread.analysis.locksets import Locksets
from unthread.analysis.parallel import Parallel
from unthread.analysis.steps import Touches
from unthread.program.expressions import VariablePlace
from unthread.program.instructions import Assign

SHELL = """int x, l, l2; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t many[2] = {{PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER}};
_Thread_local pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
void take(int s) {{ __ut_atomic_begin(); __ut_block_until(l == 0); l = s; __ut_atomic_end(); }}
void careless(int s) {{ int c = __VERIFIER_nondet_int();
  __ut_atomic_begin(); if (c) __ut_block_until(l == 0); l = s; __ut_atomic_end(); }}
void early(int s) {{ __ut_atomic_begin(); __ut_block_until(l == 0); __ut_atomic_end(); l = s; }}
void *f(void *a) {{ int c = __VERIFIER_nondet_int() == 0; {code} return 0; }}
void *other(void *a) {{ {other} return 0; }}
int main(void) {{ pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, other, 0); return 0; }}
"""
LOCKS = ("&m", "&n", "&many[0]", "&many[1]", "&own")
ALL = " ".join(f"pthread_mutex_lock({lock}); pthread_mutex_unlock({lock});" for lock in LOCKS)


def held_at_write(code: str, other: str, directory: Path) -> list[int]:
    """How many locks thread 1 holds at each write of x."""
    bounded = bounded_of(SHELL.format(code=code, other=other), directory)
    touches = Touches(bounded)
    locks = Locksets(bounded, touches, Parallel(bounded, touches))
    return [
        len(locks.held(1, index))
        for index, instruction in enumerate(bounded.threads[1].body)
        if isinstance(instruction, Assign)
        and isinstance(instruction.target, VariablePlace)
        and instruction.target.variable.name == "x"
    ]


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("x = 0; pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); x = 2;", [0, 1, 0]),
        ("pthread_mutex_lock(&m); pthread_mutex_lock(&n); x = 1; pthread_mutex_unlock(&m); x = 2;", [2, 1]),
        ("if (c) pthread_mutex_lock(&m); x = 1;", [0]),
        ("if (c) pthread_mutex_lock(&m); else pthread_mutex_lock(&n); x = 1;", [0]),
        ("if (c) pthread_mutex_lock(&m); else pthread_mutex_lock(&m); x = 1;", [1]),
        ("pthread_mutex_lock(&many[1]); x = 1; pthread_mutex_unlock(&many[1]);", [1]),
        ("pthread_mutex_lock(&many[c]); x = 1; pthread_mutex_unlock(&many[c]);", [0]),
        ("pthread_mutex_lock(&own); x = 1; pthread_mutex_unlock(&own);", [0]),
    ],
)
def test_mutexes(code: str, count: list[int], tmp_path: Path) -> None:
    assert held_at_write(code, ALL, tmp_path) == count


@pytest.mark.parametrize(
    ("other", "count"),
    [
        ("take(2); l = 0;", 1),
        ("take(1); l = 0;", 0),  # two owners with one name
        ("careless(2); l = 0;", 0),  # one way to the write does not wait
        ("early(2); l = 0;", 0),  # somebody may come in between
        ("l = 0;", 0),  # takes it away
        ("take(2); l = 0; l = 0;", 0),  # gives back what it has not
        ("l = __VERIFIER_nondet_int();", 0),
        ("*(char *)&l = 1;", 0),
        ("int *q = c_pointer(); *q = 0;", 0),
    ],
)
def test_home_made_locks(other: str, count: int, tmp_path: Path) -> None:
    other = other.replace("c_pointer()", "__VERIFIER_nondet_int() ? &l : &l2")
    assert held_at_write("take(1); x = 1; l = 0;", other, tmp_path) == [count]
