"""Symbolic execution of a `BoundedProgram`, round by round, thread by thread.

All schedules are executed at once: one memory, in which every write happens under the condition that the
thread gets there in this round. A thread's registers never change once set (`plan.py`), so a later round
keeps what an earlier one computed and computes the rest. What may go wrong becomes a `SymbolicClaim`: a
condition and what it would mean; what must hold on the way becomes a constraint.
"""

from __future__ import annotations

from collections.abc import Sequence

from unthread.bound.alike.classes import Alike
from unthread.bound.visible import Points
from unthread.core.properties import Property
from unthread.engine.encode.addresses import Addresses
from unthread.engine.encode.ends import claim_ends
from unthread.engine.encode.events import Collected, Permissions
from unthread.engine.encode.memory import SymbolicMemory
from unthread.engine.encode.plan import plan_of
from unthread.engine.encode.reuse import Reuse
from unthread.engine.encode.setting import Setting, SharedState
from unthread.engine.encode.statics import Statics
from unthread.engine.encode.thread import ThreadRun
from unthread.engine.encode.timetable import Timetable
from unthread.engine.terms.terms import Terms
from unthread.program.bounded import BoundedProgram


class RoundsEncoding:
    """Grows by `add_round`. `settled` are the properties that are known to hold, `alike` the threads that are
    interchangeable."""

    def __init__(
        self,
        program: BoundedProgram,
        points: Sequence[Points],
        properties: frozenset[Property],
        settled: frozenset[Property] = frozenset(),
        alike: Sequence[Alike] = (),
    ) -> None:
        assert program.properties == properties, "a bounded program is checked for what it was made for"
        self.settled = settled
        self.terms = Terms()
        memory = SymbolicMemory(Addresses(self.terms, program.data_model))
        statics, permissions = Statics(program, memory), Permissions(self.terms)
        plans = [
            plan_of(thread, found.visible) for thread, found in zip(program.threads, points, strict=True)
        ]
        numbers = {thread.name: thread.number for thread in program.threads}
        self.timetable = Timetable(self.terms, plans, points, properties, numbers, alike)
        self.setting = Setting(program, properties, self.terms, statics, self.timetable, permissions, numbers)
        self.state = _first_state(program, memory)
        self.collected = Collected()
        self.threads = [ThreadRun(self.setting, self.state, self.collected, plan) for plan in plans]

    def settle(self, properties: frozenset[Property]) -> None:
        """Violations of these need not be found any more."""
        self.settled |= properties

    def add_round(self) -> None:
        rounds, constraints = self.timetable.rounds, self.collected.constraints
        rounds.add()
        for run in self.threads:
            run.execute(rounds.count)
        constraints += self.timetable.pruned(self.threads)
        constraints += self.timetable.ordered(self.threads)
        constraints += rounds.of_round(rounds.count)
        claim_ends(self)


def _first_state(program: BoundedProgram, memory: SymbolicMemory) -> SharedState:
    """Only the first thread is there."""
    terms = memory.terms
    spawned = {thread.number: terms.boolean(thread.number == 0) for thread in program.threads}
    return SharedState(memory, Reuse(memory), terms.false, spawned, {})
