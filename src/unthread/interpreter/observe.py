"""What the visible steps of an execution do, as `Step`s for users to read: `Observation`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from unthread.core.properties import Held
from unthread.core.records import dataclass
from unthread.core.trace import Effect, Start, Step, StepKind
from unthread.interpreter.conditions import values_in
from unthread.interpreter.history import History
from unthread.interpreter.locks import Locks, call_frame
from unthread.interpreter.names import written
from unthread.interpreter.notes import Notes, result_note
from unthread.interpreter.objects import Kind, Object, ProcessExitError
from unthread.interpreter.races import Races, Touch
from unthread.interpreter.reads import Reads
from unthread.interpreter.runtime import Runtime
from unthread.interpreter.state import Event, Frame, Thread
from unthread.interpreter.wording import value_text
from unthread.program.expressions import Storage
from unthread.program.instructions import Instruction, Return, accesses
from unthread.program.library import OWN
from unthread.program.query.steps import step_kind
from unthread.program.types import PointerType
from unthread.values.cells import Codec, Value, place_cell

if TYPE_CHECKING:
    from unthread.interpreter.machine import Machine


_NEAR = 8  # innermost frames whose registers are looked at
_DEEPEST = 64  # calls that are counted


class Observation:
    """Executes steps and tells of each, unless its thread had to wait. `steps` are those taken; what the
    result of a library function says of its last step is known only when the thread goes on. `starts` says
    where each thread was started."""

    def __init__(self, runtime: Runtime, tell: Callable[[Step], None]) -> None:
        self.tell = tell
        self.locks = Locks(runtime)
        self.starts: list[Start | None] = [None]
        self._runtime = runtime
        self.steps: list[Step] = []
        self._history = History()
        self._notes = Notes(runtime, self.locks)
        self._calls: dict[int, _Returning] = {}  # by thread: the call that its last step was in
        self._reads = Reads()

    def step(self, machine: Machine, thread: Thread, frame: Frame, pc: int) -> int:
        """The step of the thread at `pc`."""
        self._learn_types(thread)
        self._take_result(thread)
        before = _Before(machine, thread, frame, pc)
        self._reads.begin(thread, pc)
        holds = tuple(held.lock for held in self.locks.held_by(thread.number))
        self._notes.begin(thread, before.called)
        self._runtime.accessed.clear()
        if machine.races is None:
            self._runtime.logged.clear()
        try:
            event = machine.single(thread, frame, pc)
        except ProcessExitError:
            self._add(Step(thread.number, before.loc, StepKind.END, call=before.call, depth=before.depth))
            raise
        if event == Event.BLOCKED:
            return event
        self.locks.note(thread, before.called, before.loc)
        note = self._notes.end(thread, before.called)
        self._tell(machine, before, note, holds)
        if before.called is not None:
            call = _Returning.of(thread, before.called, len(self.steps), self._notes.holder)
            self._calls.update({thread.number: call} if call else {})
        return event

    def values_of(self, condition: str) -> tuple[tuple[str, str], ...]:
        """Those of the parts of a condition in the running thread, which has found that it does not hold."""
        runtime, thread = self._runtime, self._runtime.thread
        frames = (frame for frame in reversed(thread.frames) if not frame.code.function.library)
        frame = next(frames, None)
        if not condition or frame is None:
            return ()
        pc = runtime.at if frame is thread.frames[-1] else frame.pc - 1
        known = self._reads.since(thread.number, frame, frame.code.loc(pc))
        return values_in(condition, runtime, frame, pc, known)

    def finish(self) -> None:
        """The execution is over: what calls have returned so far is known."""
        for thread in self._runtime.threads:
            self._take_result(thread)

    def _take_result(self, thread: Thread) -> None:
        """If the library function of the thread's last step has returned, its result says more of it."""
        call = self._calls.pop(thread.number, None)
        result = call.result(thread) if call else None
        if call is None or result is None:
            return
        note, step = result_note(call.name, result, call.holder), self.steps[call.step - 1]
        if note:
            self.steps[call.step - 1] = replace(step, note=", ".join(filter(None, (step.note, note))))

    def _add(self, step: Step) -> None:
        self.steps.append(step)
        self.tell(step)

    def _tell(self, machine: Machine, before: _Before, note: str, holds: tuple[str, ...]) -> None:
        place, value = before.place, ""
        if before.is_access:
            place, value = before.name, before.read or before.current()
        if len(machine.threads) > before.threads:
            born = f"thread {machine.threads[-1].number}"
            place, value = (born, "") if before.kind is StepKind.SPAWN else (place, born)
            self.starts.append(Start(before.thread, self._history.step, before.loc))
        if before.kind is StepKind.FREE:
            place = self._runtime.memory.name_of_object(self._runtime.ended)
        touched = [*self._touched(before)]
        step = Step(
            before.thread,
            before.loc,
            before.kind,
            place,
            value,
            before.call,
            self._effects() if before.kind is StepKind.SECTION and not before.call else (),
            before.replaced,
            before.written,
            note,
            before.depth,
            self._history.seen(touched),
            holds,
        )
        self._history.note(touched)
        self._reads.add(before.thread, self._left(before, value))
        self._add(step)

    def _left(self, before: _Before, text: str) -> Iterator[tuple[int, Codec, Value, str]]:
        """The cells that the step has accessed, with what it has read or written there."""
        if before.is_access and before.value is not None:
            yield before.address, before.cell, before.value, text
        for address, cell, _, _ in () if before.is_access or before.call else self._runtime.accessed:
            value = self._runtime.peek(address, cell)
            if value is not None:
                yield address, cell, value, self._text(address, cell, value)

    def _touched(self, before: _Before) -> Iterable[tuple[int, int, bool]]:
        """What the step has accessed of the user's objects: address, size, whether it was written."""
        if before.kind is not StepKind.SECTION:
            return ((touch.address, touch.size, touch.writes) for touch in before.touches)
        found = ((address, cell.size, writes) for address, cell, writes, _ in self._runtime.accessed)
        return (item for item in found if self._is_users(item[0]))

    def _is_users(self, address: int) -> bool:
        item = self._object(address)
        return item is not None and not (item.variable and item.variable.name.startswith(OWN))

    def _object(self, address: int) -> Object | None:
        memory = self._runtime.memory
        return memory.objects.get(address >> memory.shift)

    def _effects(self) -> tuple[Effect, ...]:
        """What the section just executed did to memory: what it wrote, and what it only read."""
        runtime = self._runtime
        found: dict[int, tuple[Codec, bool, str]] = {}
        for address, cell, writes, old in runtime.accessed:
            known = found.get(address)
            replaced = (
                known[2] if known and known[2] else "" if old is None else self._text(address, cell, old)
            )
            found[address] = (cell, writes or (known is not None and known[1]), replaced)
        result = []
        for address, (cell, writes, replaced) in found.items():
            value = runtime.peek(address, cell)
            if value is not None:
                kind = StepKind.WRITE if writes else StepKind.READ
                name = runtime.memory.name_of(address)
                result.append(Effect(kind, name, self._text(address, cell, value), replaced))
        return tuple(result)

    def _text(self, address: int, cell: Codec, value: object) -> str:
        return value_text(self._runtime, value, cell.type, address)

    def _learn_types(self, thread: Thread) -> None:
        """The types of the pointers in the thread's registers say what lies in the heap."""
        memory = self._runtime.memory
        for frame in thread.frames[-_NEAR:]:
            for variable, value in zip(frame.code.variables, frame.regs, strict=False):
                if variable.storage is Storage.REGISTER and isinstance(variable.type, PointerType) and value:
                    item = memory.objects.get(int(value) >> memory.shift) if isinstance(value, int) else None
                    if item is not None and item.kind is Kind.HEAP and item.base == value:
                        memory.heap_names.learn(item, variable.type.target)


