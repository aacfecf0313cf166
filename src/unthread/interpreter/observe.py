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
from unthread.interpreter.locks import LocksHeld, call_frame
from unthread.interpreter.names import written
from unthread.interpreter.notes import Notes, result_note
from unthread.interpreter.objects import Object, ObjectKind, ProcessExitError
from unthread.interpreter.races import Races, RaceTouch
from unthread.interpreter.reads import Reads
from unthread.interpreter.runtime import Runtime
from unthread.interpreter.state import CodeEvent, MachineFrame, ThreadState
from unthread.interpreter.wording import bits_text, value_text
from unthread.program.expressions import Member, Place, Storage
from unthread.program.instructions import Instruction, Return, accesses
from unthread.program.library import NEVER_RETURN, OWN, is_users
from unthread.program.query.steps import step_kind
from unthread.program.types import PointerType
from unthread.values.cells import Codec, Value, place_cell

if TYPE_CHECKING:
    from unthread.interpreter.machine import Machine


_NEAR = 8  # innermost frames whose registers are looked at
_DEEPEST = 64  # calls that are counted
_OPEN = "not finished yet"


class Observation:
    """Executes steps and tells of each, unless its thread had to wait. `steps` are those taken; what the
    result of a library function says of its last step is known only when the thread continues. `starts` says
    where each thread was started."""

    def __init__(self, runtime: Runtime, tell: Callable[[Step], None]) -> None:
        self.tell = tell
        self.locks = LocksHeld(runtime)
        self.starts: list[Start | None] = [None]
        self._runtime = runtime
        self.steps: list[Step] = []
        self._history = History()
        self._notes = Notes(runtime, self.locks)
        self._calls: dict[int, _Returning] = {}  # by thread: the call that its last step was in
        self._open: dict[
            int, tuple[MachineFrame, int]
        ] = {}  # likewise: that call, and the number of the step
        self._reads = Reads()

    def step(self, machine: Machine, thread: ThreadState, frame: MachineFrame, pc: int) -> int:
        """The step of the thread at `pc`."""
        self._learn_types(thread)
        self._take_result(thread)
        self.note_open(thread)
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
            note = "the program ends"
            self._add(
                Step(thread.number, before.loc, StepKind.END, call=before.call, note=note, depth=before.depth)
            )
            raise
        if event == CodeEvent.BLOCKED:
            return event
        self.locks.note(thread, before.called, before.loc)
        note = self._notes.end(thread, before.called)
        if before.kind is StepKind.PRINT and not is_users(before.loc.function):  # the history of operations
            note = self._runtime.printed.decode(errors="replace").strip()
        self._tell(machine, before, note, holds)
        if before.called is None:
            self._open.pop(thread.number, None)
        else:
            self._open[thread.number] = before.called, len(self.steps)
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

    def name_at(self, item: Object | None, address: int, frame: MachineFrame, pc: int) -> str:
        """Of a part of the object, or beside it, which the instruction at `pc` was about to access. Where
        there is no object, as the program's text has it."""
        instruction = frame.code.instruction(pc)
        access = None if instruction is None else next(iter(accesses(instruction)), None)
        if item is None:
            is_users = access is not None and not frame.code.function.library
            return written(access.place, frame.code.body, pc) if access and is_users else ""
        return self._runtime.memory.part_of(item, address, place_cell(access.place) if access else None)

    def is_interrupted(self, number: int) -> bool:
        """Others had steps since the thread's last one, in a library function that has not returned."""
        called, step = self._open.get(number, (None, len(self.steps)))
        if called is None or step == len(self.steps) or called.code.function.name in NEVER_RETURN:
            return False
        return any(frame is called for frame in self._runtime.threads[number].frames)

    def note_open(self, thread: ThreadState) -> None:
        """The thread stands before its next step: if the function is still to take that, it says so."""
        if self.is_interrupted(thread.number):
            _, number = self._open[thread.number]
            step = self.steps[number - 1]
            self.steps[number - 1] = replace(step, note=step.note or _OPEN)

    def finish(self) -> None:
        """The execution is over: what calls have returned so far is known."""
        for thread in self._runtime.threads:
            self._take_result(thread)

    def _take_result(self, thread: ThreadState) -> None:
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
        place, value, access = before.place, "", before.access
        if access is not None:
            place, value = access.name, access.read or access.current()
        if len(machine.threads) > before.threads:
            born = f"thread {machine.threads[-1].number}"
            place, value = (born, "") if before.kind is StepKind.SPAWN else (place, born)
            self.starts.append(Start(before.thread, self._history.step, before.loc))
        item = None if access is None else self._object(access.address)
        if before.kind is StepKind.FREE:
            place = self._runtime.memory.name_of_object(self._runtime.ended)
            item = gone = self._object(self._runtime.ended)
            is_local = gone is not None and gone.kind is not ObjectKind.HEAP and not place.startswith(OWN)
            note = f"{place} goes out of scope" if is_local else note
        touched = [*self._touched(before)]
        step = Step(
            before.thread,
            before.loc,
            before.kind,
            place,
            value,
            before.call,
            self._effects() if before.kind is StepKind.SECTION and not before.call else (),
            access.replaced if access else "",
            access.written if access else "",
            note,
            before.depth,
            self._history.seen(touched),
            holds,
            None if access is None or item is None else access.address - item.base,
            _owner(item),
        )
        self._history.note(touched)
        self._reads.add(before.thread, self._left(before, value))
        self._add(step)

    def _left(self, before: _Before, text: str) -> Iterator[tuple[int, Codec, Value, str]]:
        """The cells that the step has accessed, with what it has read or written there."""
        access = before.access
        if access is not None and access.value is not None:
            yield access.address, access.cell, access.value, text
        for address, cell, _, _ in () if access is not None or before.call else self._runtime.accessed:
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
                name = runtime.memory.name_of(address, cell)
                text, owner = self._text(address, cell, value), _owner(self._object(address))
                result.append(Effect(kind, name, text, replaced, owner))
        return tuple(result)

    def _text(self, address: int, cell: Codec, value: object) -> str:
        return value_text(self._runtime, value, cell.type, address)

    def _learn_types(self, thread: ThreadState) -> None:
        """The types of the pointers in the thread's registers say what lies in the heap."""
        memory = self._runtime.memory
        for frame in thread.frames[-_NEAR:]:
            for variable, value in zip(frame.code.variables, frame.regs, strict=False):
                if variable.storage is Storage.REGISTER and isinstance(variable.type, PointerType) and value:
                    item = memory.objects.get(int(value) >> memory.shift) if isinstance(value, int) else None
                    if item is not None and item.kind is ObjectKind.HEAP and item.base == value:
                        memory.heap_names.learn(item, variable.type.target)


