"""What a visible step did, as a `Step` for users to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unthread.core.trace import Step, StepKind
from unthread.program.cells import Value
from unthread.program.instructions import (
    AtomicBegin,
    BlockUntil,
    Format,
    Free,
    Instruction,
    Print,
    Spawn,
    accesses,
)
from unthread.program.memory import Fault, Kind
from unthread.program.places import place_cell
from unthread.program.races import Races
from unthread.program.runtime import BarrierError, ProcessExitError
from unthread.program.state import Event, Frame, Thread
from unthread.program.types import PointerType

if TYPE_CHECKING:
    from unthread.program.interpret import Machine


def observed(machine: Machine, thread: Thread, frame: Frame, pc: int) -> int:
    """Executes the step at `pc` and tells the machine's observer, unless the thread had to wait."""
    instruction = frame.code.instruction(pc)
    loc = machine.runtime.user_loc()
    touches = (machine.races or Races(machine.runtime)).touches(frame, pc)
    kind = _kind(instruction)
    place = _model(machine, thread) if kind is StepKind.SECTION else ""
    before = len(machine.threads)
    name = machine.runtime.memory.name_of(touches[0].address) if touches else ""
    assert machine.observer is not None, "somebody observes"
    try:
        event = machine.single(thread, frame, pc)
    except ProcessExitError:
        machine.observer(Step(thread.number, loc, StepKind.END))
        raise
    if event == Event.BLOCKED:
        return event
    value = ""
    if touches and instruction is not None and kind in (StepKind.READ, StepKind.WRITE):
        place, value = name, _value(machine, instruction, touches[0].address)
    if kind is StepKind.SPAWN and len(machine.threads) > before:
        place = f"thread {machine.threads[-1].number}"
    if kind is StepKind.FREE:
        place = name
    machine.observer(Step(thread.number, loc, kind, place, value))
    return event


def _kind(instruction: Instruction | None) -> StepKind:
    match instruction:
        case AtomicBegin():
            return StepKind.SECTION
        case BlockUntil():
            return StepKind.WAIT
        case Spawn():
            return StepKind.SPAWN
        case Free():
            return StepKind.FREE
        case Print() | Format():
            return StepKind.PRINT
        case None:
            return StepKind.END
        case _:
            found = list(accesses(instruction))
            if not found:
                return StepKind.END  # Exit, or the last Return
            return StepKind.WRITE if any(access.writes for access in found) else StepKind.READ


def _model(machine: Machine, thread: Thread) -> str:
    """The library function that the user called, when the thread is inside one."""
    name = ""
    for frame in reversed(thread.frames):
        if not frame.code.function.library:
            break
        name = frame.code.function.name
    return name


def _value(machine: Machine, instruction: Instruction, address: int) -> str:
    place = next(iter(accesses(instruction))).place
    cell = place_cell(place)
    try:
        value = machine.runtime.memory.load(address, cell)
    except (Fault, BarrierError):
        return ""
    return value_text(machine, value, isinstance(cell.type, PointerType))


def value_text(machine: Machine, value: Value, is_pointer: bool) -> str:
    if not is_pointer or not isinstance(value, int):
        return str(value)
    item = machine.runtime.memory.object_at(value)
    if item is None:
        return f"{value:#x}" if value else "null"
    name = machine.runtime.memory.name_of(value)
    return name if item.kind is Kind.HEAP else f"&{name}"
