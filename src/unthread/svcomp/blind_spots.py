"""Where a program could violate a specification without unthread noticing.

In: the program, its text, what was covered, a `Specification`. Out: `BlindSpot`s. One of them is enough to
make a complete search prove nothing: a wrong `true` costs as much in SV-COMP as sixteen right ones bring.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from unthread.analysis.outside import not_searched
from unthread.core.diagnostics import source_lines
from unthread.core.records import dataclass
from unthread.core.source import DataModel, Loc, Source
from unthread.core.verdict import Coverage
from unthread.program.expressions import Expression, FunctionAddress, operands
from unthread.program.instructions import Call, Instruction, expressions
from unthread.program.program import Program
from unthread.svcomp.properties import Goal, Specification

# A signed constant shifted by a constant: clang computes those of initializers, labels and array bounds.
_SHIFT = re.compile(r"\b(0[xX][\da-fA-F]+|\d+)([lL]{0,2})\)*\s*<<\s*\(*(\d+)\b")


@dataclass(frozen=True, slots=True)
class BlindSpot:
    loc: Loc | None
    what: str


def blind_spots(
    program: Program, source: Source, coverage: Coverage, specification: Specification
) -> Iterator[BlindSpot]:
    if Goal.NO_OVERFLOW in specification.goals:
        for file in source.files:
            yield from _constant_shifts(file, source.data_model)
    if Goal.UNREACH_CALL in specification.goals:
        yield from _pointers_to(specification.functions, program)
    if Goal.VALID_MEMTRACK in specification.goals:
        yield from _endless(coverage)


def _constant_shifts(file: Path, model: DataModel) -> Iterator[BlindSpot]:
    for number, line in enumerate(source_lines(str(file)), 1):
        for found in _SHIFT.finditer(line):
            digits, suffix, amount = found.groups()
            value = int(digits, 16 if digits[:2] in ("0x", "0X") else 10)
            bits = 64 if len(suffix) == 2 or (suffix and model is DataModel.M64) else 32
            if value << min(int(amount), 64) >= 1 << (bits - 1):
                loc = Loc(str(file), number, found.start() + 1)
                yield BlindSpot(loc, "whether a constant << overflows is not checked by unthread")


def _pointers_to(functions: frozenset[str], program: Program) -> Iterator[BlindSpot]:
    for loc, expression in _expressions(program):
        match expression:
            case FunctionAddress(name) if name in functions:
                yield BlindSpot(loc, f"calls of {name} through a pointer are not seen by unthread")


def _endless(coverage: Coverage) -> Iterator[BlindSpot]:
    """Leaks are looked for at the end of the program, which a loop that waits may never reach."""
    for loop in coverage.loops:
        if loop.kind in ("waiting", "idle"):
            yield BlindSpot(loop.loc, "what is lost before an endless loop is not checked by unthread")


def _expressions(program: Program) -> Iterator[tuple[Loc | None, Expression]]:
    """All expressions of the user's text, each before its parts."""
    pending: list[tuple[Loc | None, Expression]] = [
        (None, part.value) for item in program.globals.values() for part in item.initial
    ]
    for function in program.functions.values():
        if not function.library:
            pending += [(step.loc, found) for step in function.body for found in _computed(step)]
    while pending:
        loc, expression = pending.pop()
        yield loc, expression
        pending += [(loc, part) for part in operands(expression)]


def _computed(instruction: Instruction) -> tuple[Expression, ...]:
    """What the instruction computes; the function that a call names is none of it."""
    found = expressions(instruction)
    is_named = isinstance(instruction, Call) and isinstance(instruction.function, FunctionAddress)
    return found[1:] if is_named else found


def left_out(program: Program, source: Source) -> Iterator[str]:
    """Executions that belong to the program and not to what is searched, by choice."""
    yield from (f"{what} (not searched)" for what in not_searched(program))
    if source.atomic_statements:
        yield "each statement was executed as one step"
    if not source.spurious:
        yield "spurious wake-ups are not searched"
    if source.volatile_is_atomic:
        yield "accesses to volatile objects were treated as atomic"
