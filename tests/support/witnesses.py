"""Witnesses as a backend would give them, made by running bounded programs at random."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from unthread.bound.threads import bound
from unthread.bound.visible import reduced_program, visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property, Violation
from unthread.core.request import ALL, Reduction
from unthread.core.source import Loc
from unthread.core.trace import InputValue, Mark, Step, StepKind, Witness
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Machine, Violated
from unthread.interpreter.schedulers import RandomScheduler
from unthread.program.program import Program
from unthread.program.types import Type
from unthread.values.cells import Value
from unthread.values.scalars import fit, text_of

LIMIT = 20_000  # instructions


class NotedInputs:
    """Random values, small ones mostly, and a note of each."""

    def __init__(self) -> None:
        self.source = RandomInputs(0)
        self.given: dict[str, Value] = {}
        self.asked: list[InputValue] = []

    def value(self, name: str, type: Type, loc: Loc, thread: int) -> Value:
        found = self.given[name] if name in self.given else self.source.value(name, type, loc, thread)
        value = fit(found, type)
        self.asked.append(InputValue(thread, name, loc, text_of(value)))
        return value


@dataclass(slots=True)
class Maker:
    """A bounded program that switches threads at visible steps only, run again and again."""

    machine: Machine
    inputs: NotedInputs
    steps: list[Step]
    numbers: dict[str, int]  # threads of the bounded program by name

    @classmethod
    def of(
        cls,
        program: Program,
        bounds: Bounds,
        properties: frozenset[Property],
        reductions: frozenset[Reduction] = ALL,
    ) -> Maker:
        bounded = bound(program, bounds, properties)
        reduced = reduced_program(bounded, visible_points(bounded, reductions))
        inputs, steps = NotedInputs(), list[Step]()
        machine = Machine(
            reduced, inputs, properties, lambda stream, text: None, limit=LIMIT, observer=steps.append
        )
        return cls(machine, inputs, steps, {thread.name: thread.number for thread in bounded.threads})

    def witnesses(self, seeds: range, given: dict[str, Value] | None = None) -> Iterator[Witness]:
        """One for each seed whose schedule and inputs break a property."""
        start = self.machine.snapshot()
        for seed in seeds:
            self.machine.restore(start)
            self.inputs.source.random.seed(seed)
            self.inputs.given = given or {}
            self.inputs.asked.clear()
            self.steps.clear()
            names = {0: "main"}
            outcome = self.machine.run(_Watched(seed, self.machine, names))
            if isinstance(outcome, Violated):
                yield self._witness(outcome.violation, {n: self.numbers[name] for n, name in names.items()})

    def _witness(self, violation: Violation, labels: dict[int, int]) -> Witness:
        marks = tuple(Mark(labels[step.thread], step.loc, step.kind, _integer(step)) for step in self.steps)
        inputs = tuple(
            InputValue(labels[one.thread], one.name, one.loc, one.value) for one in self.inputs.asked
        )
        claimed = Violation(
            violation.property, violation.message, labels[violation.thread], violation.loc, violation.stack
        )
        return Witness(claimed, marks, inputs)


class _Watched(RandomScheduler):
    """Notes which thread of the bounded program each number is, while it is alive."""

    def __init__(self, seed: int, machine: Machine, names: dict[int, str]) -> None:
        super().__init__(seed)
        self.machine = machine
        self.names = names

    def choose(self, current: int, movable: object) -> int:
        for thread in self.machine.threads[len(self.names) :]:
            self.names[thread.number] = thread.frames[0].code.function.name
        assert isinstance(movable, list)
        return super().choose(current, movable)


def _integer(step: Step) -> int | None:
    if step.kind in (StepKind.READ, StepKind.WRITE):
        with suppress(ValueError):
            return int(step.value)
    return None
