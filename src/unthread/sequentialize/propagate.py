"""What is known of registers on all ways through a function, loops included.

i = 0;             nothing
top: x = k;        k = 3        with k = 3 at the entry; i is 0 or something else
i = i + 1;         k = 3
if (i < k) goto top
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from unthread.bound.shape import Shape
from unthread.program.expressions import Expression, Storage, ThreadSelf, Variable, VariablePlace
from unthread.program.fold import as_condition
from unthread.program.instructions import Assign, Assume, Instruction, Jump, defined_register
from unthread.program.rewrite import variables_of
from unthread.program.simplify import Known, Simplifier, is_known, truth_of

State = dict[Variable, Expression]


class OpenSimplifier(Simplifier):
    """For code that several threads run: the number of the thread stays open."""

    def expression(self, expression: Expression, known: Known) -> Expression:
        if isinstance(expression, ThreadSelf):
            return expression
        return super().expression(expression, known)


def is_fixed(value: Expression, instruction: Instruction) -> bool:
    """The value is the same in every frame and thread, and whenever it is looked at."""
    if not is_known(value):
        return False
    return all(
        variable.storage is Storage.GLOBAL for variable in variables_of(Assume(value, instruction.loc))
    )


@dataclass(frozen=True, slots=True)
class Propagation:
    """One way of looking at a function: `simplifier` renames its variables, states have the new ones."""

    shape: Shape
    simplifier: Simplifier
    own: Callable[[Variable], Variable]

    def run(self, entry: State) -> dict[int, State]:
        """What is known at the beginning of each block that is reached."""
        arriving: dict[int, State] = {0: entry}
        pending = [0]
        while pending:
            number = pending.pop()
            state = dict(arriving[number])
            block = self.shape.graph.blocks[number]
            for index in range(block.start, block.end):
                self.pass_by(self.shape.function.body[index], state)
            for target in self.successors(number, state):
                if _join(arriving, target, state):
                    pending.append(target)
        return arriving

    def pass_by(self, instruction: Instruction, state: State) -> None:
        """What is known behind the instruction."""
        match instruction:
            case Assign(VariablePlace(variable), value) if variable.storage is Storage.REGISTER:
                new = self.simplifier.expression(value, state)
                if is_fixed(new, instruction):
                    state[self.own(variable)] = new
                else:
                    state.pop(self.own(variable), None)
            case _:
                register = defined_register(instruction)
                if register is not None:
                    state.pop(self.own(register), None)

    def successors(self, number: int, state: State) -> tuple[int, ...]:
        """Where the block may lead, with what is known at its end."""
        last = self.shape.function.body[self.shape.graph.blocks[number].end - 1]
        if isinstance(last, Jump) and last.condition is not None:
            decided = self.decided(last.condition, state)
            if decided is not None:
                return (self.shape.labels[last.label] if decided else number + 1,)
        return self.shape.graph.successors[number]

    def decided(self, condition: Expression, state: State) -> bool | None:
        return truth_of(as_condition(self.simplifier.expression(condition, state)))


def _join(arriving: dict[int, State], target: int, state: State) -> bool:
    """Whether less is known at the target now."""
    known = arriving.get(target)
    if known is None:
        arriving[target] = dict(state)
        return True
    kept = {variable: value for variable, value in known.items() if state.get(variable) == value}
    arriving[target] = kept
    return len(kept) < len(known)
