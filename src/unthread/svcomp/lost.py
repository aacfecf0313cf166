"""Memory that can never be freed any more, which is what SV-COMP's valid-memtrack is about.

In: the trace of a leak. Out: whether the memory is lost. What is not freed when the program ends may still
be known to a global variable; that does not violate valid-memtrack.
"""

from __future__ import annotations

from unthread.core.trace import Trace
from unthread.interpreter.lost import held_by, known_from
from unthread.interpreter.machine import Machine, Violated
from unthread.interpreter.objects import ObjectKind
from unthread.interpreter.schedulers import GivenSchedule
from unthread.program.program import Program
from unthread.results.execution import Claim, ClaimedInputs, at_start, new_machine


def is_lost(program: Program, trace: Trace) -> bool:
    """Main has returned, and memory is left that neither a static variable leads to nor anything that other
    threads have. At other ends, main's own variables may still lead there: the answer is no."""
    violation = trace.violation
    if not violation.stack or violation.stack[0].function != program.entry:
        return False
    machine = _at_the_end(program, trace)
    memory = machine.runtime.memory
    others = [thread for thread in machine.threads if thread.alive and thread.number != violation.thread]
    roots = (item for item in memory.objects.values() if item.kind is not ObjectKind.HEAP)
    known = known_from([*roots, *held_by(others, memory)], memory, program.pointer_size)
    return not {*memory.unfreed()} <= known


def _at_the_end(program: Program, trace: Trace) -> Machine:
    claim = Claim.of(trace.violation)
    started = at_start(program, trace)
    assert started is not None, "the program has not changed"
    machine = new_machine(started, ClaimedInputs(trace.inputs), trace.properties, claim)
    outcome = machine.run(GivenSchedule(trace.schedule))
    assert isinstance(outcome, Violated), f"the trace of a leak leads to {outcome}"
    return machine
