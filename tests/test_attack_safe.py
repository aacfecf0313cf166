"""Programs as developers write them, with a bug that a shortcut of the search would hide, or make up; beside
them relatives without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.violated import NOTHING, violated, with_thread
from unthread import cli
from unthread.core.properties import Property

# ---- what a thread has ended is gone for itself, too, before its next visible step

ENDED = {
    "local": "static void make(int n) { int own[2]; own[0] = n; seen = own; }",
    "block": "static void make(int n) { { int own = n; seen = &own; } }",
    "parameter": "static void make(int n) { seen = &n; }",
    "literal": "static void make(int n) { { seen = (int[]){n}; } }",
    "array of variable length": "static void make(int n) { int own[n]; own[0] = n; seen = own; }",
    "alloca": "static void make(int n) { seen = __builtin_alloca(8); *seen = n; }",
}


@pytest.mark.parametrize("make", ENDED.values(), ids=ENDED)
@pytest.mark.parametrize("use", ["if (*seen == 1) return given;", "*seen = 2;", "memset(seen, 0, 4);"])
def test_a_thread_uses_what_it_has_ended(make: str, use: str, tmp_path: Path) -> None:
    text = with_thread(f"make(1); {use}", "pthread_join(t, 0);", f"int *seen; {make}")
    assert violated(text, {Property.MEMORY}, tmp_path) == {Property.MEMORY}


@pytest.mark.parametrize("use", ["if (*seen == 1) return 0;", "*seen = 2;"])
def test_main_uses_what_it_has_ended_behind_a_spawn(use: str, tmp_path: Path) -> None:
    text = with_thread("", f"make(1); {use} pthread_join(t, 0);", f"int *seen; {ENDED['local']}")
    assert violated(text, {Property.MEMORY}, tmp_path) == {Property.MEMORY}


def test_a_race_for_what_its_owner_has_ended_is_none(tmp_path: Path) -> None:
    """The frame's object is there until the thread goes on."""
    text = with_thread(
        "int own = 1; seen = &own; pthread_mutex_lock(&m); own = 2; pthread_mutex_unlock(&m); make(2);",
        "pthread_join(t, 0);",
        f"int *seen; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; {ENDED['local']}",
    )
    assert violated(text, {Property.MEMORY, Property.RACE}, tmp_path) == NOTHING


# ---- a function that is called through a pointer in memory: it is read once

HANDLERS = (
    "int n; void f(void) { n = 1; } void g(void) { n = 2; } void h(void) { n = 3; } void (*called)(void)"
)


@pytest.mark.parametrize(
    ("first", "writes"),
    [("f", "called = h; called = f;"), ("h", "called = f; called = h;"), ("g", "called = h; called = f;")],
)
def test_a_pointer_to_a_function_is_read_once(first: str, writes: str, tmp_path: Path) -> None:
    text = with_thread(writes, "called(); assert(n != 0); pthread_join(t, 0);", f"{HANDLERS} = {first};")
    assert violated(text, {Property.MEMORY, Property.REACH}, tmp_path) == NOTHING


def test_a_function_that_was_chosen_meanwhile_is_called(tmp_path: Path) -> None:
    text = with_thread("called = h;", "called(); assert(n != 3); pthread_join(t, 0);", f"{HANDLERS} = f;")
    assert violated(text, {Property.MEMORY, Property.REACH}, tmp_path) == {Property.REACH}


def test_a_start_routine_is_read_once(tmp_path: Path) -> None:
    text = """
    int n; void *f(void *p) { n = 1; return p; } void *g(void *p) { n = 2; return p; }
    void *(*routine)(void *) = f;
    void *change(void *p) { routine = g; routine = f; return p; }
    int main(void) { pthread_t t, u; pthread_create(&t, 0, change, 0);
        pthread_create(&u, 0, routine, 0); pthread_join(u, 0); assert(n == 1); }
    """
    assert violated(text, {Property.MEMORY, Property.REACH}, tmp_path) == {Property.REACH}


def test_calls_through_tables_replay(tmp_path: Path) -> None:
    """Three functions that a pointer may lead to, and steps of the library between the reads."""
    text = """
    struct operations { void (*add)(void *); int (*get)(void *); };
    struct object { const struct operations *operations; int own; int *shared; };
    static void add_own(void *o) { ((struct object *)o)->own++; }
    static int get_own(void *o) { return ((struct object *)o)->own; }
    static void add_shared(void *o) { ++*((struct object *)o)->shared; }
    static int get_shared(void *o) { return *((struct object *)o)->shared; }
    static const struct operations owns = {add_own, get_own}, shares = {add_shared, get_shared};
    int total; struct object a = {&owns}, b, c;
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
    void *run(void *given) { struct object *o = given; pthread_mutex_t *lock = o == &b ? &n : &m;
        pthread_mutex_lock(lock); o->operations->add(o); pthread_mutex_unlock(lock); return 0; }
    int main(void) { b.operations = &shares; b.shared = &total; c = b; pthread_t x, y, z;
        pthread_create(&x, 0, run, &a); pthread_create(&y, 0, run, &b); pthread_create(&z, 0, run, &c);
        pthread_join(x, 0); pthread_join(y, 0); pthread_join(z, 0); return c.operations->get(&c); }
    """
    assert violated(text, {Property.RACE}, tmp_path) == {Property.RACE}


# ---- who looks at what is gone does not wait for it


@pytest.mark.parametrize(
    ("begin", "end"),
    [("int own = 0; seen = &own;", ""), ("seen = malloc(4); *seen = 0;", "free(seen);")],
)
@pytest.mark.parametrize("loop", ["while (*seen == 0);", "while (!(*seen == 1 || *seen == 2));"])
def test_waiting_for_what_is_gone_is_no_deadlock(begin: str, end: str, loop: str, tmp_path: Path) -> None:
    text = with_thread(f"{begin} {end}", f"pthread_join(t, 0); {loop}", "int *seen;")
    assert violated(text, {Property.DEADLOCK}, tmp_path) == NOTHING
    assert violated(text, {Property.DEADLOCK, Property.MEMORY}, tmp_path) == {Property.MEMORY}


# ---- what the engine does not follow, an execution at random may show


@pytest.mark.parametrize(
    ("thread", "main", "alone"),
    [
        ('snprintf(text, 8, "%d", 1);', 'snprintf(text, 8, "%d", 2);', 5),
        ('snprintf(text, 8, "%d", 1);', "other = text[0];", 5),
        ("text[0] = 'x';", 'printf("%s", text);', 10),  # the engine knows which bytes a string has
        ('sprintf(text + 5, "%d", number);', "", 5),
    ],
)
def test_executions_at_random_show_what_a_printf_does(
    thread: str, main: str, alone: int, tmp_path: Path
) -> None:
    outside = "#include <pthread.h>\n#include <stdio.h>\nchar text[8], other; int number = 1234;"
    file = tmp_path / "a.c"
    file.write_text(with_thread(thread, f"{main} pthread_join(t, 0);", outside))
    assert cli.execute(["check", "--property", "race,memory", str(file)]) == 10
    assert cli.execute(["check", "--property", "race,memory", "--no-sample", str(file)]) == alone
