"""A machine at rest → `Standstill`: what is an address is found out, and what cannot be said is refused.

The machine's objects lie where numbers lead only on purpose (`Apart`). So whatever looks like an address is
one, and where it might be a number after all, the machine is not taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from struct import unpack_from

from unthread.core.trace import Ahead
from unthread.interpreter.locks import owners
from unthread.interpreter.machine import Machine
from unthread.interpreter.names import HeapNames
from unthread.interpreter.objects import Object, ObjectKind, RefusalError, leaf_type
from unthread.interpreter.state import Apart, MachineFrame
from unthread.program.expressions import Storage
from unthread.program.instructions import Label
from unthread.program.query.live import live_before
from unthread.program.standstill import (
    Contents,
    Standstill,
    Stood,
    StoppedFrame,
    StoppedObject,
    StoredAddress,
)
from unthread.program.types import PointerType, RecordType, Type
from unthread.values.cells import Value

_MOST_BYTES = 1 << 26  # of all objects together
_MOST_OBJECTS = 4096
_MOST_ADDRESSES = 20_000
_PUBLIC = (ObjectKind.GLOBAL, ObjectKind.LITERAL, ObjectKind.FUNCTION)


def taken(machine: Machine, apart: Apart, initial: Mapping[str, bytes]) -> Standstill:
    """What `main` has done so far. `initial` is what globals held at the start. Raises `RefusalError`."""
    return _Taking(machine, apart, initial).standstill()


class _Taking:
    def __init__(self, machine: Machine, apart: Apart, initial: Mapping[str, bytes]) -> None:
        self.machine = machine
        self.memory = machine.runtime.memory
        self.apart = apart
        self.thread = machine.threads[0]
        self.names = HeapNames()
        self.numbers: dict[Object, int] = {}
        self.addresses: dict[Object, list[int]] = {}  # where they lie in an object
        self._changed(initial)

    def _changed(self, initial: Mapping[str, bytes]) -> None:
        """All objects that the standstill has, in the order of their addresses."""
        low, high = self.memory.extent
        if self.memory.used > _MOST_BYTES or self.thread.atomic or low >> 24 != high >> 24:
            raise RefusalError
        globals = self.machine.runtime.image.globals
        own = {address for frame in self.thread.frames for address in frame.owned}
        own |= set(self.thread.locals.values())
        for item in dict.fromkeys(self.memory.objects.values()):
            if item.data is None or item.kind in (ObjectKind.LITERAL, ObjectKind.FUNCTION):
                continue
            if item.kind is ObjectKind.GLOBAL:
                assert item.variable is not None, "globals are variables"
                name = item.variable.name
                if self.machine.program.globals[name].external and item.missing < item.size:
                    raise RefusalError
                if globals[name] is not item or item.defined is not None or initial[name] == item.data:
                    continue
            if item.kind in (ObjectKind.STACK, ObjectKind.THREAD) and (
                item.base not in own or item.variable is None
            ):
                raise RefusalError
            self.numbers[item] = len(self.numbers)
        if len(self.numbers) > _MOST_OBJECTS or any(map(self._is_held, self.apart.locks)):
            raise RefusalError
        if self.machine.runtime.torn.is_one_left():
            raise RefusalError

    def _is_held(self, lock: object) -> bool:
        kind = self.apart.locks[lock]
        return not isinstance(lock, int) or bool(owners(self.machine.runtime, lock, kind))

    def standstill(self) -> Standstill:
        for item in [*self.numbers]:
            self.addresses[item] = list(self._suspects(bytes(item.data or b"")))
        if sum(map(len, self.addresses.values())) > _MOST_ADDRESSES:
            raise RefusalError
        frames = tuple(map(self._frame, self.thread.frames))
        self._learn()
        objects: list[StoppedObject] = []
        while len(objects) < len(self.numbers):  # objects that are gone may turn up
            objects.append(self._object([*self.numbers][len(objects)]))
        counters, here = self.machine.counters, self.thread.frames[-1]
        pc = next((at for at in range(here.pc, len(here.code.body)) if not _is_label(here, at)), here.pc)
        ahead = Ahead(counters[1], counters[0], here.code.loc(pc))
        return Standstill(ahead, tuple(objects), frames, frozenset(self.machine.runtime.arrived))

    # ---- addresses

    def _suspects(self, data: bytes) -> Iterator[int]:
        """Where something lies that looks like an address."""
        memory, last = self.memory, -1
        (low, high), size = memory.extent, memory.width
        top, width = (low >> 24).to_bytes(1, "little"), size // 2
        at = data.find(top)
        while at >= 0:
            start = at + 1 - size
            granule = int.from_bytes(data[max(at + 1 - width, 0) : at + 1], "little")
            if low <= granule < high:
                if start <= last:
                    raise RefusalError  # a part of one, or two in one place
                yield start
                last = at
            at = data.find(top, at + 1)

    def address(self, value: Value) -> StoredAddress | None:
        """None: it is a number."""
        memory, (low, high) = self.memory, self.memory.extent
        if not isinstance(value, int) or not low <= value >> memory.shift < high:
            return None
        item = memory.objects.get(value >> memory.shift)
        if item is None:
            raise RefusalError
        offset = value - item.base
        if item.kind in _PUBLIC:
            name = item.name if item.kind is ObjectKind.FUNCTION else item.variable and item.variable.name
            return StoredAddress(name or "", offset)
        if item not in self.numbers:
            if item.kind is not ObjectKind.HEAP:
                raise RefusalError
            self.numbers[item] = len(self.numbers)
            self.addresses[item] = []
        return StoredAddress(self.numbers[item], offset)

    # ---- frames

    def _frame(self, frame: MachineFrame) -> StoppedFrame:
        function = self.machine.program.functions[frame.code.function.name]
        is_top = frame is self.thread.frames[-1]
        item = frame.code.body[frame.pc]
        pc = next((at for at, other in enumerate(function.body) if other is item), None)
        if pc is None:
            raise RefusalError
        live = live_before(function.body, pc)
        call = function.body[pc - 1] if not is_top else None
        registers: list[tuple[str, Stood]] = []
        objects: list[tuple[str, int]] = []
        for variable, value in zip(frame.code.variables, frame.regs, strict=True):
            if value is None or variable == getattr(call, "target", None):
                continue
            if variable.storage is Storage.LOCAL:
                assert isinstance(value, int), "a local's slot holds its address"
                objects.append((variable.name, self.numbers[self.memory.objects[value >> self.memory.shift]]))
            elif variable in live:
                registers.append((variable.name, self._register(value, variable.type)))
        return StoppedFrame(function.name, pc, tuple(registers), tuple(objects))

    def _register(self, value: Value, type: Type) -> Stood:
        address = self.address(value)
        if address is None:
            return value
        if not isinstance(type, PointerType):
            raise RefusalError
        self._point(type, address)
        return address

    # ---- what lies in the heap

    def _point(self, type: Type | None, address: StoredAddress) -> bool:
        """A pointer says what is there; whether that is news."""
        if not isinstance(type, PointerType) or address.offset or not isinstance(address.object, int):
            return False
        item = [*self.numbers][address.object]
        before = self.names.types.get(item.base)
        if item.kind is ObjectKind.HEAP:
            self.names.learn(item, type.target)
        return self.names.types.get(item.base) is not before

    def _learn(self) -> None:
        pending = [*self.addresses]
        while pending:
            item = pending.pop()
            for at in self.addresses[item]:
                target = self._target(item, at)
                if self._point(self._leaf(item, at), target) and isinstance(target.object, int):
                    pending.append([*self.numbers][target.object])

    def _target(self, item: Object, at: int) -> StoredAddress:
        assert item.data is not None, "objects with addresses are alive"
        found = self.address(unpack_from(self.memory.word, item.data, at)[0])
        if found is None:
            raise RefusalError
        return found

    def _leaf(self, item: Object, at: int) -> Type | None:
        """The type of what lies there; None: it is not known."""
        type = item.variable.type if item.variable is not None else self.names.type_of(item)
        return None if type is None else leaf_type(type, at)

    def _holds_address(self, item: Object, at: int) -> bool:
        """It is one, and not a number: by the type of what lies there."""
        leaf = self._leaf(item, at)
        if isinstance(leaf, RecordType) and leaf.is_union:
            return at % self.memory.width == 0 and any(
                isinstance(member.type, PointerType) for member in leaf.fields
            )
        return at % self.memory.width == 0 if leaf is None else isinstance(leaf, PointerType)

    def _object(self, item: Object) -> StoppedObject:
        if item.data is None:
            contents = Contents(bytes(item.size), bytes(item.size))
            return StoppedObject(None, item.size, item.loc, contents, (), item.ended, item.freed)
        data = bytearray(item.data)
        found: list[tuple[int, StoredAddress]] = []
        for at in self.addresses[item]:
            if not self._holds_address(item, at):
                raise RefusalError
            found.append((at, self._target(item, at)))
            data[at : at + self.memory.width] = bytes(self.memory.width)
        defined = None if item.defined is None else bytes(item.defined)
        contents = Contents(bytes(data), defined)
        return StoppedObject(item.variable, item.size, item.loc, contents, tuple(found))


def _is_label(frame: MachineFrame, pc: int) -> bool:
    return isinstance(frame.code.body[pc], Label)
