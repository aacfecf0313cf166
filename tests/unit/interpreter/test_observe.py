"""What a step did, as readers are told."""

from __future__ import annotations

from tests.support.builder import machine
from tests.support.machines import counting
from unthread.core.trace import Step, StepKind
from unthread.interpreter.observe import Observation
from unthread.interpreter.schedulers import InOrder


def test_observed_steps() -> None:
    steps: list[Step] = []
    given_machine = machine(counting(), frozenset())
    given_machine.observation = Observation(given_machine.runtime, steps.append)
    given_machine.run(InOrder())
    kinds = [step.kind for step in steps]
    assert kinds == [StepKind.SPAWN, StepKind.READ, StepKind.WRITE, StepKind.READ, StepKind.END]
    assert str(steps[2]) == "thread 0: t.c:1:1 in f: write g = 1"
    assert str(steps[0]) == "thread 0: t.c:1:1 in f: spawn thread 1"
