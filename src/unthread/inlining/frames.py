"""The variables of a body: each call whose function stands in it has registers and objects of its own, which
end with the call."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import field
from typing import Generic

from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.inlining.code import Code, Pending, State
from unthread.program.build.fold import binary, integer
from unthread.program.build.simplify import truth_of
from unthread.program.expressions import (
    BinaryOperator,
    Expression,
    Read,
    Variable,
    VariablePlace,
    read_register,
)
from unthread.program.instructions import Assign, Discard, Free, Jump, Label, Region
from unthread.program.program import Function
from unthread.program.query.lives import ends_with_return, is_main
from unthread.program.query.loops import Shape
from unthread.program.types import INT


@dataclass(slots=True)
class Activation(Generic[State]):
    """One call whose function stands in the body: this copy's registers and objects, and where it returns to;
    None: it is the whole body, which returns by itself."""

    function: Function
    shape: Shape
    returns: Pending[State] | None
    result: Variable | None
    entry: int  # where in the body the call begins
    registers: dict[str, Variable] = field(default_factory=dict)  # by the name that the function has
    objects: list[Variable] = field(default_factory=list)
    alive: dict[Variable, Variable] = field(default_factory=dict)  # by object: the register that says so
    blocks: list[Variable] = field(default_factory=list)  # addresses of what ends with the frame, or 0


class Frames(ABC, Generic[State]):
    """`locals` are all variables that were made. The ends of lives matter as far as `properties` say."""

    def __init__(self, code: Code[State], properties: frozenset[Property]) -> None:
        self.locals: list[Variable] = []
        self._code = code
        self._properties = properties

    # ---- variables

    def register(self, active: Activation[State], variable: Variable) -> Variable:
        own = active.registers.get(variable.name)
        if own is None:
            own = active.registers[variable.name] = self.own(variable)
        return own

    def own(self, variable: Variable) -> Variable:
        """One more copy of the variable."""
        own = self._named(variable)
        self.locals.append(own)
        return own

    @abstractmethod
    def _named(self, variable: Variable) -> Variable:
        """The variable under a name that is still free."""

    @abstractmethod
    def temporary(self, name: str, value: Expression, loc: Loc) -> Variable:
        """A register for the value; `name` says what it is for."""

    # ---- the end of a call

    def ends_with_process(self, active: Activation[State], index: int) -> bool:
        """What ends there is left to `main` until it returns."""
        return self._ends_process(active) and ends_with_return(active.function.body, index)

    def _ends_process(self, active: Activation[State]) -> bool:
        return is_main(active.function) and Property.MEMORY in self._properties

    def end(self, active: Activation[State], state: State, loc: Loc) -> None:
        """The objects of the frame have ended."""
        if self._ends_process(active):
            return
        self.end_blocks(active, state, loc)
        for item in active.objects:
            if item in active.alive:
                register = active.alive[item]
                if register not in state.known:
                    self.begin_with_zero(register, active, loc)
                self._end_if(register, Discard(item, loc), state)
            elif item.escapes:
                self._code.emit(Discard(item, loc))

    def end_blocks(self, active: Activation[State], state: State, loc: Loc) -> None:
        for block in active.blocks:
            self._end_if(block, Free(read_register(block), Region.STACK, loc), state)

    def begin_with_zero(self, register: Variable, active: Activation[State], loc: Loc) -> None:
        initial = Assign(VariablePlace(register), integer(0, register.type), self._code.at or loc)
        self._code.body.insert(active.entry, initial)

    def _end_if(self, register: Variable, end: Free | Discard, state: State) -> None:
        """The end, on the ways on which the register is not 0."""
        decided = truth_of(state.known[register]) if register in state.known else None
        if decided is None:
            after = self._code.pending("unused")
            self._code.emit(Jump(after.label, is_zero(register), end.loc))
            self._code.emit(end)
            self._code.emit(Label(after.label, end.loc))
        elif decided:
            self._code.emit(end)

    def forget_block(self, pointer: Expression, state: State, loc: Loc) -> None:
        """A variable-length array has ended, before its frame."""
        if isinstance(pointer, Read) and isinstance(pointer.place, VariablePlace):
            zero = integer(0, pointer.place.variable.type)
            self._code.assign(pointer.place, zero, state, loc)


def is_zero(register: Variable) -> Expression:
    return binary(BinaryOperator.EQUAL, read_register(register), integer(0, register.type), INT)
