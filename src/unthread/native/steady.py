"""A trace that depends less on the order of evaluation: `steadied`.

C does not say in which order the operands of an operator are evaluated: a compiler may read `b` first in
`a + b`. A context switch between two such reads may be impossible to force then. Where the interpreter comes
to the same violation without it, the switch moves to the beginning or to the end of the line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from unthread.core.diagnostics import UnthreadError
from unthread.core.source import Loc, Source, is_own
from unthread.core.trace import Schedule, Slice, Trace
from unthread.interpreter.machine import Violated
from unthread.interpreter.schedulers import GivenSchedule
from unthread.program.program import Program
from unthread.results.execution import Claim, ClaimedInputs, new_machine
from unthread.results.replay import record

_MOST_TRIES = 64
_LIMIT = 5_000_000  # instructions of one try


def steadied(program: Program, source: Source, trace: Trace) -> Trace | None:
    """The trace with such switches moved; None if there are none that can be."""
    claim = Claim.of(trace.violation)
    current, found = trace, None
    tries = 0
    for place in range(len(trace.steps) - 1, 0, -1):
        for threads in _moved(current, place):
            tries += 1
            if tries > _MOST_TRIES:
                return found
            if _leads(program, current, _schedule(threads), claim):
                inputs, properties = current.inputs, current.properties
                current = record(program, source, _schedule(threads), inputs, properties, claim)
                found = current
                break
    return found


def _threads(trace: Trace) -> list[int]:
    """Whose each step is."""
    return [part.thread for part in trace.schedule for _ in range(part.steps)]


def _schedule(threads: Sequence[int]) -> Schedule:
    return tuple(Slice(thread, len(list(group))) for thread, group in groupby(threads))


def _line(loc: Loc) -> tuple[str, int] | None:
    return None if is_own(loc) else (loc.file, loc.line)


def _moved(trace: Trace, place: int) -> Iterator[list[int]]:
    """If the step at `place` and the one before are of different threads, and the latter's line continues
    later: schedules in which that line is not interrupted."""
    threads = _threads(trace)
    if place >= len(trace.steps) or threads[place] == threads[place - 1]:
        return
    thread, line = threads[place - 1], _line(trace.steps[place - 1].loc)
    later = [number for number in range(place, len(trace.steps)) if threads[number] == thread]
    rest = 0
    while rest < len(later) and line is not None and _line(trace.steps[later[rest]].loc) == line:
        rest += 1
    if not rest:
        return
    without = [one for number, one in enumerate(threads) if number not in later[:rest]]
    yield [*without[:place], *[thread] * rest, *without[place:]]
    begin = place
    while begin and threads[begin - 1] == thread and _line(trace.steps[begin - 1].loc) == line:
        begin -= 1
    yield [*threads[:begin], *threads[place : later[0]], *[thread] * (place - begin), *threads[later[0] :]]


def _leads(program: Program, trace: Trace, schedule: Schedule, claim: Claim) -> bool:
    """The interpreter comes to the same violation."""
    machine = new_machine(program, ClaimedInputs(trace.inputs), trace.properties, claim)
    machine.allow(_LIMIT)
    try:
        outcome = machine.run(GivenSchedule(schedule))
    except UnthreadError:  # a thread cannot move there
        return False
    return isinstance(outcome, Violated) and claim.is_met(machine, outcome.violation)
