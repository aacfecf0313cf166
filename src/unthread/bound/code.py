"""The body of a thread under construction: instructions, and edges to labels that are still to come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from unthread.bound.state import Pending, State, merged
from unthread.core.source import Loc
from unthread.program.build.simplify import is_known
from unthread.program.expressions import Expression, Place, Storage, VariablePlace
from unthread.program.instructions import Assign, Instruction, Jump, Label


class Code:
    """`at` is, inside library functions, where the user called them. `spend` is told of every instruction."""

    def __init__(self, spend: Callable[[int], None]) -> None:
        self.body: list[Instruction] = []
        self.at: Loc | None = None
        self._spend = spend
        self._labels = 0

    def emit(self, instruction: Instruction) -> None:
        """For what is rare: users see it where they called the library, if it is in there."""
        self.add(instruction if self.at is None else replace(instruction, loc=self.at))

    def add(self, instruction: Instruction) -> None:
        """It has its position already."""
        self.body.append(instruction)
        self._spend(1)

    def assign(self, target: Place, value: Expression, state: State, loc: Loc) -> None:
        if isinstance(target, VariablePlace) and target.variable.storage is Storage.REGISTER:
            if is_known(value):
                state.known[target.variable] = value
            else:
                state.known.pop(target.variable, None)
        self.add(Assign(target, value, self.at or loc))

    # ---- labels and edges

    def pending(self) -> Pending:
        self._labels += 1
        return Pending(f".{self._labels}")

    def go(self, target: Pending, state: State, loc: Loc, condition: Expression | None = None) -> None:
        target.states.append(state)
        self.add(Jump(target.label, condition, self.at or loc))

    def place(self, target: Pending, loc: Loc) -> State | None:
        """The label; None if nobody comes here."""
        if not target.states:
            return None
        self.add(Label(target.label, self.at or loc))
        return merged(target.states)
