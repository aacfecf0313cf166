"""Values as a C programmer writes them: `value_text`."""

from __future__ import annotations

from unthread.interpreter.objects import BarrierError, Fault, Kind, leaf_type
from unthread.interpreter.runtime import Runtime
from unthread.interpreter.state import Thread
from unthread.program.types import IntType, PointerType, Type, value_type

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


def thread_text(thread: Thread) -> str:
    """`thread 1 (work)`."""
    return f"thread {thread.number} ({written_name(thread.start)})"


def written_name(function: str) -> str:
    """As the user wrote it: where several files have a function of that name, the file's is added."""
    return function.partition("@")[0]


def _declared(runtime: Runtime, address: int) -> Type | None:
    memory = runtime.memory
    item = memory.objects.get(address >> memory.shift)
    if item is None:
        return None
    whole = (
        memory.heap_names.type_of(item) if item.kind is Kind.HEAP else item.variable and item.variable.type
    )
    return leaf_type(whole, address - item.base) if whole else None


def _integer(runtime: Runtime, value: int, type: IntType) -> str:
    labels = dict(type.labels)
    if value in labels:
        return labels[value]
    if type.is_thread and 0 < value <= len(runtime.threads):
        return thread_text(runtime.threads[value - 1])
    if type.name == "char" and chr(value & 255).isprintable() and 0 < value < 127:
        return f"'{_escaped(chr(value))}'".replace('\\"', '"')
    return str(value)


def _pointer(runtime: Runtime, value: int, type: PointerType) -> str:
    memory = runtime.memory
    item = memory.object_at(value)
    if item is None:
        return f"{value:#x}" if value else "null"
    if item.kind is Kind.FUNCTION:
        return written_name(item.name)
    if type.target == IntType(8, True) and (text := _string(runtime, value)) is not None:
        return text
    if item.kind is Kind.HEAP and value == item.base:
        return memory.name_of_object(value)
    return f"&{memory.name_of(value)}"


def _string(runtime: Runtime, address: int) -> str | None:
    """The text that begins there; None where it is not one."""
    peeking, runtime.peeking = runtime.peeking, True
    try:
        found = runtime.memory.read_string(address, _LONGEST + 1)
    except (Fault, BarrierError):
        return None
    finally:
        runtime.peeking = peeking
    if not all(32 <= byte < 127 or chr(byte) in _ESCAPES for byte in found):
        return None
    text = "".join(map(_escaped, found.decode("ascii")))
    return f'"{text}"' if len(found) <= _LONGEST else f'"{text[:_LONGEST]}..."'


def _escaped(character: str) -> str:
    return _ESCAPES.get(character, character)
