"""Executions at random, for what luck finds before the solver does."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from unthread.core.diagnostics import UnthreadError
from unthread.core.ledger import Arrival
from unthread.core.properties import Property, Violation
from unthread.core.records import dataclass
from unthread.core.source import Loc, Source
from unthread.core.trace import InputValue, Schedule, Trace
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Machine, Outcome, OutOfSteps, Violated
from unthread.interpreter.schedulers import PriorityScheduler, RandomScheduler, Scheduler
from unthread.program.expressions import Constant, operands
from unthread.program.instructions import expressions
from unthread.program.program import Program
from unthread.program.text.c_types import type_name
from unthread.program.types import Type
from unthread.results.execution import Claim
from unthread.results.replay import record
from unthread.results.shorten import shorten
from unthread.values.cells import Value
from unthread.values.scalars import fit, text_of

_PART = 20_000  # instructions at a time
_MOST_PARTS = 32  # of one execution
_SMALL = 8  # numbers up to it are inputs now and then anyway
_MOST_NUMBERS = 100
_MOST_ALLOCATED = 1 << 28  # bytes by one execution: to clear more takes as long as many executions


class _NotedInputs:
    """Random values, written down."""

    def __init__(self, seed: int, numbers: Sequence[int]) -> None:
        self.asked: list[InputValue] = []
        self._source = RandomInputs(seed, numbers)

    def value(self, name: str, type: Type, loc: Loc, thread: int) -> Value:
        value = fit(self._source.value(name, type, loc, thread), type)
        self.asked.append(InputValue(thread, name, loc, text_of(value), type_name(type)))
        return value


@dataclass(slots=True)
class _Try:
    """One execution. `parts` is how many of them are left until it has taken long enough."""

    machine: Machine
    scheduler: Scheduler
    inputs: _NotedInputs
    parts: int

    @classmethod
    def number(
        cls, number: int, program: Program, properties: frozenset[Property], numbers: Sequence[int]
    ) -> _Try:
        """Of two, one has few switches. One in two pairs, four, ... may take twice, four times, ... as long,
        if it does not end by itself."""
        inputs = _NotedInputs(number, numbers)
        machine = Machine(program, inputs, properties, lambda stream, text: None, undefined="any", limit=0)
        machine.runtime.memory.leave(_MOST_ALLOCATED)
        scheduler = PriorityScheduler(number) if number % 2 else RandomScheduler(number)
        pair = (number + 1) // 2
        return cls(machine, scheduler, inputs, min(pair & -pair, _MOST_PARTS))

    def run(self) -> Outcome:
        self.parts -= 1
        self.machine.allow(_PART)
        return self.machine.run(self.scheduler)


@dataclass(frozen=True, slots=True)
class _Found:
    violation: Violation
    schedule: Schedule
    asked: list[InputValue]


class Sampler:
    """Tries one execution after the other, always the same ones in the same order."""

    def __init__(
        self, program: Program, source: Source, properties: frozenset[Property], deadline: float = math.inf
    ) -> None:
        self.program = program
        self.source = source
        self.properties = properties
        self.deadline = deadline  # for making a schedule shorter
        self.tried = 0
        self.arrived: set[Arrival] = set()  # what executions got to
        self.ended: Violation | None = None  # what ended one although that property is not checked
        self._numbers = _numbers_in(program)
        self._current: _Try | None = None
        self._is_hopeless = False

    def go_on(self) -> Trace | None:
        """A part of an execution; its trace if it breaks a property."""
        if self._is_hopeless:
            return None
        try:
            found = self._run()
        except UnthreadError:
            # What the interpreter cannot do, it can never do; how much is allocated depends on luck.
            is_full = self._current is not None and self._current.machine.runtime.memory.is_full
            self._is_hopeless = self.tried == 1 and not is_full
            self._current = None
            return None
        if found is None:
            return None
        thread, claim, asked = found.violation.thread, Claim.of(found.violation), found.asked
        schedule = shorten(self.program, found.schedule, asked, self.properties, claim, thread, self.deadline)
        return record(self.program, self.source, schedule, asked, self.properties, claim)

    def _run(self) -> _Found | None:
        if self._current is None:
            self.tried += 1
            self._current = _Try.number(self.tried, self.program, self.properties, self._numbers)
        current = self._current
        outcome = current.run()
        self.arrived |= current.machine.runtime.arrived
        if not isinstance(outcome, OutOfSteps) or not current.parts:
            self._current = None
        if not isinstance(outcome, Violated):
            return None
        if outcome.violation.property not in self.properties:
            self.ended = self.ended or outcome.violation
            return None
        asked = [replace(value) for value in current.inputs.asked]
        return _Found(outcome.violation, current.machine.schedule, asked)


def _numbers_in(program: Program) -> tuple[int, ...]:
    """Integers that the user has written and that luck alone does not find: inputs are compared with them."""
    pending = [
        expression
        for function in program.functions.values()
        if not function.library
        for instruction in function.body
        for expression in expressions(instruction)
    ]
    found: dict[int, None] = {}
    while pending:
        expression = pending.pop()
        pending += operands(expression)
        if isinstance(expression, Constant) and isinstance(expression.value, int):
            found[expression.value] = None
    return tuple(number for number in found if abs(number) > _SMALL)[:_MOST_NUMBERS]
