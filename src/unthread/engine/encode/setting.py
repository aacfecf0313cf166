"""What the threads of an encoding have in common: what is fixed, and what they share and change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.engine.encode.events import Permissions
from unthread.engine.encode.memory import SymbolicMemory
from unthread.engine.encode.objects import Value
from unthread.engine.encode.reuse import Reuse
from unthread.engine.encode.statics import Statics
from unthread.engine.encode.timetable import Timetable
from unthread.engine.terms.nodes import Bool
from unthread.engine.terms.terms import Terms
from unthread.program.bounded import BoundedProgram


@dataclass(frozen=True, slots=True)
class Setting:
    """Fixed before the first round. `numbers` are those of the threads, by name."""

    program: BoundedProgram
    properties: frozenset[Property]
    terms: Terms
    statics: Statics
    timetable: Timetable
    permissions: Permissions
    numbers: Mapping[str, int]


@dataclass(slots=True)
class SharedState:
    """What threads see of each other at one moment. `failed`: some claim about a visible step holds already;
    `spawned`: that a thread was started, `arguments`: with what; `over`: that it was finished after its
    latest turn."""

    memory: SymbolicMemory
    reuse: Reuse
    failed: Bool
    spawned: dict[int, Bool]
    arguments: dict[int, tuple[Value, ...]]
    over: dict[int, Bool] = field(default_factory=dict)

    def for_a_look(self) -> SharedState:
        """The same; what changes in it is not passed on."""
        memory = self.memory.for_a_look()
        reuse = self.reuse.for_a_look(memory)
        return SharedState(
            memory, reuse, self.failed, dict(self.spawned), dict(self.arguments), dict(self.over)
        )
