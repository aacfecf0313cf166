from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sources import loaded
from unthread.bound.alike.classes import alike_threads
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property

HEADER = """#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
atomic_int a, v[9]; int x, copy[2][4]; _Thread_local int own; int *p; uintptr_t address;
union { unsigned long name; unsigned low; } either[4];
pthread_t who, t[2];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_spinlock_t z; pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER; pthread_barrier_t b;
"""


def are_alike(body: str, directory: Path, main: str = "") -> bool:
    text = (
        f"{HEADER}static void *f(void *argument) {{ int l = 0; {body} return 0; }}\n"
        "int main(void) { int l = 0; pthread_spin_init(&z, 0); pthread_barrier_init(&b, 0, 2);\n"
        f"for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0); {main} return l; }}"
    )
    properties = frozenset({Property.REACH, Property.LOCK})
    bounded = bound(loaded(text, directory), Bounds(unwind=3), properties)
    return alike_threads(bounded, visible_points(bounded), properties) != ()


@pytest.mark.parametrize(
    "body",
    [
        "a++; x = a;",
        "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
        "if (pthread_mutex_trylock(&m) == 0) x++;",
        "pthread_mutex_lock(&r); pthread_mutex_lock(&r); pthread_mutex_unlock(&r);",
        "pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);",
        "pthread_spin_lock(&z); x++; pthread_spin_unlock(&z);",
        "pthread_rwlock_rdlock(&rw); l = x; pthread_rwlock_unlock(&rw);",
        "pthread_barrier_wait(&b);",
        "who = pthread_self();",
        "if (!who) who = pthread_self(); if (pthread_equal(who, pthread_self())) a++;",
        "own = 3; a = own;",
        "p = &own; if (p) *p = 4;",
        "int mine[2]; p = mine; p[1] = 3; a = *p;",
        "int *block = malloc(4); *block = 1; free(block);",
        "memset(copy[0], 0, sizeof copy[0]); memcpy(copy[1], copy[0], sizeof copy[0]);",
        "pthread_exit(0);",
        "struct { int *pointer; int number; } two = {&own, 3}; p = two.pointer; a = two.number;",
        "either[pthread_self() - 1].name = pthread_self(); a = either[pthread_self() - 1].name == 0;",
    ],
)
def test_the_same_but_for_names_and_what_is_their_own(body: str, tmp_path: Path) -> None:
    assert are_alike(body, tmp_path)


@pytest.mark.parametrize(
    "body",
    [
        "x = (int)pthread_self() * 2; a = x;",
        "v[pthread_self()]++;",
        "v[who & 7]++; who = pthread_self();",
        "if (who < pthread_self()) a++; who = pthread_self();",
        "if (who == 2) a++; who = pthread_self();",
        "p = &own; address = (uintptr_t)p; a = address > 7;",
        "int mine; if (p && p < &mine) a++; p = &mine;",
        "pthread_t other; pthread_create(&other, 0, (void *(*)(void *))abort, 0);",
        "pthread_join(t[1], 0);",
        "pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_cond_signal(&c);",
        "who = pthread_self() - 9; a = (long)who < 0;",
        "who = pthread_self(); a = *(double *)&who > 1.5e-323;",
        "either[pthread_self() - 1].name = pthread_self(); a = either[pthread_self() - 1].low;",
        "p = &own; a = *(uintptr_t *)&p > 7;",
        "union { int *from; uintptr_t to; } both; both.from = &own; a = both.to > 7;",
        "int *mine = &own; memcpy(&address, &mine, sizeof mine); a = address > 7;",
        "char text[32]; snprintf(text, 32, \"%p\", (void *)&own); a = text[9] > '7';",
    ],
)
def test_what_threads_can_be_told_apart_by(body: str, tmp_path: Path) -> None:
    assert not are_alike(body, tmp_path)


@pytest.mark.parametrize(
    ("body", "main", "expected"),
    [
        ("who = pthread_self();", "l = who == 0;", True),
        ("who = pthread_self();", "l = pthread_equal(who, pthread_self());", True),
        ("who = pthread_self();", "l = pthread_equal(who, t[1]);", False),
        ("who = pthread_self();", "l = (int)who;", False),
        ("who = pthread_self();", "l = who > 2;", False),
        ("who = pthread_self();", "l = who > 7;", True),
        ("who = pthread_self();", "memset(&who, 0, 1);", False),
        ("who = pthread_self();", "who = 7;", True),
        ("who = pthread_self();", "who = 2;", False),
        ("pthread_testcancel();", "pthread_cancel(t[0]);", False),
        ("int mine; p = &mine; a++;", "l = p == 0;", True),
        ("int mine; p = &mine; a++;", "l = (uintptr_t)p == 77;", False),
        ("pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m);", True),
    ],
)
def test_what_others_may_ask(body: str, main: str, expected: bool, tmp_path: Path) -> None:
    assert are_alike(body, tmp_path, main) is expected
