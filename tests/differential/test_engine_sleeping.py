"""Loops around pthread_cond_wait, which may wake up spuriously: the engine leaves most of that out, and
finds what every interleaving of the original program shows, nothing less."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.complete import compare
from tests.support.generated import QUICK

HEADER = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_assume(int);
int x, y;
atomic_int z;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER, d = PTHREAD_COND_INITIALIZER;
pthread_cond_t *chosen = &c;
static void rest(pthread_cond_t *where) { pthread_cond_wait(where, &m); }
"""

LOOPS = [
    "while (x == 0) pthread_cond_wait(&c, &m);",
    "while (x == 0) rest(&c);",
    "while (z == 0) pthread_cond_wait(&c, &m);",
    "while (x == 0 || y == 0) pthread_cond_wait(&c, &m);",
    "while (x == 0) pthread_cond_wait(chosen, &m);",
    "while (x == 0) pthread_cond_wait(y ? &c : &d, &m);",
    "while (x == 0) { pthread_cond_wait(&c, &m); if (y) break; }",
    "while (x == 0) { if (y) rest(&d); else rest(&c); }",
    "while (x == 0) { pthread_cond_wait(&c, &m); assert(z != 1); }",
    "while (x == 0) { y = 2; pthread_cond_wait(&c, &m); }",
    "while (x == 0) { pthread_cond_wait(&c, &m); z = 2; }",
    "do pthread_cond_wait(&c, &m); while (z == 0);",
    "while (y == 0) pthread_cond_wait(&c, &m); while (x == 0) pthread_cond_wait(&c, &m);",
]
BEHIND = ["", "assert(y == 0);", "assert(z == 0);", "x = 0;", "y = 1;", "pthread_cond_signal(&c);"]
STEPS = [
    "x = 1;",
    "y = 1;",
    "z = 1;",
    "chosen = &d;",
    "pthread_cond_signal(&c);",
    "pthread_cond_signal(&d);",
    "pthread_cond_broadcast(&c);",
    "assert(y != 2);",
]
SECTIONS = [
    "pthread_mutex_lock(&m); {} pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); {} pthread_mutex_unlock(&m); pthread_cond_signal(&c);",
    "{}",
]
TRY = "if (pthread_mutex_trylock(&m) != 0) y = 2; else pthread_mutex_unlock(&m);"


def waiter(loop: str, behind: str) -> str:
    return f"pthread_mutex_lock(&m); {loop} {behind} pthread_mutex_unlock(&m);"


@st.composite
def sleeping_programs(draw: st.DrawFn) -> str:
    loop = waiter(draw(st.sampled_from(LOOPS)), draw(st.sampled_from(BEHIND)))
    parts = []
    for _ in range(draw(st.integers(1, 2))):
        section = draw(st.sampled_from(SECTIONS))
        steps = draw(st.lists(st.sampled_from(STEPS), min_size=1, max_size=2))
        parts.append(section.replace("{}", " ".join(steps)))
    if draw(st.integers(0, 5)) == 0:
        parts.append(TRY)
    third = draw(st.sampled_from(["", "", waiter(LOOPS[0], ""), *STEPS[:3]]))
    return program_of(loop, " ".join(draw(st.permutations(parts))), third)


def program_of(loop: str, other: str, third: str = "") -> str:
    return HEADER + (
        f"void *wait(void *unused) {{ {loop} return 0; }}\n"
        f"void *other(void *unused) {{ {other} return 0; }}\n"
        f"void *third(void *unused) {{ {third} return 0; }}\n"
        "int main(void) {\n  pthread_t s, t, u;\n  pthread_create(&s, 0, wait, 0);\n"
        "  pthread_create(&t, 0, other, 0);\n"
        + ("  pthread_create(&u, 0, third, 0);\n" if third else "")
        + "  pthread_join(s, 0);\n  return 0;\n}\n"
    )


@pytest.mark.parametrize(
    ("loop", "other", "third", "is_complete"),
    [
        (
            LOOPS[0],
            "pthread_mutex_lock(&m); x = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
            "",
            True,
        ),
        (LOOPS[0], "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);", "", True),
        (LOOPS[1], "x = 1; pthread_cond_broadcast(&c);", "", True),
        # A signal that comes too late for the first look, as it waits for the mutex, is lost for the second.
        (
            "y = 1; while (z == 0) pthread_cond_wait(&c, &m);",
            "pthread_mutex_lock(&m); __VERIFIER_assume(y); pthread_mutex_unlock(&m);"
            " z = 1; pthread_cond_signal(&c);",
            "",
            True,
        ),
        (LOOPS[2], f"{TRY} z = 1; pthread_cond_signal(&c);", "", False),
        (LOOPS[9], "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);", "", False),
    ],
)
def test_what_is_left_out_adds_nothing(
    loop: str, other: str, third: str, is_complete: bool, tmp_path: Path
) -> None:
    assert compare(program_of(waiter(loop, ""), other, third), tmp_path) == is_complete


@settings(QUICK, max_examples=40)
@given(text=sleeping_programs())
def test_the_engine_knows_who_sleeps(text: str, tmp_path: Path) -> None:
    compare(text, tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(20_000)
@settings(QUICK, max_examples=600)
@given(text=sleeping_programs())
def test_the_engine_knows_who_sleeps_600(text: str, tmp_path: Path) -> None:
    compare(text, tmp_path)
