"""The iterations of loops that are watched, because they may turn out to change nothing: `idle.py` says what
for.

Registers are set along with what the thread does, and asked where an iteration leads back to the top.
"""

from __future__ import annotations

from collections.abc import Collection

from unthread.analysis.constants import position
from unthread.bound.facts import Facts
from unthread.bound.frames import UnwoundFrames
from unthread.bound.loops.idle import (
    ObjectCopy,
    Watch,
    WatchedIteration,
    differs,
    either,
    is_comparable,
    may_be_idle,
    replaced,
    value_of,
)
from unthread.bound.state import Activation, Code, Pending, Places, State
from unthread.core.source import Loc
from unthread.program.build.fold import convert, integer
from unthread.program.build.simplify import truth_of
from unthread.program.expressions import (
    Expression,
    Place,
    Variable,
    VariablePlace,
    memory_reads,
    read_register,
    root,
)
from unthread.program.instructions import Assign, Assume
from unthread.program.query.loops import LoopNode
from unthread.program.types import INT, Type, value_type


class Watcher:
    """`_iterations` are those under way, the innermost last."""

    def __init__(self, thread: str, facts: Facts, code: Code, frames: UnwoundFrames) -> None:
        self.facts = facts
        self.code = code
        self.frames = frames
        self._thread = thread
        self._iterations: list[WatchedIteration] = []
        self._extras = 0

    def watch(self, node: LoopNode, active: Activation) -> Watch | None:
        if not may_be_idle(active.shape, node):
            return None
        carried = self.facts.carried(active.function.name, node)
        registers = tuple(self.frames.register(active, register) for register in carried)
        return Watch(registers) if all(map(is_comparable, registers)) else None

    def begin_iteration(self, watch: Watch, node: LoopNode, incoming: Places) -> None:
        """At the top of the loop, before anything else of the iteration."""
        (entry,) = node.loop.entries
        state = self.code.place(incoming[entry], node.loc)
        assert state is not None, "iterations begin where some edge leads"
        iteration = WatchedIteration(
            watch, self._extra_register("changed"), state.memory.copy(), state.sections
        )
        self.code.assign(VariablePlace(iteration.changed), integer(0), state, node.loc)
        if watch.start is None:
            watch.start = len(self.code.body)
        for register in watch.registers:
            iteration.before[register] = self._saved(register, state, node.loc)
        for item, copy in watch.copies.items():
            iteration.before[item] = self._saved(copy.value, state, node.loc)
            iteration.is_known[item] = self._saved(copy.is_valid, state, node.loc)
        self._iterations.append(iteration)
        self.frames.newborn.append(iteration.own)
        incoming[entry] = self.code.pending()
        self.code.go(incoming[entry], state, node.loc)

    def _saved(self, register: Variable, state: State, loc: Loc) -> Expression:
        """What the register holds here, to be asked for later."""
        before = self._extra_register("before", register.type)
        self.code.assign(VariablePlace(before), value_of(register, state.known), state, loc)
        return value_of(before, state.known)

    def end_watch(self, watch: Watch, loc: Loc) -> None:
        """Copies begin as not valid; which there are was not known when the first iteration began."""
        for copy in watch.copies.values():
            assert watch.start is not None, "something was written in an iteration"
            begin = Assign(VariablePlace(copy.is_valid), integer(0), self.code.at or loc)
            self.code.body.insert(watch.start, begin)

    def end_iteration(self, again: Pending, node: LoopNode) -> Places:
        """Where the next iteration begins, if something has changed."""
        iteration = self._iterations.pop()
        self.frames.newborn.pop()
        state = self.code.place(again, node.loc)
        if state is None:
            return {}
        following = self.code.pending()
        moved = iteration.has_moved(state.known) if state.sections == iteration.sections else integer(1)
        decided = truth_of(moved)
        if decided is not False:
            self.code.go(following, state, node.loc, None if decided else moved)
        if not decided:
            iteration.watch.is_idle = True
            self.code.emit(Assume(integer(0), node.loc))
        return {node.loop.entries[0]: following} if following.states else {}

    def note_write(self, place: Place, written: Place, value: Expression, state: State, loc: Loc) -> None:
        """`written` is the place as the function has it."""
        if not self._iterations:
            return
        base = root(place)
        if isinstance(base, VariablePlace) and state.memory.private(base.variable):
            for iteration in self._iterations:
                if base.variable not in iteration.own:
                    self._note_own_write(iteration, place, value, state, loc)
            return
        found = position(place)
        if found is not None:  # `forget` gets the other places where a pointer may lead
            self.forget((found[0],), state, loc)
        is_same_since = state.sections > 0 or self.facts.is_out_of_reach(written)
        before = replaced(place, self.code.body) if is_same_since and not memory_reads(value) else None
        self.note_change(state, loc, None if before is None else differs(read_register(before), value))

    def note_row(self, row: Place, state: State, loc: Loc) -> None:
        """Elements were written, which may be the bytes of a variable."""
        self.note_change(state, loc)
        found = position(row)
        if found is not None:  # `forget` gets the other places where a pointer may lead
            self.forget((found[0],), state, loc)

    def forget(self, items: Collection[Variable] | None, state: State, loc: Loc) -> None:
        """The objects, or any if None, were perhaps written in part, or through a pointer."""
        for iteration in self._iterations:
            for variable, copy in iteration.watch.copies.items():
                if items is None or variable in items:
                    self.code.assign(VariablePlace(copy.is_valid), integer(0), state, loc)

    def note_end(self, item: Variable, state: State, loc: Loc) -> None:
        """The object has ended. One that the iteration has made was not there at its top either."""
        for iteration in self._iterations:
            if item not in iteration.own:
                self._note_change_in(iteration, state, loc)

    def note_end_of_section(self, state: State, loc: Loc) -> None:
        for iteration in self._iterations:
            if state.sections < iteration.sections:
                self._note_change_in(iteration, state, loc)

    def _note_own_write(
        self, iteration: WatchedIteration, place: Place, value: Expression, state: State, loc: Loc
    ) -> None:
        """To an object that no other thread reaches: what it holds is remembered in a register."""
        if not isinstance(place, VariablePlace) or not is_comparable(place.variable):
            self._note_change_in(iteration, state, loc)
            return
        copies, variable = iteration.watch.copies, place.variable
        if variable not in copies:
            registers = self._extra_register("copy", value_type(variable.type)), self._extra_register("valid")
            copies[variable] = ObjectCopy(*registers)
        is_told = not memory_reads(value)  # which might be something else when it is read again
        known = iteration.memory.read(place)
        if known is not None and is_told:
            iteration.before[variable] = known
        else:
            unknown = differs(iteration.is_known.get(variable, integer(0)), integer(1))
            self._note_change_in(iteration, state, loc, unknown if is_told else None)
        copy = copies[variable]
        if is_told:
            self.code.assign(VariablePlace(copy.value), convert(value, copy.value.type), state, loc)
        self.code.assign(VariablePlace(copy.is_valid), integer(is_told), state, loc)

    def note_change(self, state: State, loc: Loc, condition: Expression | None = None) -> None:
        for iteration in self._iterations:
            self._note_change_in(iteration, state, loc, condition)

    def _note_change_in(
        self, iteration: WatchedIteration, state: State, loc: Loc, condition: Expression | None = None
    ) -> None:
        """Memory is not as it was any more, if the condition holds."""
        before = value_of(iteration.changed, state.known)
        if truth_of(before) is True:
            return
        changed = integer(1) if condition is None else either(before, condition)
        if changed != before:
            self.code.assign(VariablePlace(iteration.changed), changed, state, loc)

    def registers(self) -> list[Variable]:
        """Registers that change wherever the thread is."""
        return [register for iteration in self._iterations for register in iteration.registers()]

    def _extra_register(self, name: str, type: Type = INT) -> Variable:
        self._extras += 1
        return self.frames.new_register(f"{self._thread}/{name}/{self._extras}", type, name)
