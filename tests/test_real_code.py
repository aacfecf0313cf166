"""What stops a verifier on real programs: long preparations before the first thread, arguments that decide
whether there are any."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import Capture, Write, checked, execute, write

__all__ = ["write"]  # the fixture

PREPARED = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct pool { char space[1500]; int jobs; };
static struct pool *pool;
static int *table;
static void *work(void *unused) { pool->jobs += table[700]; return unused; }
int main(void) {
    pthread_t worker;
    pool = malloc(sizeof *pool);
    memset(pool, 0, sizeof *pool);
    table = malloc(1200 * sizeof *table);
    for (int i = 0; i < 1200; i++)
        table[i] = 2 * i;
    pthread_create(&worker, 0, work, 0);
    pthread_join(worker, 0);
    assert(pool->jobs == CLAIM);
    return 0;
}
"""


@pytest.mark.parametrize(("claim", "verdict"), [("1400", "safe"), ("1402", "unsafe")])
def test_long_preparations_are_executed_before_the_threads(
    capsys: Capture, write: Write, claim: str, verdict: str
) -> None:
    found = checked(capsys, write(PREPARED.replace("CLAIM", claim)))
    assert found["verdict"] == verdict


ARGUMENTS = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int total;
static void *add(void *amount) { total += *(int *)amount; return 0; }
int main(int argc, char **argv) {
    pthread_t threads[2];
    int amounts[2];
    if (argc != 3)
        return 1;
    for (int i = 0; i < 2; i++) {
        amounts[i] = atoi(argv[i + 1]);
        pthread_create(&threads[i], 0, add, &amounts[i]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(total == amounts[0] + amounts[1]);
    return 0;
}
"""
LETTER = """
#include <assert.h>
int main(int argc, char **argv) {
    assert(argc < 3 || argv[2][0] != 'q' || argv[2][1]);
    return 0;
}
"""


def test_without_arguments_it_is_said_that_there_are_none(capsys: Capture, write: Write) -> None:
    found = checked(capsys, write(ARGUMENTS))
    assert found["verdict"] == "no bug found"
    assert any("argc is always 1" in item["what"] for item in found["coverage"]["left_out"])


def test_arguments_are_given_and_kept_with_the_trace(capsys: Capture, write: Write) -> None:
    file = write(ARGUMENTS)
    found = checked(capsys, file, "--arg", "5", "--arg", "7", "--trace", "trace.json")
    assert found["verdict"] == "unsafe"
    assert found["traces"][0]["source"]["arguments"] == ["5", "7"]
    code, out, _ = execute(capsys, "replay", "trace.json")
    assert code == 10
    assert "amounts[0] = 5, amounts[1] = 7" in out
    assert checked(capsys, file, "--arg", "5")["verdict"] == "safe"


def test_arguments_that_may_be_any(capsys: Capture, write: Write) -> None:
    file = write(LETTER)
    found = checked(capsys, file, "--arg", "x", "--args", "1", "--trace", "trace.json")
    assert found["verdict"] == "unsafe"
    assert {item["name"]: item["value"] for item in found["traces"][0]["inputs"]}["argv[2][0]"] == 113
    code, out, _ = execute(capsys, "replay", "trace.json")
    assert (code, "input argv[2][0] (char): 113" in out) == (10, True)
    found = checked(capsys, file, "--args", "1")
    assert found["verdict"] == "no bug found"
    assert [item["what"] for item in found["coverage"]["left_out"]] == [
        "program arguments other than 1 of at most 8 characters"
    ]


@pytest.mark.parametrize("schema", ["lazy", "lazy-pruned", "interleave", "stepwise"])
def test_emitted_c_has_the_arguments(schema: str, capsys: Capture, write: Write) -> None:
    file = write(
        "int x, __VERIFIER_nondet_int(void);\n"
        "int main(int argc, char **argv) { x = argv[1][__VERIFIER_nondet_int() & 3]; return 0; }"
    )
    assert execute(capsys, "emit", file, "--schema", schema, "--arg", "wxyz", "-o", "out.c")[0] == 0
    assert '= "wxyz"' in Path("out.c").read_text()


def test_an_answer_without_threads_says_so_first(capsys: Capture, write: Write) -> None:
    _, out, _ = execute(capsys, "check", write(ARGUMENTS))
    assert out.startswith("NO BUG FOUND")
    assert " in main alone: no other thread was started " in out.splitlines()[0]


ENDLESS_PREPARATIONS = """
#include <pthread.h>
int table[3000][3000];
void *f(void *a) { return a; }
int main(void) {
    pthread_t t;
    for (int i = 0; i < 3000; i++) for (int j = 0; j < 3000; j++) table[i][j] = i ^ j;
    return pthread_create(&t, 0, f, 0);
}
"""


def test_out_of_time_says_what_took_it(capsys: Capture, write: Write) -> None:
    code, out, _ = execute(capsys, "check", write(ENDLESS_PREPARATIONS), "--time", "4s")
    reason, hint, *_ = out.splitlines()
    assert code == 5
    assert reason.startswith("UNKNOWN  time limit reached (4 s) while unwinding (loops ")
    assert hint.startswith("  hint: `unthread loops` lists the loops")


MONOTONIC = """#include <assert.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct timespec latest;
static void *look(void *arg)
{
    struct timespec now;
    pthread_mutex_lock(&lock);
    clock_gettime(CLOCK, &now);
    assert(now.tv_sec > latest.tv_sec || (now.tv_sec == latest.tv_sec && now.tv_nsec >= latest.tv_nsec));
    latest = now;
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, look, 0);
    pthread_create(&b, 0, look, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(latest.tv_sec != 5);
    return 0;
}
"""


@pytest.mark.parametrize(
    ("clock", "end", "verdict", "line"),
    [
        ("CLOCK_MONOTONIC", "1", "SAFE", None),
        ("CLOCK_MONOTONIC", "latest.tv_sec != 5", "UNSAFE", 23),
        ("CLOCK_REALTIME", "1", "UNSAFE", 11),
    ],
)
def test_monotonic_clocks_never_go_backwards(
    capsys: Capture, write: Write, clock: str, end: str, verdict: str, line: int | None
) -> None:
    text = MONOTONIC.replace("CLOCK,", f"{clock},").replace("latest.tv_sec != 5", end)
    _, out, _ = execute(capsys, "check", write(text), "--property", "reach", "-q")
    assert out.startswith(verdict if line is None else f"{verdict}  a.c:{line}:")


CLEANUP = """#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static void unlock(void *mutex) { pthread_mutex_unlock(mutex); }
static void forget(void *value) { (void)value; }
static void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(unlock, &lock);
    pthread_setspecific(key, arg);
    pthread_testcancel();
    pthread_cleanup_pop(1);
    return arg;
}
int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, forget);
    pthread_create(&thread, 0, work, &lock);
    pthread_join(thread, 0);
    return 0;
}
"""


def test_handlers_are_no_threads(capsys: Capture, write: Write) -> None:
    found = checked(capsys, write(CLEANUP))
    assert found["verdict"] == "safe"
    assert found["coverage"]["threads"] == ["main", "work"]
    assert found["coverage"]["never_started"] == []


def test_system_calls_by_number(capsys: Capture, write: Write) -> None:
    text = """#define _GNU_SOURCE
