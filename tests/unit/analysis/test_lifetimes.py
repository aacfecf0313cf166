"""The end of a local's lifetime is something that other threads may notice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import bounded_of
from unthread.analysis.steps import Step, Touches, steps_of
from unthread.bound.visible import visible_points
from unthread.program.instructions import Discard

SHARED = """
#include <pthread.h>
int *shared, other;
void *f(void *unused) { %s return 0; }
void *g(void *unused) { %s return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); return 0; }
"""
INNER = "{ int mine = 3; shared = &mine; } other = 1;"
OUTER = "int mine = 3; shared = &mine;"


def ending(step: Step) -> set[str]:
    """The locals that end with the step."""
    return {
        t.location.object.text
        for t in step.touches
        if t.size is None and t.writes and hasattr(t.location.object, "text")
    }


@pytest.mark.parametrize("body", [INNER, OUTER])
def test_a_local_ends_with_the_next_step_and_with_the_thread(tmp_path: Path, body: str) -> None:
    program = bounded_of(SHARED % (body, ""), tmp_path)
    thread = program.threads[1]
    after = next(i for i, item in enumerate(thread.body) if isinstance(item, Discard))
    steps = steps_of(thread, Touches(program))
    following = next(step for step in steps if step.first > after)
    found = [step for step in steps if "mine" in ending(step)]
    assert (found[0], found[-1]) == (following, steps[-1])


@pytest.mark.parametrize(
    ("reader", "is_visible"), [("if (shared) other = *shared;", True), ("other = 2;", False)]
)
def test_the_end_is_visible_if_another_thread_uses_the_local(
    tmp_path: Path, reader: str, is_visible: bool
) -> None:
    program = bounded_of(SHARED % (OUTER, reader), tmp_path)
    last = len(program.threads[1].body) - 1
    assert (last in {step.first for step in visible_points(program)[1].visible}) == is_visible
