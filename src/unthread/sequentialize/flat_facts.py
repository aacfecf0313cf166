"""What is known of a program's functions before they are copied into bodies: who calls whom, what stays a
call, what holds anything, and where iterating only waits."""

from __future__ import annotations

from collections.abc import Callable

from unthread.bound.facts import Facts
from unthread.core.records import dataclass
from unthread.program.build.simplify import function_named
from unthread.program.expressions import Expression, Storage, Variable
from unthread.program.instructions import Call, Instruction, defined_register
from unthread.program.program import Function, Program
from unthread.program.query.components import cycles
from unthread.program.query.loops import Shape
from unthread.program.query.sections import Depth, balance_of, change_of, depths_of
from unthread.program.query.unset import Unset, maybe_undefined, unset_locals
from unthread.program.query.uses import registers_read
from unthread.sequentialize.propagate import KnownEffect, effects_of

Keeps = Callable[[Function], bool]


@dataclass(frozen=True, slots=True)
class MaybeUnset:
    """The variables of a function that may be used before they are set."""

    registers: set[Variable]
    objects: Unset


class FlatFacts:
    """`keeps` names the functions that stay functions, where they can."""

    def __init__(self, program: Program, keeps: Keeps) -> None:
        self.program = program
        self.facts = Facts(program)
        self._keeps = keeps
        self._balances: dict[str, int] = {}
        self._depths: dict[str, list[Depth | None]] = {}
        self._circles: dict[str, frozenset[str]] | None = None
        self._assigned: dict[str, set[Variable]] = {}
        self._effects: dict[str, tuple[dict[int, KnownEffect], ...]] = {}
        self._unset: dict[str, MaybeUnset] = {}

    def circle(self, name: str) -> frozenset[str]:
        """The functions that may call each other again and again, the named one among them."""
        if self._circles is None:
            names = list(self.program.functions)
            number = {name: position for position, name in enumerate(names)}
            called = [sorted(number[callee] for callee in self._called(name)) for name in names]
            self._circles = {
                names[item]: frozenset(names[other] for other in component)
                for component in cycles(called)
                for item in component
            }
        return self._circles.get(name, frozenset())

    def _called(self, name: str) -> set[str]:
        body = self.program.functions[name].body
        return {
            callee
            for index, item in enumerate(body)
            if isinstance(item, Call)
            for callee in self.callees(name, index, item.function)
            if callee in self.program.functions
        }

    def callees(self, name: str, index: int, function: Expression) -> list[str]:
        named = function_named(function)
        return [named] if named is not None else sorted(self.facts.callees(name, index))

    def assigned(self, function: Function) -> set[Variable]:
        """The registers that the function itself sets."""
        if function.name not in self._assigned:
            found = {defined_register(item) for item in function.body}
            self._assigned[function.name] = {variable for variable in found if variable is not None}
        return self._assigned[function.name]

    def effects(self, shape: Shape) -> tuple[dict[int, KnownEffect], ...]:
        name = shape.function.name
        if name not in self._effects:
            self._effects[name] = effects_of(shape)
        return self._effects[name]

    def unset(self, function: Function) -> MaybeUnset:
        if function.name not in self._unset:
            registers = [v for v in function.locals if v.storage is Storage.REGISTER]
            undefined = maybe_undefined(function.body, registers)
            self._unset[function.name] = MaybeUnset(undefined, unset_locals(function))
        return self._unset[function.name]

    def only_waits(self, shape: Shape, block: int, target: int) -> bool:
        """Whether going from the block back to the target changes nothing. Where a loop counts this is plain
        to see; to look at all ways through an iteration takes long."""
        if target > block or self._counts(shape, block, target):
            return False
        return (block, target) in self.facts.waiting_edges(shape.function.name)

    def _counts(self, shape: Shape, block: int, target: int) -> bool:
        """The block sets a register that the target reads."""
        blocks, effects = shape.graph.blocks, self.effects(shape)
        changed = {effect.register for effect in effects[block].values()}
        for index in range(blocks[target].start, blocks[target].end):
            if not changed.isdisjoint(registers_read(shape.function.body[index])):
                return True
            if index in effects[target]:
                changed.discard(effects[target][index].register)
        return False

    # ---- sections

    def is_kept(self, function: Function, caller: Function) -> bool:
        """Whether a call outside of sections stays one. What the library calls, start routines among it, is
        part of the body."""
        if caller.library or caller.name == self.program.entry or not self._keeps(function):
            return False
        return self._balance(function.name) == 0

    def _balance(self, name: str) -> int:
        function = self.program.functions.get(name)
        if function is None:
            return 0
        if name not in self._balances:
            self._balances[name] = 0  # of a recursive call
            self._balances[name] = balance_of(function.body, self._effect(name))
        return self._balances[name]

    def _effect(self, name: str) -> Callable[[int, Instruction], int]:
        def effect(index: int, instruction: Instruction) -> int:
            if not isinstance(instruction, Call):
                return change_of(instruction)
            callees = self.callees(name, index, instruction.function)
            return max((self._balance(callee) for callee in callees), default=0)

        return effect

    def is_inside(self, function: Function, index: int) -> bool:
        """Whether the instruction lies in a section that its own function has begun."""
        if function.name not in self._depths:
            self._depths[function.name] = depths_of(function.body, self._effect(function.name))
        depth = self._depths[function.name][index]
        return depth is not None and depth.most > 0
