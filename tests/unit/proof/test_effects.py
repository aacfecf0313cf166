"""What instructions do to what is known: of registers, of memory that nobody else writes, of new objects."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.proving import walked, writes
from unthread.program.instructions import Assign
from unthread.proof.values import Nonzero, Number, Value
from unthread.proof.walk import Walk

TEXT = """#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int never = 5, sometimes, result, *known;
struct pair { int a, b; };
void set(int *p) { *p = 4; }
void *work(void *p) { sometimes = 1; return p; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    BODY
    return 0;
}
"""


def walk_of(body: str, directory: Path) -> Walk:
    return walked(TEXT.replace("BODY", body), directory)


def stored(body: str, directory: Path) -> Value | None:
    """What is known of the value that `result` gets."""
    walk = walk_of(body, directory)
    (node,) = writes(walk, "result")
    item = walk.instruction(node)
    assert isinstance(item, Assign)
    return walk.value(node, item.value)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("result = never;", Number(5)),
        ("result = sometimes;", None),
        ("int k = 3; result = k + 1;", Number(4)),
        ("int k = 3; k = __VERIFIER_nondet_int(); result = k;", None),
        ("int k = __VERIFIER_nondet_int(); if (k) result = k;", Nonzero()),
        ("int k = 3; if (__VERIFIER_nondet_int()) k = 4; result = k;", Nonzero()),
        ("int k = 3; set(&k); result = k;", None),
        ("result = sometimes ? 2 : 3;", Nonzero()),
    ],
)
def test_values(body: str, expected: Value | None, tmp_path: Path) -> None:
    assert stored(body, tmp_path) == expected


@pytest.mark.parametrize(
    ("body", "is_fresh"),
    [
        ("int *p = malloc(4); result = 1;", True),
        ("int *p = malloc(4); known = p; result = 1;", False),
        ("int *p = malloc(4); pthread_create(&t, 0, work, p); result = 1;", False),
        ("int *p = malloc(4); *p = 3; result = 1;", True),
        ("int **p = malloc(8); int *q = malloc(4); *p = q; result = 1;", False),
        ("int **p = malloc(8); known = (int *)p; int *q = malloc(4); *p = q; result = 1;", False),
    ],
)
def test_an_object_is_fresh_until_others_may_know_of_it(body: str, is_fresh: bool, tmp_path: Path) -> None:
    """The allocation that came last."""
    walk = walk_of(body, tmp_path)
    (node,) = writes(walk, "result")
    made = max(walk.effects._allocations)
    assert all(walk.effects.is_fresh(made, known) for known in walk.situations[node].values()) is is_fresh
