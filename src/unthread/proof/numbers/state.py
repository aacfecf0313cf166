"""What is known of numbers when a thread gets to an instruction: `NumericState`, and what becomes of it where
ways meet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from unthread.core.records import dataclass
from unthread.program.expressions import Variable
from unthread.program.types import IntType
from unthread.proof.numbers.spans import Ladder, Span, hull
from unthread.proof.values import Register


@dataclass(frozen=True, slots=True)
class IntegerCell:
    """An integer of static storage that is only read and written as a whole."""

    variable: Variable
    offset: int
    type: IntType


@dataclass(frozen=True, slots=True)
class Area:
    """Somewhere in a variable: so many bytes from its beginning."""

    variable: Variable
    offset: Span


Merge: TypeAlias = Callable[[Span, Span], Span]


@dataclass(frozen=True, slots=True)
class NumericState:
    """`pointers`: registers that point into a variable. `cells`: what is in those that nobody else can
    change, where that is more than what is in them whenever their lock is free. `copies`: registers with what
    is in such a cell now. `alive`: variables of frames that exist, with the number of the frame."""

    registers: Mapping[Register, Span]
    pointers: Mapping[Register, Area]
    cells: Mapping[IntegerCell, Span]
    copies: Mapping[Register, IntegerCell]
    alive: frozenset[tuple[int, str]]


NOTHING = NumericState({}, {}, {}, {}, frozenset())


def joined(
    old: NumericState, new: NumericState, free: Mapping[IntegerCell, Span], ladder: Ladder | None
) -> NumericState:
    """What holds in both; the old one if that is all of it. With a ladder, bounds go up in few steps."""
    merge: Merge = hull if ladder is None else ladder.widened
    registers = {}
    for register, span in old.registers.items():
        theirs = new.registers.get(register)
        if theirs is not None:
            registers[register] = span if theirs.is_inside(span) else merge(span, theirs)
    pointers = {}
    for register, area in old.pointers.items():
        other_area = new.pointers.get(register)
        if other_area is not None and other_area.variable == area.variable:
            is_new = not other_area.offset.is_inside(area.offset)
            offset = merge(area.offset, other_area.offset) if is_new else area.offset
            pointers[register] = Area(area.variable, offset)
    cells = {}
    for cell in {**old.cells, **new.cells}:
        ours, other = old.cells.get(cell, free[cell]), new.cells.get(cell, free[cell])
        cells[cell] = ours if other.is_inside(ours) else merge(ours, other)
    copies = {register: cell for register, cell in old.copies.items() if new.copies.get(register) == cell}
    found = NumericState(registers, pointers, cells, copies, old.alive & new.alive)
    return old if found == old else found


def with_register(
    state: NumericState, register: Register, value: Span | Area | None, cell: IntegerCell | None = None
) -> NumericState:
    """`cell`: where it was read just now."""
    registers, pointers, copies = dict(state.registers), dict(state.pointers), dict(state.copies)
    registers.pop(register, None)
    pointers.pop(register, None)
    copies.pop(register, None)
    if isinstance(value, Span):
        registers[register] = value
    elif isinstance(value, Area):
        pointers[register] = value
    if cell is not None:
        copies[register] = cell
    return replace(state, registers=registers, pointers=pointers, copies=copies)


def with_cell(state: NumericState, cell: IntegerCell, span: Span) -> NumericState:
    """Something else is written there."""
    copies = {register: other for register, other in state.copies.items() if other != cell}
    return replace(state, cells={**state.cells, cell: span}, copies=copies)


def without_frames(state: NumericState, frames: frozenset[int]) -> NumericState:
    """These calls are over, or others of the same functions have begun."""
    return NumericState(
        {register: span for register, span in state.registers.items() if register[0] not in frames},
        {register: area for register, area in state.pointers.items() if register[0] not in frames},
        state.cells,
        {register: cell for register, cell in state.copies.items() if register[0] not in frames},
        frozenset(item for item in state.alive if item[0] not in frames),
    )
