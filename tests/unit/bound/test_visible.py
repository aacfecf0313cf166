"""Why no switch is needed before a step: each reason by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import HEADER, bounded_of
from unthread.bound.visible import reduced_program, visible_points
from unthread.core.request import ALL, Reduction

FIRST = HEADER.count("\n")
TEXT = """int own, constants[] = {3, 4}, before, locked, raced;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *run(void *a) {
    pthread_mutex_lock(&m);
    locked = 1;
    pthread_mutex_unlock(&m);
    raced = constants[__VERIFIER_nondet_int() & 1] + before;
    return 0;
}
int main(void) {
    pthread_t t;
    before = 1;
    pthread_create(&t, 0, run, 0);
    own = 1;
    raced = constants[__VERIFIER_nondet_int() & 1];
    pthread_mutex_lock(&m);
    locked = 2;
    pthread_mutex_unlock(&m);
    return 0;
}
"""


def reasons(line: int, reductions: frozenset[Reduction], directory: Path) -> list[Reduction | None]:
    """Of the steps on the line, for the thread that has it."""
    bounded = bounded_of(TEXT, directory)
    found: list[Reduction | None] = []
    for thread, points in zip(bounded.threads, visible_points(bounded, reductions), strict=True):
        steps: dict[int, Reduction | None] = {step.first: None for step in points.visible}
        steps |= {step.first: reason for step, reason in points.hidden}
        found += [
            reason for first, reason in sorted(steps.items()) if thread.body[first].loc.line == line + FIRST
        ]
    return found


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (14, [Reduction.PRIVATE]),
        (12, [Reduction.ORDER]),
        (17, [Reduction.LOCKS]),
        (15, [Reduction.CONFLICT, None]),
        (7, [Reduction.CONFLICT, Reduction.ORDER, None]),
    ],
)
def test_with_all_reductions_the_first_that_applies(
    line: int, expected: list[Reduction | None], tmp_path: Path
) -> None:
    assert reasons(line, ALL, tmp_path) == expected


@pytest.mark.parametrize(
    ("line", "without"), [(14, Reduction.PRIVATE), (12, Reduction.ORDER), (17, Reduction.LOCKS)]
)
def test_a_reason_that_is_turned_off_is_not_given(line: int, without: Reduction, tmp_path: Path) -> None:
    assert without not in reasons(line, ALL - {without}, tmp_path)
    assert set(reasons(line, frozenset(), tmp_path)) == {None}


def test_a_reduced_program_switches_only_at_visible_steps(tmp_path: Path) -> None:
    bounded = bounded_of(TEXT, tmp_path)
    points = visible_points(bounded)
    reduced = reduced_program(bounded, points)
    for thread, found in zip(bounded.threads, points, strict=True):
        function = reduced.functions[thread.name]
        assert function.visible == frozenset(step.first for step in found.visible)
        assert len(function.body) == len(thread.body)
