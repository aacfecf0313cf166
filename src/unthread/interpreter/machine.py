"""The meaning of a `Program`: `Machine` executes it one visible step at a time, or as a whole.

A step of a thread is the invisible instructions up to the next one that another thread may notice, then
that one; an atomic section is one step. Invisible instructions are executed right before the visible one,
so that a failing assertion does not keep other threads from acting first. While one thread is alone,
`run` does not stop at steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Frame as StackFrame
from unthread.core.properties import Participant, Property, Related, Violation, ViolationKind
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.core.trace import Schedule, Slice, Step
from unthread.interpreter.deadlock import in_order, stuck, wait_of, wait_text
from unthread.interpreter.inputs import InputSource
from unthread.interpreter.locks import call_frame, lock_address, object_name
from unthread.interpreter.lost import lost_at_exit
from unthread.interpreter.objects import Fault, InfeasibleError, MemorySnapshot, Object, ProcessExitError
from unthread.interpreter.observe import Observation, depth_of, library_call
from unthread.interpreter.races import Races, RaceTouch
from unthread.interpreter.resume import plant
from unthread.interpreter.runtime import Runtime
from unthread.interpreter.schedulers import Scheduler
from unthread.interpreter.state import Apart, CodeEvent, MachineFrame, Mode, Output, ThreadState
from unthread.program.library import is_users
from unthread.program.program import Program

DEPTH = 100_000  # nested calls of one thread: about what fits into a stack of 8 MB


@dataclass(frozen=True, slots=True)
class Progressed:
    thread: int


@dataclass(frozen=True, slots=True)
class Blocked:
    """These threads wait; from `run`: all that are alive."""

    threads: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """The step was the thread's last; others are alive."""

    thread: int


@dataclass(frozen=True, slots=True)
class Exited:
    status: int


@dataclass(frozen=True, slots=True)
class Violated:
    violation: Violation


@dataclass(frozen=True, slots=True)
class Infeasible:
    """An assumption failed: this execution does not exist."""

    loc: Loc


@dataclass(frozen=True, slots=True)
class OutOfSteps:
    """The limit of instructions is reached."""

    loc: Loc


Outcome: TypeAlias = Progressed | Blocked | Ended | Exited | Violated | Infeasible | OutOfSteps
Done = TypeVar("Done")


@dataclass(frozen=True, slots=True)
class Snapshot:
    memory: MemorySnapshot
    threads: tuple[ThreadState, ...]
    counters: tuple[int, ...]
    races: object
    slices: tuple[tuple[int, int], ...]


