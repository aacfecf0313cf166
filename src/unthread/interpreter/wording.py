"""Values as a C programmer writes them: `value_text`."""

from __future__ import annotations

from unthread.interpreter.objects import BarrierError, Fault, ObjectKind, leaf_type, record_path, written_name
from unthread.interpreter.runtime import Runtime
from unthread.interpreter.state import ThreadState
from unthread.program.expressions import Member
from unthread.program.types import Field, IntType, PointerType, RecordType, Type, value_type

_LONGEST = 40  # characters of a string
_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\\": "\\\\", '"': '\\"'}


def value_text(runtime: Runtime, value: object, type: Type, address: int | None = None) -> str:
    """A value of a type. What is declared at `address` may say more of it than the type: the names of an
    enumeration, or that it is the handle of a thread."""
    type = value_type(type)
    if not isinstance(value, int):
        return str(value)
    if isinstance(type, PointerType):
        return _pointer(runtime, value, type)
    declared = _declared(runtime, address) if address is not None else None
    if isinstance(type, IntType):
        return _integer(
            runtime, value, declared if declared == type and isinstance(declared, IntType) else type
        )
    return str(value)


def thread_text(thread: ThreadState) -> str:
    """`thread 1 (work)`."""
    return f"thread {thread.number} ({written_name(thread.start)})"


def _declared(runtime: Runtime, address: int) -> Type | None:
    memory = runtime.memory
    item = memory.objects.get(address >> memory.shift)
    if item is None:
        return None
    whole = (
        memory.heap_names.type_of(item)
        if item.kind is ObjectKind.HEAP
        else item.variable and item.variable.type
    )
    return leaf_type(whole, address - item.base) if whole else None


def _integer(runtime: Runtime, value: int, type: IntType) -> str:
    label = next((name for number, name in type.labels if number == value), None)
    if label is not None:
        return label
    if type.is_thread and 0 < value <= len(runtime.threads):
        return thread_text(runtime.threads[value - 1])
    return _character(chr(value)) if type.name == "char" and _is_text(value) else str(value)


def _character(letter: str) -> str:
    """In single quotes, where the other ones stand for themselves."""
    text = {'"': '"', "'": "\\'"}.get(letter) or _escaped(letter)
    return f"'{text}'"


def _is_text(byte: int) -> bool:
    return 32 <= byte < 127 or (byte > 0 and chr(byte) in _ESCAPES)


def _pointer(runtime: Runtime, value: int, type: PointerType) -> str:
    memory = runtime.memory
    item = memory.object_at(value)
    if item is None:
        return _gone(runtime, value) or (f"{value:#x}" if value else "null")
    if item.kind is ObjectKind.FUNCTION:
        return written_name(item.name)
    if type.target == IntType(8, True) and (text := _string(runtime, value)) is not None:
        return text
    if item.kind is ObjectKind.HEAP and value == item.base:
        return memory.name_of_object(value)
    record = value_type(type.target)
    if isinstance(record, RecordType) and item.variable is not None:
        path = record_path(item.variable.type, value - item.base, record)
        if path is not None:
            return f"&{memory.name_of_object(value)}{path}"
    return f"&{memory.name_of(value)}"


def _gone(runtime: Runtime, address: int) -> str:
    """An object that there was."""
    memory = runtime.memory
    item = memory.objects.get(address >> memory.shift)
    if item is None or not item.ended or not 0 <= address - item.base <= item.size:
        return ""
    is_whole = item.kind is ObjectKind.HEAP and address == item.base
    name = memory.name_of_object(address) if is_whole else f"&{memory.name_of(address)}"
    return f"{name}, which {item.ended}"


def bits_text(runtime: Runtime, value: int, place: Member) -> str:
    """Bit-fields that are accessed together, each by itself: `{0, 1, 42}`."""
    record, unit = value_type(place.base.type), place.field
    assert isinstance(record, RecordType), "only records have members"
    first, width = unit.offset * 8 + unit.bit_offset, unit.bit_width or 0
    found = []
    for field in record.fields:
        start = field.offset * 8 + field.bit_offset - first
        if field.bit_width is not None and start >= 0 and start + field.bit_width <= width:
            bits = value >> start & (1 << field.bit_width) - 1
            found.append(value_text(runtime, _signed(bits, field), field.type))
    return f"{{{', '.join(found)}}}"


def _signed(bits: int, field: Field) -> int:
    is_signed = isinstance(field.type, IntType) and field.type.signed
    width = field.bit_width or 0
    return bits - (1 << width) if is_signed and bits >> (width - 1) else bits


def _string(runtime: Runtime, address: int) -> str | None:
    """The text that begins there; None where it is not one."""
    peeking, runtime.peeking = runtime.peeking, True
    try:
        found = runtime.memory.read_string(address, _LONGEST + 1)
    except (Fault, BarrierError):
        return None
    finally:
        runtime.peeking = peeking
    if not all(map(_is_text, found)):
        return None
    text = "".join(map(_escaped, found[:_LONGEST].decode("ascii")))
    return f'"{text}"' if len(found) <= _LONGEST else f'"{text}..."'


def _escaped(character: str) -> str:
    return _ESCAPES.get(character, character)
