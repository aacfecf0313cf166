"""What the walk through a thread carries along: what is known, and the edges still open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TypeAlias

from unthread.bound.knowledge import KnownMemory, addressed, merged_memory
from unthread.core.records import dataclass
from unthread.inlining import code, frames
from unthread.program.expressions import Expression, Variable


@dataclass(slots=True)
class State:
    """What is known at a place: values of registers, and which object a variable of the frame names now.
    None as an object: different ones on different ways here. `sections` is how many atomic sections are open,
    on the way here with the fewest."""

    memory: KnownMemory
    known: dict[Variable, Expression] = field(default_factory=dict)
    objects: dict[Variable, Variable | None] = field(default_factory=dict)
    sections: int = 0

    def copy(self) -> State:
        return State(self.memory.copy(), dict(self.known), dict(self.objects), self.sections)

    def discard(self, gone: set[Variable]) -> None:
        """The objects have ended, and their addresses are not known any more."""
        if gone:
            self.known = {register: v for register, v in self.known.items() if addressed(v) not in gone}
            self.memory.discard(gone)


def merged(states: list[State]) -> State:
    first, *rest = states
    if not rest:
        return first
    known = {
        register: value
        for register, value in first.known.items()
        if all(state.known.get(register) == value for state in rest)
    }
    objects: dict[Variable, Variable | None] = {}
    for state in states:
        for variable, item in state.objects.items():
            objects[variable] = item if objects.get(variable, item) == item else None
    sections = min(state.sections for state in states)
    return State(merged_memory([state.memory for state in states]), known, objects, sections)


Code: TypeAlias = code.Code[State]
Pending: TypeAlias = code.Pending[State]
Activation: TypeAlias = frames.Activation[State]
Places: TypeAlias = dict[int, Pending]
Route: TypeAlias = Callable[[int, int], Pending]
