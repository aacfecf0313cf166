"""A bounded program, executed step by step: which thread is which, which step of a trace comes next."""

from __future__ import annotations

from pathlib import Path

from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.source import Loc, Source
from unthread.core.trace import Step, StepKind
from unthread.frontend.load import load
from unthread.interpreter.inputs import RandomInputs
from unthread.results.bounded_run import BoundedRun

TEXT = """#include <pthread.h>
int x, y;
void *work(void *u) { x = 1; y = 2; return u; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    x = 2; y = 3;
    pthread_join(t, 0);
}
"""


def run_of(directory: Path) -> BoundedRun:
    file = directory / "a.c"
    file.write_text(TEXT)
    program = bound(load(Source((file,))), Bounds(), frozenset({Property.REACH}))
    return BoundedRun(program, visible_points(program), RandomInputs(1))


def until_started(run: BoundedRun) -> None:
    while run.number_of(1) is None:
        run.machine.step(0)


def test_threads_have_a_number_once_they_are_started(tmp_path: Path) -> None:
    run = run_of(tmp_path)
    assert (run.number_of(0), run.number_of(1)) == (0, None)
    until_started(run)
    assert run.number_of(1) == 1
    assert (run.thread_of(0), run.thread_of(1)) == (0, 1)


def test_the_next_step_is_known_by_place_kind_and_what_it_accesses(tmp_path: Path) -> None:
    run = run_of(tmp_path)
    until_started(run)
    there = Loc(str(tmp_path / "a.c"), 3, 23, "work")
    step = Step(1, there, StepKind.WRITE, "x", "1")
    run.machine.approach(1)
    assert run.is_next(1, step)
    assert not run.is_next(1, Step(1, there, StepKind.READ, "x", "1"))
    assert not run.is_next(1, Step(1, there, StepKind.WRITE, "y", "1"))
    assert not run.is_next(1, Step(1, Loc(there.file, 3, 30, "work"), StepKind.WRITE, "y", "2"))
