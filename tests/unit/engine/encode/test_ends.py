"""Deadlocks and races, by where threads stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.encoding import found
from unthread.core.properties import Property

TEXT = """int x; _Atomic int y; struct { char a, b; } s; struct { int a : 3, b : 3; } f;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
void *work(void *unused) { WORK return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); MAIN return 0; }
"""


def violated(work: str, main: str, property: Property, directory: Path) -> bool:
    text = TEXT.replace("WORK", work).replace("MAIN", main)
    return property in found(text, directory, frozenset({property}), rounds=3)


@pytest.mark.parametrize(
    ("work", "main", "is_race"),
    [
        ("x = 1;", "x = 2;", True),
        ("x = 1;", "int r = x;", True),
        ("int r = x;", "int r = x;", False),
        ("y = 1;", "y = 2;", False),
        ("s.a = 1;", "s.b = 2;", False),
        ("f.a = 1;", "f.b = 2;", True),
        ("x = 1;", "pthread_join(t, 0); x = 2;", False),
        ("x = 1;", "*(_Atomic int *)&x = 2;", True),
    ],
)
def test_races(work: str, main: str, is_race: bool, tmp_path: Path) -> None:
    assert violated(work, main, Property.RACE, tmp_path) is is_race


LOCK = (
    "pthread_mutex_lock(&{}); pthread_mutex_lock(&{}); pthread_mutex_unlock(&{}); pthread_mutex_unlock(&{});"
)


@pytest.mark.parametrize(
    ("work", "main", "is_stuck"),
    [
        (LOCK.format(*"mnnm"), LOCK.format(*"nmmn") + "pthread_join(t, 0);", True),
        (LOCK.format(*"mnnm"), LOCK.format(*"mnnm") + "pthread_join(t, 0);", False),
        ("pthread_mutex_lock(&m);", "pthread_mutex_lock(&m); pthread_join(t, 0);", True),
        ("pthread_mutex_lock(&m);", "pthread_mutex_lock(&m);", True),  # it ends with the lock held
        ("pthread_mutex_lock(&m); pthread_mutex_lock(&m);", "", False),  # the process ends
    ],
)
def test_deadlocks(work: str, main: str, is_stuck: bool, tmp_path: Path) -> None:
    assert violated(work, main, Property.DEADLOCK, tmp_path) is is_stuck
