"""Calls in bodies whose loops stay: what is known of registers does not leave a function, some functions stay
functions, and threads that start in one function may have one body."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from unthread.core.source import Loc
from unthread.inlining.meaning import passed, users_routine
from unthread.program.build.fold import convert
from unthread.program.build.simplify import function_named, is_fixed
from unthread.program.expressions import (
    Expression,
    FunctionAddress,
    Read,
    Variable,
    VariablePlace,
    is_register,
    read_register,
)
from unthread.program.instructions import Assign, Call, Input, Spawn
from unthread.program.program import Function
from unthread.program.types import VOID, FunctionType, PointerType, is_scalar, value_type
from unthread.sequentialize.flat_state import Activation, Bodies, FlatCode, FlatFrames, FlatState

Walk = Callable[[Activation, FlatState, Loc], None]  # writes a function's body


class Keeping:
    """`inlining.calls.Policy` of one body. `active` are the calls under way."""

    def __init__(
        self, bodies: Bodies, code: FlatCode, frames: FlatFrames, walk: Walk, active: list[str]
    ) -> None:
        self.depth = bodies.depth
        self.assume = bodies.assume
        self.walk = walk
        self._bodies = bodies
        self._facts = bodies.facts
        self._code = code
        self._frames = frames
        self._active = active

    def meant(self, name: str, call: Call) -> tuple[str, Call]:
        return name, call

    # ---- what is known

    def entered(self, caller: FlatState) -> FlatState:
        return FlatState(sections=caller.sections)

    def note_argument(
        self, parameter: Variable, value: Expression, state: FlatState, active: Activation
    ) -> None:
        """What is in a register of the caller stays there: the caller does not continue before the copy is
        done."""
        if parameter not in self._facts.assigned(active.function) and _is_register(value):
            state.known[self._frames.register(active, parameter)] = value

    def returning(self, state: FlatState, active: Activation) -> FlatState:
        return FlatState()

    def resumed(self, caller: FlatState, done: FlatState, active: Activation) -> FlatState:
        return caller

    # ---- functions that stay functions

    def keeps(self, function: Function, state: FlatState, active: Activation) -> bool:
        return state.sections == 0 and self._facts.is_kept(function, active.function)

    def keep(self, function: Function, call: Call, state: FlatState) -> FlatState:
        name = self._bodies.of_kept(function, [*self._active, function.name])
        given = tuple(self._given(function, call))
        address = FunctionAddress(name, PointerType(function.type, self._facts.program.pointer_size))
        result = self._result(function, call)
        more = None if function.varargs is None else call.varargs
        self._code.emit(Call(result, address, given, more, call.loc))
        if call.target is not None and result is not None and result is not call.target:
            value = convert(read_register(result), call.target.type)
            self._code.emit(Assign(VariablePlace(call.target), value, call.loc))
        return state

    def _given(self, function: Function, call: Call) -> list[Expression]:
        given: list[Expression] = []
        for parameter, argument in passed(function, call.arguments):
            if argument is not None:
                given.append(argument)
                continue
            register = self._frames.temporary("", read_register(parameter), call.loc)
            self._code.emit(Input(register, parameter.text, call.loc))
            given.append(read_register(register))
        return given

    def _result(self, function: Function, call: Call) -> Variable | None:
        """Where the call that stays one leaves what it returns."""
        target, kind = call.target, value_type(function.type.result)
        if target is None:
            return None
        if not is_scalar(kind):
            self._code.emit(Input(target, f"{function.name}()", call.loc))
            return None
        if target.type == kind:
            return target
        return self._frames.temporary("", read_register(replace(target, type=kind)), call.loc)

    # ---- threads

    def start(self, function: Function, spawn: Spawn, state: FlatState) -> FlatState:
        loc, argument = self._code.at or spawn.loc, spawn.argument
        known = argument if is_fixed(argument) else None
        if function_named(argument) is None and not function.library:
            known = None  # one body for all arguments
        body = self._bodies.of_threads(function.name, known, users_routine(function, argument), loc)
        kind = FunctionType(VOID, (argument.type,))
        address = FunctionAddress(body, PointerType(kind, self._facts.program.pointer_size))
        self._code.add(Spawn(spawn.target, address, argument, loc))
        return state


def _is_register(value: Expression) -> bool:
    return isinstance(value, Read) and is_register(value.place)
