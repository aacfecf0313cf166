"""Everything that happens when a program runs was foreseen by points-to analysis: each byte that a place
touches, each function that a call through a pointer reaches."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from csmith import Case, generate
from referees import CSMITH, csmith_headers
from tests.support.analyze import load_text
from tests.support.recorder import Record, Touched, execute, unforeseen
from tests.support.tools import require
from unthread.analysis.points_to import points_to_in
from unthread.core.properties import Property
from unthread.core.source import DataModel, ProgramArguments, Source
from unthread.frontend.load import load
from unthread.interpreter.machine import Blocked, Exited, Violated

C_PROGRAMS = sorted((Path(__file__).parents[2] / "programs" / "c").glob("*.c"))
SAMPLE = 4  # one in so many of the programs is looked at in every run of the tests


def check(source: Source, seeds: range = range(1)) -> list[Record]:
    program = load(replace(source, arguments=ProgramArguments(("one", "two"))))
    pointers = points_to_in(program)
    records = [execute(program, seed) for seed in seeds]
    for record in records:
        assert not unforeseen(program, record, pointers)
    return records


def models(path: Path) -> list[DataModel]:
    """As the directive of the program says."""
    lines = [line for line in path.read_text().splitlines() if line.startswith("// models:")]
    return [DataModel(name) for name in lines[0].split()[2:]] if lines else list(DataModel)


@pytest.mark.parametrize("path", C_PROGRAMS[::SAMPLE], ids=lambda path: path.stem)
def test_c_programs(path: Path) -> None:
    for model in models(path):
        [record] = check(Source((path,), data_model=model))
        assert record.outcome is not None or path.stem == "getopt_no_arguments"  # which gets some here


@pytest.mark.slow
@pytest.mark.parametrize("path", C_PROGRAMS, ids=lambda path: path.stem)
def test_all_c_programs(path: Path) -> None:
    for model in models(path):
        check(Source((path,), data_model=model), range(3))


def check_csmith(seed: int, directory: Path) -> Record:
    require(CSMITH)
    case = Case(seed, "m32" if seed % 2 else "m64")
    path = generate(case, directory)
    headers = csmith_headers()
    assert path is not None
    assert headers is not None
    [record] = check(Source((path,), flags=(f"-I{headers}",), data_model=DataModel(case.model)))
    assert len(record.touched) > 10
    return record


@pytest.mark.parametrize("seed", range(5000, 5006))
def test_random_programs(seed: int, tmp_path: Path) -> None:
    check_csmith(seed, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6000, 6030))
def test_more_random_programs(seed: int, tmp_path: Path) -> None:
    check_csmith(seed, tmp_path)


# Threads, and pointers that take unusual ways. Each prints nothing and ends by itself.

THREADED = {
    "list under a mutex": r"""
#include <pthread.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
struct list { pthread_mutex_t lock; struct node *head; int length; } lists[2];
static void push(struct list *list, int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    pthread_mutex_lock(&list->lock);
    node->next = list->head;
    list->head = node;
    list->length++;
    pthread_mutex_unlock(&list->lock);
}
static void *producer(void *argument) {
    for (int i = 0; i < 4; i++) push(argument, i);
    return &((struct list *)argument)->length;
}
int main(void) {
    pthread_t threads[4];
    void *result;
    for (int i = 0; i < 2; i++) pthread_mutex_init(&lists[i].lock, 0);
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, producer, &lists[i % 2]);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], &result);
    int sum = *(int *)result;
    for (struct node *node = lists[0].head; node; ) { struct node *old = node; node = node->next; free(old); }
    return sum - 8;
}
""",
    "work through function pointers": r"""
