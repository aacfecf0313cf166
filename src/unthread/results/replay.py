"""No violation is reported before the interpreter has shown it: `confirm`. And again later: `replay`.

`confirm` makes a `Trace` of a backend's `Witness`, with as few context switches as it can find. `replay` runs
a stored trace, perhaps on a text that has changed since, and says where it departs from what was stored.
"""

from __future__ import annotations

import hashlib
import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from unthread import __version__
from unthread.core.diagnostics import InputError
from unthread.core.properties import Property, Violation
from unthread.core.records import dataclass
from unthread.core.source import Loc, Source
from unthread.core.trace import InputValue, Schedule, Slice, Step, Trace, Witness
from unthread.interpreter.machine import (
    Blocked,
    Ended,
    Exited,
    Infeasible,
    Machine,
    OutOfSteps,
    Progressed,
    Violated,
)
from unthread.interpreter.schedulers import GivenSchedule
from unthread.program.program import Program
from unthread.program.text.c_types import type_name
from unthread.program.types import Type
from unthread.results.execution import Claim, ClaimedInputs, new_machine, place_of
from unthread.results.facts import HeapTypes, learned, with_facts
from unthread.results.match import match
from unthread.results.shorten import shorten
from unthread.values.cells import Value
from unthread.values.libm import result_of
from unthread.values.scalars import fit, text_of, value_of

_LIMIT = 50_000_000  # instructions that a slice of a stored trace may take


def digest(file: Path) -> str:
    """Tells whether a file is still the same."""
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as error:
        raise InputError(f"cannot read '{file}': {error.strerror or error}") from None


def confirm(
    program: Program,
    source: Source,
    witness: Witness,
    properties: frozenset[Property],
    deadline: float = math.inf,
) -> Trace | None:
    """The execution of the program that the witness stands for; None if there is none to be found. Making it
    shorter ends with the deadline."""
    found = match(program, witness, properties)
    if found is None:
        return None
    claim = Claim.of(witness.violation)
    violating = found.schedule[-1].thread if found.schedule else 0
    schedule = shorten(program, found.schedule, found.inputs, properties, claim, violating, deadline)
    return record(program, source, schedule, found.inputs, properties, claim)


def record(
    program: Program,
    source: Source,
    schedule: Schedule,
    inputs: Sequence[InputValue],
    properties: frozenset[Property],
    claim: Claim,
) -> Trace:
    """The trace of a schedule that is known to break the property."""

    def play(types: HeapTypes) -> tuple[Machine, ClaimedInputs, Violation]:
        given = ClaimedInputs(inputs)

        def observe(step: Step) -> None:
            given.step += 1

        machine = new_machine(program, given, properties, claim, observe)
        machine.runtime.memory.heap_names.types.update(types)
        outcome = machine.run(GivenSchedule(schedule))
        assert isinstance(outcome, Violated), f"a schedule that was found leads to {outcome}"
        assert claim.is_met(machine, outcome.violation), f"a schedule that was found leads to {outcome}"
        return machine, given, outcome.violation

    machine, given, violation = play({})
    if types := learned(machine):
        machine, given, violation = play(types)
    trace = Trace(
        source,
        tuple(map(digest, source.files)),
        properties | {claim.property},
        violation,
        machine.schedule,
        tuple(given.asked),
        (),
        tuple(thread.start for thread in machine.threads),
        __version__,
        ahead=program.start.ahead if program.start else None,
    )
    return with_facts(trace, machine)


def depends_on_guesses(program: Program, trace: Trace) -> bool:
    """The violation may not be there if library functions without a model return what the platform's do: the
    trace is executed once more, with the results that are known."""
    player = _Player(program, trace, is_changed=False)
    unknown: set[str] = set()

    def corrected(name: str, arguments: tuple[Value, ...], result: Value) -> Value:
        if name not in program.guessed:
            return result
        known = result_of(name, arguments)
        unknown.update(() if known is not None else {name})
        return result if known is None else known

    player.machine.runtime.callees.corrected = corrected
    player.run()
    return bool(unknown) or player.violation is None or not player.is_same(player.violation)


# Traces that were stored


@dataclass(frozen=True, slots=True)
class Departure:
    """Where an execution first differs from the stored one: in step `step` of slice `number`, both counted
    from 1. `part` is None after the last slice."""

    number: int
    part: Slice | None
    step: int
    expected: str
    found: str

    def __str__(self) -> str:
        if self.part is None:
            return "after its last slice"
        return f"in slice {self.number} ({self.part}), at step {self.step} of it"


@dataclass(frozen=True, slots=True)
class Replayed:
    """What happened. `trace` is the stored one with the schedule, inputs and steps of this execution;
    `violation` is None if there was none."""

    trace: Trace
    violation: Violation | None
    is_reproduced: bool
    departure: Departure | None
    ending: str


def replay(program: Program, source: Source, trace: Trace) -> Replayed:
    """Runs the schedule of the trace on a program read from `source`."""
    digests = tuple(map(digest, source.files))
    is_changed = (source, digests) != (trace.source, trace.digests)
    player = _Player(program, trace, is_changed)
    ending = player.run()
    if types := learned(player.machine):
        player = _Player(program, trace, is_changed, types)
        ending = player.run()
    violation = player.violation
    happened = replace(
        trace,
        source=source,
        digests=digests,
        violation=violation or trace.violation,
        schedule=player.machine.schedule,
        inputs=tuple(player.inputs.asked),
        threads=tuple(thread.start for thread in player.machine.threads),
        tool=__version__,
        explanation=None,
    )
    is_reproduced = violation is not None and player.is_same(violation)
    return Replayed(with_facts(happened, player.machine), violation, is_reproduced, player.departure, ending)


