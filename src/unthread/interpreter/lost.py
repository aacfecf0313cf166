"""Memory that nothing leads to: what is on the heap, not freed, and cannot be found by anybody any more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from unthread.interpreter.memory import Memory
from unthread.interpreter.objects import Object, ObjectKind
from unthread.interpreter.state import ThreadState
from unthread.program.library import FINISHED, MOST_THREADS, THREADS

_SOMETHING = re.compile(rb"[^\0]", re.DOTALL)


def lost_at_exit(memory: Memory, threads: Sequence[ThreadState], ending: int, size: int) -> Iterator[Object]:
    """When thread `ending` ends the process: what neither variables of static storage duration lead to, nor
    the thread-local ones of threads that still run, nor whatever else the others of these have. What the
    library remembers of threads that are over counts for nothing. `size` is that of pointers."""
    over = _finished(memory, size) | {ending}
    others = {thread.number for thread in threads if thread.alive and thread.number not in over}
    roots = [
        item
        for item in memory.objects.values()
        if item.kind in (ObjectKind.GLOBAL, ObjectKind.THREAD)
        or (item.kind is ObjectKind.STACK and item.thread in others)
        if item.variable is None or item.variable.name != THREADS
    ]
    held = held_by([thread for thread in threads if thread.number in others], memory)
    known = known_from([*roots, *held], memory, size)
    return (item for item in memory.unfreed() if item not in known)


def _finished(memory: Memory, size: int) -> set[int]:
    """Threads that others can join, although they may not have taken their last step."""
    tables = (item for item in memory.objects.values() if item.variable and item.variable.name == THREADS)
    table = next(tables, None)
    if table is None or table.data is None:
        return set()
    entry, flag = table.size // MOST_THREADS, FINISHED * size + 1
    return {number for number in range(MOST_THREADS) if table.data[number * entry + flag]}


def held_by(threads: Iterable[ThreadState], memory: Memory) -> Iterator[Object]:
    """What the registers of threads lead to."""
    for thread in threads:
        for value in (value for frame in thread.frames for value in frame.regs):
            found = memory.object_at(value) if isinstance(value, int) else None
            if found is not None:
                yield found


def known_from(roots: Iterable[Object], memory: Memory, size: int) -> set[Object]:
    """These objects, and all that pointers in them lead to."""
    pending = [*dict.fromkeys(roots)]
    known = set(pending)
    while pending:
        for item in _targets(pending.pop(), memory, size):
            if item not in known:
                known.add(item)
                pending.append(item)
    return known


def _targets(item: Object, memory: Memory, size: int) -> Iterator[Object]:
    """Whatever looks like the address of an object, in every place of these bytes."""
    data, following = item.data or b"", 0
    for found in _SOMETHING.finditer(data):
        for offset in range(max(found.start() - size + 1, following), found.end()):
            following = offset + 1
            target = memory.object_at(int.from_bytes(data[offset : offset + size], "little"))
            if target is not None and offset + size <= len(data):
                yield target
