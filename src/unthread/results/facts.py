"""What a trace says besides its steps: where threads were started, which heap objects it speaks of, and the
lines of text that a report shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TypeAlias

from unthread.core.diagnostics import UnthreadError, source_lines
from unthread.core.source import Loc, is_own
from unthread.core.trace import Trace
from unthread.interpreter.machine import Machine
from unthread.program.types import Type

HeapTypes: TypeAlias = dict[int, Type]
_APPROACH = 1_000_000  # instructions up to a step


def learned(machine: Machine) -> HeapTypes:
    """What lies in the heap objects that were named; nothing, if there are none: another run would give the
    same names."""
    names = machine.runtime.memory.heap_names
    return names.types if names.spoken_of() else {}


def with_facts(trace: Trace, machine: Machine) -> Trace:
    """The trace of what this machine has executed."""
    assert machine.observation is not None, "steps were observed"
    _interrupt(machine)
    machine.observation.finish()
    locks = machine.observation.locks
    trace = replace(
        trace,
        steps=tuple(machine.observation.steps),
        starts=tuple(machine.observation.starts),
        held=tuple(tuple(held.lock for held in locks.held_by(thread.number)) for thread in machine.threads),
        objects=machine.runtime.memory.heap_names.spoken_of(),
    )
    return replace(trace, lines=_lines(trace))


def _interrupt(machine: Machine) -> None:
    """Threads go on to their next step, to see whether it belongs to the call of their last one."""
    observation = machine.observation
    assert observation is not None, "steps were observed"
    for thread in machine.threads:
        if thread.alive and not thread.atomic and observation.is_interrupted(thread.number):
            machine.allow(_APPROACH)
            with suppress(UnthreadError):
                if machine.approach(thread.number) is None:
                    observation.note_open(thread)


def _lines(trace: Trace) -> dict[str, dict[int, str]]:
    found: dict[str, dict[int, str]] = {}
    for loc in sorted({(loc.file, loc.line) for loc in _positions(trace) if not is_own(loc)}):
        file, number = loc
        lines = source_lines(file)
        if 0 < number <= len(lines):
            found.setdefault(file, {})[number] = lines[number - 1]
    return found


def _positions(trace: Trace) -> Iterator[Loc]:
    """All that a report may name."""
    violation = trace.violation
    yield violation.loc
    yield from (frame.loc for frame in violation.stack)
    yield from (item.loc for item in violation.related)
    for part in violation.participants:
        yield part.loc
        yield from (frame.loc for frame in part.stack)
        yield from (held.loc for held in part.holds)
    yield from (step.loc for step in trace.steps)
    yield from (value.loc for value in trace.inputs)
    yield from (start.loc for start in trace.starts if start)
    for item in trace.objects:
        yield item.loc
        yield from (item.freed[1:] if item.freed else ())
