"""The choices that lead emitted C the way of an execution: `choices_of` a trace, for the dialect `plain`.

In: a bounded program with its visible points, the lazy C made of it, and either a trace of the user's program
or a list of threads, one for each visible step. Out: lines `LINE:VALUE`, as the emitted C reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field

from unthread.bound.threads import bound
from unthread.bound.visible import Points, reduced_program, visible_points
from unthread.core.diagnostics import InputError
from unthread.core.records import dataclass
from unthread.core.source import Loc, is_own
from unthread.core.trace import InputValue, Step, Trace
from unthread.interpreter.inputs import InputSource
from unthread.interpreter.machine import Blocked, Ended, Exited, Infeasible, Machine, Progressed, Violated
from unthread.program.bounded import BoundedProgram
from unthread.program.program import Program
from unthread.program.query.steps import step_kind
from unthread.program.types import Type
from unthread.results.execution import ClaimedInputs, place_of
from unthread.sequentialize.emit import Emission
from unthread.sequentialize.emitted import Emitted, InputOrigin
from unthread.sequentialize.lazy import LazyOptions, lazy
from unthread.values.cells import Value
from unthread.values.scalars import text_of


@dataclass(frozen=True, slots=True)
class Choices:
    """`rounds` is how many the execution needs, `ending` how it ends."""

    text: str
    rounds: int
    ending: str


def choices_of(trace: Trace, program: Program, emission: Emission) -> tuple[Emitted, Choices]:
    """The text with as many rounds as the trace needs, and the choices for it."""
    bounded = bound(program, emission.bounds, emission.properties)
    points = visible_points(bounded, emission.reductions)
    rounds = list(in_rounds(_followed(trace, bounded, points)))
    emitted = lazy(bounded, points, LazyOptions(len(rounds), emission.schema, emission.dialect))
    return emitted, Follower(bounded, points, _inputs_of(trace), emitted).choices(rounds)


def in_rounds(steps: Sequence[int]) -> Iterator[list[int]]:
    """The steps, cut where a thread comes that has had its turn."""
    current: list[int] = []
    for thread in steps:
        if current and thread < current[-1]:
            yield current
            current = []
        current.append(thread)
    yield current


@dataclass(slots=True)
class _Recorded:
    """Passes on what an input source says, and remembers it."""

    source: InputSource
    values: list[InputValue] = field(default_factory=list)

    def value(self, name: str, type: Type, loc: Loc, thread: int) -> Value:
        value = self.source.value(name, type, loc, thread)
        self.values.append(InputValue(thread, name, loc, text_of(value)))
        return value


class BoundedRun:
    """An execution of a bounded program whose steps are the visible ones."""

    def __init__(self, program: BoundedProgram, points: Sequence[Points], inputs: InputSource) -> None:
        self.inputs = _Recorded(inputs)
        self.program = program
        self.names = [thread.name for thread in program.threads]
        self.machine = Machine(
            reduced_program(program, tuple(points)),
            self.inputs,
            program.properties,
            lambda stream, text: None,
            undefined="any",
        )

    def number_of(self, thread: int) -> int | None:
        """What the machine calls a thread of the program; None: it has not been started."""
        if not thread:
            return 0
        started = (t.number for t in self.machine.threads if t.start == self.names[thread])
        return next(started, None)

    def is_next(self, number: int, step: Step) -> bool:
        """The thread's next visible step is this one of a trace. What a thread does before and behind the
        user's text belongs to the place where it was started."""
        thread = self.program.threads[self.thread_of(number)]
        item = thread.body[self.machine.threads[number].frames[-1].pc]
        loc = thread.loc if is_own(step.loc) else step.loc
        return (place_of(item.loc), step_kind(item)) == (place_of(loc), step.kind)

    def thread_of(self, number: int) -> int:
        return self.names.index(self.machine.threads[number].start) if number else 0


# Following a trace


def _inputs_of(trace: Trace) -> InputSource:
    return ClaimedInputs(trace.inputs, anywhere=True)