#include <pthread.h>
#include <stdlib.h>
typedef void work(void *);
struct task { work *run; void *data; struct task *next; };
static struct task *queue;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int *mine;
static void add(void *p) { mine = p; *mine += 1; }
static void store(void *p) { int **where = p; static int cell; *where = &cell; **where = 2; }
static void submit(work *run, void *data) {
    struct task *task = calloc(1, sizeof *task);
    *task = (struct task){run, data, 0};
    pthread_mutex_lock(&lock);
    task->next = queue;
    queue = task;
    pthread_mutex_unlock(&lock);
}
static void *worker(void *unused) {
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        struct task *task = queue;
        if (task) queue = task->next;
        pthread_mutex_unlock(&lock);
        if (task) { task->run(task->data); free(task); }
    }
    return 0;
}
int main(void) {
    int numbers[3] = {0};
    int *out = 0;
    pthread_t a, b;
    for (int i = 0; i < 3; i++) submit(add, &numbers[i]);
    submit(store, &out);
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    worker(0);
    return numbers[0] + (out ? *out : 0) > 9;
}
""",
    "pointers in disguise": r"""
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
struct link { struct link *next, *prev; };
struct item { char name[5]; long weight; struct link link; int *cells[3]; };
union word { void *pointer; uintptr_t number; unsigned char bytes[sizeof(void *)]; uint16_t parts[4]; };
static struct item pool[4];
static unsigned char raw[256] __attribute__((aligned(16)));
static struct link head = {&head, &head};
#define ITEM(l) ((struct item *)((char *)(l) - offsetof(struct item, link)))
static void insert(struct link *l) {
    l->next = head.next;
    l->prev = &head;
    head.next->prev = l;
    head.next = l;
}
int main(int argc, char **argv) {
    int local[6] = {0};
    for (int i = 0; i < 4; i++) { pool[i].cells[i % 3] = &local[i]; insert(&pool[i].link); }
    for (struct link *l = head.next; l != &head; l = l->next) ITEM(l)->weight = ITEM(l) - pool;
    struct item *moved = (struct item *)(raw + 16);
    memcpy(moved, &pool[1], sizeof *moved);
    *moved->cells[1] = 5;
    union word one, two;
    one.pointer = &local[2];
    for (unsigned i = 0; i < sizeof one.bytes; i++) two.bytes[sizeof one.bytes - 1 - i] = one.bytes[i];
    for (unsigned i = 0; i < sizeof one.bytes / 2; i++) {
        unsigned char t = two.bytes[i];
        two.bytes[i] = two.bytes[sizeof one.bytes - 1 - i];
        two.bytes[sizeof one.bytes - 1 - i] = t;
    }
    *(int *)two.pointer += 1;
    uintptr_t both = (uintptr_t)&local[0] ^ (uintptr_t)&local[5];
    *(int *)(both ^ (uintptr_t)&local[0]) = 7;
    uintptr_t marked = (uintptr_t)&local[3] | 1;
    *(int *)(marked & ~(uintptr_t)1) = 8;
    int *end = local + 6;
    while (end > local) *--end += 1;
    char *last = (char *)(pool + 4);
    ((struct item *)(last - sizeof(struct item)))->name[4] = 'x';
    ((struct link *)(last - sizeof(struct item) + offsetof(struct item, link)))->next->prev = 0;
    int (*grid)[3] = malloc(sizeof(int[4][3]));
    for (int i = 0; i < 12; i++) (&grid[0][0])[i] = i;
    int *flat = &grid[1][0];
    flat[4] = 1;
    struct item **table = malloc(2 * sizeof *table);
    table[0] = &pool[0];
    table[1] = moved;
    table = realloc(table, 8 * sizeof *table);
    table[argc % 2]->weight++;
    char *pieces = malloc(2 * sizeof(struct item));
    struct item *carved = (struct item *)(pieces + (argc & 1) * sizeof *carved);
    carved->cells[2] = &local[4];
    struct item copy = *carved;
    *copy.cells[2] = 9;
    int *volatile array[2][2] = {{local, local + 1}, {local + 2}};
    *array[argc & 1][0] = 3;
    return 0;
}
""",
    "condition variables, semaphores and keys": r"""
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
struct box { pthread_mutex_t lock; pthread_cond_t changed; void *content; } box = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
static pthread_key_t key;
static int gone;
static void destroy(void *p) { *(int *)p = 0; gone++; }
static void *sender(void *argument) {
    int **cells = argument;
    pthread_setspecific(key, cells[0]);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&box.lock);
        while (box.content) pthread_cond_wait(&box.changed, &box.lock);
        box.content = cells[i];
        pthread_cond_broadcast(&box.changed);
        pthread_mutex_unlock(&box.lock);
    }
    pthread_exit(cells[1]);
}
int main(void) {
    int *cells[2] = {malloc(sizeof(int)), malloc(sizeof(int))};
    pthread_t thread;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, sender, cells);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&box.lock);
        while (!box.content) pthread_cond_wait(&box.changed, &box.lock);
        *(int *)box.content = i;
        box.content = 0;
        pthread_cond_broadcast(&box.changed);
        pthread_mutex_unlock(&box.lock);
    }
    void *result;
    pthread_join(thread, &result);
    *(int *)result = 3;
    return 0;
}
""",
}  # fmt: skip


@pytest.mark.parametrize("name", THREADED)
@pytest.mark.parametrize("model", DataModel)
def test_threads_and_disguises(name: str, model: DataModel, tmp_path: Path) -> None:
    program = load_text(tmp_path, THREADED[name], model)
    pointers = points_to_in(program)
    for seed in range(6):
        record = execute(program, seed)
        assert isinstance(record.outcome, Exited | Blocked), record.outcome
        assert not unforeseen(program, record, pointers)


BEYOND = """
struct s { int a[2]; int *p; int b[2]; } s, t;
int x, y;
int main(int n, char **v) {
    s.p = &x;
    t.p = &y;
    for (int i = 0; i < (int)(sizeof s / sizeof(int)); i++) s.a[i] = t.a[i];
    return *s.p = 1;
}
"""


def test_indices_are_trusted_because_executions_end_beyond_their_array(tmp_path: Path) -> None:
    program = load_text(tmp_path, BEYOND)
    record = execute(program)
    assert isinstance(record.outcome, Violated)
    assert record.outcome.violation.property is Property.MEMORY
    assert not unforeseen(program, record, points_to_in(program))
    assert not unforeseen(program, record, points_to_in(program, trust_indices=False))


def test_what_was_not_foreseen_is_noticed(tmp_path: Path) -> None:
    """The referee itself: results for another program do not do."""
    text = "int x, y; int f(void) { return 1; } int g(void) { return 2; }"
    text += "int main(void) { int *p = &x; int (*q)(void) = f; *p = 1; return q(); }"
    program = load_text(tmp_path, text)
    other = load_text(tmp_path, text.replace("&x", "&y").replace("= f", "= g"))
    record = execute(program)
    assert not unforeseen(program, record)
    missing = unforeseen(program, record, points_to_in(other))
    assert len(missing) == 2
    x = program.globals["x"].variable
    assert [item.object for item in record.touched if isinstance(item, Touched)] == [x]
