"""Calls and starts of threads: bodies stand where calls stood, and each start gets a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from unthread.bound.code import Code
from unthread.bound.frames import Frames
from unthread.bound.inline import (
    NOTHING_CALLED,
    NOTHING_STARTED,
    error_reached,
    passed,
    points_elsewhere,
    to_nothing,
    too_deep,
    without_body,
)
from unthread.bound.loops.watch import Watcher
from unthread.bound.record import Record
from unthread.bound.state import Activation, Pending, State
from unthread.core.bounds import Bound, several
from unthread.core.properties import ERROR_FUNCTIONS
from unthread.core.source import Loc
from unthread.program.build.fold import convert, integer
from unthread.program.build.simplify import function_named, is_known
from unthread.program.expressions import (
    Expression,
    FunctionAddress,
    Storage,
    Variable,
    VariablePlace,
    memory_reads,
    read_register,
)
from unthread.program.instructions import Call, Cut, Input, Spawn
from unthread.program.library import WAIT, WAIT_IN_LOOP
from unthread.program.program import Function
from unthread.program.types import PointerType

if TYPE_CHECKING:
    from unthread.bound.threads import Bounder

Walk: TypeAlias = Callable[[Activation, Pending], None]  # writes a function's body, which begins there


class Calls:
    """Calls and spawns come in the words of the thread: its own registers, and what is known put in."""

    def __init__(
        self, bounder: Bounder, record: Record, code: Code, frames: Frames, watcher: Watcher
    ) -> None:
        self.bounder = bounder
        self.facts = bounder.facts
        self.record = record
        self.code = code
        self.frames = frames
        self.watcher = watcher
        self.sleeps: int | None = None  # in a loop around a wait: which round, in the words of models/cond.c
        self._active: list[str] = []

    # None: execution does not go on behind it. `index` is where it stands in the function.
    def call(self, call: Call, index: int, state: State, active: Activation, walk: Walk) -> State | None:
        if call.target is not None:
            state.known.pop(call.target, None)
        named = function_named(call.function)
        if named is not None:
            return self._call_named(named, call, state, walk)

        def one(name: str, state: State) -> State | None:
            return self._call_named(name, call, state, walk)

        return self._each(call, index, state, active, one, NOTHING_CALLED)

    def _each(
        self,
        item: Call | Spawn,
        index: int,
        state: State,
        active: Activation,
        one: Callable[[str, State], State | None],
        otherwise: str,
    ) -> State | None:
        """What `one` writes for the function that is named, or for each that a pointer may point to. A
        pointer in memory is read once, as the program does: between two looks another thread might write."""
        code, after, named = self.code, self.code.pending(), function_named(item.function)
        pointer = item.function
        if memory_reads(pointer):
            register = self.frames.own(Variable("called", pointer.type, Storage.REGISTER))
            code.assign(VariablePlace(register), pointer, state, item.loc)
            pointer = read_register(register)
        for name in sorted(self.facts.callees(active.function.name, index)) if named is None else [named]:
            following = code.pending()
            if named is None:
                is_other = points_elsewhere(pointer, name, self.facts.pointer_to(name))
                code.go(following, state.copy(), item.loc, is_other)
            done = one(name, state.copy())
            if done is not None:
                code.go(after, done, item.loc)
            code.place(following, item.loc)
        for instruction in () if named else to_nothing(otherwise, code.at or item.loc):
            code.add(instruction)
        return code.place(after, item.loc)

    def _call_named(self, name: str, call: Call, state: State, walk: Walk) -> State | None:
        if name == WAIT and self.sleeps is not None:
            name = WAIT_IN_LOOP
            call = replace(call, arguments=(*call.arguments, integer(self.sleeps)))
        function = self.facts.function(name)
        if function is None:
            return self._call_undefined(name, call, state)
        if self._active.count(name) >= self.bounder.bounds.depth:
            self.code.emit(too_deep(name, self.bounder.bounds.depth, call.loc))
            return None
        return self.inline(function, call, state, walk)

    def _call_undefined(self, name: str, call: Call, state: State) -> State | None:
        loc = self.code.at or call.loc
        if name in ERROR_FUNCTIONS:
            for instruction in error_reached(name, loc):
                self.code.add(instruction)
            return None
        self.record.assume(without_body(name))
        for argument in call.arguments:
            self._compute(argument, name, state, loc)
        if call.target is not None:
            self.code.add(Input(call.target, f"{name}()", loc))
        return state

    def inline(self, function: Function, call: Call, caller: State, walk: Walk) -> State | None:
        """The function's body in place of the call."""
        code, loc = self.code, call.loc
        shape = self.facts.shape(function.name)
        active = Activation(function, shape, code.pending(), call.target, len(code.body))
        state = State(caller.memory, _only(caller.known, self.watcher.registers()), sections=caller.sections)
        self._pass_arguments(call, active, state)
        entry = code.pending()
        code.go(entry, state, loc)
        outer, code.at = code.at, (code.at or loc) if function.library else None
        self._active.append(function.name)
        walk(active, entry)
        self._active.pop()
        done = code.place(active.returns, loc)
        code.at = outer
        if done is None:
            return None
        self.frames.end(active, done, loc)
        done.discard({item for item in active.objects if item.escapes})
        caller.memory, caller.sections = done.memory, done.sections
        if call.target is not None and call.target in done.known:
            caller.known[call.target] = done.known[call.target]
        for register in self.watcher.registers():
            caller.known.pop(register, None)
        caller.known |= _only(done.known, self.watcher.registers())
        return caller

    def _pass_arguments(self, call: Call, active: Activation, state: State) -> None:
        function = active.function
        for parameter, value in passed(function, call.arguments):
            own = self.frames.register(active, parameter)
            if value is None:
                self.code.emit(Input(own, parameter.text, call.loc))
            else:
                self.code.assign(VariablePlace(own), value, state, call.loc)
        if function.varargs is not None:
            own = self.frames.register(active, function.varargs)
            nothing = integer(0, own.type)
            value = nothing if call.varargs is None else call.varargs
            self.code.assign(VariablePlace(own), value, state, call.loc)

    def leave(self, value: Expression | None, state: State, active: Activation, loc: Loc) -> None:
        """A return."""
        kept = (*active.alive.values(), *active.blocks, *self.watcher.registers())
        after = State(state.memory, _only(state.known, kept), sections=state.sections)
        result = active.result
        if result is None and value is not None:
            self._compute(value, active.function.name, after, loc)
        elif result is not None and value is None:
            self.code.emit(Input(result, f"{active.function.name}()", loc))
        elif result is not None and value is not None:
            self.code.assign(VariablePlace(result), convert(value, result.type), after, loc)
        self.code.go(active.returns, after, loc)

    def _compute(self, value: Expression, function: str, state: State, loc: Loc) -> None:
        """What nobody wants is computed all the same: that may be a race, or go wrong."""
        if not is_known(value):
            unused = self.frames.own(Variable(f"{function}()", value.type, Storage.REGISTER))
            self.code.assign(VariablePlace(unused), value, state, loc)

    # ---- threads

    def spawn(self, spawn: Spawn, index: int, state: State, active: Activation) -> State | None:
        def one(name: str, state: State) -> State | None:
            return self._start(name, spawn, state)

        return self._each(spawn, index, state, active, one, NOTHING_STARTED)

    def _start(self, name: str, spawn: Spawn, state: State) -> State | None:
        started = self.bounder.start_thread(self.record, name, spawn.argument, self.code.at or spawn.loc)
        if started is None:
            what = f"more than {several(self.bounder.bounds.threads, 'thread')}"
            self.code.emit(Cut(what, spawn.loc, Bound.THREADS))
            return None
        address = FunctionAddress(started.name, PointerType(self.facts.pointer_to(name).target))
        self.code.emit(Spawn(None, address, spawn.argument, spawn.loc))
        state.memory.spawned()
        if spawn.target is not None:
            value = integer(started.number, spawn.target.type)
            self.code.assign(VariablePlace(spawn.target), value, state, spawn.loc)
        return state


def _only(known: dict[Variable, Expression], registers: Iterable[Variable]) -> dict[Variable, Expression]:
    return {register: known[register] for register in registers if register in known}
