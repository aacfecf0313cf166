"""Every interleaving of a small `Program`, tried with the interpreter.

Comes in: a program, the properties to look for, the values that inputs may take, limits. Goes out: all
violations that some schedule and some inputs reach, and whether really everything was tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from unthread.core.properties import Property, Violation
from unthread.core.source import Loc
from unthread.interpreter.machine import (
    Blocked,
    Ended,
    Exited,
    Infeasible,
    Machine,
    Outcome,
    OutOfSteps,
    Progressed,
    Snapshot,
    Violated,
)
from unthread.program.program import Program
from unthread.program.types import BoolType, Type, value_range
from unthread.values.cells import Value
from unthread.values.scalars import fit

Choices = Callable[[str, Type], Sequence[Value]]
Script = tuple[int, ...] | None

STATES = 100_000
STEP_LENGTH = 20_000  # instructions that one step may take
STATE_COST = 500  # and those that are tried for each state: a step may ask for inputs again and again


def few_values(name: str, type: Type) -> Sequence[Value]:
    """0, 1 and -1 (or the greatest value) of integer types."""
    if isinstance(type, BoolType):
        return (0, 1)
    try:
        low, high = value_range(type)
    except AssertionError:
        return (0.0, 1.0, -1.0)
    return (0, 1, -1 if low < 0 else high)


@dataclass(frozen=True, slots=True)
class Found:
    """`violations` says what is reachable whoever does it. `complete`: nothing was left out. `stuck`: where
    the first thread by number stands in deadlocks, which bounded programs tell as the program itself does."""

    violations: frozenset[tuple[Property, Loc]]
    statuses: frozenset[int]
    complete: bool
    states: int
    stuck: frozenset[Loc] = frozenset()

    def lines(self, property: Property) -> set[int]:
        return {loc.line for kind, loc in self.violations if kind is property}


class ScriptedInputs:
    """Answers by the numbers of a script, beyond its end by the first choice; notes the choices it had."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.script: tuple[int, ...] = ()
        self.counts: list[int] = []

    def begin(self, script: tuple[int, ...]) -> None:
        self.script = script
        self.counts = []

    def value(self, name: str, type: Type, loc: Loc, thread: int) -> Value:
        values = self.choices(name, type)
        number = len(self.counts)
        self.counts.append(len(values))
        return fit(values[self.script[number] if number < len(self.script) else 0], type)

    def others(self) -> Iterator[tuple[int, ...]]:
        """The scripts that differ from the one just used first at a choice it left to us."""
        done = (*self.script, *[0] * (len(self.counts) - len(self.script)))
        for position in range(len(self.script), len(self.counts)):
            for choice in range(1, self.counts[position]):
                yield (*done[:position], choice)


@dataclass(slots=True)
class Search:
    machine: Machine
    inputs: ScriptedInputs
    rounds: int | None
    max_states: int
    violations: set[tuple[Property, Loc]] = field(default_factory=set)
    first_stuck: set[Loc] = field(default_factory=set)
    statuses: set[int] = field(default_factory=set)
    complete: bool = True
    spent: int = 0  # instructions
    seen: set[tuple[object, ...]] = field(default_factory=set)
    work: list[tuple[Snapshot, int, int]] = field(default_factory=list)  # state, round, turn

    def run(self) -> Found:
        self.arrive(0, 0)
        while self.work:
            if len(self.seen) > self.max_states or self.is_spent():
                self.complete = False
                break
            self.expand(*self.work.pop())
        return Found(
            frozenset(self.violations),
            frozenset(self.statuses),
            self.complete,
            len(self.seen),
            frozenset(self.first_stuck),
        )

    def is_spent(self) -> bool:
        return self.spent > STATE_COST * self.max_states

    def arrive(self, round: int, turn: int) -> None:
        key = (self.machine.key(), round, turn)
        if key not in self.seen:
            self.seen.add(key)
            self.work.append((self.machine.snapshot(), round, turn))

    def expand(self, state: Snapshot, round: int, turn: int) -> None:
        self.machine.restore(state)
        live = self.machine.live()
        if self.rounds is None:
            scripts = {number: self.move(state, number, 0, 0) for number in live}
        else:
            scripts = self.expand_turn(state, live, round, turn)
        if Property.DEADLOCK in self.machine.properties and all(s is not None for s in scripts.values()):
            self.report_deadlock(state, scripts)

    def expand_turn(self, state: Snapshot, live: Sequence[int], round: int, turn: int) -> dict[int, Script]:
        """Rounds: the thread whose turn it is moves, or the turn passes on."""
        assert self.rounds is not None
        others = live if Property.DEADLOCK in self.machine.properties else ()
        scripts = {number: self.wait(state, number) for number in others if number != turn}
        if turn in live:
            scripts[turn] = self.move(state, turn, round, turn)
        self.machine.restore(state)
        following = (round, turn + 1) if turn + 1 < len(self.machine.threads) else (round + 1, 0)
        if following[0] < self.rounds:
            self.arrive(*following)
        return scripts

    def report_deadlock(self, state: Snapshot, scripts: dict[int, Script]) -> None:
        """Every thread goes to where it waits, and the machine tells where that is."""
        self.machine.restore(state)
        for number, script in scripts.items():
            self.inputs.begin(script or ())
            self.machine.step(number)
        violation = self.machine.deadlock()
        self.violations.add((violation.property, violation.loc))
        self.first_stuck.add(min(violation.participants, key=lambda part: part.thread).loc)

    def outcomes(self, state: Snapshot, number: int) -> Iterator[tuple[tuple[int, ...], Outcome]]:
        """One step of a thread under every choice of inputs; the machine stands after it."""
        scripts: list[tuple[int, ...]] = [()]
        while scripts and not self.is_spent():
            script = scripts.pop()
            self.machine.restore(state)
            before = self.machine.counters[0]
            self.machine.counters[2] = before + STEP_LENGTH
            self.inputs.begin(script)
            outcome = self.machine.step(number)
            self.spent += self.machine.counters[0] - before
            scripts += self.inputs.others()
            yield script, outcome
        if scripts:
            self.complete = False

    def move(self, state: Snapshot, number: int, round: int, turn: int) -> Script:
        """Takes the step in all ways; inputs with which the thread waits instead, if there are any."""
        waits: Script = None
        for script, outcome in self.outcomes(state, number):
            match outcome:
                case Progressed() | Ended():
                    self.arrive(round, turn)
                case Blocked():
                    waits = script
                case Exited(status):
                    self.statuses.add(status)
                case Violated(violation):
                    self.violations.add((violation.property, violation.loc))
                case OutOfSteps():
                    self.complete = False
                case Infeasible():
                    pass
        return waits

    def wait(self, state: Snapshot, number: int) -> Script:
        """Inputs with which the thread waits, if there are any."""
        for script, outcome in self.outcomes(state, number):
            if isinstance(outcome, Blocked):
                return script
        return None


def explore(
    program: Program,
    properties: frozenset[Property] = frozenset({Property.REACH, Property.LOCK}),
    choices: Choices = few_values,
    rounds: int | None = None,
    max_states: int = STATES,
) -> Found:
    """With `rounds`, only schedules of that many rounds, in each of which thread 0, then 1, ... takes any
    number of steps, none included."""
    inputs = ScriptedInputs(choices)
    machine = Machine(program, inputs, properties, lambda stream, text: None, undefined="any")
    search = Search(machine, inputs, rounds, max_states)

    def on_race(violation: Violation) -> bool:
        search.violations.add((violation.property, violation.loc))
        return False

    machine.on_race = on_race
    return search.run()
