"""Programs at the edge of what bounding leaves out: variables that begin with any small number and are used
as if they were locks, loops that write back what they read, variables written through pointers, atomic
sections that end inside a loop. The engine finds what every interleaving shows, nothing less."""

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
#include <stdlib.h>
#include <string.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int s = START, x = FIRST, y;
atomic_int l = START;
static void set(int *at, int to) { *at = to; }
"""

# N is a number of the thread's own, or another's.
TESTS = [
    "if (s != N) exit(0);",
    "if (s != N) pthread_exit(0);",
    "if (l != N) return 0;",
    "if (s == N) return 0;",
]
LOOPS = [
    "while (!s) { int v = x; x = v; }",
    "while (s != N) x = x;",
    "while (l != N) { int v = y; y = v | 0; }",
    "do { y = 1; } while (s != N);",
    "do { x = N; } while (l != N);",
    "while (!l) { __VERIFIER_atomic_begin(); int v = x; x = v; __VERIFIER_atomic_end(); }",
    "while (!l) { __VERIFIER_atomic_begin(); int v = x; __VERIFIER_atomic_end(); x = v; }",
    "while (atomic_exchange(&l, N) == N) { int v = x; x = v; }",
    "for (;;) { __VERIFIER_atomic_begin(); int v = s; if (!v) s = N; __VERIFIER_atomic_end();"
    " if (!v) break; }",
    "__VERIFIER_atomic_begin(); y = 1; while (!x) { __VERIFIER_atomic_end(); __VERIFIER_atomic_begin(); }"
    " __VERIFIER_atomic_end();",
    "__VERIFIER_atomic_begin(); while (x != N) { y = N; __VERIFIER_atomic_end(); __VERIFIER_atomic_begin(); }"
    " __VERIFIER_atomic_end();",
]
ALIASES = ["*p = 2;", "*(char *)p = 2;", "set(p, 2);", "set(&v, 2);", "memcpy(&v, &two, sizeof v);", "w = 2;"]
INSIDE = ["", "y = 1;", "assert(y == 0);", "int a = x, b = x; assert(a == b);", "assert(x == 0);", "x = 2;"]
STEPS = ["s = N;", "l = N;", "x = 1;", "y = 1;", "s = 0;", "l = 0;", "assert(y != 1);", "x = 0;"]


def aliasing(write: str) -> str:
    return (
        "int v = 0, w = 0, two = 2, *p = y ? &w : &v;"
        f" while (!(v == 1 && w)) {{ v = 1; if (x) {{ x = 0; {write} w = 1; }} }} assert(0);"
    )


def program_of(start: int, first: int, threads: list[str], main: str) -> str:
    functions = [
        f"void *t{number}(void *unused) {{ {body.replace('N', str(number + 1))} return 0; }}\n"
        for number, body in enumerate(threads)
    ]
    spawns = "".join(f"  pthread_create(&t, 0, t{number}, 0);\n" for number in range(len(threads)))
    text = HEADER.replace("START", str(start)).replace("FIRST", str(first)) + "".join(functions)
    return f"{text}int main(void) {{\n  pthread_t t;\n{spawns}  {main}\n  return 0;\n}}\n"


@st.composite
def sly_programs(draw: st.DrawFn) -> str:
    loops = [*LOOPS, *map(aliasing, ALIASES)]
    threads = []
    for _ in range(draw(st.integers(1, 2))):
        before = draw(st.sampled_from([*TESTS, *loops, *loops]))
        threads.append(f"{before} {draw(st.sampled_from(INSIDE))}")
    steps = draw(st.lists(st.sampled_from(STEPS), min_size=1, max_size=3))
    ending = draw(st.sampled_from(["", "pthread_join(t, 0);", "pthread_join(t, 0); assert(x == 1);"]))
    main = " ".join([*steps, ending]).replace("N", str(draw(st.integers(0, 3))))
    return program_of(draw(st.integers(0, 2)), draw(st.integers(0, 1)), threads, main)


OWNED = program_of(2, 0, [f"{TESTS[0]} {INSIDE[3]}".replace("N", "2")], "s = 1; x = 1;")
WRITTEN_BACK = program_of(0, 0, [LOOPS[0]], "x = 1; s = 1; pthread_join(t, 0); assert(x == 1);")
REOPENED = program_of(0, 0, [f"{LOOPS[9]} assert(0);"], "if (y) x = 1; pthread_join(t, 0);")


@pytest.mark.parametrize(
    "text", [OWNED, WRITTEN_BACK, REOPENED, *(program_of(0, 1, [aliasing(w)], "") for w in ALIASES)]
)
def test_shortcuts_that_once_led_too_far(text: str, tmp_path: Path) -> None:
    compare(text, tmp_path)


@settings(QUICK, max_examples=30)
@given(text=sly_programs())
def test_shortcuts_leave_nothing_out(text: str, tmp_path: Path) -> None:
    compare(text, tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(20_000)
@settings(QUICK, max_examples=1500, derandomize=False)
@given(text=sly_programs())
def test_shortcuts_leave_nothing_out_1500(text: str, tmp_path: Path) -> None:
    compare(text, tmp_path)