#include <assert.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {{ {body} return 0; }}
"""
    same = "assert(syscall(SYS_gettid) == gettid() && syscall(SYS_getpid) == getpid());"
    assert checked(capsys, write(text.format(body=same)))["verdict"] == "safe"
    code, out, _ = execute(capsys, "check", write(text.format(body="syscall(SYS_reboot);")))
    assert (code, "syscall with a number other than" in out) == (5, True)


EVENT = """#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_uint happened;
static int result;
static void *expect_it(void *arg)
{{
    if (!atomic_load(&happened))
        syscall(SYS_futex, &happened, FUTEX_WAIT{private}, 0u, (void *)0);
    assert(result == 7);
    return arg;
}}
int main(void)
{{
    pthread_t first, second;
    pthread_create(&first, 0, expect_it, 0);
    pthread_create(&second, 0, expect_it, 0);
    result = 7;
    atomic_store(&happened, 1);
    syscall(SYS_futex, &happened, FUTEX_WAKE, {most});
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}}
"""


@pytest.mark.parametrize(
    ("private", "most", "verdict"),
    [("", "INT_MAX", "safe"), ("", "2", "safe"), ("", "1", "unsafe"), ("_PRIVATE", "2", "unsafe")],
)
def test_all_threads_that_sleep_at_a_futex_are_woken(
    capsys: Capture, write: Write, private: str, most: str, verdict: str
) -> None:
    text = EVENT.format(private=private, most=most)
    found = checked(capsys, write(text), "--no-spurious")
    assert found["verdict"] == verdict
    if verdict == "unsafe":
        assert [trace["violation"]["property"] for trace in found["traces"]] == ["deadlock"]


def test_other_operations_on_futexes_are_named(capsys: Capture, write: Write) -> None:
    text = EVENT.replace("FUTEX_WAKE, {most}", "FUTEX_REQUEUE, 1").format(private="")
    code, out, _ = execute(capsys, "check", write(text), "--no-spurious", "--no-sample")
    assert (code, "FUTEX_REQUEUE" in out) == (5, True)


CONSUMERS_FIRST = """#include <assert.h>
#include <pthread.h>
static int made;
static void *consume(void *arg) { return arg; }
static void *produce(void *arg) { made = 1; return arg; }
int main(void)
{
    pthread_t threads[4], producer;
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], 0, consume, 0);
    pthread_create(&producer, 0, produce, 0);
    pthread_join(producer, 0);
    assert(!made);
    return 0;
}
"""


@pytest.mark.parametrize("options", [("4",), ("3",), ("1",), ("1", "--encoding", "order")])
def test_threads_of_one_routine_leave_room_for_those_of_others(
    capsys: Capture, write: Write, options: tuple[str, ...]
) -> None:
    """Beyond the bound, they are there and do not run."""
    file = write(CONSUMERS_FIRST)
    code, out, _ = execute(capsys, "check", file, "--no-sample", "--trace", "t.json", "--threads", *options)
    assert (code, "thread 5 (produce)" in out) == (10, True)
    assert execute(capsys, "replay", "t.json")[0] == 10
    found = checked(capsys, write(CONSUMERS_FIRST.replace("!made", "made")), "--threads", *options)
    left_out = [item["what"] for item in found["coverage"]["left_out"]]
    most = int(options[0])
    assert found["coverage"]["threads"] == ["main", *["consume"] * most, "produce"]
    assert any("of consume" in what for what in left_out) == (most < 4)
    assert found["verdict"] == ("safe" if most == 4 else "no bug found")


WOKEN_BY_THE_SECOND = """#include <pthread.h>
static int n;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t both = PTHREAD_COND_INITIALIZER;
static void *meet(void *arg)
{
    pthread_mutex_lock(&lock);
    n++;
    while (n < 2)
        pthread_cond_wait(&both, &lock);
    pthread_cond_signal(&both);
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, meet, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
"""


def test_a_thread_beyond_the_bound_is_no_deadlock(capsys: Capture, write: Write) -> None:
    found = checked(capsys, write(WOKEN_BY_THE_SECOND), "--threads", "1")
    assert found["verdict"] == "no bug found"


# Lists whose heads stand beside locks, with elements of static storage duration.
LISTS = """
#include <assert.h>
#include <pthread.h>
struct list { struct list *next, *prev; };
struct { pthread_mutex_t left_lock; struct list left; pthread_mutex_t right_lock; struct list right; } both;
struct list elements[2];
int popped;
void init(struct list *head) { head->next = head; head->prev = head; }
void add(struct list *e, struct list *head)
{
    head->next->prev = e;
    e->next = head->next;
    e->prev = head;
    head->next = e;
}
struct list *pop(struct list *head)
{
    struct list *e = head->prev;
    if (e == head)
        return 0;
    e->prev->next = e->next;
    e->next->prev = e->prev;
    init(e);
    return e;
}
void *move(void *unused)
{
    pthread_mutex_lock(&both.left_lock);
    struct list *e = pop(&both.left);
    pthread_mutex_lock(&both.right_lock);
    if (e)
        add(e, &both.right);
    e = pop(&both.right);
    popped += e != 0;
    pthread_mutex_unlock(&both.right_lock);
    pthread_mutex_unlock(&both.left_lock);
    return unused;
}
int main(void)
{
    pthread_t t, s;
    init(&both.left), init(&both.right);
    add(&elements[0], &both.left), add(&elements[1], &both.left);
    pthread_create(&t, 0, move, 0), pthread_create(&s, 0, move, 0);
    pthread_join(t, 0), pthread_join(s, 0);
    assert(popped == COUNT);
}
"""


@pytest.mark.parametrize(("count", "code", "answer"), [("2", 0, "SAFE"), ("1", 10, "UNSAFE")])
def test_lists_beside_locks_have_the_targets_that_were_stored(
    count: str, code: int, answer: str, capsys: Capture, write: Write
) -> None:
    found, out, _ = execute(capsys, "check", write(LISTS.replace("COUNT", count)), "--no-sample")
    assert found == code
    assert answer in out
