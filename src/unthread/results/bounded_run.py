"""An execution of a bounded program, one visible step after the other: `BoundedRun`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import field

from unthread.bound.visible import Points, reduced_program
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.source import Loc, is_own
from unthread.core.trace import InputValue, Step, StepKind
from unthread.interpreter.inputs import InputSource
from unthread.interpreter.machine import Machine
from unthread.program.bounded import BoundedProgram
from unthread.program.query.steps import step_kind
from unthread.program.types import Type
from unthread.results.execution import place_of
from unthread.values.cells import Value
from unthread.values.scalars import text_of

_NAME = re.compile(r"(?!heap#)[A-Za-z_][\w.\[\]]*($| of )")  # a variable, or a part of it


@dataclass(slots=True)
class _Recorded:
    """Passes on what an input source says, and remembers it, with the instruction that asked for it."""

    source: InputSource
    values: list[InputValue] = field(default_factory=list)
    asked_at: list[int] = field(default_factory=list)
    here: Callable[[], int] = int

    def value(self, name: str, type: Type, loc: Loc, thread: int) -> Value:
        value = self.source.value(name, type, loc, thread)
        self.values.append(InputValue(thread, name, loc, text_of(value)))
        self.asked_at.append(self.here())
        return value


class BoundedRun:
    """An execution of a bounded program whose steps are the visible ones. It is not asked about races, which
    may lie on the way."""

    def __init__(self, program: BoundedProgram, points: Sequence[Points], inputs: InputSource) -> None:
        self.inputs = _Recorded(inputs)
        self.program = program
        self.names = [thread.name for thread in program.threads]
        self.machine = Machine(
            reduced_program(program, tuple(points)),
            self.inputs,
            program.properties - {Property.RACE},
            lambda stream, text: None,
            undefined="any",
        )
        self.inputs.here = lambda: self.machine.runtime.at

    def unset(self) -> dict[tuple[int, int], str]:
        """The reads of memory that was never written: thread, instruction, and what the input is called."""
        asked = zip(self.inputs.values, self.inputs.asked_at, strict=True)
        return {
            (self.thread_of(value.thread), at): value.name
            for value, at in asked
            if value.name.startswith(("heap:", "stack:"))
        }

    def number_of(self, thread: int) -> int | None:
        """What the machine calls a thread of the program; None: it has not been started."""
        if not thread:
            return 0
        started = (t.number for t in self.machine.threads if t.start == self.names[thread])
        return next(started, None)

    def is_next(self, number: int, step: Step) -> bool:
        """The thread's next visible step is this one of a trace. What a thread does before and after the
        user's text belongs to the place where it was started."""
        thread = self.program.threads[self.thread_of(number)]
        item = thread.body[self.machine.threads[number].frames[-1].pc]
        loc = thread.loc if is_own(step.loc) else step.loc
        is_there = (place_of(item.loc), step_kind(item)) == (place_of(loc), step.kind)
        return is_there and self._may_access(number, step)

    def _may_access(self, number: int, step: Step) -> bool:
        """Several steps of a library function stand at one place. What they access tells them apart, if it
        has a name that does not depend on what was observed before."""
        touches = self.machine.pending(number) if step.kind in (StepKind.READ, StepKind.WRITE) else ()
        if not touches or not _NAME.match(step.place):
            return True
        name = self.machine.runtime.memory.name_of(touches[0].address)
        return not _NAME.match(name) or name.partition(" of ")[0] == step.place.partition(" of ")[0]

    def thread_of(self, number: int) -> int:
        return self.names.index(self.machine.threads[number].start) if number else 0