def _followed(trace: Trace, program: BoundedProgram, points: Sequence[Points]) -> list[int]:
    """The visible steps among those of the trace: whose they are."""
    bounded = BoundedRun(program, points, _inputs_of(trace))
    machine = bounded.machine
    taken: list[int] = []
    for step in (*trace.steps, None):
        number = trace.violation.thread if step is None else step.thread
        if number >= len(machine.threads) or not machine.threads[number].alive:
            continue
        outcome = machine.approach(number)
        if outcome is None and (step is None or bounded.is_next(number, step)):
            outcome = machine.step(number)
            if not isinstance(outcome, Blocked):
                taken.append(bounded.thread_of(number))
        if isinstance(outcome, Violated):
            return [*taken, bounded.thread_of(number)] if step is not None else taken
    raise InputError(
        "the trace does not lead to its violation within these bounds",
        hint="raise --unwind, --depth or --threads",
    )


# Choices


class Follower(BoundedRun):
    def __init__(
        self, program: BoundedProgram, points: Sequence[Points], inputs: InputSource, emitted: Emitted
    ) -> None:
        super().__init__(program, points, inputs)
        self.emitted = emitted
        self.lines: list[str] = []
        self.ending = ""
        self.moved: set[int] = set()  # threads that have taken a step
        self.over: set[int] = set()  # those that have nothing left to do that anybody sees

    def choices(self, rounds: Sequence[Sequence[int]]) -> Choices:
        for steps in rounds:
            for thread in range(len(self.names)):
                if not self.ending:
                    self._turn(thread, steps.count(thread))
        lines = [*self.lines, *_input_lines(self.inputs.values, self.emitted, self.thread_of)]
        return Choices("".join(f"{line}\n" for line in lines), len(rounds), self.ending or "open")

    def _turn(self, thread: int, steps: int) -> None:
        number = self.number_of(thread)
        if number is None or thread in self.over:
            return
        for _ in range(steps):
            self._step(thread, number)
        stops, label = self.emitted.stops[thread], self._label(thread, number)
        self.lines.append(f"{stops.line}:{label}")
        if label == len(stops.labels):
            self.over.add(thread)

    def _step(self, thread: int, number: int) -> None:
        if self.ending or not self.machine.threads[number].alive:
            return
        self.moved.add(thread)
        match self.machine.step(number):
            case Progressed() | Ended():
                pass
            case Violated(violation) if violation.property in self.machine.properties:
                self.ending = f"violated: {violation.message}"
            case Exited():
                self.ending = "ended"
            case outcome:
                raise InputError(f"the schedule selects a thread that cannot continue: {outcome}")

    def _label(self, thread: int, number: int) -> int:
        """Where the thread stops now."""
        labels = self.emitted.stops[thread].labels
        if thread not in self.moved:
            return 0
        if self.ending or not self.machine.threads[number].alive:
            return len(labels)
        match self.machine.approach(number):
            case None:
                at = self.machine.threads[number].frames[-1].pc
                return labels.index(at) if at in labels else len(labels)  # there is only the end left
            case Violated(violation) if violation.property in self.machine.properties:
                self.ending = f"violated: {violation.message}"
                return len(labels)
            case Infeasible():
                raise InputError("the schedule leads to an assumption that does not hold")
            case outcome:
                raise InputError(f"the schedule does not lead to the violation: {outcome}")


def _input_lines(
    values: Sequence[InputValue], emitted: Emitted, thread_of: Callable[[int], int]
) -> Iterator[str]:
    """For each input the line that asks for it: code goes forward, copies of a loop come in their order."""
    asking = [
        (line, origin)
        for line, origins in sorted(emitted.origins.items())
        for origin in origins
        if isinstance(origin, InputOrigin)
    ]
    used: set[int] = set()
    for value in values:
        thread = thread_of(value.thread)
        named = [
            (line, o) for line, o in asking if (o.thread, o.name) == (thread, value.name) and line not in used
        ]
        exact = [line for line, origin in named if origin.loc == value.loc]
        line = next(iter(exact or [line for line, _ in named]), None)
        if line is not None:
            used.add(line)
            yield f"{line}:{value.value}"
