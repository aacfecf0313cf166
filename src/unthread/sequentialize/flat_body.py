"""One body whose loops stay: copies of functions where their calls stood."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from unthread.core.source import Loc
from unthread.inlining.calls import InlinedCalls
from unthread.program.build.fold import as_condition, integer, negation
from unthread.program.build.rewrite import map_expressions
from unthread.program.build.simplify import Simplifier, truth_of
from unthread.program.expressions import Expression, Variable
from unthread.program.instructions import (
    Allocate,
    Assert,
    Assign,
    Assume,
    BlockUntil,
    Call,
    Declare,
    Discard,
    FormatText,
    Free,
    Input,
    Instruction,
    Jump,
    Label,
    Print,
    Region,
    Return,
    Spawn,
)
from unthread.program.program import Function
from unthread.sequentialize.flat_calls import Keeping
from unthread.sequentialize.flat_state import Activation, Bodies, FlatCode, FlatFrames, FlatState
from unthread.sequentialize.propagate import OpenSimplifier, Propagation


class FlatBody:
    """One body under construction. `active` are the calls under way; `thread` is its number, if known."""

    def __init__(self, bodies: Bodies, active: list[str], thread: int | None) -> None:
        self.bodies = bodies
        self.flat_facts = bodies.facts
        self.facts = bodies.facts.facts
        self.code = FlatCode(bodies)
        self.frames = FlatFrames(bodies, self.code)
        keeping = Keeping(bodies, self.code, self.frames, self._copy, active)
        self.calls = InlinedCalls(self.facts, self.code, self.frames, keeping, active)
        self._thread = thread

    # ---- the whole

    def of_thread(
        self, function: Function, parameters: tuple[Variable, ...], known: Expression | None, loc: Loc
    ) -> None:
        """Of threads that start in the function."""
        self.calls.thread(function, parameters, known, FlatState(), loc)
        self.code.add(Return(None, loc))

    def of_kept(self, function: Function) -> tuple[tuple[Variable, ...], Variable | None]:
        """Of a function that stays one. Its parameters."""
        active = self.calls.whole(function, FlatState())
        parameters = tuple(self.frames.register(active, parameter) for parameter in function.parameters)
        varargs = None if function.varargs is None else self.frames.register(active, function.varargs)
        return parameters, varargs

    # ---- a copy of a function

    def _copy(self, active: Activation, entry: FlatState, loc: Loc) -> None:
        self.frames.begin(active, self.code.at or loc)
        values = self._values(active)
        reached = values.run(entry.known)
        prefix = f"{active.function.name}."
        labels = {name: self.code.label(prefix + name) for name in active.shape.labels}
        for number in sorted(reached):
            state = FlatState(dict(reached[number]), entry.sections)
            self._block(number, values, state, labels, active)

    def _values(self, active: Activation) -> Propagation:
        """What is known of the function's registers, in the words of the body."""

        def rename(variable: Variable) -> Variable:
            return self.frames.variable(active, variable)

        cell, thread = self.facts.constant_cell, self._thread
        simplifier = OpenSimplifier(rename, 0, cell) if thread is None else Simplifier(rename, thread, cell)
        return Propagation(active.shape, self.flat_facts.effects(active.shape), simplifier, rename)

    def _block(
        self,
        number: int,
        values: Propagation,
        state: FlatState,
        labels: dict[str, str],
        active: Activation,
    ) -> None:
        block, effects = active.shape.graph.blocks[number], values.effects[number]
        at, add = self.code.at, self.code.add
        for index in range(block.start, block.end):
            item = active.function.body[index]
            if isinstance(item, Assign):
                place = values.simplifier.place(item.target, state.known)
                value = values.results.get(index) or values.simplifier.expression(item.value, state.known)
                add(Assign(place, value, at or item.loc))
            elif isinstance(item, Jump):
                only_waits = self.flat_facts.only_waits(active.shape, number, active.shape.labels[item.label])
                condition = None if item.condition is None else values.condition(index)
                self._jump(item, labels, condition, only_waits)
            elif isinstance(item, Label):
                add(Label(labels[item.name], at or item.loc))
            else:
                self._instruction(item, index, values, state, active)
            if index in effects:
                values.pass_by(effects[index], state.known)

    # ---- instructions

    def _jump(
        self, jump: Jump, labels: dict[str, str], condition: Expression | None, only_waits: bool
    ) -> None:
        loc = self.code.at or jump.loc
        if condition is not None:
            decided = truth_of(condition)
            if decided is False:
                return
            condition = None if decided else condition
        if only_waits:  # changes nothing, so that only threads that do not have to wait continue
            self.code.add(Assume(integer(0) if condition is None else negation(condition), loc))
        else:
            self.code.add(Jump(labels[jump.label], condition, loc))

    def _instruction(
        self, item: Instruction, index: int, values: Propagation, state: FlatState, active: Activation
    ) -> None:
        loc = self.code.at or item.loc

        def new(expression: Expression) -> Expression:
            return values.simplifier.expression(expression, state.known)

        match item:
            case Assume(condition) | BlockUntil(condition):
                condition = as_condition(new(condition))
                if truth_of(condition) is not True:
                    self.code.add(replace(item, condition=condition, loc=loc))
            case Assert(condition):
                condition = as_condition(new(condition))
                if truth_of(condition) is not True and not item.is_ignored(self.bodies.properties):
                    self.code.add(replace(item, condition=condition, loc=loc))
            case Discard() | Free() if self.frames.ends_with_process(active, index):
                pass
            case Declare(variable) | Discard(variable):
                own = self.frames.variable(active, variable)
                self.code.add(replace(item, variable=own, loc=loc))
                if index in self.flat_facts.unset(active.function).objects.behind:
                    self.code.add(Declare(own, False, loc))
            case Call():
                sections = state.sections + self.flat_facts.is_inside(active.function, index)
                self.calls.call(item, index, new, FlatState(state.known, sections), active)
            case Return(value):
                self.calls.leave(None if value is None else new(value), state, active, loc)
            case Spawn():
                self.calls.spawn(item, index, new, state, active)
            case _:
                self._other(item, index, new, state, active)

    def _other(
        self,
        item: Instruction,
        index: int,
        new: Callable[[Expression], Expression],
        state: FlatState,
        active: Activation,
    ) -> None:
        renamed = map_expressions(item, new)
        if isinstance(renamed, Input | Allocate | Print | FormatText):
            renamed = replace(renamed, target=self.frames.register(active, renamed.target))
        if isinstance(renamed, Allocate) and renamed.region is Region.STACK:
            self.frames.keep_block(renamed.target, index, active, item.loc)
        self.code.add(replace(renamed, loc=self.code.at or item.loc))
        if isinstance(renamed, Free) and renamed.region is Region.STACK:
            self.frames.forget_block(renamed.pointer, state, item.loc)
