"""Where a thread is, and what follows for executions from what it does there.

What may go wrong becomes a `SymbolicClaim`, what must hold on the way a constraint, what is not followed any
further a `Barrier`. All of it goes into the `Collected` that was passed in.
"""

from __future__ import annotations

from dataclasses import replace

from unthread.core.bounds import Bound
from unthread.core.properties import Property
from unthread.core.source import NOWHERE, Loc
from unthread.core.trace import StepKind
from unthread.engine.encode.events import AskedValue, Barrier, Collected, SymbolicClaim
from unthread.engine.encode.objects import ObjectState, SymbolicObject, Value
from unthread.engine.encode.plan import ThreadPlan
from unthread.engine.encode.registers import Registers
from unthread.engine.encode.setting import Setting, SharedState
from unthread.engine.terms.domains import bounds_in
from unthread.engine.terms.nodes import Bool, Int
from unthread.program.types import UCHAR, IntType, Type
from unthread.values.cells import Codec


class Recorder:
    """`required` is what must hold for the thread to continue from here, besides what is `pending` in each of
    its segments: there, assumptions stop this thread alone. `is_immediate`: the instruction belongs to a
    visible step, so that all notice at once."""

    def __init__(
        self,
        setting: Setting,
        state: SharedState,
        collected: Collected,
        plan: ThreadPlan,
        registers: Registers,
    ) -> None:
        self.setting, self.terms = setting, setting.terms
        self.state, self.collected = state, collected
        self.registers = registers
        self.thread, self.number = plan.thread, plan.thread.number
        self.pending = [self.terms.true] * (len(plan.points) + 1)
        self.required = self.terms.true
        self.is_immediate = True
        self.round = 0
        self.segment = 0
        self.loc = plan.thread.loc

    def begin(self, round: int) -> None:
        """A turn."""
        self.round, self.segment, self.required = round, 0, self.terms.true

    def enter(self, segment: int) -> None:
        if self.segment < segment:
            self.required = self.terms.both(self.required, self.pending[self.segment])
        self.segment = segment

    @property
    def is_forced(self) -> bool:
        """Every execution gets here."""
        return not self.number and self.segment < self.setting.timetable.forced

    def gets_here(self) -> Bool:
        """Nothing went wrong, or stopped the thread, before."""
        stopped_by_none = self.terms.both(self.required, self.pending[self.segment])
        return self.terms.both(self.state.failed.inverse, stopped_by_none)

    def _fail(self, condition: Bool) -> None:
        self.state.failed = self.terms.either(self.state.failed, condition)

    # ---- what may go wrong

    def fault(self, property: Property, message: str, bad: Bool) -> None:
        """A rule is broken where `bad` holds, and nothing sensible follows."""
        if bad is self.terms.false:
            return
        if property in self.setting.properties:
            self.claim(property, message, bad)
            self.require(bad.inverse)
        else:
            self._end(property, message, bad)

    def violate(self, property: Property, message: str, bad: Bool) -> None:
        """What the program asserts is violated where `bad` holds."""
        if property in self.setting.properties:
            self.claim(property, message, bad)
        elif bad is not self.terms.false:
            self._end(property, message, bad)

    def claim(self, property: Property, message: str, bad: Bool) -> None:
        collected = self.collected
        bad = self.terms.both(bad, self.gets_here())
        if bad is self.terms.false:
            return
        before = len(collected.happened), len(collected.asked)
        collected.claims.append(
            SymbolicClaim(bad, property, message, self.number, self.loc, self.round, *before)
        )
        if self.is_immediate:
            self._fail(bad)
        else:
            self.require(bad.inverse)

    def _end(self, property: Property, message: str, bad: Bool) -> None:
        """An execution that violates what was not asked for ends here; that there is one can be asked."""
        allowed = self.setting.permissions.of(f"violations of {property}", NOWHERE)
        reached = self.terms.both(bad, self.gets_here())
        if reached is self.terms.false:
            self.require(bad.inverse)
            return
        barrier = Barrier(reached, message, self.loc, None, allowed, self.round, property)
        self.collected.barriers.append(barrier)
        self.require(self.terms.either(bad.inverse, allowed))
        if self.is_immediate:
            self._learn(bad.inverse)
            self._fail(self.terms.both(reached, allowed))

    # ---- what must hold

    def require(self, condition: Bool) -> None:
        """Executions without it do not exist, unless they went wrong before."""
        terms, collected = self.terms, self.collected
        if self.is_immediate:
            condition = terms.either(condition, self.state.failed)
            if condition is not terms.true:
                collected.stops.append(len(collected.constraints))
                collected.constraints.append(condition)
                self._learn(condition)
        else:
            self.pending[self.segment] = terms.both(self.pending[self.segment], condition)

    def _learn(self, condition: Bool) -> None:
        """Bounds of values from what holds in every execution, in time for what is computed from them."""
        known = bounds_in(condition) if self.is_forced else None
        if known:
            self.registers.narrow(known)

    # ---- what is not followed

    def stop(self, what: str, loc: Loc, bound: Bound | None, guard: Bool) -> None:
        """Executions that get here are not followed any further."""
        allowed = self.setting.permissions.of(what, loc)
        reached = self.terms.both(guard, self.gets_here())
        self.require(self.terms.either(guard.inverse, allowed))
        self.admit(what, loc, bound, reached)

    def admit(
        self, what: str, loc: Loc, bound: Bound | None, reached: Bool, property: Property | None = None
    ) -> None:
        """That executions get here can be asked."""
        allowed = self.setting.permissions.of(what, loc)
        self.collected.barriers.append(Barrier(reached, what, loc, bound, allowed, self.round, property))
        if self.is_immediate:  # an execution that is allowed to get here goes no further
            self._fail(self.terms.both(reached, allowed))

    def ignore(self, what: str, loc: Loc, guard: Bool) -> None:
        """Memory may go wrong there for all we know, and executions continue, which they do not if it does:
        what they lead to may not be there. Whether there are any can be asked."""
        if guard is self.terms.false:
            return
        self.collected.loose[f"{what} is not detected at {loc}"] = None
        unasked = None if Property.MEMORY in self.setting.properties else Property.MEMORY
        self.admit(what, loc, None, self.terms.both(guard, self.gets_here()), unasked)

    # ---- what is recorded of an execution

    def arrive(self, place: int, guard: Bool) -> None:
        """Nothing happens, but that an execution gets here can be asked."""
        reached = self.terms.both(guard, self.gets_here())
        if reached is not self.terms.false:
            arrival = place, self.thread.routine, self.number > 0
            moment = len(self.collected.constraints)
            self.collected.arrivals.setdefault(arrival, []).append((moment, reached))

    def ask(self, guard: Bool, name: str, type: Type, value: Value) -> None:
        self.collected.asked.append(AskedValue(guard, self.number, name, self.loc, type, value))

    def ask_memory(
        self, guard: Bool, item: SymbolicObject, offset: Int, cell: Codec, value: Value, writes: bool
    ) -> None:
        type = IntType(8 * cell.size, False)
        place = item, offset, cell.size, writes, cell.whole
        self.collected.asked.append(AskedValue(guard, self.number, item.name, self.loc, type, value, *place))

    def ask_bytes(
        self, guard: Bool, item: SymbolicObject, offset: Int, size: int, state: ObjectState
    ) -> None:
        """Bytes are copied, one after the other, of which some may never have been written."""
        zero = self.terms.zero
        asked = AskedValue(
            guard, self.number, item.name, self.loc, UCHAR, zero, item, offset, size, state=state
        )
        self.collected.asked.append(asked)

    def mark_value(self, value: Value, offsets: tuple[tuple[Bool, Int], ...]) -> None:
        """The visible step that happened last read or wrote it; integers with their value."""
        happened = self.collected.happened
        if happened and happened[-1].kind in (StepKind.READ, StepKind.WRITE):
            told = value if isinstance(value, Int) else None
            happened[-1] = replace(happened[-1], value=told, offsets=offsets)
