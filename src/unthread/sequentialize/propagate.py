"""What is known of registers on all ways through a function, loops included.

i = 0;             nothing
top: x = k;        k = 3        with k = 3 at the entry; i is 0 or something else
i = i + 1;         k = 3
if (i < k) goto top
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from unthread.core.records import dataclass
from unthread.program.build.fold import as_condition
from unthread.program.build.simplify import Known, Simplifier, is_fixed, truth_of
from unthread.program.expressions import (
    Constant,
    Expression,
    Read,
    Storage,
    ThreadSelf,
    Variable,
    VariablePlace,
)
from unthread.program.instructions import Assign, Instruction, Jump, defined_register
from unthread.program.query.loops import Shape

State = dict[Variable, Expression]


class OpenSimplifier(Simplifier):
    """For code that several threads run: the number of the thread stays open."""

    # The most frequent kinds come first, without a detour.
    def expression(self, expression: Expression, known: Known) -> Expression:
        if isinstance(expression, Read):
            return self._read(expression.place, known)
        if isinstance(expression, Constant | ThreadSelf):
            return expression
        return super().expression(expression, known)


@dataclass(frozen=True, slots=True)
class KnownEffect:
    """What an instruction does to what is known: it sets the register, to the value if there is one. With a
    value and no register, it jumps on that condition."""

    index: int
    register: Variable | None
    value: Expression | None


def effects_of(shape: Shape) -> tuple[dict[int, KnownEffect], ...]:
    """Those of each block, by index; most instructions have none."""
    body = shape.function.body
    return tuple(
        {
            index: effect
            for index in range(block.start, block.end)
            if (effect := _effect(index, body[index])) is not None
        }
        for block in shape.graph.blocks
    )


def _effect(index: int, instruction: Instruction) -> KnownEffect | None:
    match instruction:
        case Assign(VariablePlace(variable), value) if variable.storage is Storage.REGISTER:
            return KnownEffect(index, variable, value)
        case Jump(_, condition) if condition is not None:
            return KnownEffect(index, None, condition)
        case _:
            register = defined_register(instruction)
            return None if register is None else KnownEffect(index, register, None)


@dataclass(frozen=True, slots=True)
class Propagation:
    """One way of looking at a function: `simplifier` renames its variables, states have the new ones.
    `results` is what became of the values in `effects`, by index: what was found last is what holds, since a
    block is walked again whenever less is known at its beginning."""

    shape: Shape
    effects: tuple[dict[int, KnownEffect], ...]
    simplifier: Simplifier
    own: Callable[[Variable], Variable]
    results: dict[int, Expression] = field(default_factory=dict)

    def run(self, entry: State) -> dict[int, State]:
        """What is known at the beginning of each block that is reached."""
        arriving: dict[int, State] = {0: entry}
        pending = [0]
        while pending:
            number = pending.pop()
            state = dict(arriving[number])
            for effect in self.effects[number].values():
                if effect.value is not None:
                    self.results[effect.index] = self.simplifier.expression(effect.value, state)
                if effect.register is not None:
                    self.pass_by(effect, state)
            for target in self._successors(number):
                if _join(arriving, target, state):
                    pending.append(target)
        return arriving

    def pass_by(self, effect: KnownEffect, state: State) -> None:
        """What is known after the instruction, whose result is there."""
        if effect.register is None:
            return
        result = self.results.get(effect.index)
        if result is not None and is_fixed(result):
            state[self.own(effect.register)] = result
        else:
            state.pop(self.own(effect.register), None)

    def _successors(self, number: int) -> tuple[int, ...]:
        """Where the block may lead, with what is known at its end."""
        end = self.shape.graph.blocks[number].end - 1
        last = self.shape.function.body[end]
        if isinstance(last, Jump) and last.condition is not None:
            decided = truth_of(self.condition(end))
            if decided is not None:
                return (self.shape.labels[last.label] if decided else number + 1,)
        return self.shape.graph.successors[number]

    def condition(self, index: int) -> Expression:
        """Of a jump, as it was found."""
        return as_condition(self.results[index])


def _join(arriving: dict[int, State], target: int, state: State) -> bool:
    """Whether less is known at the target now."""
    known = arriving.get(target)
    if known is None:
        arriving[target] = dict(state)
        return True
    kept = {variable: value for variable, value in known.items() if state.get(variable) == value}
    arriving[target] = kept
    return len(kept) < len(known)
