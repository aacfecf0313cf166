"""The operands of an expression whose order C leaves open: lowered one after the other, and noted where that
may matter. Whether it does is left to those who know what functions do (analysis/open_meanings.py)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import TYPE_CHECKING, TypeVar

from unthread.frontend.clang import Cursor
from unthread.program.build.rewrite import replace_expressions
from unthread.program.expressions import (
    AddressOf,
    Dereference,
    Element,
    Expression,
    Member,
    Variable,
    VariablePlace,
    memory_reads,
    place_operands,
)
from unthread.program.instructions import (
    Assign,
    Assume,
    Call,
    Discard,
    FormatText,
    Free,
    Instruction,
    Print,
    Spawn,
    accesses,
    defined_register,
    expressions,
)
from unthread.program.notes import Evaluation, Unsequenced
from unthread.program.query.uses import registers_in

if TYPE_CHECKING:
    from unthread.frontend.expressions import Expressions

_T = TypeVar("_T")
_EFFECTS = (Call, Spawn, Free, Print, FormatText, Discard)


class Operands:
    def __init__(self, lowering: Expressions, cursor: Cursor) -> None:
        self.lowering = lowering
        self.cursor = cursor
        self._start = len(lowering.builder.instructions)
        self._parts: list[tuple[int, int, object]] = []

    def add(self, action: Callable[[], _T]) -> _T:
        """Lower the next operand."""
        start = len(self.lowering.builder.instructions)
        result = action()
        self._parts.append((start, len(self.lowering.builder.instructions), result))
        return result

    def finish(self) -> None:
        """All operands are lowered."""
        lowering, instructions = self.lowering, self.lowering.builder.instructions
        if lowering.context.library or not any(map(self._has_effect, instructions[self._start :])):
            return
        parts = tuple(self._evaluation(instructions[a:b], result) for a, b, result in self._parts)
        if any(_may_conflict(one, other) for one, other in permutations(parts, 2)):
            name = lowering.builder.function
            loc = lowering.context.loc(self.cursor, name)
            lowering.context.linker.notes.append(Unsequenced(name, parts, loc))

    def _has_effect(self, item: Instruction) -> bool:
        if isinstance(item, Assign):
            target = item.target
            return not isinstance(target, VariablePlace) or not self._is_temporary(target.variable)
        return isinstance(item, _EFFECTS)

    def _is_temporary(self, variable: Variable) -> bool:
        return variable in self.lowering.builder.temporaries

    def _evaluation(self, body: list[Instruction], result: object) -> Evaluation:
        known: dict[Variable, Expression] = {}
        expanded, read, written = list[Instruction](), set[Variable](), set[Variable]()
        for item in body:
            item = replace_expressions(item, known)
            read.update(register for value in expressions(item) for register in registers_in(value))
            target = defined_register(item)
            if target is not None and self._is_temporary(target):
                if isinstance(item, Assign):
                    known[target] = item.value
            elif target is not None:
                written.add(target)
            expanded.append(item)
        for value in _values(result):
            read.update(registers_in(value))
            if memory_reads(value):
                expanded.append(Assume(value, self.lowering.builder.loc))
        named = {register for register in read if not self._is_temporary(register)}
        return Evaluation(tuple(expanded), frozenset(named), frozenset(written))


def _values(result: object) -> tuple[Expression, ...]:
    """The expressions that are evaluated when the result is used."""
    if isinstance(result, VariablePlace | Dereference | Member | Element):
        return place_operands(result)
    if isinstance(result, AddressOf):
        return place_operands(result.place)
    return (result,) if isinstance(result, Expression) else ()


def _may_conflict(one: Evaluation, other: Evaluation) -> bool:
    """The first does something that the second could notice."""
    if one.written & (other.read | other.written):
        return True
    return any(map(_writes, one.body)) and any(map(_notices, other.body))


def _writes(item: Instruction) -> bool:
    return isinstance(item, _EFFECTS) or any(access.writes for access in accesses(item))


def _notices(item: Instruction) -> bool:
    return isinstance(item, _EFFECTS) or any(True for _ in accesses(item))
