"""Programs in which a shortcut of bounding, or a lock that is none, would hide a violation; beside them
relatives for which the shortcut holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sources import loaded
from tests.support.violated import HEADER, NOTHING, violated, with_thread
from unthread.bound.loops.spinning import waits_of, with_waits
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.request import Reduction

# ---- accesses that go wrong although what is there seems to be known


@pytest.mark.parametrize(
    "body",
    [
        "int a[2] = {4, 5}, i = 2; return a[i];",
        "int a[2] = {4, 5}, i = -1; return a[i];",
        "struct { char tag; int at[2]; } s = {1, {2, 3}}; int *p = s.at; return p[2];",
        "char c[3] = {1, 2, 3}; return *(short *)(c + 2);",
        "char s[2] = {'a', 'b'}; return strchr(s, 'c') != 0;",
        "int a[2] = {1}; a[2] = 5; return a[2];",
        "int a[2] = {1}; int *p = any() ? a : a + 1; *p = 3; return a[2];",
        "int *p; { int inner[2] = {0}; p = inner; } return p[1];",
        "return *gone();",
        "return still[2];",
        "still[0] = 1; return still[-1];",
    ],
)
def test_a_wrong_read_stays_one(body: str, tmp_path: Path) -> None:
    text = "int still[2];\nint *gone(void) { int a[2] = {0}; int *p = a; return p; }\n"
    text += f"int main(void) {{ {body} }}\n"
    assert violated(text, {Property.MEMORY}, tmp_path) == {Property.MEMORY}


@pytest.mark.parametrize(
    "body",
    [
        "int a[2] = {4, 5}; assert(a[1] == 5);",
        "int a[3] = {0}; int n = 0; for (int i = 0; i < 3; i++) n += a[i]; assert(n == 0);",
        'char s[3] = "ab"; assert(strlen(s) == 2);',
        "struct { char tag; int at[2]; } s = {0}; assert(s.at[1] == 0);",
    ],
)
def test_what_lies_inside_is_known(body: str, tmp_path: Path) -> None:
    text = f"int main(void) {{ {body} }}\n"
    assert violated(text, {Property.MEMORY, Property.REACH}, tmp_path) == NOTHING


# ---- locks that do not begin as free

TWICE = "int v = data, w = data; assert(v == w);"


@pytest.mark.parametrize(
    ("outside", "before", "lock"),
    [
        ("int state = 3;", "", "state"),
        ("extern int state;", "", "state"),
        ("struct { int other, state; } s = {0, 3};", "", "s.state"),
        ("short states[2] = {0, 3};", "", "states[1]"),
        ("int state = 3;", "if (any()) state = 0;", "state"),
        ("int *state;", "state = malloc(sizeof *state);", "*state"),
        ("int *state;", "int here; state = &here;", "*state"),
        ("int *state;", "int here; state = &here; if (any()) here = 0;", "*state"),
    ],
)
def test_a_lock_must_begin_as_free(outside: str, before: str, lock: str, tmp_path: Path) -> None:
    text = (
        f"{outside}\nint data;\n"
        f"void *run(void *given) {{ if ({lock} != 3) exit(0); {TWICE} return 0; }}\n"
        f"int main(void) {{ pthread_t t; {before} pthread_create(&t, 0, run, 0); {lock} = 1; data = 5; }}\n"
    )
    assert violated(text, {Property.REACH}, tmp_path) == {Property.REACH}


def test_owners_are_told_apart_by_their_bits(tmp_path: Path) -> None:
    text = with_thread(
        f"if (state.unsign != 4294967295u) exit(0); {TWICE}",
        "state.sign = -1; data = 5;",
        "union { int sign; unsigned unsign; } state; int data;",
    )
    assert violated(text, {Property.REACH}, tmp_path) == {Property.REACH}


@pytest.mark.parametrize(
    ("outside", "before", "lock"),
    [
        ("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;", "", "&m"),
        ("struct { int data; pthread_mutex_t m; } s = {7, PTHREAD_MUTEX_INITIALIZER};", "", "&s.m"),
    ],
)
def test_locks_that_are_initialized_in_time_are_locks(
    outside: str, before: str, lock: str, tmp_path: Path
) -> None:
    thread = f"pthread_mutex_lock({lock}); {TWICE} pthread_mutex_unlock({lock});"
    text = (
        f"{outside}\nint data;\nvoid *run(void *given) {{ {thread} return 0; }}\n"
        f"int main(void) {{ pthread_t t; {before} pthread_create(&t, 0, run, 0);\n"
        f"pthread_mutex_lock({lock}); data = 5; pthread_mutex_unlock({lock}); }}\n"
    )
    program = loaded(HEADER + text, tmp_path)
    bounded = bound(program, Bounds(), frozenset({Property.REACH}))
    reasons = [reason for points in visible_points(bounded) for _, reason in points.hidden]
    assert reasons.count(Reduction.LOCKS) == 3, "what is done under the lock is not seen"
    assert violated(text, {Property.REACH}, tmp_path) == NOTHING


# ---- iterations that only seem to change nothing


@pytest.mark.parametrize(
    "iteration", ["int v = x; x = v;", "x = x;", "x |= 0;", "x += 0;", "int v = x; int w = v; x = w;"]
)
def test_writing_back_what_was_read_before_is_a_change(iteration: str, tmp_path: Path) -> None:
    text = with_thread(
        f"while (!stop) {{ {iteration} }}",
        "x = 1; stop = 1; pthread_join(t, 0); assert(x == 1);",
        "int x, stop;",
    )
    assert violated(text, {Property.REACH}, tmp_path) == {Property.REACH}


@pytest.mark.parametrize(
    "write",
    [
        "*(char *)&v = 7;",
        "*p = 7;",
        "memcpy(&v, &seven, sizeof v);",
        "memset(&v, 7, sizeof v);",
        "set(&v);",
        "set(p);",
        'sprintf((char *)&v, "%d", 7);',
    ],
)
def test_what_a_pointer_writes_is_not_remembered(write: str, tmp_path: Path) -> None:
    thread = (
        "int v = 0, w = 0, seen = 0; int *p = any() ? &v : &w; if (p == &w) return 0;"
        f"while (!(v == 5 && seen)) {{ v = 5; if (flag) {{ flag = 0; {write} seen = 1; }} }} assert(0);"
    )
    text = with_thread(thread, "flag = 1;", "int flag, seven = 7; void set(int *at) { *at = 7; }")
    assert violated(text, {Property.REACH}, tmp_path) == {Property.REACH}


SECTIONS = (
    "void begin(void) { __VERIFIER_atomic_begin(); } void end(void) { __VERIFIER_atomic_end(); } int x, y;"
)


@pytest.mark.parametrize("begin", ["__VERIFIER_atomic_begin", "begin"])
def test_others_come_in_where_a_section_ends(begin: str, tmp_path: Path) -> None:
    end = begin.replace("begin", "end")
    thread = f"{begin}(); y = 1; while (!x) {{ {end}(); {begin}(); }} {end}(); assert(0);"
    text = with_thread(thread, "if (y) x = 1; pthread_join(t, 0);", SECTIONS)
    assert violated(text, {Property.REACH}, tmp_path) == {Property.REACH}


WAITS = "void wait_here(void) { while (!x); } void (*waits)(void) = wait_here;"


@pytest.mark.parametrize(
    "thread",
    [
        "__VERIFIER_atomic_begin(); y = 1; wait_here(); __VERIFIER_atomic_end();",
        "__VERIFIER_atomic_begin(); y = 1; waits(); __VERIFIER_atomic_end();",
        "begin(); y = 1; while (!x); end();",
        "begin(); y = 1; wait_here(); end();",
    ],
)
def test_nobody_waits_inside_a_section(thread: str, tmp_path: Path) -> None:
    """A section in which a loop never ends lets nobody in: no wait may undo what it did before."""
    text = with_thread(thread, "x = 1; pthread_join(t, 0);", f"{SECTIONS} {WAITS}")
    program = loaded(HEADER + text, tmp_path)
    assert not waits_of(with_waits(program, frozenset({Property.DEADLOCK})))


# ---- functions that have a name of the library's and a body of their own

COUNTING = "int calls, done; pthread_mutex_t m; pthread_cond_t c; mtx_t n;"


@pytest.mark.parametrize(
    ("outside", "iteration"),
    [
        (
            "int pthread_mutex_lock(pthread_mutex_t *at) { calls++; return 0; }"
            "int pthread_mutex_unlock(pthread_mutex_t *at) { return 0; }",
            "pthread_mutex_lock(&m); int d = done; pthread_mutex_unlock(&m); if (d) break;",
        ),
        (
            "int pthread_mutex_lock(pthread_mutex_t *at) { calls++; return 0; }"
            "int pthread_mutex_unlock(pthread_mutex_t *at) { return 0; }",
            "mtx_lock(&n); int d = done; mtx_unlock(&n); if (d) break;",
        ),
        (
            "int pthread_cond_wait(pthread_cond_t *at, pthread_mutex_t *with) { calls++; return 0; }",
            "if (done) break; pthread_cond_wait(&c, &m);",
        ),
        (
            "static void cancellation_point(void) { calls++; }",
            "if (done) break; cancellation_point();",
        ),
    ],
)
def test_a_name_does_not_make_a_model(outside: str, iteration: str, tmp_path: Path) -> None:
    text = with_thread(
        f"for (;;) {{ {iteration} }}",
        "done = 1; pthread_join(t, 0); assert(calls < 3);",
        f"{COUNTING} {outside}",
    )
    assert violated(text, {Property.REACH}, tmp_path) == {Property.REACH}


def test_somebody_may_look_at_a_lock(tmp_path: Path) -> None:
    """Which was held, free, held, free and held: that takes three iterations."""
    iteration = "pthread_spin_lock(&s); int d = done; pthread_spin_unlock(&s); if (d) break;"
    text = (
        "pthread_spinlock_t s; int done;\n"
        f"void *run(void *given) {{ for (;;) {{ {iteration} }} return 0; }}\n"
        "int main(void) { pthread_t t; pthread_spin_init(&s, 0); int free = s, seen = 0;\n"
        "pthread_create(&t, 0, run, 0);\n"
        "for (int i = 0; i < 5; i++) seen += (s == free) == (i & 1);\n"
        "assert(seen < 5); }\n"
    )
    assert violated(text, {Property.REACH}, tmp_path) == {Property.REACH}


# ---- loops that wait for numbers of floating point


@pytest.mark.parametrize("kind", ["float", "double", "long double"])
@pytest.mark.parametrize("test", ["x == 0", "!(x > 1)", "x != x || x < 1", "-x == 0"])
@pytest.mark.parametrize("write", ["x = 7;", ""])
def test_waiting_for_a_number(kind: str, test: str, write: str, tmp_path: Path) -> None:
    text = with_thread(f"while ({test});", f"{write} pthread_join(t, 0);", f"{kind} x;")
    expected = NOTHING if write else {Property.DEADLOCK}
    assert violated(text, {Property.DEADLOCK}, tmp_path) == expected
