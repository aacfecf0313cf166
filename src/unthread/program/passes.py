"""Passes: a Program in, a Program out, checked after each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Protocol

from unthread.program.check import check
from unthread.program.program import Program


class Pass(Protocol):
    """Its fields hold its options. `removes` are the kinds of instruction, expression or edge (`BackEdge`)
    that are gone once it ran; none of the passes after it may bring them back."""

    removes: ClassVar[tuple[type, ...]]

    def run(self, program: Program) -> Program: ...


def run_passes(program: Program, passes: Iterable[Pass]) -> Program:
    gone: set[type] = set()
    for step in passes:
        program = step.run(program)
        gone |= set(step.removes)
        check(program, absent=tuple(gone))
    return program
