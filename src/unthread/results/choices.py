"""The choices that lead emitted C the way of an execution: `choices_of` a trace, for the dialect `plain`.

In: a bounded program with its visible points, the lazy C made of it, and either a trace of the user's program
or a list of threads, one for each visible step. Out: lines `LINE:VALUE`, as the emitted C reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from unthread.bound.threads import bound
from unthread.bound.visible import Points, visible_points
from unthread.core.diagnostics import InputError
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.trace import InputValue, Trace
from unthread.interpreter.inputs import InputSource
from unthread.interpreter.machine import Ended, Exited, Infeasible, Progressed, Violated
from unthread.program.bounded import BoundedProgram
from unthread.program.program import Program
from unthread.results.bounded_run import BoundedRun
from unthread.results.following import followed_by, inputs_of
from unthread.sequentialize.emit import Emission
from unthread.sequentialize.emitted import Emitted, InputOrigin
from unthread.sequentialize.lazy import LazyOptions, lazy


@dataclass(frozen=True, slots=True)
class Choices:
    """`rounds` is how many the execution needs, `ending` how it ends."""

    text: str
    rounds: int
    ending: str


def choices_of(trace: Trace, program: Program, emission: Emission, file: str) -> tuple[Emitted, Choices]:
    """The text, to be stored as `file`, with as many rounds as the trace needs; and the choices for it."""
    bounded = bound(program, emission.bounds, frozenset({trace.violation.property}))
    points = visible_points(bounded, emission.reductions)
    followed = followed_by(trace, bounded, points, file)
    rounds = list(in_rounds(followed.steps))
    options = LazyOptions(len(rounds), emission.schema, emission.dialect, probes=followed.probes)
    emitted = lazy(bounded, points, options)
    return emitted, ChoiceFollower(bounded, points, inputs_of(trace), emitted).choices(rounds)


def in_rounds(steps: Sequence[int]) -> Iterator[list[int]]:
    """The steps, cut where a thread comes that has had its turn."""
    current: list[int] = []
    for thread in steps:
        if current and thread < current[-1]:
            yield current
            current = []
        current.append(thread)
    yield current


class ChoiceFollower(BoundedRun):
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
        if not self.ending and Property.DEADLOCK in self.program.properties:
            self._try_all()
        lines = [*self.lines, *_input_lines(self.inputs.values, self.emitted, self.thread_of)]
        return Choices("".join(f"{line}\n" for line in lines), len(rounds), self.ending or "open")

    def _try_all(self) -> None:
        """Each thread tries to continue, which may ask for inputs."""
        for number in self.machine.live():
            self.machine.step(number)

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
