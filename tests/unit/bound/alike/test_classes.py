from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sources import loaded
from unthread.bound.alike.classes import Alike, alike_threads
from unthread.bound.ledger import with_places
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property

HEADER = """#include <pthread.h>
#include <stdatomic.h>
extern _Bool __VERIFIER_nondet_bool(void);
atomic_int a, b; pthread_t t[3];
static void *f(void *argument) { a++; return 0; }
static void *g(void *argument) { b = argument ? 1 : 2; return 0; }
"""
REACH = frozenset({Property.REACH, Property.LOCK})


def classes(main: str, directory: Path, properties: frozenset[Property] = REACH) -> tuple[Alike, ...]:
    program = with_places(loaded(f"{HEADER}int main(void) {{\n{main}\nreturn 0; }}", directory))
    bounded = bound(program, Bounds(unwind=3), properties)
    return alike_threads(bounded, visible_points(bounded), properties)


CREATE = "for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f, 0);"
EACH = "for (int i = 0; i < 3; i++) pthread_join(t[i], 0);"
LINES = "pthread_join(t[0], 0);\npthread_join(t[1], 0);\npthread_join(t[2], 0);"


@pytest.mark.parametrize(
    "main",
    [
        CREATE,
        f"{CREATE} {EACH}",
        f"{CREATE} a = 4; {EACH} b = 4;",
        f"{CREATE}\n{LINES}",
        f"{CREATE} for (int i = 2; i >= 0; i--) pthread_join(t[i], 0);",
        "".join(f"pthread_create(&t[{number}], 0, f, 0);\n" for number in range(3)),
    ],
)
def test_threads_that_nothing_tells_apart(main: str, tmp_path: Path) -> None:
    (found,) = classes(main, tmp_path)
    assert (found.threads, found.at_once) == ((1, 2, 3), True)


def test_what_happens_between_creations_is_noticed(tmp_path: Path) -> None:
    main = "for (int i = 0; i < 3; i++) { pthread_create(&t[i], 0, f, 0); if (i < 2) a = 7; } a = 8;"
    (found,) = classes(main, tmp_path)
    assert (found.threads, found.at_once) == ((1, 2, 3), False)


@pytest.mark.parametrize(
    "main",
    [
        "pthread_create(t, 0, f, 0);",
        f"{CREATE} pthread_join(t[0], 0); a = 1; pthread_join(t[1], 0); pthread_join(t[2], 0);",
        f"{CREATE} void *r; pthread_join(t[0], &r); pthread_join(t[1], 0); pthread_join(t[2], 0); b = !r;",
        f"{CREATE} pthread_detach(t[1]);",
        f"{CREATE} pthread_join(t[__VERIFIER_nondet_bool()], 0);",
        "for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, g, (void *)(long)i);",
        "if (__VERIFIER_nondet_bool()) pthread_create(t, 0, f, 0); pthread_create(t, 0, f, 0);",
    ],
)
def test_threads_that_something_tells_apart(main: str, tmp_path: Path) -> None:
    assert classes(main, tmp_path) == ()


def test_those_that_nobody_waits_for_are_alike(tmp_path: Path) -> None:
    (found,) = classes(f"{CREATE} pthread_join(t[0], 0);", tmp_path)
    assert found.threads == (2, 3)


def test_where_main_waits_is_told_of_deadlocks(tmp_path: Path) -> None:
    properties = REACH | {Property.DEADLOCK}
    assert classes(f"{CREATE}\n{LINES}", tmp_path, properties) == ()
    assert len(classes(f"{CREATE}\n{EACH}", tmp_path, properties)) == 1


def test_arguments_make_classes_of_their_own(tmp_path: Path) -> None:
    main = "for (int i = 0; i < 4; i++) pthread_create(t, 0, g, i < 2 ? 0 : &a);"
    assert [found.threads for found in classes(main, tmp_path)] == [(1, 2), (3, 4)]
