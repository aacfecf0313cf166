"""A trace executed again: `NativeFollower` records what each step touches, and what library functions return.

In: a program and a trace of it. Out: steps with the objects that they access, of which `plan.py` makes steps
of the real program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from unthread.core.properties import Property, Violation
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.core.trace import OFFER, Step, StepKind, Trace
from unthread.interpreter.inputs import STANDARD_INPUT
from unthread.interpreter.locks import call_frame
from unthread.interpreter.machine import Machine, Violated
from unthread.interpreter.objects import Object
from unthread.interpreter.races import Races, RaceTouch
from unthread.interpreter.state import MachineFrame, ThreadState
from unthread.program.instructions import Input
from unthread.program.library import WAIT, WAIT_IN_LOOP
from unthread.program.program import Program
from unthread.program.types import Type
from unthread.results.execution import Claim, ClaimedInputs, new_machine
from unthread.values.cells import Value

# Calls that wait between two steps of their own.
IN_TWO_PARTS = frozenset(
    {
        WAIT,
        "pthread_cond_timedwait",
        "pthread_cond_clockwait",
        "cnd_wait",
        "cnd_timedwait",
        "pthread_barrier_wait",
    }
)
# A thread that has to wait for others may say so in a step of its own, which keeps readers out.
ANNOUNCES = "pthread_rwlock_wrlock"
# Library functions that return any number and do nothing else.
BY_RESULT = frozenset(
    {"rand", "rand_r", "random", "lrand48", "mrand48", "drand48", "time", "clock", "getpid", "getppid"}
)


@dataclass(frozen=True, slots=True)
class TouchedObjects:
    """An access, with the object that was there."""

    item: Object
    touch: RaceTouch


@dataclass(frozen=True, slots=True)
class Recorded:
    """A step with what it touched. `depth` is that of the library's outermost frame, or of the user's
    innermost one; `at` says where in the library the step stands; `writes`, whether a section wrote
    anything."""

    step: Step
    touched: tuple[TouchedObjects, ...]
    depth: int
    at: tuple[object, ...]
    writes: bool = False


@dataclass(slots=True)
class CallResult:
    """What a library function returned; known only when it does."""

    thread: int
    call: str
    value: Value = 0


class Inputs(ClaimedInputs):
    """Notes who asks. What a library function makes of its inputs is what it returns."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(trace.inputs)
        self.machine: Machine | None = None
        self.results: list[CallResult] = []
        self.stdin: list[int] = []
        self.obstacles: dict[str, None] = {}

    def value(self, name: str, type: Type, loc: Loc, thread: int) -> Value:
        value = super().value(name, type, loc, thread)
        assert self.machine is not None, "the machine exists before it asks"
        runtime = self.machine.runtime
        asks = runtime.frames[-1].code.instruction(runtime.at)
        called = call_frame(runtime.thread)
        if name == STANDARD_INPUT and isinstance(value, int):
            self.stdin.append(value)
        elif called is not None:
            self._note_call(called, thread, loc)
        elif isinstance(asks, Input) and not asks.undefined:
            if name != OFFER:
                self.results.append(CallResult(thread, "", value))
        else:
            self.obstacles[f"the value of {name} at {loc}, which was never written, cannot be forced"] = None
        return value

    def _note_call(self, frame: MachineFrame, thread: int, loc: Loc) -> None:
        name = library_name(frame.code.function.name)
        if name in IN_TWO_PARTS or name in BY_RESULT:
            self._record(frame, thread, name)
        else:
            self.obstacles[f"what {name} does at {loc} cannot be forced"] = None

    def _record(self, frame: MachineFrame, thread: int, name: str) -> None:
        """Once for each call: its frame says what it returns."""
        if isinstance(frame.convert, _Recorder):
            return
        assert self.machine is not None
        self.results.append(CallResult(thread, name))
        frame.convert = _Recorder(self.machine, self.results[-1], frame.convert)


class _Recorder:
    """Stands where a result is converted, and notes it."""

    def __init__(
        self, machine: Machine, result: CallResult, convert: Callable[[Value | None], Value] | None
    ) -> None:
        self.machine = machine
        self.result = result
        self.convert = convert

    def __call__(self, value: Value | None) -> Value:
        assert value is not None, "what is converted is there"
        if not self.machine.runtime.peeking:
            self.result.value = value
        return self.convert(value) if self.convert else value


class NativeFollower:
    """Executes the trace again and records what each step touches."""

    def __init__(self, program: Program, trace: Trace) -> None:
        self.trace = trace
        self.inputs = Inputs(trace)
        self.claim = Claim.of(trace.violation)
        self.machine = new_machine(program, self.inputs, trace.properties, self.claim, self._observe)
        self.inputs.machine = self.machine
        self.recorded: list[Recorded] = []
        self.last: tuple[TouchedObjects, ...] = ()  # of the step that failed
        self._before: tuple[tuple[TouchedObjects, ...], int, tuple[object, ...]] = ((), 0, ())

    def run(self) -> Violation | None:
        for part in self.trace.schedule:
            for _ in range(part.steps):
                if part.thread not in self.machine.live():
                    return None
                outcome = self.machine.approach(part.thread)
                if outcome is None:
                    self._look(self.machine.threads[part.thread])
                    outcome = self.machine.step(part.thread)
                if isinstance(outcome, Violated):
                    self.last = self._before[0]
                    return outcome.violation if self.claim.is_met(self.machine, outcome.violation) else None
        if self.claim.property is not Property.DEADLOCK:
            return None
        return self.machine.deadlock()

    def _look(self, thread: ThreadState) -> None:
        """Before a step: what it will touch, and where in the library it stands."""
        frame = thread.frames[-1]
        touches = Races(self.machine.runtime).touches(frame, frame.pc)
        called = call_frame(thread)
        depth = thread.frames.index(called) if called else len(thread.frames)
        at = (frame.code.function.name, len(thread.frames), frame.pc)
        self._before = (tuple(self.touched(touches)), depth, at)

    def _observe(self, step: Step) -> None:
        touched, depth, at = self._before
        if step.kind is StepKind.SECTION and not step.call:
            touched = tuple(self.touched(self._section()))
        writes = any(wrote for _, _, wrote, _ in self.machine.runtime.accessed)
        self.recorded.append(Recorded(step, touched, depth, at, writes))

    def _section(self) -> Iterator[RaceTouch]:
        """What the section just executed touched."""
        for address, cell, writes, _ in self.machine.runtime.accessed:
            start, end = cell.extent
            yield RaceTouch(address * 8 + start, address * 8 + end, writes, True)

    def touched(self, touches: Iterable[RaceTouch]) -> Iterator[TouchedObjects]:
        memory = self.machine.runtime.memory
        for touch in touches:
            item = memory.objects.get(touch.address >> memory.shift)
            if item is not None:
                yield TouchedObjects(item, touch)


def library_name(call: str) -> str:
    return WAIT if call == WAIT_IN_LOOP else call
