"""What a call means: the function's body stands in place of it, with what the caller passes; a call through a
pointer chooses among the functions that it may point to; each start of a thread names what the thread runs.

    r = f(x)    becomes    f.n = x; ...the body of f, with r = v; goto end for each `return v`...; end:
    r = (*p)(x) becomes    if (p != f) goto other; r = f(x); goto called; other: ...; called:

The walk through the bodies says what is known on the way, which calls stay calls, and what a thread
becomes: `Policy`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeAlias

from unthread.core.diagnostics import InputError
from unthread.core.properties import ERROR_FUNCTIONS
from unthread.core.source import Loc
from unthread.inlining.code import Code, State
from unthread.inlining.facts import CallFacts
from unthread.inlining.frames import Activation, Frames
from unthread.inlining.meaning import (
    NOTHING_CALLED,
    NOTHING_STARTED,
    error_reached,
    passed,
    points_elsewhere,
    to_nothing,
    too_deep,
    without_body,
)
from unthread.program.build.fold import convert, integer
from unthread.program.build.simplify import function_named
from unthread.program.build.tidy import is_idle
from unthread.program.expressions import (
    Expression,
    FunctionAddress,
    Variable,
    VariablePlace,
    memory_reads,
    read_register,
)
from unthread.program.instructions import Call, Input, Return, Spawn
from unthread.program.program import Function

New: TypeAlias = Callable[[Expression], Expression]


class Policy(Protocol[State]):
    """What those decide who put bodies in place of calls. `depth` is how many calls of a function may be
    active at one time."""

    @property
    def depth(self) -> int: ...

    def assume(self, what: str) -> None:
        """It is taken for granted, and the verdict will say so."""

    def meant(self, name: str, call: Call) -> tuple[str, Call]:
        """The function that is called in fact, and how."""

    def keeps(self, function: Function, state: State, active: Activation[State]) -> bool:
        """The call stays a call."""

    def keep(self, function: Function, call: Call, state: State) -> State:
        """Write the call that stays one."""

    def entered(self, caller: State) -> State:
        """What is known at the beginning of a body, before it gets its arguments."""

    def note_argument(
        self, parameter: Variable, value: Expression, state: State, active: Activation[State]
    ) -> None:
        """The parameter of the function has got the value."""

    def walk(self, active: Activation[State], state: State, loc: Loc) -> None:
        """Write the function's body, which is called from there."""

    def returning(self, state: State, active: Activation[State]) -> State:
        """What of all that is known outlasts the frame."""

    def resumed(self, caller: State, done: State, active: Activation[State]) -> State:
        """What the caller knows after the call."""

    def start(self, function: Function, spawn: Spawn, state: State) -> State | None:
        """Write the start of a thread in the function; None if execution does not continue after it."""


