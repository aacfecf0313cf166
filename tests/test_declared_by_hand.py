"""Programs that declare the thread library themselves, that misuse its handles, and that call functions which
nobody has defined."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.once_wrong import (
    BY_HAND,
    GREATER_AND_LESSER,
    HANDLES,
    IN_AN_INT,
    MANY_THREADS,
    MUTEXES,
    in_an_int,
    with_handle,
)
from unthread import cli
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.request import Request
from unthread.core.source import DataModel, Source
from unthread.core.verdict import Safe, Unknown, Unsafe, Verdict
from unthread.story import Limits
from unthread.story import check as verify

LIMITS = Limits(seconds=90.0, memory=3 << 30)


def verdict_of(
    tmp_path: Path, *texts: str, properties: str = "reach", model: DataModel = DataModel.M64
) -> Verdict:
    files = []
    for number, text in enumerate(texts):
        files.append(tmp_path / f"part{number}.c")
        files[-1].write_text(text)
    wanted = frozenset(map(Property, properties.split(",")))
    return verify(Source(tuple(files), data_model=model), Request(wanted, Bounds()), LIMITS)


def message_of(verdict: Verdict) -> str:
    assert isinstance(verdict, Unsafe), verdict
    return verdict.traces[0].violation.message


# ---- types declared by hand


@pytest.mark.parametrize("declared", MUTEXES)
@pytest.mark.parametrize("model", DataModel)
def test_a_mutex_of_any_declared_type_excludes(tmp_path: Path, declared: str, model: DataModel) -> None:
    for racy, expected in (("", Safe), ("x = x + 1;", Unsafe)):
        text = f"{MUTEXES[declared]}\n{BY_HAND.replace('RACY', racy)}"
        assert isinstance(verdict_of(tmp_path, text, properties="race,lock,memory", model=model), expected)


@pytest.mark.parametrize("initial", ["", "= 0", "= {0}", "= {{0}, 0}", "= MUTEX_INITIALIZER"])
def test_zero_initializers_of_a_declared_type(tmp_path: Path, initial: str) -> None:
    text = f"""
        typedef int pthread_mutex_t;
        typedef int pthread_cond_t;
        #define MUTEX_INITIALIZER {{0}}
        extern void reach_error(void);
        struct {{ int first; pthread_mutex_t m; pthread_cond_t c; int last; }} s = {{ 1, 0, 0, 2 }};
        pthread_mutex_t global {initial};
        int main(void) {{
            static pthread_mutex_t kept {initial};
            pthread_mutex_t own = 0;
            pthread_mutex_lock(&global), pthread_mutex_lock(&kept), pthread_mutex_lock(&own);
            pthread_mutex_lock(&s.m), pthread_cond_signal(&s.c), pthread_mutex_unlock(&s.m);
            if (s.first == 1 && s.last == 2 && sizeof(pthread_mutex_t) == sizeof global) reach_error();
        }}"""
    assert "reach_error" in message_of(verdict_of(tmp_path, text, properties="reach,memory,lock"))


def test_another_initial_value_is_not_guessed(tmp_path: Path) -> None:
    text = """
        typedef struct { long signature; char rest[56]; } pthread_mutex_t;
        extern int pthread_mutex_lock(pthread_mutex_t *);
        extern void reach_error(void);
        pthread_mutex_t m = { 0x32AAABA7, {0} };
        int main(void) { pthread_mutex_lock(&m); reach_error(); }"""
    assert isinstance(verdict_of(tmp_path, text), Unknown)


@pytest.mark.parametrize(
    "text",
    [
        "typedef struct { int held; } pthread_mutex_t, *mutex; pthread_mutex_t m;",
        "typedef struct { int held; } pthread_mutex_t; pthread_mutex_t m = { .held = 0 };",
        "typedef int lock; int pthread_mutex_lock(lock *); lock m;",
        "int pthread_mutex_lock(void *); int m;",
    ],
)
def test_what_cannot_be_replaced_is_not_modelled(tmp_path: Path, text: str) -> None:
    call = "extern void reach_error(void); int main(void) { pthread_mutex_lock(&m); reach_error(); }"
    verdict = verdict_of(tmp_path, f"{text}\n{call}")
    assert isinstance(verdict, Unknown)


def test_functions_of_the_program_keep_its_types(tmp_path: Path) -> None:
    text = """
        typedef int pthread_mutex_t;
        extern void reach_error(void);
        void pthread_mutex_lock(pthread_mutex_t *m) { if (*m == 0) *m = 1; }
        pthread_mutex_t m;
        int main(void) { pthread_mutex_lock(&m); if (m == 1 && sizeof m == 4) reach_error(); }"""
    assert "reach_error" in message_of(verdict_of(tmp_path, text))


def test_one_file_has_the_header_and_the_other_has_not(tmp_path: Path) -> None:
    first = """
        #include <pthread.h>
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        void enter(void) { pthread_mutex_lock(&m); }"""
    second = """
        typedef int pthread_mutex_t;
        extern pthread_mutex_t m;
        extern void reach_error(void), enter(void);
        int main(void) { enter(); pthread_mutex_unlock(&m); enter(); reach_error(); }"""
    assert "reach_error" in message_of(verdict_of(tmp_path, first, second, properties="reach,memory,lock"))


def test_a_semaphore_of_four_bytes_counts(tmp_path: Path) -> None:
    text = """
        typedef int sem_t;
        int sem_init(sem_t *, int, unsigned), sem_wait(sem_t *), sem_trywait(sem_t *);
        extern void reach_error(void);
        sem_t s[2];
        int main(void) { sem_init(&s[1], 0, 1); sem_wait(&s[1]); if (sem_trywait(&s[1])) reach_error(); }"""
    assert "reach_error" in message_of(verdict_of(tmp_path, text, properties="reach,memory,lock"))


# ---- handles


@pytest.mark.parametrize("call", HANDLES)
def test_handles_that_are_none(tmp_path: Path, call: str) -> None:
    found = verdict_of(tmp_path, with_handle(call), properties="memory,lock")
    assert HANDLES[call] in message_of(found)


def test_many_threads_of_one_kind_and_one_of_another_are_replayed(tmp_path: Path) -> None:
    """The threads that might be started after fewer iterations have numbers too."""
    assert "assertion violated" in message_of(verdict_of(tmp_path, MANY_THREADS.replace("COUNT", "9")))


# ---- pointers where integers are expected


@pytest.mark.parametrize("test", IN_AN_INT)
def test_a_pointer_in_an_int_is_null_if_it_was_null(tmp_path: Path, test: str) -> None:
    assert "reach_error" in message_of(verdict_of(tmp_path, in_an_int(test)))


def test_assuming_a_null_pointer_ends_the_execution(tmp_path: Path) -> None:
    text = """
        extern void reach_error(void);
        void __VERIFIER_assume(int);
        int main(void) { int *p = 0; __VERIFIER_assume(p); reach_error(); }"""
    verdict = verdict_of(tmp_path, text)
    assert isinstance(verdict, Unknown)
    assert verdict.reason == "no execution gets past the assumption"


# ---- functions without a body

UNKNOWN = {
    "int get(int);": ("x = get(x)", True),
    "void say(const char *, ...);": ('say("x", 1)', True),
    "int count();": ('count("text", 2)', True),
    "void look(const int *);": ("look(&x)", True),
    "void put(int *);": ("put(&x)", False),
    "void any();": ("any(&x)", False),
    "void walk(const struct list *);": ("walk(&head)", False),
    "void take(struct list);": ("take(head)", False),
    "void call(void (*)(void));": ("call(done)", False),
    "void fill(void *, ...);": ("fill(0, &x)", False),
    "struct list make(int *);": ("make(&x)", False),
    "void nondet_all(int *);": ("nondet_all(&x)", False),
    "": ("__sync_strange(&x, 1)", False),
}


@pytest.mark.parametrize("declaration", UNKNOWN)
def test_a_function_that_may_change_memory_is_not_guessed(tmp_path: Path, declaration: str) -> None:
    call, guessed = UNKNOWN[declaration]
    text = f"""
        struct list {{ int value; struct list *next; }} head;
        {declaration}
        extern void reach_error(void);
        void done(void) {{ }}
        int x, y;
        int main(void) {{ {call}; if (y) reach_error(); }}"""
    assert isinstance(verdict_of(tmp_path, text), Safe if guessed else Unknown)


@pytest.mark.parametrize(
    ("call", "what_to_do"),
    [
        ("__sync_strange(&x)", "--stub FILE, --havoc __sync_strange"),
        ("nondet_all(&x)", "--stub FILE, --havoc nondet_all"),
        ("__CPROVER_strange(&x)", "--stub FILE, --havoc __CPROVER_strange"),
        ("__builtin_strange(&x)", "--havoc __builtin_strange"),
        ("getgrnam(0)", "--stub FILE"),
    ],
)
def test_what_to_do_about_a_function_without_a_model_is_said(
    tmp_path: Path, call: str, what_to_do: str
) -> None:
    found = verdict_of(tmp_path, f"#include <grp.h>\nint x; int main(void) {{ {call}; }}")
    assert isinstance(found, Unknown)
    name = call.partition("(")[0]
    assert found.reason == f"not modelled: '{name}', which has no model ({what_to_do})"


def test_the_greater_and_the_lesser_in_one_step(tmp_path: Path) -> None:
    assert isinstance(verdict_of(tmp_path, GREATER_AND_LESSER, properties="reach,memory"), Safe)


# ---- --stub and --havoc

SPLIT = """
    #include <assert.h>
    struct pair { int left; unsigned char right[2]; };
    void split(struct pair *, int *, const char *), fill(int *);
    int twice(int);
    int total, table[3];
    int main(void) {
        struct pair both = { 1, { 2, 3 } };
        split(&both, 0, "text");
        fill(table);
        assert(TEST);
    }