@dataclass(frozen=True, slots=True)
class _Returning:
    """A call of a library function whose step was the last of its thread, the `step`-th of all. Its result
    goes to register `target` of the frame `caller`."""

    name: str
    step: int
    called: MachineFrame
    caller: MachineFrame
    target: int
    holder: tuple[int, Held] | None

    @classmethod
    def of(
        cls, thread: ThreadState, called: MachineFrame, step: int, holder: tuple[int, Held] | None
    ) -> _Returning | None:
        frames = thread.frames
        if called not in frames or frames.index(called) == 0 or called.target < 0:
            return None
        caller = frames[frames.index(called) - 1]
        return cls(called.code.function.name, step, called, caller, called.target, holder)

    def result(self, thread: ThreadState) -> Value | None:
        """None while the function has not returned. The caller may have, too, or be in another call."""
        is_there = any(frame is self.called for frame in thread.frames)
        return None if is_there else self.caller.regs[self.target]


class _Before:
    """What is known of a step before it is taken: afterwards, the object may be gone."""

    def __init__(self, machine: Machine, thread: ThreadState, frame: MachineFrame, pc: int) -> None:
        runtime, instruction = machine.runtime, frame.code.instruction(pc)
        self.thread = thread.number
        self.threads = len(machine.threads)
        self.loc = runtime.user_loc()
        self.touches = (machine.races or Races(runtime)).touches(frame, pc)
        self.kind = step_kind(instruction)
        self.called = call_frame(thread)
        self.call = self.called.code.function.name if self.called else ""
        self.depth = depth_of(thread)
        ends = isinstance(instruction, Return | None) and runtime.outlasts(frame)
        if frame.code.ends_lives and ends:
            self.kind, self.loc = StepKind.FREE, runtime.call_loc()
        self.place = self.call if self.kind is StepKind.SECTION else ""
        self.access: _Access | None = None
        if self.touches and self.kind in (StepKind.READ, StepKind.WRITE) and instruction is not None:
            place = next(iter(accesses(instruction))).place
            address = _address(instruction, self.touches[0])
            self.access = _Access(runtime, address, place, thread.number, self.kind is StepKind.READ)
            if not self.call:
                self.access.note_text(written(place, frame.code.body, pc))


