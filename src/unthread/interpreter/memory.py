"""Memory of a running program: objects at addresses, every access checked.

An address is an int; its granule (`address >> shift`) belongs to at most one object, and a granule without
an object lies between any two. `fast` maps granules to the bytes of objects that can be accessed without
further questions (alive, every byte defined); compiled code looks there first and asks `load` and `store`
when that fails. Bytes that were never written are defined by the caller's `ask` when first read.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from struct import iter_unpack
from typing import NoReturn

from unthread.core.diagnostics import Unsupported
from unthread.core.properties import ViolationKind
from unthread.core.records import dataclass
from unthread.core.source import DataModel, Loc
from unthread.interpreter.names import HeapNames
from unthread.interpreter.objects import (
    Fault,
    MemoryJournal,
    MemoryLayout,
    MemorySnapshot,
    Object,
    ObjectKind,
    array_text,
    path_text,
    written_name,
)
from unthread.program.expressions import Variable
from unthread.program.types import (
    UCHAR,
    PointerType,
    Type,
)
from unthread.values.cells import Codec, Value, codec
from unthread.values.scalars import addresses_of_nothing, to_nothing

GRAVES = 4096  # ended objects that messages still know
CAPACITY = 1 << 30  # bytes of all living objects together


@dataclass(slots=True)
class Memory:
    data_model: DataModel
    ask: Callable[[str, Type], Value]
    capacity: int = CAPACITY
    layout: MemoryLayout | None = None  # if it is not the usual one
    shift: int = field(init=False)
    limit: int = field(init=False)  # number of the first granule beyond the address space
    word: str = field(init=False)
    width: int = field(init=False)
    objects: dict[int, Object] = field(default_factory=dict)
    fast: dict[int, bytearray | bytes | memoryview] = field(default_factory=dict)
    next: int = field(init=False)  # first granule that was never used
    free: list[tuple[int, int]] = field(default_factory=list)  # (count, first) of granules to use first
    spare: dict[int, deque[int]] = field(default_factory=dict)  # by count, to use when nothing is left
    graves: deque[Object] = field(default_factory=deque)
    used: int = 0
    journal: MemoryJournal | None = None
    heap_names: HeapNames = field(default_factory=HeapNames)

    def __post_init__(self) -> None:
        if self.data_model is DataModel.M64:
            self.shift, self.limit, self.next, self.word, self.width = 32, 1 << 31, 2, "<Q", 8
        else:
            self.shift, self.limit, self.next, self.word, self.width = 12, (1 << 20) - 1, 16, "<I", 4
        self.next = self.next if self.layout is None else self.layout.first

    # lifetimes

    def create(
        self,
        size: int,
        kind: ObjectKind,
        variable: Variable | None = None,
        loc: Loc | None = None,
        defined: bool = True,
        name: str = "",
    ) -> Object:
        self.used += size
        if self.used > self.capacity:
            raise Unsupported(f"more than {self.capacity} bytes of memory in use", loc)
        granules = (size >> self.shift) + 1
        item = Object(self._room(granules, loc) << self.shift, size, kind, granules, variable, loc, name=name)
        item.data = bytearray(size)
        if not defined and size:
            item.defined = bytearray(size)
            item.missing = size
        for granule in self._granules(item):
            self.objects[granule] = item
        if item.defined is None:
            self._publish(item)
        if self.journal is not None:
            self.journal.created.append(item)
        return item

    def leave(self, room: int) -> None:
        """So many bytes more than now, if there are as many."""
        self.capacity = min(self.capacity, self.used + room)

    @property
    def is_full(self) -> bool:
        """More was asked for than there is."""
        return self.used > self.capacity

    def _room(self, granules: int, loc: Loc | None) -> int:
        first = _taken(self.free, granules)
        if first is not None:
            return first
        if self.layout is not None and self.layout.is_downward:
            self.next -= granules + 2
            return self.next + 1
        if self.next + granules + 1 < self.limit:
            self.next += granules + 1
            return self.next - granules - 1
        spare = self.spare.setdefault(granules, deque())  # used up: addresses come again
        while not spare and self.graves and self.journal is None:
            self._forget(self.graves.popleft())
        if not spare:
            raise Unsupported("the address space is used up", loc)
        return spare.popleft()

    @property
    def top(self) -> int:
        """The highest byte of the addresses of a layout."""
        return self.layout.first >> 24 if self.layout is not None else 0

    @property
    def extent(self) -> tuple[int, int]:
        """The lowest granule that was ever used, and the one after the highest."""
        first = self.layout.first if self.layout is not None else 0
        return min(first, self.next), max(first, self.next)

    def _spare(self) -> dict[int, deque[int]]:
        return {count: deque(rooms) for count, rooms in self.spare.items()}

    def _publish(self, item: Object) -> None:
        """Every byte is defined: open the fast way."""
        assert item.data is not None, "only living objects are published"
        first = item.base >> self.shift
        if item.kind is ObjectKind.FUNCTION:
            return
        if item.granules == 1:
            self.fast[first] = item.data
            return
        view, length = memoryview(item.data), 1 << self.shift
        for number in range(item.granules):
            self.fast[first + number] = view[number * length : (number + 1) * length]

    def _granules(self, item: Object) -> range:
        first = item.base >> self.shift
        return range(first, first + item.granules)

    def _hide(self, item: Object) -> None:
        for granule in self._granules(item):
            self.fast.pop(granule, None)

    def freeze(self, item: Object) -> None:
        """From now on read-only. Writing into `bytes` fails, so the fast way stays open for reads."""
        assert item.data is not None, "only living objects freeze"
        item.data = bytes(item.data)
        item.kind = ObjectKind.LITERAL
        self._publish(item)

    def end(self, item: Object, reason: str) -> None:
        self._hide(item)
        self.used -= item.size
        item.data = item.defined = None
        item.ended = reason
        self.graves.append(item)
        if len(self.graves) > GRAVES and self.journal is None:
            self._forget(self.graves.popleft())

    def _forget(self, item: Object) -> None:
        for granule in self._granules(item):
            del self.objects[granule]
        if self.data_model is DataModel.M32:  # 64-bit addresses never run out
            self.spare.setdefault(item.granules, deque()).append(item.base >> self.shift)

    # accesses

    def load(self, address: int, cell: Codec) -> Value:
        item = self.locate(address, cell.size, writes=False)
        if item.defined is not None:
            self._define(item, address - item.base, cell)
        assert item.data is not None, "located objects are alive"
        return cell.read(item.data, address - item.base)

    def store(self, address: int, cell: Codec, value: Value) -> None:
        item = self.locate(address, cell.size, writes=True)
        offset = address - item.base
        assert isinstance(item.data, bytearray), "objects located for writing are alive and writable"
        if item.defined is not None and not cell.whole:
            self._define(item, offset, cell)  # its neighbors in these bytes
        if item.defined is not None:
            self._mark(item, offset, cell.size)
        cell.write(item.data, offset, value)

    def read_bytes(self, address: int, size: int) -> bytes:
        item = self.locate(address, size, writes=False)
        offset = address - item.base
        for position in range(offset, offset + size):
            if item.defined is not None and not item.defined[position]:
                self._define(item, position, _BYTE)
        assert item.data is not None, "located objects are alive"
        return bytes(item.data[offset : offset + size])

    def write_bytes(self, address: int, content: bytes) -> None:
        if not content:
            return
        item = self.locate(address, len(content), writes=True)
        offset = address - item.base
        assert isinstance(item.data, bytearray), "objects located for writing are alive and writable"
        if item.defined is not None:
            self._mark(item, offset, len(content))
        item.data[offset : offset + len(content)] = content

    def read_string(self, address: int, limit: int | None = None) -> bytes:
        """The bytes before the terminating zero, at most `limit`."""
        text = bytearray()
        while limit is None or len(text) < limit:
            byte = self.read_bytes(address + len(text), 1)
            if byte == b"\0":
                break
            text += byte
        return bytes(text)

    def _define(self, item: Object, offset: int, cell: Codec) -> None:
        """Bytes about to be read get a value if they were never written: as one scalar if none was
        written."""
        assert item.defined is not None
        assert isinstance(item.data, bytearray)
        missing = item.defined.count(0, offset, offset + cell.size)
        if not missing:
            return
        if missing == cell.size and cell.whole:
            value = self.ask(item.input_name(), cell.type)
            if (
                isinstance(cell.type, PointerType) and item.kind is not ObjectKind.GLOBAL
            ):  # not of another file
                assert isinstance(value, int)
                value = to_nothing(value, cell.type)
            cell.write(item.data, offset, value)
            self._mark(item, offset, cell.size)
            return
        for position in range(offset, offset + cell.size):
            if not item.defined[position]:
                byte = self.ask(item.input_name(), UCHAR)
                assert isinstance(byte, int)
                item.data[position] = byte
        self._mark(item, offset, cell.size)

    def _mark(self, item: Object, offset: int, size: int) -> None:
        assert item.defined is not None
        item.missing -= item.defined.count(0, offset, offset + size)
        item.defined[offset : offset + size] = b"\1" * size
        if not item.missing:
            item.defined = None
            self._publish(item)

    def locate(self, address: int, size: int, writes: bool) -> Object:
        """The object that holds these bytes; a `Fault` when none does or they may not be touched."""
        item = self.objects.get(address >> self.shift)
        if item is None or item.data is None or item.kind is ObjectKind.FUNCTION:
            self._refuse(address, size, writes)
        offset = address - item.base
        if offset < 0 or offset + size > item.size or (writes and item.kind is ObjectKind.LITERAL):
            self._refuse(address, size, writes)
        return item

    def _refuse(self, address: int, size: int, writes: bool) -> NoReturn:
        access = "write" if writes else "read"
        message = f"{access} of {size} byte{'s' * (size != 1)} {self._trouble(address, size)}"
        item = self._nearest(address) if address else None
        raise Fault(ViolationKind.ACCESS, message, object=item, access=access, address=address)

    def _trouble(self, address: int, size: int) -> str:
        if address == 0:
            return "through a null pointer"
        item = self._nearest(address)
        if item is None:
            near = ", close to null" if 0 < address < 4096 else ""
            return f"at address {address:#x}, where there is no object{near}"
        if item.kind is ObjectKind.FUNCTION:
            return f"in {item.describe()}"
        offset = address - item.base
        size_text = f"{item.size} byte{'s' * (item.size != 1)}"
        if item.ended:
            return f"at offset {offset} of {item.describe()} ({size_text}), which {item.ended}"
        if offset >= 0 and offset + size <= item.size:
            return f"at offset {offset} of {item.describe()}, which is read-only"
        if offset < 0:
            return f"{-offset} before the start of {item.describe()} ({size_text})"
        return f"at offset {offset} of {item.describe()}, which has {size_text}"

    def _nearest(self, address: int) -> Object | None:
        """The object that is meant, most likely. A pointer that was never set, or leads a little further on,
        means none."""
        granule = address >> self.shift
        low, high = addresses_of_nothing(self.width)
        if address < low.stop + (1 << self.shift - 1) or address in high:
            return self.objects.get(granule)
        return self.objects.get(granule) or self.objects.get(granule + 1) or self.objects.get(granule - 1)

    def unfreed(self) -> Iterator[Object]:
        """What is still on the heap."""
        for item in dict.fromkeys(self.objects.values()):
            if item.kind is ObjectKind.HEAP and item.data is not None:
                yield item

    def object_at(self, address: int) -> Object | None:
        """The living object that the address points into, or one past."""
        item = self.objects.get(address >> self.shift) or self.objects.get((address - 1) >> self.shift)
        if item is None or item.data is None or not 0 <= address - item.base <= item.size:
            return None
        return item

    def name_of(self, address: int, cell: Codec | None = None) -> str:
        """The object and part of it at an address, as a C programmer would write it who accesses such a
        cell."""
        item = self.objects.get(address >> self.shift)
        return f"{address:#x}" if item is None else self.part_of(item, address, cell)

    def part_of(self, item: Object, address: int, cell: Codec | None = None) -> str:
        """Likewise; the address may lie beside the object."""
        offset = address - item.base
        if item.kind is ObjectKind.HEAP:
            return self.heap_names.part(item, offset, cell)
        if item.array is not None:
            return item.array.text + array_text(item.array, item.size, offset, cell)
        whole = self.name_of_object(item.base)
        if item.variable is None:
            return whole + (f"+{offset}" if offset else "")
        return whole + path_text(item.variable.type, offset, cell)

    def name_of_object(self, address: int) -> str:
        """The object at an address as a whole."""
        item = self.objects[address >> self.shift]
        if item.kind is ObjectKind.HEAP:
            return self.heap_names.whole(item)
        if item.kind is ObjectKind.FUNCTION:
            return written_name(item.name)
        if item.array is not None:
            return item.array.text
        if item.variable is None:
            return f"({item.describe()})"
        return item.variable.text or item.variable.name

    # looking ahead

    def begin_journal(self, owned: Iterable[int]) -> MemoryJournal:
        """From now on lifetimes are noted, so that `undo` can take them back. `owned` are the objects
        whose contents may change until then."""
        items = [self.objects[address >> self.shift] for address in owned]
        contents = tuple(
            (item, item.data, bytes(item.data), bytes(item.defined) if item.defined else None, item.missing)
            for item in items
            if isinstance(item.data, bytearray)
        )
        journal = MemoryJournal(
            contents, self.next, tuple(self.free), self._spare(), len(self.graves), self.used
        )
        self.journal = journal
        return journal

    def undo(self, journal: MemoryJournal) -> None:
        for item in journal.created:
            self._hide(item)
            for granule in self._granules(item):
                del self.objects[granule]
        while len(self.graves) > journal.graves:
            self.graves.pop()
        for item, data, content, defined, missing in journal.contents:
            data[:] = content
            item.data, item.missing, item.ended = data, missing, ""
            item.defined = bytearray(defined) if defined is not None else None
            if item.defined is None:
                self._publish(item)
            else:
                self._hide(item)
        self.next, self.used = journal.next, journal.used
        self.free[:] = journal.free
        self.spare = journal.spare
        self.journal = None

    # states

    def snapshot(self) -> MemorySnapshot:
        living = {id(item): item for item in self.objects.values()}.values()
        return MemorySnapshot(
            dict(self.objects),
            dict(self.fast),
            tuple(
                (
                    item,
                    item.data,
                    bytes(item.data),
                    bytes(item.defined) if item.defined else None,
                    item.missing,
                )
                for item in living
                if isinstance(item.data, bytearray) and item.kind is not ObjectKind.FUNCTION
            ),
            tuple((item, item.ended) for item in living if item.ended),
            self.next,
            tuple(self.free),
            self._spare(),
            tuple(self.graves),
            self.used,
        )

    def restore(self, saved: MemorySnapshot) -> None:
        """In place, because compiled code holds `fast` and the bytes of globals."""
        self.objects.clear()
        self.objects.update(saved.objects)
        self.fast.clear()
        self.fast.update(saved.fast)
        for item, data, content, defined, missing in saved.contents:
            data[:] = content
            item.data, item.missing, item.ended = data, missing, ""
            item.defined = bytearray(defined) if defined is not None else None
        for item, reason in saved.ended:
            item.data = item.defined = None
            item.ended = reason
        self.next, self.used = saved.next, saved.used
        self.free[:] = saved.free
        self.spare = {count: deque(rooms) for count, rooms in saved.spare.items()}
        self.graves = deque(saved.graves)

    def key(self) -> tuple[object, ...]:
        """Equal for equal memories; `collect` first makes it see less of the past."""
        return (
            self.next,
            tuple(self.free),
            tuple(
                (granule, bytes(item.data) if item.data is not None else None, bytes(item.defined or b""))
                for granule, item in sorted(self.objects.items())
                if item.kind is not ObjectKind.LITERAL and item.kind is not ObjectKind.FUNCTION
            ),
        )

    def collect(self, roots: Iterable[int]) -> None:
        """Addresses of ended objects that no register (`roots`) and no living object still holds are
        given to new objects again, lowest first, so that loops come back to equal states."""
        if not self.graves:
            return
        held = {value >> self.shift for value in roots}
        for item in self.objects.values():
            if item.data is not None and item.kind is not ObjectKind.FUNCTION:
                whole = len(item.data) // self.width * self.width
                held.update(word >> self.shift for (word,) in iter_unpack(self.word, item.data[:whole]))
        kept: deque[Object] = deque()
        for item in self.graves:
            first = item.base >> self.shift
            if held.isdisjoint(range(first - 1, first + item.granules + 1)):
                for granule in self._granules(item):
                    del self.objects[granule]
                insort(self.free, (item.granules, first))
            else:
                kept.append(item)
        self.graves = kept
        self._shrink()

    def _shrink(self) -> None:
        ends = {first + count + 1: (count, first) for count, first in self.free}
        while self.next in ends:
            count, first = ends[self.next]
            self.free.remove((count, first))
            self.next = first


_BYTE = codec(UCHAR)


def _taken(rooms: list[tuple[int, int]], granules: int) -> int | None:
    """The first room of exactly that many granules, taken out of the list."""
    for position, (count, first) in enumerate(rooms):
        if count == granules:
            del rooms[position]
            return first
    return None
