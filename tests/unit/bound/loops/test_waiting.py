"""Which loops are known to do nothing but wait at a condition variable, or look again and again."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.analysis.points_to import points_to_in
from unthread.bound.loops.waiting import Waiting
from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.program.program import Program
from unthread.program.query.loops import shape_of

HEADER = """#include <assert.h>
#include <pthread.h>
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, ms[2];
pthread_cond_t c = PTHREAD_COND_INITIALIZER, *chosen = &c;
void rest(void) { pthread_cond_wait(&c, &m); }
int rest_twice(void) { rest(); return pthread_cond_wait(&c, &m); }
void rest_or_not(void) { if (x) pthread_cond_wait(&c, &m); }
"""


def loaded(loop: str, directory: Path) -> Program:
    file = directory / "program.c"
    file.write_text(f"{HEADER}int main(void) {{ {loop} return 0; }}")
    return load(Source((file,)))


def edges(loop: str, directory: Path) -> int:
    program = loaded(loop, directory)
    return len(Waiting(program, points_to_in(program)).edges_of_sleep(shape_of(program.functions["main"])))


@pytest.mark.parametrize(
    "loop",
    [
        "while (!x) pthread_cond_wait(&c, &m);",
        "while (!x) rest();",
        "do pthread_cond_wait(chosen, &m); while (!x && y);",
        "for (;;) { if (x) break; int rc = pthread_cond_wait(&c, &m); assert(rc == 0); }",
    ],
)
def test_loops_around_a_wait(loop: str, tmp_path: Path) -> None:
    assert edges(loop, tmp_path) == 1


@pytest.mark.parametrize(
    "loop",
    [
        "while (!x);",
        "while (!x) { y++; pthread_cond_wait(&c, &m); }",
        "int n = 0; while (!x && n < 3) { n++; pthread_cond_wait(&c, &m); }",
        "int rc = 0; while (!x && rc == 0) rc = pthread_cond_wait(&c, &m);",
        "while (!x) { pthread_cond_wait(&c, &m); rest(); }",
        "while (!x) if (y) rest(); else pthread_cond_wait(&c, &m);",
        "while (!x) rest_twice();",
        "while (!x) rest_or_not();",
        "while (!x) { pthread_cond_wait(&c, &m); pthread_cond_signal(&c); }",
        "while (!x) { while (!y) pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); }",
        "while (!x) pthread_cond_wait(&c, &m); pthread_mutex_trylock(&m);",
    ],
)
def test_other_loops(loop: str, tmp_path: Path) -> None:
    assert edges(loop, tmp_path) == 0


LOCK, UNLOCK = "pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);"


@pytest.mark.parametrize(
    ("loop", "polls"),
    [
        (f"for (;;) {{ {LOCK} int d = x; {UNLOCK} if (d) break; }}", True),
        (f"for (;;) {{ {LOCK} if (x) {{ {UNLOCK} break; }} {UNLOCK} }}", True),
        (f"{LOCK} while (!x) {{ {UNLOCK} {LOCK} }} {UNLOCK}", True),
        (f"while (!x) if (y) {{ {LOCK} {UNLOCK} }}", True),
        ("while (!x);", False),
        (f"while (!x) {{ {LOCK} y++; {UNLOCK} }}", False),
        (f"while (!x) {{ {LOCK} {LOCK} }}", False),
        (f"while (!x) {{ {LOCK} {UNLOCK} {LOCK} {UNLOCK} }}", False),
        (f"while (!x) {{ if (y) {{ {LOCK} {UNLOCK} }} else {{ {LOCK} {UNLOCK} }} }}", False),
        ("int i = 0; while (!x) { pthread_mutex_lock(&ms[i]); pthread_mutex_unlock(&ms[i]); i = y; }", False),
        ("while (!x) { pthread_mutex_lock(&ms[y]); pthread_mutex_unlock(&ms[y]); }", False),
        (f"while (!x) {{ {LOCK} pthread_mutex_unlock(&ms[0]); }}", False),
        (f"while (!x) {{ {LOCK} {UNLOCK} }} pthread_mutex_trylock(&m);", False),
    ],
)
def test_looking_again_and_again(loop: str, polls: bool, tmp_path: Path) -> None:
    program = loaded(loop, tmp_path)
    assert (
        bool(Waiting(program, points_to_in(program)).edges_of_polling(shape_of(program.functions["main"])))
        == polls
    )
