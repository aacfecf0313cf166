"""Executions of the user's program that are to break a property in a certain place.

In: a program, the `Claim`, the inputs that somebody says lead there. Out: what each step does, and whether it
was the claimed violation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from unthread.core.diagnostics import UnthreadError
from unthread.core.properties import Property, Violation
from unthread.core.records import dataclass
from unthread.core.source import Loc, is_own
from unthread.core.trace import InputValue, Schedule, Step, Trace
from unthread.interpreter.ahead import run_again
from unthread.interpreter.machine import Blocked, Ended, Machine, Outcome, Progressed, Snapshot, Violated
from unthread.interpreter.state import ThreadState
from unthread.program.program import Program
from unthread.program.text.c_types import type_name
from unthread.program.types import Type
from unthread.values.cells import Value
from unthread.values.scalars import fit, text_of, value_of

_STEP_LENGTH = 5_000_000  # instructions that one step may take
_Place = tuple[str, int, int]
_Saved = tuple[frozenset[int], int, dict[int, int]]


def place_of(loc: Loc) -> _Place:
    return loc.file, loc.line, loc.column


def position_in(thread: ThreadState, loc: Loc) -> _Place:
    """The position as bounded programs have it: before a thread reaches the user's text, and after it,
    it stands where the user started it."""
    return place_of(thread.origin if is_own(loc) else loc)


@dataclass(frozen=True, slots=True)
class Claim:
    """The violation that is to be shown: a property and a position, whoever breaks it."""

    property: Property
    place: _Place

    @classmethod
    def of(cls, violation: Violation) -> Claim:
        return cls(violation.property, place_of(violation.loc))

    def is_met(self, machine: Machine, violation: Violation) -> bool:
        if violation.property is not self.property:
            return False
        if self.property is Property.DEADLOCK:  # of all who are stuck, any may be the one that was claimed
            places = (position_in(machine.threads[n], machine.position(n)) for n in machine.live())
            return self.place in places
        return position_in(machine.threads[violation.thread], violation.loc) == self.place


class ClaimedInputs:
    """Answers with the values claimed for a thread, position and name, in order. With `anywhere`, a value
    for another position of the thread will do when there is none; then it is 0. `labels` says by which
    number the claim knows a thread of the machine, if not by its own. `step` is for whoever counts them, and
    `where` says in which library function the running thread is, and how deep."""

    def __init__(self, values: Iterable[InputValue], anywhere: bool = False) -> None:
        self.labels: dict[int, int] = {}
        self.asked: list[InputValue] = []
        self.step = 0
        self.where: Callable[[], tuple[str, int]] = lambda: ("", 0)
        self._values = tuple(values)
        self._anywhere = anywhere
        self._taken: set[int] = set()
        self._here: dict[tuple[int, str, _Place], list[int]] = {}
        self._named: dict[tuple[int, str], list[int]] = {}
        for number, value in enumerate(self._values):
            self._here.setdefault((value.thread, value.name, place_of(value.loc)), []).append(number)
            self._named.setdefault((value.thread, value.name), []).append(number)

    def value(self, name: str, type: Type, loc: Loc, thread: int) -> Value:
        label = self.labels.get(thread, thread)
        number = self._next(self._here.get((label, name, place_of(loc)), ()))
        if number is None and self._anywhere:
            number = self._next(self._named.get((label, name), ()))
        value = fit(0, type)
        if number is not None:
            self._taken.add(number)
            value = value_of(self._values[number].value, type)
        self.asked.append(
            InputValue(thread, name, loc, text_of(value), type_name(type), self.step, *self.where())
        )
        return value

    def _next(self, numbers: Iterable[int]) -> int | None:
        return next((number for number in numbers if number not in self._taken), None)

    def save(self) -> _Saved:
        return frozenset(self._taken), len(self.asked), dict(self.labels)

    def restore(self, saved: _Saved) -> None:
        taken, asked, labels = saved
        self._taken = set(taken)
        del self.asked[asked:]
        self.labels = dict(labels)


def at_start(program: Program, trace: Trace) -> Program | None:
    """The program, begun where the trace begins; None if it does not get there any more."""
    if trace.ahead is None or program.start is not None:
        return program
    start = run_again(program, trace.properties, trace.ahead.steps)
    return None if start is None else replace(program, start=start)


def new_machine(
    program: Program,
    inputs: ClaimedInputs,
    properties: frozenset[Property],
    claim: Claim,
    observer: Callable[[Step], None] | None = None,
) -> Machine:
    """A machine that takes races for a violation only where one is claimed: others may lie on the way."""
    properties = properties - {Property.RACE} | {claim.property}

    def on_race(violation: Violation) -> bool:
        return claim.is_met(machine, violation)

    def forget(stream: int, text: bytes) -> None:
        pass

    machine = Machine(
        program, inputs, properties, forget, undefined="any", observer=observer, on_race=on_race
    )
    if observer:
        inputs.where = machine.where
    return machine


class Execution:
    """A machine to try things with. `found` is the schedule that led to the claimed violation. No more
    than `effort` steps are taken in all."""

    def __init__(
        self,
        program: Program,
        inputs: ClaimedInputs,
        properties: frozenset[Property],
        claim: Claim,
        effort: int,
        observer: Callable[[Step], None] | None = None,
    ) -> None:
        self.machine = new_machine(program, inputs, properties, claim, observer)
        self.inputs = inputs
        self.claim = claim
        self.effort = effort
        self.found: Schedule | None = None
        self._start = self.save()

    def save(self) -> tuple[Snapshot, _Saved]:
        return self.machine.snapshot(), self.inputs.save()

    def restore(self, saved: tuple[Snapshot, _Saved]) -> None:
        self.machine.restore(saved[0])
        self.inputs.restore(saved[1])
        self.found = None

    def begin(self) -> None:
        """Back to where the program starts."""
        self.restore(self._start)

    def is_alive(self, number: int) -> bool:
        threads = self.machine.threads
        return number < len(threads) and threads[number].alive

    def step(self, number: int) -> Outcome | None:
        """One step of a living thread; None when it leads nowhere, or to the claimed violation."""
        if self.effort <= 0:
            return None
        self.effort -= 1
        machine = self.machine
        machine.allow(_STEP_LENGTH)
        try:
            outcome = machine.step(number)
        except UnthreadError:  # what cannot be executed shows nothing
            return None
        if isinstance(outcome, Violated) and self.claim.is_met(machine, outcome.violation):
            self.found = machine.schedule
        return outcome if isinstance(outcome, Progressed | Ended | Blocked) else None

    def get_stuck(self) -> None:
        """For a deadlock: all threads continue, in order, until none can."""
        machine = self.machine
        waiting: set[int] = set()
        while True:
            number = next((one for one in machine.live() if one not in waiting), None)
            if number is None:
                break
            match self.step(number):
                case Progressed() | Ended():
                    waiting.clear()
                case Blocked():
                    waiting.add(number)
                case _:
                    return
        if machine.live() and self.claim.is_met(machine, machine.deadlock()):
            self.found = machine.schedule
