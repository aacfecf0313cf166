from __future__ import annotations

from pathlib import Path

from tests.support.sources import loaded
from unthread.analysis.points_to import points_to_in
from unthread.program.expressions import VariablePlace
from unthread.program.instructions import Assign
from unthread.proof.order import Order
from unthread.proof.prover import Prover
from unthread.proof.walk import Walk

TEXT = """
#include <pthread.h>
int before, between, after, inside;
int __VERIFIER_nondet_int(void);
void *work(void *argument) { inside = 1; return 0; }
int main(void) {
    pthread_t t;
    before = 1;
    pthread_create(&t, 0, work, 0);
    between = 1;
    pthread_join(t, 0);
    after = 1;
    while (__VERIFIER_nondet_int()) pthread_create(&t, 0, work, 0);
    return 0;
}
"""


def order_of(directory: Path) -> Order:
    program = loaded(TEXT, directory)
    return Prover(Walk(program, points_to_in(program, trust_indices=False))).order


def alive_at(order: Order, name: str) -> set[int]:
    """Where a variable is written."""
    (node,) = [
        node
        for node in order.walk.reached()
        if isinstance(item := order.walk.instruction(node), Assign)
        and isinstance(item.target, VariablePlace)
        and item.target.variable.name == name
    ]
    return set(order.alive[node])


def test_who_is_alive(tmp_path: Path) -> None:
    order = order_of(tmp_path)
    assert alive_at(order, "before") == set()
    assert alive_at(order, "between") == {1}
    assert alive_at(order, "after") == set()


def test_threads_that_are_started_again_are_many(tmp_path: Path) -> None:
    order = order_of(tmp_path)
    assert [order.is_single(thread) for thread in order.walk.threads] == [True, True, False]
    assert not order.may_meet(1, frozenset(), 1, frozenset())
    assert order.may_meet(2, frozenset(), 2, frozenset())
    assert not order.may_meet(1, frozenset(), 2, frozenset())
