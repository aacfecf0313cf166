"""A body under construction: instructions, and edges to labels that are still to come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from typing import Generic, Protocol, Self, TypeVar

from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.program.build.simplify import is_known
from unthread.program.expressions import Expression, Place, Storage, Variable, VariablePlace
from unthread.program.instructions import Assign, Instruction, Jump, Label


class Known(Protocol):
    """What is known at a place of the body, values of registers among it."""

    known: dict[Variable, Expression]

    def copy(self) -> Self: ...


State = TypeVar("State", bound=Known)


@dataclass(slots=True)
class Pending(Generic[State]):
    """Edges to one place: the label that they jump to, and what is known on each."""

    label: str
    states: list[State] = field(default_factory=list)


class Code(Generic[State]):
    """`at` is, inside library functions, where the user called them. `spend` is called for every instruction,
    `merged` says what is known where edges meet, `is_known` which values of registers are."""

    def __init__(
        self,
        spend: Callable[[int], None],
        merged: Callable[[list[State]], State],
        is_known: Callable[[Expression], bool] = is_known,
    ) -> None:
        self.body: list[Instruction] = []
        self.at: Loc | None = None
        self._spend = spend
        self._merged = merged
        self._is_known = is_known
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
            if self._is_known(value):
                state.known[target.variable] = value
            else:
                state.known.pop(target.variable, None)
        self.add(Assign(target, value, self.at or loc))

    # ---- labels and edges

    def pending(self, name: str = "") -> Pending[State]:
        """A place to come. Labels are numbered, whatever the name says about it."""
        self._labels += 1
        return Pending(f".{self._labels}")

    def go(self, target: Pending[State], state: State, loc: Loc, condition: Expression | None = None) -> None:
        target.states.append(state)
        self.add(Jump(target.label, condition, self.at or loc))

    def place(self, target: Pending[State], loc: Loc) -> State | None:
        """The label; None if no edge leads here."""
        if not target.states:
            return None
        self.add(Label(target.label, self.at or loc))
        return self._merged(target.states)
