"""Loops that try again until they succeed, with rounds that change nothing: the engine leaves these out, and
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
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
atomic_int l = START, x;
atomic_flag f = ATOMIC_FLAG_INIT;
int y, z;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void __VERIFIER_atomic_swap(int *at, int from, int to, int *done) {
  *done = *at == from;
  if (*at == from) *at = to;
}
static int try(atomic_int *at) { int none = 0; return atomic_compare_exchange_strong(at, &none, 1); }
"""

# How to get in; how to get out.
LOOPS = [
    ("while (atomic_exchange(&l, 1));", "l = 0;"),
    ("while (atomic_exchange(&l, 1) == 1);", "l = 0;"),
    ("while (atomic_flag_test_and_set(&f));", "atomic_flag_clear(&f);"),
    ("while (__sync_lock_test_and_set(&y, 1));", "__sync_lock_release(&y);"),
    ("int e = 0; while (!atomic_compare_exchange_weak(&l, &e, 1)) e = 0;", "l = 0;"),
    ("int e; do e = 0; while (!atomic_compare_exchange_strong(&l, &e, 1));", "l = 0;"),
    ("int e = 0; while (!atomic_compare_exchange_strong(&l, &e, 1)); ", "l = e;"),
    ("for (;;) { int e = 0; if (x == 0 && atomic_compare_exchange_strong(&l, &e, 1)) break; }", "l = 0;"),
    ("int o = x; while (!atomic_compare_exchange_weak(&x, &o, o + 1));", "l = o;"),
    ("int o; do o = x; while (!atomic_compare_exchange_strong(&x, &o, o + 1));", "l = o;"),
    ("int d = 0; while (!d) __VERIFIER_atomic_swap(&y, 0, 1, &d);", "y = 0;"),
    ("while (!try(&l));", "l = 0;"),
    ("while (pthread_mutex_trylock(&m) != 0);", "pthread_mutex_unlock(&m);"),
    ("int n = 0; while (n < 2 && atomic_exchange(&l, 1)) n++;", "assert(n < 2);"),
    ("int n = 0; while (atomic_exchange(&l, 1)) n = 1;", "assert(n == 0); l = 0;"),
    ("while (atomic_exchange(&l, 1)) z = 1;", "l = 0;"),
    ("while (atomic_fetch_or(&l, 1) & 1);", "l = 0;"),
    ("while (atomic_fetch_add(&x, 1) < 1);", "x = 0;"),
    (
        "int ok = 0; while (!ok) { __VERIFIER_atomic_begin(); if (!y) { y = 1; ok = 1; }"
        " __VERIFIER_atomic_end(); }",
        "y = 0;",
    ),
    ("int a = 0, b = 1; while (atomic_exchange(&l, 1)) { int t = a; a = b; b = t; }", "assert(a == 0);"),
]
ENDLESS = {LOOPS[15], LOOPS[19]}  # every round changes something
POLLING = [
    ("for (;;) { pthread_mutex_lock(&m); int d = y; pthread_mutex_unlock(&m); if (d) break; }", "y = 0;"),
    (
        "pthread_mutex_lock(&m); while (y == 0) { pthread_mutex_unlock(&m); pthread_mutex_lock(&m); }",
        "pthread_mutex_unlock(&m);",
    ),
    (
        "pthread_mutex_lock(&m); while (x == 0) { pthread_mutex_unlock(&m); if (z == 2) assert(x);"
        " pthread_mutex_lock(&m); }",
        "y = 0; pthread_mutex_unlock(&m);",
    ),
    (
        "pthread_mutex_lock(&m);"
        " do { pthread_mutex_unlock(&m); pthread_mutex_lock(&m); if (z) break; } while (x);",
        "pthread_mutex_unlock(&m);",
    ),
    (
        "pthread_mutex_lock(&m); while (!y) { pthread_mutex_unlock(&m); z = 1; pthread_mutex_lock(&m); }",
        "pthread_mutex_unlock(&m);",
    ),
]
INSIDE = ["", "z++;", "z = 1; assert(z == 1);", "assert(z == 0);", "z = x;", "l = 2;"]
OTHERS = [
    "",
    "y = 1;",
    "pthread_mutex_lock(&m); y = 1; x = 1; pthread_mutex_unlock(&m);",
    "l = 0;",
    "l = 2;",
    "x = 1;",
    "x++;",
    "y = 0;",
    "z = 2;",
    "l = 1; l = 0;",
    "assert(z != 1);",
]


@st.composite
def trying_programs(draw: st.DrawFn) -> str:
    bodies = []
    for _ in range(draw(st.integers(1, 2))):
        into, out = draw(st.sampled_from([*LOOPS, *POLLING]))
        bodies.append(f"{into} {draw(st.sampled_from(INSIDE))} {out}")
    steps = draw(st.lists(st.sampled_from(OTHERS), min_size=1, max_size=2))
    return program_of(draw(st.sampled_from([0, 0, 1, 2])), bodies, " ".join(steps))


def program_of(start: int, bodies: list[str], other: str) -> str:
    threads = [*bodies, other]
    names = [f"t{number}" for number in range(len(threads))]
    functions = [
        f"void *{n}(void *unused) {{ {body} return 0; }}" for n, body in zip(names, threads, strict=True)
    ]
    spawns = [f"  pthread_create(&t, 0, {name}, 0);" for name in names]
    main = ["int main(void) {", "  pthread_t t;", *spawns, "  pthread_join(t, 0);", "  return 0;", "}"]
    return HEADER.replace("START", str(start)) + "\n".join([*functions, *main]) + "\n"


@pytest.mark.parametrize("start", [0, 2])
@pytest.mark.parametrize("loop", LOOPS, ids=lambda loop: loop[0])
def test_what_is_left_out_adds_nothing(loop: tuple[str, str], start: int, tmp_path: Path) -> None:
    body = f"{loop[0]} assert(z == 0); z = 1; z = 0; {loop[1]}"
    is_complete = compare(program_of(start, [body], body), tmp_path)
    assert (is_complete is False) == (loop in ENDLESS)


@pytest.mark.parametrize(
    "other", ["y = 1; x = 1; z = 2;", "pthread_mutex_lock(&m); x = 1; y = 1; pthread_mutex_unlock(&m);"]
)
@pytest.mark.parametrize("loop", POLLING, ids=lambda loop: loop[0])
def test_one_look_is_as_good_as_many(loop: tuple[str, str], other: str, tmp_path: Path) -> None:
    program = program_of(0, [f"{loop[0]} assert(z == 0); {loop[1]}"], other)
    assert compare(program, tmp_path) == (loop != POLLING[-1])


@settings(QUICK, max_examples=40)
@given(text=trying_programs())
def test_the_engine_knows_who_tries_again(text: str, tmp_path: Path) -> None:
    compare(text, tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(20_000)
@settings(QUICK, max_examples=600)
@given(text=trying_programs())
def test_the_engine_knows_who_tries_again_600(text: str, tmp_path: Path) -> None:
    compare(text, tmp_path)