class InlinedCalls(Generic[State]):
    """Calls and spawns come as the function has them; `New` puts them into the words of the body: its own
    registers, and what is known. Where a state is given back, None says that execution does not continue.
    `active` are the calls under way."""

    def __init__(
        self,
        facts: CallFacts,
        code: Code[State],
        frames: Frames[State],
        policy: Policy[State],
        active: list[str],
    ) -> None:
        self.facts = facts
        self.code = code
        self.frames = frames
        self.policy = policy
        self.active = active

    def thread(
        self,
        function: Function,
        parameters: tuple[Variable, ...],
        known: Expression | None,
        state: State,
        loc: Loc,
    ) -> State | None:
        """The body of a thread that starts in the function, with the first argument if that is known."""
        arguments: list[Expression] = [read_register(parameter) for parameter in parameters]
        if known is not None and arguments:
            arguments[0] = known
        address = FunctionAddress(function.name, self.facts.pointer_to(function.name))
        return self.inline(function, Call(None, address, tuple(arguments), None, loc), state)

    def whole(self, function: Function, state: State) -> Activation[State]:
        """The body of a function that stays one, and is called."""
        self.code.at = function.loc if function.library else None
        active: Activation[State] = Activation(function, self.facts.shape(function.name), None, None, 0)
        for parameter in function.parameters:
            self.frames.register(active, parameter)
        if function.varargs is not None:
            self.frames.register(active, function.varargs)
        self.policy.walk(active, state, function.loc)
        return active

    # ---- who is called; `index` is where the call or the spawn stands in the function

    def call(self, item: Call, index: int, new: New, state: State, active: Activation[State]) -> State | None:
        call = Call(
            self._own(item.target, active),
            new(item.function),
            tuple(map(new, item.arguments)),
            None if item.varargs is None else new(item.varargs),
            item.loc,
        )
        if call.target is not None:
            state.known.pop(call.target, None)

        def one(name: str, state: State) -> State | None:
            return self._call_named(name, call, state, active)

        return self._each(call, index, state, active, one, NOTHING_CALLED)

    def spawn(
        self, item: Spawn, index: int, new: New, state: State, active: Activation[State]
    ) -> State | None:
        spawn = Spawn(self._own(item.target, active), new(item.function), new(item.argument), item.loc)

        def one(name: str, state: State) -> State | None:
            function = self.facts.function(name)
            if function is None:
                where = self.code.at or spawn.loc
                raise InputError(f"a thread starts in '{name}', which has no body", where)
            return self.policy.start(function, spawn, state)

        return self._each(spawn, index, state, active, one, NOTHING_STARTED)

    def _own(self, register: Variable | None, active: Activation[State]) -> Variable | None:
        return None if register is None else self.frames.register(active, register)

    def _each(
        self,
        item: Call | Spawn,
        index: int,
        state: State,
        active: Activation[State],
        one: Callable[[str, State], State | None],
        otherwise: str,
    ) -> State | None:
        """What `one` writes for the function that is named, or for each that a pointer may point to. A
        pointer in memory is read once, as the program does: between two looks another thread might write."""
        named = function_named(item.function)
        if named is not None:
            return one(named, state)
        code, pointer = self.code, item.function
        if memory_reads(pointer):
            register = self.frames.temporary("called", pointer, code.at or item.loc)
            code.assign(VariablePlace(register), pointer, state, item.loc)
            pointer = read_register(register)
        after = code.pending("called")
        for name in sorted(self.facts.callees(active.function.name, index)):
            following = code.pending("other")
            is_other = points_elsewhere(pointer, name, self.facts.pointer_to(name))
            code.go(following, state.copy(), item.loc, is_other)
            done = one(name, state.copy())
            if done is not None:
                code.go(after, done, item.loc)
            code.place(following, item.loc)
        for instruction in to_nothing(otherwise, code.at or item.loc):
            code.add(instruction)
        return code.place(after, item.loc)

    def _call_named(self, name: str, call: Call, state: State, active: Activation[State]) -> State | None:
        name, call = self.policy.meant(name, call)
        function = self.facts.function(name)
        if function is None:
            return self._call_undefined(name, call, state)
        if self.active.count(name) >= self.policy.depth:
            self.code.emit(too_deep(name, self.policy.depth, call.loc))
            return None
        if self.policy.keeps(function, state, active):
            return self.policy.keep(function, call, state)
        return self.inline(function, call, state)

    def _call_undefined(self, name: str, call: Call, state: State) -> State | None:
        loc = self.code.at or call.loc
        if name in ERROR_FUNCTIONS:
            for instruction in error_reached(name, loc):
                self.code.add(instruction)
            return None
        self.policy.assume(without_body(name))
        for argument in call.arguments:
            self._compute(argument, name, state, loc)
        if call.target is not None:
            self.code.add(Input(call.target, f"{name}()", loc))
        return state

    # ---- a body in place of a call

    def inline(self, function: Function, call: Call, caller: State) -> State | None:
        """The function's body in place of the call."""
        code, at = self.code, self.code.at or call.loc
        shape = self.facts.shape(function.name)
        returns = code.pending(f"{function.name}.end")
        active = Activation(function, shape, returns, call.target, len(code.body))
        state = self.policy.entered(caller)
        self._pass_arguments(call, active, state)
        outer, code.at = code.at, at if function.library else None
        self.active.append(function.name)
        self.policy.walk(active, state, at)
        self.active.pop()
        done = code.place(returns, call.loc)
        code.at = outer
        if done is None:
            return None
        self.frames.end(active, done, call.loc)
        return self.policy.resumed(caller, done, active)

    def _pass_arguments(self, call: Call, active: Activation[State], state: State) -> None:
        function = active.function
        for parameter, value in passed(function, call.arguments):
            own = self.frames.register(active, parameter)
            if value is None:
                self.code.emit(Input(own, parameter.text, call.loc))
            else:
                self.code.assign(VariablePlace(own), value, state, call.loc)
                self.policy.note_argument(parameter, value, state, active)
        if function.varargs is not None:
            own = self.frames.register(active, function.varargs)
            nothing = integer(0, own.type)
            value = nothing if call.varargs is None else call.varargs
            self.code.assign(VariablePlace(own), value, state, call.loc)

    def leave(self, value: Expression | None, state: State, active: Activation[State], loc: Loc) -> None:
        """A return."""
        after, result = self.policy.returning(state, active), active.result
        if active.returns is None:
            self._return(value, after, active, loc)
            return
        if result is None and value is not None:
            self._compute(value, active.function.name, after, loc)
        elif result is not None and value is None:
            self.code.emit(Input(result, f"{active.function.name}()", loc))
        elif result is not None and value is not None:
            self.code.assign(VariablePlace(result), convert(value, result.type), after, loc)
        self.code.go(active.returns, after, loc)

    def _return(self, value: Expression | None, state: State, active: Activation[State], loc: Loc) -> None:
        """From a function that stays one: the result is there before anything ends, which its variables do
        by themselves."""
        if active.blocks and value is not None:
            held = self.frames.temporary("result", value, self.code.at or loc)
            self.code.assign(VariablePlace(held), value, state, loc)
            value = read_register(held)
        self.frames.end_blocks(active, state, loc)
        self.code.emit(Return(value, loc))

    def _compute(self, value: Expression, function: str, state: State, loc: Loc) -> None:
        """A result that is not used is computed too: computing it may be a race, or go wrong."""
        if not is_idle(value):
            unused = self.frames.temporary(f"{function}()", value, self.code.at or loc)
            self.code.assign(VariablePlace(unused), value, state, loc)
