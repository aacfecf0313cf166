"""Ways through a program: what is reached, how often, and in which situations."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.proving import walked, writes
from unthread.program.expressions import Constant, Read
from unthread.program.instructions import Assign
from unthread.proof.values import Number
from unthread.proof.walk import Walk

HEADER = """#include <pthread.h>
int before, here, after;
int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *p) { here = 1; return p; }
"""


def main(body: str, directory: Path, more: str = "") -> Walk:
    return walked(f"{HEADER}{more}\nint main(void) {{ {body} }}\n", directory)


@pytest.mark.parametrize(
    ("condition", "is_reached"),
    [("0", False), ("1", True), ("__VERIFIER_nondet_int()", True), ("before == 7", False), ("after", True)],
)
def test_branches_that_are_decided(condition: str, is_reached: bool, tmp_path: Path) -> None:
    body = f"after = __VERIFIER_nondet_int(); if ({condition}) here = 1;"  # nobody writes `before`
    assert bool(writes(main(body, tmp_path), "here")) is is_reached


def test_nothing_follows_an_endless_loop(tmp_path: Path) -> None:
    walk = main("before = 1; for (;;) here = 1; after = 1;", tmp_path)
    assert [len(writes(walk, name)) for name in ("before", "here", "after")] == [1, 1, 0]


def test_each_call_is_looked_at_anew_and_recursive_ones_together(tmp_path: Path) -> None:
    assert len(writes(main("work(0); work(0);", tmp_path), "here")) == 2
    again = "void again(int n) { here = n; if (n) again(n - 1); }"
    assert 1 <= len(writes(main("again(__VERIFIER_nondet_int());", tmp_path, again), "here")) <= 2


@pytest.mark.parametrize(
    ("times", "threads"), [("i < 3", 3), ("__VERIFIER_nondet_int()", 1), ("i < 0", 0), ("i < 1000", 1)]
)
def test_threads_of_a_loop_are_told_apart_where_their_number_is_known(
    times: str, threads: int, tmp_path: Path
) -> None:
    walk = main(f"pthread_t t; for (int i = 0; {times}; i++) pthread_create(&t, 0, work, 0);", tmp_path)
    assert len(walk.threads) - 1 >= threads
    assert (len(walk.threads) == threads + 1) or threads == 1
    assert len({walk.frame(node).thread.number for node in writes(walk, "here")}) == len(walk.threads) - 1


def test_locks_are_known_where_they_are_held(tmp_path: Path) -> None:
    walk = main(
        "before = 1; pthread_mutex_lock(&m); here = 1; pthread_mutex_unlock(&m); after = 1;", tmp_path
    )
    held = [
        {len(key.holds) for node in writes(walk, name) for key in walk.situations[node]}
        for name in ("before", "here", "after")
    ]
    assert held == [{0}, {1}, {0}]
    assert all(key.is_exact for node in writes(walk, "after") for key in walk.situations[node])


def test_a_result_that_tells_whether_it_was_locked_tells_situations_apart(tmp_path: Path) -> None:
    walk = main("if (!pthread_mutex_trylock(&m)) here = 1; else after = 1;", tmp_path)
    held = [
        {len(key.holds) for node in writes(walk, name) for key in walk.situations[node]}
        for name in ("here", "after")
    ]
    assert held == [{1}, {0}]


def test_values_hold_in_every_situation_of_a_node(tmp_path: Path) -> None:
    body = "int k = CHOICE; here = k;"
    for choice, known in (("3", Number(3)), ("__VERIFIER_nondet_int() ? 3 : 4", None)):
        walk = main(body.replace("CHOICE", choice), tmp_path)
        (node,) = writes(walk, "here")
        item = walk.instruction(node)
        assert isinstance(item, Assign)
        assert isinstance(item.value, Read | Constant)
        found = walk.value(node, item.value)
        assert found == known or (known is None and not isinstance(found, Number))


@pytest.mark.parametrize(
    ("pointer", "called"),
    [
        ("f", {"here"}),
        ("__VERIFIER_nondet_int() ? f : g", {"here", "after"}),
        ("(void (*)(void))((long)f ^ __VERIFIER_nondet_int())", {"here"}),
    ],
)
def test_calls_through_pointers(pointer: str, called: set[str], tmp_path: Path) -> None:
    functions = "void f(void) { here = 1; } void g(void) { after = 1; }"
    walk = main(f"void (*pointer)(void) = {pointer}; pointer();", tmp_path, functions)
    assert {name for name in ("here", "after") if writes(walk, name)} == called
