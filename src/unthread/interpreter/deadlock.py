"""Who waits for what when no thread can move, and who has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unthread.interpreter.observe import library_call
from unthread.interpreter.races import Races
from unthread.interpreter.state import Thread
from unthread.program.types import INT
from unthread.values.cells import codec

if TYPE_CHECKING:
    from unthread.interpreter.machine import Machine

# Of these, the word that is waited for is the number of the owner, plus one.
_LOCKS = frozenset(
    {"pthread_mutex_lock", "pthread_mutex_timedlock", "pthread_mutex_clocklock", "mtx_lock", "mtx_timedlock"}
)
_JOINS = frozenset({"pthread_join", "pthread_timedjoin_np", "pthread_clockjoin_np", "thrd_join"})


def wait_of(machine: Machine, thread: Thread) -> str:
    """What the thread waits for, standing at the wait itself."""
    call = library_call(thread)
    text = f"thread {thread.number} waits at {machine.position(thread.number)}"
    if call:
        text += f" in {call}"
    frame = thread.frames[-1]
    touches = Races(machine.runtime).touches(frame, frame.pc)
    if not touches:
        return text
    memory, address = machine.runtime.memory, touches[0].address
    if call in _LOCKS:
        owner = memory.load(address, codec(INT))
        assert isinstance(owner, int), "the owner of a mutex is a number"
        name = memory.name_of(address)
        return f"{text} for {_object(name)}, which thread {owner - 1} holds"
    if call in _JOINS:
        return f"{text} for the end of {_thread_named(memory.name_of(address))}"
    return text if call else f"{text} for {memory.name_of(address)}"


def _object(name: str) -> str:
    """The synchronization object that a part of it belongs to."""
    return name.partition(".__")[0]


def _thread_named(name: str) -> str:
    """`__ut_threads[2].finished` speaks of thread 2."""
    number = name.partition("[")[2].partition("]")[0]
    return f"thread {number}" if number.isdecimal() else "a thread"
