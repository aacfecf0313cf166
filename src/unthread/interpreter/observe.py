"""What a visible step did, as a `Step` for users to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unthread.core.trace import Step, StepKind
from unthread.interpreter.locks import call_frame
from unthread.interpreter.objects import BarrierError, Fault, Kind, ProcessExitError
from unthread.interpreter.races import Races, Touch
from unthread.interpreter.state import Event, Frame, Thread
from unthread.program.instructions import (
    Instruction,
    Return,
    accesses,
)
from unthread.program.query.steps import step_kind
from unthread.program.types import PointerType
from unthread.values.cells import Codec, Value, place_cell

if TYPE_CHECKING:
    from unthread.interpreter.machine import Machine


def observed(machine: Machine, thread: Thread, frame: Frame, pc: int) -> int:
    """Executes the step at `pc` and tells the machine's observer, unless the thread had to wait."""
    instruction = frame.code.instruction(pc)
    loc = machine.runtime.user_loc()
    touches = (machine.races or Races(machine.runtime)).touches(frame, pc)
    kind = step_kind(instruction)
    called = call_frame(thread)
    call = called.code.function.name if called else ""
    if frame.code.ends_lives and isinstance(instruction, Return | None) and machine.runtime.outlasts(frame):
        kind, loc = StepKind.FREE, machine.runtime.call_loc()
    place = call if kind is StepKind.SECTION else ""
    before = len(machine.threads)
    address = _address(instruction, touches[0]) if touches else 0
    name = machine.runtime.memory.name_of(address) if touches else ""
    seen = ""
    if touches and instruction is not None and kind is StepKind.READ:  # behind it, the object may be gone
        seen = _value(machine, instruction, address)
    assert machine.observer is not None, "somebody observes"
    machine.runtime.accessed.clear()
    if machine.races is None:
        machine.runtime.logged.clear()
    try:
        event = machine.single(thread, frame, pc)
    except ProcessExitError:
        machine.observer(Step(thread.number, loc, StepKind.END, call=call))
        raise
    if event == Event.BLOCKED:
        return event
    if machine.locks:
        machine.locks.note(thread, called, loc)
    value = ""
    if touches and instruction is not None and kind in (StepKind.READ, StepKind.WRITE):
        place, value = name, seen or _value(machine, instruction, address)
    if len(machine.threads) > before:
        born = f"thread {machine.threads[-1].number}"
        place, value = (born, "") if kind is StepKind.SPAWN else (place, born)
    if kind is StepKind.FREE:
        place = machine.runtime.memory.name_of_object(machine.runtime.ended)
    effects = _effects(machine) if kind is StepKind.SECTION and not call else ()
    machine.observer(Step(thread.number, loc, kind, place, value, call, effects))
    return event


def _effects(machine: Machine) -> tuple[tuple[StepKind, str, str], ...]:
    """What the section just executed did to memory: what it wrote, and what it only read."""
    runtime = machine.runtime
    found: dict[int, tuple[Codec, bool]] = {}
    for address, cell, writes in runtime.accessed:
        found[address] = (cell, writes or (address in found and found[address][1]))
    result = []
    for address, (cell, writes) in found.items():
        try:
            value = _peeked(machine, address, cell)
        except (Fault, BarrierError):
            continue  # it is no more
        text = value_text(machine, value, isinstance(cell.type, PointerType))
        kind = StepKind.WRITE if writes else StepKind.READ
        result.append((kind, runtime.memory.name_of(address), text))
    return tuple(result)


def library_call(thread: Thread) -> str:
    """The library function that the user called, when the thread is inside one."""
    frame = call_frame(thread)
    return frame.code.function.name if frame else ""


def _peeked(machine: Machine, address: int, cell: Codec) -> Value:
    """What is in memory; BarrierError where only an input could tell."""
    runtime = machine.runtime
    peeking, runtime.peeking = runtime.peeking, True
    try:
        return runtime.memory.load(address, cell)
    finally:
        runtime.peeking = peeking


def _address(instruction: Instruction | None, touch: Touch) -> int:
    """Where the first access starts: what may race is its whole memory location."""
    access = None if instruction is None else next(iter(accesses(instruction)), None)
    start = 0 if access is None else place_cell(access.place).extent[0]
    return (touch.first - start) // 8


def _value(machine: Machine, instruction: Instruction, address: int) -> str:
    """The value in the place of an access; nothing if the object is gone or an input has yet to decide."""
    place = next(iter(accesses(instruction))).place
    cell = place_cell(place)
    try:
        value = _peeked(machine, address, cell)
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
