from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sources import loaded
from unthread.bound.alike.classes import alike_threads
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.engine.order.encoding import OrderEncoding
from unthread.engine.terms.solver import TermSolver

REACH = frozenset({Property.REACH})
TEXT = """#include <pthread.h>
int x; extern _Bool __VERIFIER_nondet_bool(void);
static void *f(void *argument) { BODY return 0; }
int main(void) {
    pthread_t t;
    for (int i = 0; i < 3; i++) { pthread_create(&t, 0, f, 0); BETWEEN }
    x = 7;
    return 0;
}
"""


def ordered(body: str, between: str, directory: Path) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The pairs of steps whose order is known if all are taken."""
    text = TEXT.replace("BODY", body).replace("BETWEEN", between)
    bounded = bound(loaded(text, directory), Bounds(unwind=3), REACH)
    points = visible_points(bounded)
    encoding = OrderEncoding(bounded, points, REACH, alike=alike_threads(bounded, points, REACH))
    solver = TermSolver()
    for constraint in encoding.collected.constraints:
        solver.assume(constraint)
    rounds = encoding.timetable.rounds
    all_taken = [encoding.timetable.in_turn]
    all_taken += [rounds.passed(run.number, 1, len(run.plan.points)) for run in encoding.threads[1:]]
    assert solver.satisfiable(all_taken)
    return [
        (one, other)
        for one, other, comes in encoding.relation.pairs()
        if one[0] and other[0] and not solver.satisfiable([*all_taken, comes.inverse])
    ]


@pytest.mark.parametrize(
    ("body", "between", "segment"),
    [
        ("x = 1;", "", 1),
        ("int l = x; x = l + 1;", "", 2),  # the first write
        ("int l = x; x = l + 1;", "if (i < 2) x = 3;", 1),  # the first may read before the second is there
        ("if (__VERIFIER_nondet_bool()) x = 1; x = 2;", "", 2),  # which none leaves out
    ],
)
def test_one_step_is_taken_in_order(body: str, between: str, segment: int, tmp_path: Path) -> None:
    found = ordered(body, between, tmp_path)
    assert ((1, segment), (2, segment)) in found
    assert ((2, segment), (3, segment)) in found


def test_a_first_step_that_may_be_left_out_is_not_ordered(tmp_path: Path) -> None:
    body, between = "if (__VERIFIER_nondet_bool()) x = 1; x = 2;", "if (i < 2) x = 3;"
    assert not [pair for pair in ordered(body, between, tmp_path) if pair[0][1] == pair[1][1]]
