"""A machine that continues where another one has stopped: `plant` puts a `Standstill` into a runtime."""

from __future__ import annotations

from struct import pack_into

from unthread.interpreter.compile.convention import converter
from unthread.interpreter.compile.functions import FunctionCode
from unthread.interpreter.objects import Object, ObjectKind
from unthread.interpreter.runtime import Runtime
from unthread.interpreter.state import MachineFrame
from unthread.program.expressions import Storage
from unthread.program.instructions import Call
from unthread.program.standstill import Standstill, Stood, StoppedFrame, StoppedObject, StoredAddress
from unthread.values.cells import Value

_KINDS = {Storage.THREAD: ObjectKind.THREAD, Storage.LOCAL: ObjectKind.STACK}


def plant(runtime: Runtime, start: Standstill) -> None:
    """Before anything was executed: thread 0 stands there, and nothing else has happened."""
    planting = _Planting(runtime, [_made(runtime, item) for item in start.objects])
    for item, given in zip(planting.items, start.objects, strict=True):
        planting.fill(item, given)
    thread = runtime.threads[0]
    thread.frames.clear()
    for frame in start.frames:
        planting.push(thread.frames, frame)
    for item, given in zip(planting.items, start.objects, strict=True):
        if given.variable is not None and given.variable.storage is Storage.THREAD:
            thread.locals[given.variable.name] = item.base
        if given.ended:
            item.freed = given.freed
            runtime.memory.end(item, given.ended)


def _made(runtime: Runtime, given: StoppedObject) -> Object:
    variable = given.variable
    if variable is not None and variable.storage is Storage.GLOBAL:
        return runtime.image.globals[variable.name]
    kind = ObjectKind.HEAP if variable is None else _KINDS[variable.storage]
    defined = given.contents.defined is None
    return runtime.memory.create(given.size, kind, variable, given.loc, defined=defined)


class _Planting:
    def __init__(self, runtime: Runtime, items: list[Object]) -> None:
        self.items = items
        self._runtime = runtime

    def value(self, stood: Stood) -> Value:
        if not isinstance(stood, StoredAddress):
            return stood
        if isinstance(stood.object, int):
            return self.items[stood.object].base + stood.offset
        image = self._runtime.image
        found = image.globals.get(stood.object)
        base = image.functions[stood.object] if found is None else found.base
        return base + stood.offset

    def fill(self, item: Object, given: StoppedObject) -> None:
        assert isinstance(item.data, bytearray), "what may have changed can be written"
        item.data[:] = given.contents.data
        if given.contents.defined is not None and given.size:
            item.defined = bytearray(given.contents.defined)
            item.missing = item.defined.count(0)
        for at, address in given.addresses:
            pack_into(self._runtime.memory.word, item.data, at, self.value(address))

    def push(self, frames: list[MachineFrame], stopped: StoppedFrame) -> None:
        """One more call, which the last frame has made."""
        code = self._runtime.callees.code(stopped.function)
        assert code is not None, "functions that were called have bodies"
        frame = MachineFrame(code, [None] * len(code.slots))
        frame.pc = _position(code, stopped.pc)
        for name, stood in stopped.registers:
            frame.regs[code.slots[name]] = self.value(stood)
        for name, number in stopped.objects:
            frame.regs[code.slots[name]] = self.items[number].base
            frame.owned.append(self.items[number].base)
        if frames:
            _expect(frames[-1], frame)
        frames.append(frame)


def _position(code: FunctionCode, pc: int) -> int:
    """Where an instruction of the function stands in its code, which may hold results before it returns."""
    item = code.compiler.program.functions[code.function.name].body[pc]
    return next(at for at, other in enumerate(code.body) if other is item)


def _expect(caller: MachineFrame, frame: MachineFrame) -> None:
    """What becomes of the result."""
    call = caller.code.body[caller.pc - 1]
    assert isinstance(call, Call), "who has called stands after a call"
    if call.target is not None:
        frame.target = caller.code.slots[call.target.name]
        frame.convert = converter(frame.code.function.type.result, call.target.type)