class Machine:
    """One execution. `undefined` says what a call of a function without body and model does: "stop", or
    return "any" value. `limit` counts instructions. With `on_race`, races are reported there, and end the
    execution only where the answer is yes."""

    def __init__(
        self,
        program: Program,
        inputs: InputSource,
        properties: frozenset[Property],
        output: Output,
        undefined: str = "stop",
        limit: int | None = None,
        depth: int = DEPTH,
        observer: Callable[[Step], None] | None = None,
        on_race: Callable[[Violation], bool] | None = None,
        apart: Apart | None = None,
    ) -> None:
        self.program = program
        self.properties = properties
        self.on_race = on_race
        self.runtime = Runtime(
            program, inputs, properties, output, undefined, depth, observer is not None, apart
        )
        self.counters = self.runtime.counters
        if limit is not None:
            self.counters[2] = limit
        self.races = Races(self.runtime) if Property.RACE in properties else None
        self.slices: list[tuple[int, int]] = []
        self.observation = Observation(self.runtime, observer) if observer else None
        self._waits: list[Participant] | None = None  # notes for a deadlock, while they are taken
        code = self.runtime.callees.code(program.entry)
        assert code is not None, "execution starts in a function with a body"
        frame = MachineFrame(code, [None] * len(code.slots))
        self.threads = self.runtime.threads
        self.threads.append(ThreadState(0, [frame], origin=code.function.loc))
        if program.start is not None:
            plant(self.runtime, program.start)

    # what can be asked

    def live(self) -> list[int]:
        return [thread.number for thread in self.threads if thread.alive]

    @property
    def instructions(self) -> int:
        return self.counters[0]

    @property
    def steps(self) -> int:
        return self.counters[1]

    @property
    def schedule(self) -> Schedule:
        """What `run` and `step` have done so far."""
        return tuple(Slice(thread, steps) for thread, steps in self.slices)

    def position(self, number: int) -> Loc:
        """Where the thread stands, in the user's own text."""
        thread = self.threads[number]
        for position, frame in enumerate(reversed(thread.frames)):
            if not frame.code.function.library:
                return frame.code.loc(frame.pc - bool(position))
        return thread.frames[-1].code.loc(thread.frames[-1].pc)

    def where(self) -> tuple[str, int]:
        """The library function that the running thread is in, and how deep in the user's functions it is."""
        return library_call(self.runtime.thread), depth_of(self.runtime.thread)

    def pending(self, number: int) -> tuple[RaceTouch, ...]:
        """The accesses to memory that the thread's next step would make; nothing for atomic sections
        and for steps that depend on inputs not yet asked for."""
        return (self.races or Races(self.runtime)).pending(self.threads[number])

    # states

    def snapshot(self) -> Snapshot:
        """Everything but the inputs' own state and what was printed."""
        return Snapshot(
            self.runtime.memory.snapshot(),
            tuple(thread.copy() for thread in self.threads),
            tuple(self.counters),
            self.races.save() if self.races else None,
            tuple(self.slices),
        )

    def restore(self, saved: Snapshot) -> None:
        self.runtime.memory.restore(saved.memory)
        self.threads[:] = [thread.copy() for thread in saved.threads]
        self.counters[:] = saved.counters
        if self.races:
            self.races.load(saved.races)
        self.slices = list(saved.slices)

    def key(self) -> tuple[object, ...]:
        """Equal only for states with equal futures. Forgets addresses that are not held any more."""
        self.runtime.memory.collect(self._roots())
        races = self.races.key() if self.races else None
        return self.runtime.memory.key(), tuple(thread.key() for thread in self.threads), races

    def _roots(self) -> list[int]:
        roots = [
            value
            for thread in self.threads
            for frame in thread.frames
            for value in frame.regs
            if isinstance(value, int)
        ]
        if self.races and self.races.last:  # what is compared with the next step must keep its address
            roots += [touch.address for touch in self.races.last.touches]
        return roots + [address for thread in self.threads for address in thread.locals.values()]

    # execution

    def step(self, number: int) -> Outcome:
        """One step of a living thread. A thread that waits stays where it is."""
        thread = self.threads[number]
        assert thread.alive, "only living threads take steps"
        holder = self._holder()
        if holder is not None and holder != number:
            return Blocked((number,))
        if self.counters[0] >= self.counters[2]:
            return OutOfSteps(self.position(number))
        before = self.counters[1]
        outcome = self._guarded(thread, self._step)
        if isinstance(outcome, Blocked | OutOfSteps):  # the step is still to be taken
            self.counters[1] = before
        else:
            thread.moves += 1
            self.counters[1] = before + 1
            self._record(number, 1)
        return outcome

    def approach(self, number: int) -> Outcome | None:
        """What a living thread does before its next step, which no other thread notices. None: it stands
        there now; otherwise that is where it ends."""
        thread = self.threads[number]
        return self._guarded(thread, self._approach)

    def _approach(self, thread: ThreadState) -> Outcome | None:
        is_over = self._run(thread, Mode.APPROACH) == CodeEvent.LIMIT
        return OutOfSteps(self.position(thread.number)) if is_over else None

    def _holder(self) -> int | None:
        """The thread that waits inside an atomic section after changing memory in it."""
        return next((thread.number for thread in self.threads if thread.atomic), None)

    def _record(self, number: int, steps: int) -> None:
        if self.slices and self.slices[-1][0] == number:
            self.slices[-1] = (number, self.slices[-1][1] + steps)
        elif steps:
            self.slices.append((number, steps))

    def _guarded(self, thread: ThreadState, execute: Callable[[ThreadState], Done]) -> Done | Outcome:
        runtime = self.runtime
        runtime.thread, runtime.frames = thread, thread.frames
        try:
            return execute(thread)
        except Fault as fault:
            return Violated(self._violation(fault))
        except InfeasibleError:
            return Infeasible(runtime.user_loc())
        except ProcessExitError as over:
            return self._exited(over.status, thread.number)
        except Unsupported as gap:
            if gap.diagnostics[0].loc is None:
                raise Unsupported(str(gap), runtime.user_loc(), gap.diagnostics[0].hint) from None
            raise

    def _run(self, thread: ThreadState, mode: Mode) -> int:
        """Compiled code of a thread until an event."""
        frames = thread.frames
        while True:
            frame = frames[-1]
            table, registers, pc = frame.code.tables[mode], frame.regs, frame.pc
            while pc >= 0:
                pc = table[pc](registers, frame)
            if pc != -1:  # Event.RELOAD
                return pc

    def _step(self, thread: ThreadState) -> Outcome:
        if thread.atomic:
            return self._finish(thread, self._run(thread, Mode.SECTION))
        if self._run(thread, Mode.APPROACH) == CodeEvent.LIMIT:
            return OutOfSteps(self.position(thread.number))
        frame, pc = thread.frames[-1], thread.frames[-1].pc
        self.runtime.at = pc
        self._look_for_race(lambda races: races.check(thread, frame, pc))
        take = self.observation.step if self.observation else Machine.single
        event = take(self, thread, frame, pc)
        outcome = self._finish(thread, event)
        if not isinstance(outcome, Blocked):
            self._look_for_race(lambda races: races.done(thread))
        return outcome

    def _look_for_race(self, look: Callable[[Races], None]) -> None:
        if self.races is None:
            return
        try:
            look(self.races)
        except Fault as fault:
            if self.on_race is None or self.on_race(self._violation(fault)):
                raise

    def single(self, thread: ThreadState, frame: MachineFrame, pc: int) -> int:
        """The visible instruction at `pc`, with all of the atomic section that it may begin."""
        event = frame.code.tables[Mode.SINGLE][pc](frame.regs, frame)
        if event >= 0:
            frame.pc = event
        return self._run(thread, Mode.SECTION) if event == CodeEvent.SECTION else event

    def _finish(self, thread: ThreadState, event: int) -> Outcome:
        if event == CodeEvent.BLOCKED:
            if self._waits is not None:
                self._waits.append(wait_of(self, thread))
            self._go_back(thread)
            return Blocked((thread.number,))
        if event == CodeEvent.ENDED:
            return Ended(thread.number) if self.live() else self._exited(0, thread.number)
        if event == CodeEvent.LIMIT:
            return OutOfSteps(self.position(thread.number))
        return Progressed(thread.number)

    def _exited(self, status: int, number: int) -> Outcome:
        """The process is over, by that thread, which is wrong if something allocated was not freed."""
        memory = self.runtime.memory
        if Property.LEAK in self.properties:
            size = self.program.pointer_size
            for item in lost_at_exit(memory, self.threads, number, size):
                return self._leaked(item, "is never freed and no longer reachable", Property.LEAK)
        if Property.LEAK_ALL in self.properties:
            for item in memory.unfreed():
                return self._leaked(item, "is never freed", Property.LEAK_ALL)
        return Exited(status)

    def _leaked(self, item: Object, what: str, property: Property) -> Outcome:
        message = f"{item.describe()} {what} ({item.size} byte{'s' * (item.size != 1)})"
        return Violated(self._violation(Fault(ViolationKind.LEAK, message, property)))

    def _go_back(self, thread: ThreadState) -> None:
        """A thread that waits in an atomic section waits before it, unless it changed memory in it."""
        if not thread.atomic or thread.wrote:
            return
        assert thread.restart is not None, "a section knows where it began"
        depth, pc, registers = thread.restart
        del thread.frames[depth:]
        thread.frames[-1].pc = pc
        thread.frames[-1].regs[:] = registers
        thread.atomic = 0

    def _alone(self, thread: ThreadState) -> Outcome:
        """All that the only living thread can do."""
        while True:
            event = self._run(thread, Mode.SECTION if thread.atomic else Mode.FREE)
            if event == CodeEvent.BLOCKED:
                self.counters[1] -= 1
            if event not in (CodeEvent.SECTION, CodeEvent.OUTSIDE):
                return self._finish(thread, event)
            if self.is_used_up:
                return OutOfSteps(self.position(thread.number))
            if not thread.atomic and len(self.live()) > 1:  # the section has spawned a thread
                return Progressed(thread.number)

    def _forget(self, thread: ThreadState) -> None:
        """Races are not looked for while a thread is alone: what was known of its next step is over."""
        thread.moves += 1
        if self.races:
            self.races.last = None

    @property
    def is_used_up(self) -> bool:
        """As many instructions were executed as are allowed."""
        return self.counters[0] >= self.counters[2]

    def allow(self, instructions: int) -> None:
        """That many more, for an execution that has hit the limit."""
        self.counters[2] = self.counters[0] + instructions

    def run(self, scheduler: Scheduler) -> Outcome:
        """A whole execution: until the process ends, breaks a property, gets stuck or hits the limit, from
        where it may continue."""
        current, waiting = 0, set[int]()
        while True:
            live = self.live()
            movable = [number for number in live if number not in waiting]
            if not movable:
                return self._stuck(live)
            before = self.counters[1]
            current = scheduler.choose(current, movable)
            if len(live) == 1 and self.observation is None:
                outcome = self._guarded(self.threads[current], self._alone)
                self._record(current, self.counters[1] - before)
                self._forget(self.threads[current])
            else:
                outcome = self.step(current)
            match outcome:
                case Progressed() | Ended():
                    waiting.clear()
                    scheduler.ran(current, self.counters[1] - before)
                case Blocked():
                    waiting.add(current)
                    if self.counters[1] > before:
                        scheduler.ran(current, self.counters[1] - before)
                case _:
                    return outcome

    def _stuck(self, live: Sequence[int]) -> Outcome:
        if Property.DEADLOCK not in self.properties:
            return Blocked(tuple(live))
        return Violated(self.deadlock())

    def deadlock(self) -> Violation:
        """The violation that it is when no living thread can move."""
        waiting = [self._with_locks(part) for part in in_order(self._waits_of(self.live()))]
        first, texts = waiting[0], (wait_text(part, waiting) for part in stuck(waiting))
        message = f"deadlock: {'; '.join(texts)}"
        return Violation(
            Property.DEADLOCK,
            message,
            first.thread,
            first.loc,
            first.stack,
            ViolationKind.DEADLOCK,
            participants=tuple(waiting),
        )

    def _waits_of(self, numbers: Sequence[int]) -> list[Participant]:
        """What each of these threads waits for: each tries once more, which changes nothing."""
        self._waits = []
        for number in numbers:
            self.step(number)
        waits, self._waits = self._waits, None
        return waits

    def _violation(self, fault: Fault) -> Violation:
        runtime, thread = self.runtime, self.runtime.thread
        is_over = not thread.frames  # the last thread has ended the process
        loc = thread.origin if is_over else runtime.user_loc()
        stack = () if is_over else self.stack(thread, runtime.at)
        alone = Participant(thread.number, thread.start, loc, stack)
        related = fault.object.story() if fault.object else ()
        if fault.property is Property.LOCK:
            alone, related = self._misused(alone)
        elif fault.access and self.observation and not is_over:
            place = self.observation.name_at(fault.object, fault.address, thread.frames[-1], runtime.at)
            alone = replace(alone, access=fault.access, place=place)
        parts = tuple(map(self._with_locks, fault.participants or (alone,)))
        return Violation(
            fault.property,
            fault.message,
            thread.number,
            loc,
            stack,
            fault.kind,
            fault.function,
            parts,
            self.observation.values_of(fault.condition) if self.observation else (),
            related,
        )

    def _misused(self, part: Participant) -> tuple[Participant, tuple[Related, ...]]:
        """The thread with the lock that it uses wrongly, and who holds that."""
        memory, address = self.runtime.memory, lock_address(call_frame(self.runtime.thread))
        if address is None or memory.object_at(address) is None:
            return part, ()
        holder = self.observation.locks.holder(address) if self.observation else None
        is_other = holder is not None and holder[0] != part.thread
        related = (Related("locked", holder[0], holder[1].loc),) if holder and is_other else ()
        return replace(part, place=object_name(memory.name_of(address))), related

    def _with_locks(self, part: Participant) -> Participant:
        observation = self.observation
        return replace(part, holds=observation.locks.held_by(part.thread)) if observation else part

    def stack(self, thread: ThreadState, at: int) -> tuple[StackFrame, ...]:
        frames = thread.frames
        places = [at, *(frame.pc - 1 for frame in reversed(frames[:-1]))]
        return tuple(
            StackFrame(frame.code.function.name, frame.code.loc(pc))
            for frame, pc in zip(reversed(frames), places, strict=True)
            if is_users(frame.code.function.name)
        )