class _StoredInputs:
    """Gives each thread the stored values one after the other, as long as it asks by the same names."""

    def __init__(self, values: Sequence[InputValue]) -> None:
        self.asked: list[InputValue] = []
        self.step = 0
        self.where: Callable[[], tuple[str, int]] = lambda: ("", 0)
        self.surprise: tuple[str, str] | None = None  # expected, found
        self._left: dict[int, deque[InputValue]] = {}
        for value in values:
            self._left.setdefault(value.thread, deque()).append(value)

    def value(self, name: str, type: Type, loc: Loc, thread: int) -> Value:
        left = self._left.get(thread)
        value = self._stored(left[0], type) if left and left[0].name == name else None
        if value is not None and left:
            left.popleft()
        elif self.surprise is None:
            known = f"{left[0].name}, requested at {left[0].loc}" if left else "no further input"
            self.surprise = (
                f"thread {thread}: {known}",
                f"thread {thread}: {name} of type {type_name(type)}, requested at {loc}",
            )
        value = fit(0, type) if value is None else value
        self.asked.append(
            InputValue(thread, name, loc, text_of(value), type_name(type), self.step, *self.where())
        )
        return value

    def _stored(self, stored: InputValue, type: Type) -> Value | None:
        try:
            return value_of(stored.value, type)
        except ValueError:
            return None


class _Player:
    """Carries out a stored schedule, and notes the first thing that is not as it was."""

    def __init__(
        self, program: Program, trace: Trace, is_changed: bool, types: HeapTypes | None = None
    ) -> None:
        self.trace = trace
        self.is_changed = is_changed
        self.inputs = _StoredInputs(trace.inputs)
        self.steps: list[Step] = []
        self.violation: Violation | None = None
        self.departure: Departure | None = None
        self._at: tuple[int, Slice | None, int] = (0, None, 0)
        properties = trace.properties
        if trace.violation.property is not Property.RACE:
            properties = properties - {Property.RACE}
        self.machine = Machine(
            program,
            self.inputs,
            properties,
            lambda stream, text: None,
            undefined="any",
            observer=self._observe,
            on_race=self.is_same,  # other races may lie on the way
        )
        self.inputs.where = self.machine.where
        self.machine.runtime.memory.heap_names.types.update(types or {})

    def is_same(self, violation: Violation) -> bool:
        """The stored violation; in a text that has changed, it may have moved within its function."""
        stored = self.trace.violation
        if violation.property is not stored.property:
            return False
        if place_of(violation.loc) == place_of(stored.loc):
            return True
        moved = (violation.message, violation.loc.function) == (stored.message, stored.loc.function)
        return self.is_changed and (moved or stored.property is Property.DEADLOCK)

    def run(self) -> str:
        """How it ended, in words."""
        for number, part in enumerate(self.trace.schedule, 1):
            self.machine.allow(_LIMIT)
            for step in range(1, part.steps + 1):
                self._at = (number, part, step)
                ending = self._step(part.thread)
                if ending is not None:
                    return ending
        self._at = (len(self.trace.schedule) + 1, None, 0)
        return self._end()

    def _step(self, number: int) -> str | None:
        """None: it continues."""
        if number >= len(self.machine.threads):
            return self._depart(f"a step of thread {number}", "there is no such thread yet")
        if not self.machine.threads[number].alive:
            return self._depart(f"a step of thread {number}", "that thread has ended")
        outcome = self.machine.step(number)
        if self.inputs.surprise is not None:
            self._depart(*self.inputs.surprise)
        match outcome:
            case Progressed() | Ended():
                return None
            case Violated(violation):
                return self._violated(violation)
            case Blocked():
                where = self.machine.position(number)
                return self._depart(f"a step of thread {number}", f"it has to wait at {where}")
            case Exited(status):
                return self._depart(self._expectation(), f"the program ends with status {status}")
            case Infeasible(loc):
                return self._depart(self._expectation(), f"the assumption at {loc} fails")
            case OutOfSteps(loc):
                return self._depart(self._expectation(), f"no step within {_LIMIT:,} instructions, at {loc}")

    def _violated(self, violation: Violation) -> str:
        self.violation = violation
        text = f"{violation.loc}: {violation.property}: {violation.message}"
        if not self.is_same(violation):
            self._depart(self._expectation(), text)
        return text

    def _end(self) -> str:
        """All slices are done; in a deadlock, that was all there is to do."""
        if self.trace.violation.property is not Property.DEADLOCK:
            return self._depart(self._expectation(), "the schedule ends without it")
        for number in self.machine.live():
            if not isinstance(self.machine.step(number), Blocked):
                return self._depart(self._expectation(), f"thread {number} can continue")
        return self._violated(self.machine.deadlock())

    def _expectation(self) -> str:
        """What the stored execution did next."""
        if len(self.steps) < len(self.trace.steps):
            return str(self.trace.steps[len(self.steps)])
        stored = self.trace.violation
        return f"{stored.loc}: {stored.property}: {stored.message}"

    def _observe(self, step: Step) -> None:
        stored = self.trace.steps[len(self.steps)] if len(self.steps) < len(self.trace.steps) else None
        if stored is None or _content(stored) != _content(step):
            self._depart(self._expectation(), str(step))
        self.steps.append(step)
        self.inputs.step = len(self.steps)

    def _depart(self, expected: str, found: str) -> str:
        if self.departure is None:
            self.departure = Departure(*self._at, expected, found)
        return found


def _content(step: Step) -> tuple[object, ...]:
    """What a step does, wherever its line has moved to."""
    return step.thread, step.kind, step.place, step.value, step.call, step.effects
