"""The variables of a thread whose loops are unwound: each run of a declaration makes an object of its own.
Lives of objects begin and end with declarations, and with the call."""

from __future__ import annotations

from dataclasses import replace

from unthread.bound.state import Activation, Code, State
from unthread.core.properties import Property
from unthread.core.source import Loc
from unthread.inlining import frames
from unthread.program.build.fold import integer
from unthread.program.expressions import Expression, Storage, Variable, VariablePlace, read_register
from unthread.program.instructions import Declare, Discard, is_step
from unthread.program.types import INT, Type


class PastDeclaration(Exception):
    """A variable that is another object on another way here."""


class UnwoundFrames(frames.Frames[State]):
    """`copies` has the thread's own variables for each of the program's, `originals` goes the other way.
    `newborn` are called for every object that is made."""

    def __init__(self, thread: str, code: Code, properties: frozenset[Property]) -> None:
        super().__init__(code, properties)
        self.copies: dict[Variable, list[Variable]] = {}
        self.originals: dict[Variable, Variable] = {}
        self.newborn: list[set[Variable]] = []
        self._thread = thread
        self._names: dict[str, int] = {}

    # ---- variables

    def _named(self, variable: Variable) -> Variable:
        base = f"{self._thread}/{variable.name}"
        count = self._names[base] = self._names.get(base, 0) + 1
        name = base if count == 1 else f"{base}/{count}"
        own = Variable(name, variable.type, variable.storage, variable.text, variable.loc, variable.escapes)
        self.copies.setdefault(variable, []).append(own)
        self.originals[own] = variable
        return own

    def temporary(self, name: str, value: Expression, loc: Loc) -> Variable:
        return self.own(Variable(name, value.type, Storage.REGISTER))

    def new_register(self, name: str, type: Type, text: str = "") -> Variable:
        register = Variable(name, type, Storage.REGISTER, text)
        self.locals.append(register)
        return register

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
            raise PastDeclaration(f"a path to '{variable.text}' that bypasses its declaration")
        return item

    def _new_object(self, active: Activation, variable: Variable, state: State) -> Variable:
        item = state.objects[variable] = self.own(variable)
        active.objects.append(item)
        for known in self.newborn:
            known.add(item)
        return item

    # ---- lives

    def declare(self, instruction: Declare, active: Activation, state: State) -> None:
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
        """Before `register` gets the address of a block of the frame: the block that it had, from an earlier
        iteration of a loop, ends with the frame as well."""
        own = register
        if register in active.blocks:
            own = self.new_register(f"{register.name}.{len(active.blocks)}", register.type)
            before = state.known.get(register, read_register(register))
            self._code.assign(VariablePlace(own), before, state, loc)
        self.begin_with_zero(own, active, loc)
        active.blocks.append(own)
