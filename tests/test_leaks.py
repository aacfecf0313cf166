"""Memory that is never freed: `leak` counts what nothing leads to in the end, `leak-all` all of it."""

from __future__ import annotations

import pytest

from tests.support.commands import Capture, Write, check, checked, execute, write

__all__ = ["write"]  # the fixture

LIST = """#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct node { struct node *next; int value; };
static struct node *head, *table[40];
static uintptr_t number;
static char bytes[32];
static __thread struct node *mine;
static pthread_key_t key;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *new(void) { struct node *made = malloc(sizeof *made); made->next = 0; return made; }
static void *push(void *unused)
{
    struct node *made = new();
    pthread_mutex_lock(&lock);
    made->next = head;
    head = made;
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *hasty(void *unused)
{
    struct node *made = new();
    made->next = __atomic_load_n(&head, __ATOMIC_SEQ_CST);
    __atomic_store_n(&head, made, __ATOMIC_SEQ_CST);
    return unused;
}
static void *returns(void *unused) { (void)unused; return malloc(4); }
static void *keeps(void *unused)
{
    struct node *own = new();
    pthread_setspecific(key, own);
    mine = own;
    return unused;
}
static void run(void *(*first)(void *), void *(*second)(void *))
{
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
}
int main(int argc, char **argv)
{
    (void)argv;
    BODY
    return 0;
}
"""

KEPT = {
    "a list": "run(push, push);",
    "in a table": "run(push, push); table[3] = head->next; head->next = 0; table[38] = head; head = 0;",
    "at an unknown index": "run(push, push); table[argc * 7 % 40] = head; head = 0;",
    "in a copy": "run(push, push); struct node *copy = new(); *copy = *head; free(head); head = copy;",
    "in copied bytes": "run(push, push); memcpy(bytes + 8, &head, sizeof head); head = 0;",
    "behind a tag": "run(push, push); number = (uintptr_t)head | 1; head = 0;",
    "in the middle": "run(push, push); number = (uintptr_t)&head->value; head = 0;",
    "grown": "run(push, push); head = realloc(head, 64);",
    "of main alone": "mine = new(); run(push, push);",
    "by a key": "pthread_key_create(&key, 0); run(push, push); pthread_setspecific(key, head); head = 0;",
    "before the threads": "for (int i = 0; i < 40; i++) table[i] = new(); run(push, push);",
}
LOST = {
    "the first": "run(push, push); head = head->next;",
    "a cycle": "run(push, push); head->next->next = head; head = 0;",
    "behind another": "run(push, push); free(head);",
    "a local": "run(push, push); struct node *local = new(); local->value = 1;",
    "at exit": "run(push, push); struct node *local = new(); local->value = 1; exit(0);",
    "a result": "run(push, returns);",
    "an argument": "pthread_t one; pthread_create(&one, 0, push, malloc(4)); pthread_join(one, 0);",
    "of a thread": "pthread_key_create(&key, 0); run(push, keeps);",
    "by a race": "run(hasty, hasty);",
    "overwritten": "run(push, push); table[argc] = head; head = 0; table[1] = 0;",
}


@pytest.mark.parametrize("name", KEPT)
def test_what_something_leads_to_is_no_leak(name: str, capsys: Capture, write: Write) -> None:
    program = write(LIST.replace("BODY", KEPT[name]))
    found = checked(capsys, program, "--property", "leak", "--no-sample")
    assert found["verdict"] in ("safe", "no bug found")
    assert "gap" not in [entry["cause"] for entry in found["coverage"]["left_out"]]
    code, out, _ = execute(capsys, "run", program, "--property", "leak")
    assert code == 0, out
    everything = checked(capsys, program, "--property", "leak-all", "--no-sample")
    assert [trace["violation"]["property"] for trace in everything["traces"]] == ["leak-all"]


@pytest.mark.parametrize("name", LOST)
def test_what_nothing_leads_to_is_a_leak(name: str, capsys: Capture, write: Write) -> None:
    found = checked(capsys, write(LIST.replace("BODY", LOST[name])), "--property", "leak", "--no-sample")
    assert found["verdict"] == "unsafe"
    violation = found["traces"][0]["violation"]
    assert violation["property"] == "leak"
    assert "no longer reachable" in violation["message"]


RUNS_ON = """#include <pthread.h>
#include <stdlib.h>
static int *kept;
static void *work(void *block) { *(int *)block = 1; for (;;) pthread_testcancel(); }
int main(void) { pthread_t t; pthread_create(&t, 0, work, BLOCK); return 0; }
"""


def test_what_a_thread_may_know_that_still_runs_is_told(capsys: Capture, write: Write) -> None:
    code, out, _ = check(
        capsys, write(RUNS_ON.replace("BLOCK", "malloc(4)")), "--property", "leak", "--no-sample"
    )
    assert code == 5
    assert "memory that only a thread may lead to that still runs when the process ends" in out


def test_what_is_kept_is_kept_whoever_still_runs(capsys: Capture, write: Write) -> None:
    text = RUNS_ON.replace("BLOCK", "kept = malloc(4)")
    code, out, _ = check(capsys, write(text), "--property", "leak", "--no-sample")
    assert (code, "leads" in out) == (0, False)


def test_all_is_all_but_what_is_kept(capsys: Capture, write: Write) -> None:
    found = checked(capsys, write(LIST.replace("BODY", KEPT["a list"])), "--property", "all")
    assert "leak" in found["coverage"]["properties"]
    assert "leak-all" not in found["coverage"]["properties"]
    assert found["verdict"] in ("safe", "no bug found")
