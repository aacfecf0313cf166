"""Programs that are executed in part, and what comes of going on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.support.sources import loaded
from unthread.core.properties import LEAKS, Property
from unthread.interpreter.ahead import run_ahead
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Machine, Outcome
from unthread.interpreter.schedulers import InOrder
from unthread.program.program import Program

EVERYTHING = frozenset(Property) - {Property.RACE} - LEAKS
HEADERS = "".join(
    f"#include <{name}.h>\n" for name in ("assert", "pthread", "stdint", "stdio", "stdlib", "string")
)
FIRST_LINE = HEADERS.count("\n") + 1  # of what follows them


def started(text: str, directory: Path) -> Program:
    """The program with the last standstill, however near."""
    program = loaded(HEADERS + text, directory)
    return replace(program, start=run_ahead(program, EVERYTHING, 0))


def line(program: Program) -> int:
    """Where it goes on, counted from the first line of the text."""
    assert program.start is not None
    return program.start.ahead.loc.line - FIRST_LINE + 1


def executed(program: Program) -> tuple[Outcome, Machine]:
    machine = Machine(program, RandomInputs(1), EVERYTHING, lambda stream, text: None, limit=1_000_000)
    return machine.run(InOrder()), machine