"""
STUB = """
    struct pair { int left; unsigned char right[2]; };
    static int calls;
    void split(struct pair *both, int *unused, const char *text) { calls++; both->left = 7; }
    void fill(int *table) { table[2] = 10 * calls + 5; }
    int main_is_not_here;
"""


def check(tmp_path: Path, text: str, *options: str) -> int:
    program = tmp_path / "program.c"
    program.write_text(text)
    return cli.execute(["check", "--property", "reach,memory", "--time", "60s", *options, str(program)])


@pytest.mark.parametrize(
    ("test", "code"), [("both.left == 7 && both.right[1] == 3 && table[2] == 15", 0), ("table[2] == 5", 10)]
)
def test_a_stub_gives_a_body(tmp_path: Path, test: str, code: int) -> None:
    stub = tmp_path / "stub.c"
    stub.write_text(STUB)
    assert check(tmp_path, SPLIT.replace("TEST", test), "--stub", str(stub)) == code


def test_an_error_in_a_stub_has_its_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stub = tmp_path / "stub.c"
    stub.write_text("int twice(int x) { return 2 * y; }")
    assert check(tmp_path, SPLIT.replace("TEST", "1"), "--stub", str(stub)) == 2
    assert "stub.c:1:31" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("test", "code"),
    [
        ("total == 0", 0),
        ("both.left != 41", 10),
        ("both.right[1] != 200", 10),
        ("table[2] != -5 || table[0] != 6", 10),
    ],
)
def test_havoc_changes_what_the_arguments_reach(tmp_path: Path, test: str, code: int) -> None:
    text = SPLIT.replace("TEST", test)
    assert check(tmp_path, text, "--havoc", "split") == 5, "the other function is still unknown"
    trace = tmp_path / "trace.json"
    options = ("--havoc", "split", "--havoc", "fill", "--trace", str(trace))
    assert check(tmp_path, text, *options) == code
    if code == 10:
        assert cli.execute(["replay", str(trace)]) == 10


def test_havoc_does_not_write_pointers(tmp_path: Path) -> None:
    text = "void attach(int **); int main(void) { int *p = 0; attach(&p); return *p; }"
    assert check(tmp_path, text, "--havoc", "attach") == 5


@pytest.mark.parametrize("name", ["nobody", "main", "printf"])
def test_havoc_of_a_function_that_is_known(tmp_path: Path, name: str) -> None:
    text = '#include <stdio.h>\nint main(void) { printf("x"); }'
    assert check(tmp_path, text, "--havoc", name) == 1
