"""Executions at random, for what luck finds before the solver does."""

from __future__ import annotations

from dataclasses import replace

from unthread.core.diagnostics import UnthreadError
from unthread.core.properties import Property
from unthread.core.source import Loc, Source
from unthread.core.trace import InputValue, Trace
from unthread.program.c_types import type_name
from unthread.program.cells import Value
from unthread.program.inputs import RandomInputs, fit, text_of
from unthread.program.interpret import Machine, OutOfSteps, Violated
from unthread.program.program import Program
from unthread.program.schedulers import PriorityScheduler, RandomScheduler
from unthread.program.types import Type
from unthread.results.execution import Claim
from unthread.results.replay import record
from unthread.results.shorten import shorten

_FIRST_LIMIT = 20_000  # instructions of one execution
_LARGEST_LIMIT = 500_000


class _NotedInputs:
    """Random values, written down."""

    def __init__(self, seed: int) -> None:
        self.asked: list[InputValue] = []
        self._source = RandomInputs(seed)

    def value(self, name: str, type: Type, loc: Loc, thread: int) -> Value:
        value = fit(self._source.value(name, type, loc, thread), type)
        self.asked.append(InputValue(thread, name, loc, text_of(value), type_name(type)))
        return value


class Sampler:
    """Tries one execution after the other, always the same ones in the same order."""

    def __init__(self, program: Program, source: Source, properties: frozenset[Property]) -> None:
        self.program = program
        self.source = source
        self.properties = properties
        self.tried = 0
        self._limit = _FIRST_LIMIT
        self._is_hopeless = False

    def try_one(self) -> Trace | None:
        """One more execution; its trace if it breaks a property."""
        if self._is_hopeless:
            return None
        self.tried += 1
        inputs = _NotedInputs(self.tried)
        try:
            machine = Machine(
                self.program, inputs, self.properties, lambda stream, text: None, undefined="any",
                limit=self._limit,
            )  # fmt: skip
            scheduler = PriorityScheduler if self.tried % 2 else RandomScheduler
            outcome = machine.run(scheduler(self.tried))
        except UnthreadError:
            self._is_hopeless = self.tried == 1  # what the interpreter cannot do, it can never do
            return None
        if isinstance(outcome, OutOfSteps):
            self._limit = min(2 * self._limit, _LARGEST_LIMIT)
        if not isinstance(outcome, Violated) or outcome.violation.property not in self.properties:
            return None
        claim = Claim.of(outcome.violation)
        asked = [replace(value) for value in inputs.asked]
        schedule = shorten(
            self.program, machine.schedule, asked, self.properties, claim, outcome.violation.thread
        )
        return record(self.program, self.source, schedule, asked, self.properties, claim)
