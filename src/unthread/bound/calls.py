"""Calls in threads whose loops are unwound: what is known goes along into the bodies and back, and each start
gets a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from unthread.bound.loops.watch import Watcher
from unthread.bound.record import Record
from unthread.bound.state import Activation, Code, Pending, State
from unthread.core.bounds import Bound, several
from unthread.core.source import Loc
from unthread.inlining.meaning import users_routine
from unthread.program.build.fold import integer
from unthread.program.expressions import Expression, FunctionAddress, Variable, VariablePlace
from unthread.program.instructions import Call, Cut, Spawn
from unthread.program.library import WAIT, WAIT_IN_LOOP
from unthread.program.program import Function
from unthread.program.types import PointerType

if TYPE_CHECKING:
    from unthread.bound.threads import Bounder

Walk = Callable[[Activation, Pending], None]  # writes a function's body, which begins there


class Unwinding:
    """`inlining.calls.Policy` of one thread. No call stays one. `sleeps` is, in a loop around a wait, which
    iteration it is, in the words of models/cond.c."""

    def __init__(self, bounder: Bounder, record: Record, code: Code, watcher: Watcher, walk: Walk) -> None:
        self.depth = bounder.bounds.depth
        self.sleeps: int | None = None
        self.assume = record.assume
        self._bounder = bounder
        self._record = record
        self._code = code
        self._watcher = watcher
        self._walk = walk

    def meant(self, name: str, call: Call) -> tuple[str, Call]:
        if name != WAIT or self.sleeps is None:
            return name, call
        return WAIT_IN_LOOP, replace(call, arguments=(*call.arguments, integer(self.sleeps)))

    def keeps(self, function: Function, state: State, active: Activation) -> bool:
        return False

    def keep(self, function: Function, call: Call, state: State) -> State:
        raise AssertionError("no call stays one")

    # ---- what is known

    def entered(self, caller: State) -> State:
        known = _only(caller.known, self._watcher.registers())
        return State(caller.memory, known, sections=caller.sections)

    def note_argument(self, parameter: Variable, value: Expression, state: State, active: Activation) -> None:
        pass  # assigning it says all

    def walk(self, active: Activation, state: State, loc: Loc) -> None:
        entry = self._code.pending()
        self._code.go(entry, state, loc)
        self._walk(active, entry)

    def returning(self, state: State, active: Activation) -> State:
        kept = (*active.alive.values(), *active.blocks, *self._watcher.registers())
        return State(state.memory, _only(state.known, kept), sections=state.sections)

    def resumed(self, caller: State, done: State, active: Activation) -> State:
        done.discard({item for item in active.objects if item.escapes})
        caller.memory, caller.sections = done.memory, done.sections
        if active.result is not None and active.result in done.known:
            caller.known[active.result] = done.known[active.result]
        for register in self._watcher.registers():
            caller.known.pop(register, None)
        caller.known |= _only(done.known, self._watcher.registers())
        return caller

    # ---- threads

    def start(self, function: Function, spawn: Spawn, state: State) -> State | None:
        code = self._code
        started = self._bounder.start_thread(self._record, function, spawn.argument, code.at or spawn.loc)
        if started is None:
            routine = users_routine(function, spawn.argument).partition("@")[0]
            what = f"more than {several(self._bounder.bounds.threads, 'thread')} of {routine}"
            code.emit(Cut(what, spawn.loc, Bound.THREADS))
            return None
        address = FunctionAddress(started.name, PointerType(function.type))
        code.emit(Spawn(None, address, spawn.argument, spawn.loc))
        state.memory.spawned()
        if spawn.target is not None:
            value = integer(started.number, spawn.target.type)
            code.assign(VariablePlace(spawn.target), value, state, spawn.loc)
        return state


def _only(known: dict[Variable, Expression], registers: Iterable[Variable]) -> dict[Variable, Expression]:
    return {register: known[register] for register in registers if register in known}