@dataclass(frozen=True, slots=True)
class _Returning:
    """A call of a library function whose step was the last of its thread, the `step`-th of all. Its result
    goes to register `target` of the frame `caller`."""

    name: str
    step: int
    caller: Frame
    target: int
    holder: tuple[int, Held] | None

    @classmethod
    def of(
        cls, thread: Thread, called: Frame, step: int, holder: tuple[int, Held] | None
    ) -> _Returning | None:
        frames = thread.frames
        if called not in frames or frames.index(called) == 0 or called.target < 0:
            return None
        return cls(called.code.function.name, step, frames[frames.index(called) - 1], called.target, holder)

    def result(self, thread: Thread) -> Value | None:
        """None while the function has not returned."""
        return self.caller.regs[self.target] if thread.frames and thread.frames[-1] is self.caller else None


class _Before:
    """What is known of a step before it is taken: afterwards, the object may be gone."""

    def __init__(self, machine: Machine, thread: Thread, frame: Frame, pc: int) -> None:
        runtime = self._runtime = machine.runtime
        self._instruction = frame.code.instruction(pc)
        self.thread = thread.number
        self.threads = len(machine.threads)
        self.loc = runtime.user_loc()
        self.touches = (machine.races or Races(runtime)).touches(frame, pc)
        self.kind = step_kind(self._instruction)
        self.called = call_frame(thread)
        self.call = self.called.code.function.name if self.called else ""
        self.depth = depth_of(thread)
        ends = isinstance(self._instruction, Return | None) and runtime.outlasts(frame)
        if frame.code.ends_lives and ends:
            self.kind, self.loc = StepKind.FREE, runtime.call_loc()
        self.place = self.call if self.kind is StepKind.SECTION else ""
        self.is_access = bool(self.touches) and self.kind in (StepKind.READ, StepKind.WRITE)
        self.name = self.written = self.read = self.replaced = ""
        self.value: Value | None = None  # in the place, when it was looked at last
        if self.is_access and self._instruction is not None:
            self.address = _address(self._instruction, self.touches[0])
            self._place = next(iter(accesses(self._instruction))).place
            self.cell = place_cell(self._place)
            self.name = _name(runtime, self.address, thread.number)
            self.written = self._as_written(frame, pc)
            seen = self.current()
            self.read, self.replaced = (seen, "") if self.kind is StepKind.READ else ("", seen)

    def current(self) -> str:
        """The value in the place; nothing if the object is gone or an input has yet to decide."""
        self.value = self._runtime.peek(self.address, self.cell)
        if self.value is None:
            return ""
        return value_text(self._runtime, self.value, self._place.type, self.address)

    def _as_written(self, frame: Frame, pc: int) -> str:
        found = "" if self.call else written(self._place, frame.code.body, pc)
        return "" if found == self.name or OWN in found else found


def _name(runtime: Runtime, address: int, thread: int) -> str:
    """What lies there, as a C programmer would call it; a variable of another thread's function with its
    thread."""
    memory = runtime.memory
    item = memory.objects.get(address >> memory.shift)
    is_other = item is not None and item.kind is Kind.STACK and item.thread != thread
    return memory.name_of(address) + (f" of thread {item.thread}" if is_other and item else "")


def depth_of(thread: Thread) -> int:
    """How many calls of the user's functions it is in, as far as they are counted."""
    users = (frame for frame in thread.frames[:_DEEPEST] if not frame.code.function.library)
    return max(sum(1 for _ in users) - 1, 0)


def library_call(thread: Thread) -> str:
    """The library function that the user called, when the thread is inside one."""
    frame = call_frame(thread)
    return frame.code.function.name if frame else ""


def _address(instruction: Instruction, touch: Touch) -> int:
    """Where the first access starts: what may race is its whole memory location."""
    access = next(iter(accesses(instruction)), None)
    start = 0 if access is None else place_cell(access.place).extent[0]
    return (touch.first - start) // 8
