"""The variables of a thread: each inlined call has registers and objects of its own. The lives of the objects
begin and end with declarations, and with the call."""

from __future__ import annotations

from dataclasses import replace

from unthread.bound.code import Code
from unthread.bound.state import Activation, State
from unthread.core.properties import Property
from unthread.core.source import Loc
from unthread.program.build.fold import binary, integer
from unthread.program.build.simplify import truth_of
from unthread.program.expressions import (
    BinaryOperator,
    Expression,
    Read,
    Storage,
    Variable,
    VariablePlace,
    read_register,
)
from unthread.program.instructions import Assign, Declare, Discard, Free, Jump, Label, Region, is_step
from unthread.program.query.lives import ends_with_return, is_main
from unthread.program.types import INT, Type


class PastDeclaration(Exception):
    """A variable that is another object on another way here."""


class Frames:
    """`copies` has the thread's own variables for each of the program's, `originals` goes the other way.
    `newborn` are told of every object that is made."""

    def __init__(self, thread: str, properties: frozenset[Property], code: Code) -> None:
        self.locals: list[Variable] = []
        self.copies: dict[Variable, list[Variable]] = {}
        self.originals: dict[Variable, Variable] = {}
        self.newborn: list[set[Variable]] = []
        self._thread = thread
        self._properties = properties
        self._code = code
        self._names: dict[str, int] = {}

    # ---- variables

    def register(self, active: Activation, variable: Variable) -> Variable:
        own = active.registers.get(variable.name)
        if own is None:
            own = active.registers[variable.name] = self.own(variable)
        return own

    def own(self, variable: Variable) -> Variable:
        base = f"{self._thread}/{variable.name}"
        count = self._names[base] = self._names.get(base, 0) + 1
        name = base if count == 1 else f"{base}/{count}"
        own = Variable(name, variable.type, variable.storage, variable.text, variable.loc, variable.escapes)
        self.copies.setdefault(variable, []).append(own)
        self.originals[own] = variable
        self.locals.append(own)
        return own

    def object(self, active: Activation, variable: Variable, state: State) -> Variable:
        """The object that a variable of the frame names here; one of its own if it was never declared,
        because its block was entered by a jump."""
        if variable not in state.objects:
            own = self._new_object(active, variable, state)
            self._code.emit(Declare(own, False, variable.loc))
            self._note_life(own, True, active, state, variable.loc)
            return own
        item = state.objects[variable]
        if item is None:
            raise PastDeclaration(f"a way to '{variable.text}' that goes past its declaration")
        return item

    def _new_object(self, active: Activation, variable: Variable, state: State) -> Variable:
        item = state.objects[variable] = self.own(variable)
        active.objects.append(item)
        for known in self.newborn:
            known.add(item)
        return item

    def new_register(self, name: str, type: Type, text: str = "") -> Variable:
        register = Variable(name, type, Storage.REGISTER, text)
        self.locals.append(register)
        return register

    # ---- lives

    def declare(self, instruction: Declare, active: Activation, state: State) -> None:
        """Each run of a declaration makes an object of its own."""
        item = self._new_object(active, instruction.variable, state)
        state.memory.declare(item, zeroed=instruction.zeroed)
        self._code.emit(replace(instruction, variable=item))
        self._note_life(item, True, active, state, instruction.loc)

    def discard(self, instruction: Discard, active: Activation, state: State) -> None:
        item = self.object(active, instruction.variable, state)
        state.memory.declare(item, zeroed=False)
        state.discard({item})
        self._code.emit(replace(instruction, variable=item))
        self._note_life(item, False, active, state, instruction.loc)

    # Where the end of a life is a step of its own, an object that is gone must not end once more: a register
    # says on which ways it is there.
    def _note_life(self, item: Variable, begins: bool, active: Activation, state: State, loc: Loc) -> None:
        if not is_step(Discard(item, loc), self._properties):
            return
        register = active.alive.get(item)
        if register is None:
            register = active.alive[item] = self.new_register(f"{item.name}.alive", INT)
        self._code.assign(VariablePlace(register), integer(begins), state, loc)

    def keep_block(self, register: Variable, active: Activation, state: State, loc: Loc) -> None:
        """Before `register` gets the address of a block of the frame: the block that it had, from a round of
        the loop before, ends with the frame as well."""
        own = register
        if register in active.blocks:
            own = self.new_register(f"{register.name}.{len(active.blocks)}", register.type)
            before = state.known.get(register, read_register(register))
            self._code.assign(VariablePlace(own), before, state, loc)
        self._begin_with_zero(own, active, loc)
        active.blocks.append(own)

    def forget_block(self, pointer: Expression, state: State, loc: Loc) -> None:
        """A variable-length array has ended, before its frame."""
        if isinstance(pointer, Read) and isinstance(pointer.place, VariablePlace):
            zero = integer(0, pointer.place.variable.type)
            self._code.assign(pointer.place, zero, state, loc)

    # ---- the end of a call

    def ends_with_process(self, active: Activation, index: int) -> bool:
        """What ends there is left to `main` until it returns."""
        is_left = is_main(active.function) and ends_with_return(active.function.body, index)
        return is_left and Property.MEMORY in self._properties

    def end(self, active: Activation, state: State, loc: Loc) -> None:
        """The objects of the frame are no more."""
        if is_main(active.function) and Property.MEMORY in self._properties:
            return
        for block in active.blocks:
            self._end_if(block, Free(read_register(block), Region.STACK, loc), state)
        for item in active.objects:
            if item in active.alive:
                register = active.alive[item]
                if register not in state.known:
                    self._begin_with_zero(register, active, loc)
                self._end_if(register, Discard(item, loc), state)
            elif item.escapes:
                self._code.emit(Discard(item, loc))

    def _begin_with_zero(self, register: Variable, active: Activation, loc: Loc) -> None:
        initial = Assign(VariablePlace(register), integer(0, register.type), self._code.at or loc)
        self._code.body.insert(active.entry, initial)

    def _end_if(self, register: Variable, end: Free | Discard, state: State) -> None:
        """The end, on the ways on which the register is not 0."""
        unused = binary(BinaryOperator.EQUAL, read_register(register), integer(0, register.type), INT)
        decided = truth_of(state.known[register]) if register in state.known else None
        if decided is None:
            after = self._code.pending()
            self._code.emit(Jump(after.label, unused, end.loc))
            self._code.emit(end)
            self._code.emit(Label(after.label, end.loc))
        elif decided:
            self._code.emit(end)
