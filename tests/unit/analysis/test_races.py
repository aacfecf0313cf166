"""What the analyses can tell about data races without a formula."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import PLENTY, program_of
from unthread.analysis.races import may_race
from unthread.bound.threads import bound
from unthread.core.properties import Property

RACE = frozenset({Property.RACE})
SHELL = """#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
int x, y, array[4], *pointer = &x;
atomic_int flag;
_Thread_local int own;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER, made;
void *f(void *a) {{ {first} return 0; }}
void *g(void *a) {{ {second} return 0; }}
int main(void) {{ pthread_t t, u; {before} pthread_create(&t, 0, f, malloc(4)); pthread_create(&u, 0, g, 0);
  {meanwhile} pthread_join(t, 0); {between} pthread_join(u, 0); {after} return 0; }}
"""
LOCKED = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"


def answer(directory: Path, **parts: str) -> bool:
    names = ("first", "second", "before", "meanwhile", "between", "after")
    text = SHELL.format(**{name: parts.get(name, "") for name in names})
    return may_race(bound(program_of(text, directory), PLENTY, RACE))


@pytest.mark.parametrize(
    "parts",
    [
        {"before": "x = 1;", "first": "x = 2;", "between": "x = 3;"},
        {"first": "x = 1;", "second": "y = 1;", "after": "x = y;"},
        {"first": "array[0] = 1;", "second": "array[1] = 1;"},
        {"first": LOCKED, "second": LOCKED, "after": "x = 3;"},
        {"first": LOCKED, "second": f"if (y) {{ {LOCKED} }}", "meanwhile": LOCKED},
        {"before": "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);", "first": LOCKED, "second": LOCKED},
        {
            "before": "pthread_mutex_init(&made, 0);",
            "first": LOCKED.replace("&m", "&made"),
            "second": LOCKED.replace("&m", "&made"),
        },
        {"first": "flag = 1;", "second": "atomic_fetch_add(&flag, 1);", "meanwhile": "flag = 3;"},
        {"first": "own = 1;", "second": "own = 2;", "after": "own = 3;"},
        {"first": "*(int *)a = 1; free(a);", "second": "x = 1;"},
        {"first": "y = x;", "second": "array[0] = x;", "before": "x = 2;"},
    ],
    ids=str,
)
def test_what_is_ordered_or_locked_does_not_race(tmp_path: Path, parts: dict[str, str]) -> None:
    assert not answer(tmp_path, **parts)


@pytest.mark.parametrize(
    "parts",
    [
        {"first": "x = 1;", "second": "x = 2;"},
        {"first": "x = 1;", "meanwhile": "x = 2;"},
        {"second": "x = 1;", "between": "x = 2;"},
        {"first": LOCKED, "second": LOCKED.replace("&m", "&n")},
        {"first": LOCKED, "second": "x = 1;"},
        {"first": LOCKED, "second": LOCKED, "meanwhile": "pthread_mutex_init(&m, 0);"},
        {"first": f"if (y) {LOCKED.partition(';')[0]}; x++;", "second": LOCKED},
        {"first": "flag = 1;", "second": "*(int *)&flag = 2;"},
        {"first": "x = 1;", "second": 'printf("%d", x);'},
        {"first": 'sprintf((char *)array, "%d", 1);', "second": "array[0] = 2;"},
        {"before": "pointer = &own;", "first": "*pointer = 1;", "meanwhile": "own = 2;"},
        {"before": "pointer = malloc(4);", "first": "free(pointer);", "second": "y = *pointer;"},
        {"first": "x = 1;", "second": "__VERIFIER_atomic_begin(); x = 2; __VERIFIER_atomic_end();"},
    ],
    ids=str,
)
def test_what_may_race(tmp_path: Path, parts: dict[str, str]) -> None:
    assert answer(tmp_path, **parts)
