"""Memory that can never be freed any more, which is what SV-COMP's valid-memtrack is about.

In: the trace of a leak. Out: whether the memory is lost. What is not freed when the program ends may still
be known to a global variable; that does not violate valid-memtrack.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unthread.core.trace import Trace
from unthread.interpreter.machine import Machine, Violated
from unthread.interpreter.memory import Memory
from unthread.interpreter.objects import Kind, Object
from unthread.interpreter.schedulers import GivenSchedule
from unthread.interpreter.state import Thread
from unthread.program.program import Program
from unthread.results.execution import Claim, ClaimedInputs, new_machine


def is_lost(program: Program, trace: Trace) -> bool:
    """Main has returned, and memory is left that neither a static variable leads to nor anything that other
    threads have. At other ends, main's own variables may still lead there: the answer is no."""
    violation = trace.violation
    if not violation.stack or violation.stack[0].function != program.entry:
        return False
    machine = _at_the_end(program, trace)
    memory = machine.runtime.memory
    others = [thread for thread in machine.threads if thread.alive and thread.number != violation.thread]
    held = [*_held(others, memory)]
    return not {*memory.unfreed()} <= _known(held, memory, program.pointer_size)


def _at_the_end(program: Program, trace: Trace) -> Machine:
    claim = Claim.of(trace.violation)
    machine = new_machine(program, ClaimedInputs(trace.inputs), trace.properties, claim)
    outcome = machine.run(GivenSchedule(trace.schedule))
    assert isinstance(outcome, Violated), f"the trace of a leak leads to {outcome}"
    return machine


def _held(threads: Sequence[Thread], memory: Memory) -> Iterator[Object]:
    """What the registers of threads lead to."""
    for thread in threads:
        for value in (value for frame in thread.frames for value in frame.regs):
            found = memory.object_at(value) if isinstance(value, int) else None
            if found is not None:
                yield found


def _known(held: Sequence[Object], memory: Memory, size: int) -> set[Object]:
    """What pointers lead to, from variables on. Those of functions that have returned are gone."""
    roots = (item for item in memory.objects.values() if item.kind is not Kind.HEAP)
    pending = [*dict.fromkeys([*roots, *held])]
    known = set(pending)
    while pending:
        for item in _targets(pending.pop(), memory, size):
            if item not in known:
                known.add(item)
                pending.append(item)
    return known


def _targets(item: Object, memory: Memory, size: int) -> Iterator[Object]:
    """Whatever looks like the address of an object, in every place of these bytes."""
    data = item.data or b""
    for offset in range(len(data) - size + 1):
        found = memory.object_at(int.from_bytes(data[offset : offset + size], "little"))
        if found is not None:
            yield found