class _Access:
    """The place that a step is about to read or write, with its name and its value until then. `written` is
    how the program's text calls it, where that is another name."""

    def __init__(self, runtime: Runtime, address: int, place: Place, thread: int, reads: bool) -> None:
        self._runtime = runtime
        self._place = place
        self.address = address
        self.cell = place_cell(place)
        self.name = self._name(thread)
        self.written = ""
        self.value: Value | None = None  # in the place, when it was looked at last
        seen = self.current()
        self.read, self.replaced = (seen, "") if reads else ("", seen)

    def note_text(self, text: str) -> None:
        self.written = "" if text == self.name or OWN in text else text

    def current(self) -> str:
        """The value in the place; nothing if the object is gone or an input has yet to decide."""
        self.value = self._runtime.peek(self.address, self.cell)
        if self.value is None:
            return ""
        if isinstance(self._place, Member) and self._place.field.is_unit and isinstance(self.value, int):
            return bits_text(self._runtime, self.value, self._place)
        return value_text(self._runtime, self.value, self._place.type, self.address)

    def _name(self, thread: int) -> str:
        """What lies there, as a C programmer would call it; a variable of another thread with its thread. Of
        bit-fields in one word, the one that is read."""
        memory, place = self._runtime.memory, self._place
        owner = _owner(memory.objects.get(self.address >> memory.shift))
        name = memory.name_of(self.address, self.cell)
        if isinstance(place, Member) and place.field.bit_width is not None and not place.field.is_unit:
            name = name.partition(".{")[0] + f".{place.field.name}" if name.endswith("}") else name
        return name if owner in (None, thread) else f"{name} of thread {owner}"


def _owner(item: Object | None) -> int | None:
    """The thread to which the variable belongs, if it is a variable of one."""
    is_own = item is not None and item.kind in (ObjectKind.STACK, ObjectKind.THREAD)
    return item.thread if item is not None and is_own else None


def depth_of(thread: ThreadState) -> int:
    """How many calls of the user's functions it is in, as far as they are counted."""
    functions = (frame.code.function for frame in thread.frames[:_DEEPEST])
    users = sum(1 for function in functions if not function.library and is_users(function.name))
    return max(users - 1, 0)


def library_call(thread: ThreadState) -> str:
    """The library function that the user called, when the thread is inside one."""
    frame = call_frame(thread)
    return frame.code.function.name if frame else ""


def _address(instruction: Instruction, touch: RaceTouch) -> int:
    """Where the first access starts: what may race is its whole memory location."""
    access = next(iter(accesses(instruction)), None)
    start = 0 if access is None else place_cell(access.place).extent[0]
    return (touch.first - start) // 8
