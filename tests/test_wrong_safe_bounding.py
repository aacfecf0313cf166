"""Programs in which a shortcut of bounding, or a lock that is none, would hide a violation; beside them
relatives for which the shortcut holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.once_wrong import (
    NOT_FREE,
    OWN_FUNCTIONS,
    TWICE,
    WRITES,
    WRITTEN_BACK,
    WRONG_READS,
    awaited,
    forgotten,
    not_free,
    own_function,
    written_back,
    wrong_read,
)
from tests.support.sources import loaded
from tests.support.violated import HEADER, NOTHING, violated, with_thread
from unthread.bound.loops.spinning import waits_of, with_waits
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.request import Reduction

# ---- accesses that go wrong although what is there seems to be known


@pytest.mark.parametrize("body", WRONG_READS)
def test_a_wrong_read_stays_one(body: str, tmp_path: Path) -> None:
    assert violated(wrong_read(body), {Property.MEMORY}, tmp_path) == {Property.MEMORY}


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


@pytest.mark.parametrize(("outside", "before", "lock"), NOT_FREE)
def test_a_lock_must_begin_as_free(outside: str, before: str, lock: str, tmp_path: Path) -> None:
    assert violated(not_free(outside, before, lock), {Property.REACH}, tmp_path) == {Property.REACH}


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


@pytest.mark.parametrize("iteration", WRITTEN_BACK)
def test_writing_back_what_was_read_before_is_a_change(iteration: str, tmp_path: Path) -> None:
    assert violated(written_back(iteration), {Property.REACH}, tmp_path) == {Property.REACH}


@pytest.mark.parametrize("write", WRITES)
def test_what_a_pointer_writes_is_not_remembered(write: str, tmp_path: Path) -> None:
    assert violated(forgotten(write), {Property.REACH}, tmp_path) == {Property.REACH}


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


@pytest.mark.parametrize(("outside", "iteration"), OWN_FUNCTIONS)
def test_a_name_does_not_make_a_model(outside: str, iteration: str, tmp_path: Path) -> None:
    assert violated(own_function(outside, iteration), {Property.REACH}, tmp_path) == {Property.REACH}


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
    text = awaited(kind, test, write)
    expected = NOTHING if write else {Property.DEADLOCK}
    assert violated(text, {Property.DEADLOCK}, tmp_path) == expected
