"""Statements as atomic sections (`--atomic-statements`)."""

from __future__ import annotations

from unthread.program.instructions import (
    AtomicBegin,
    AtomicEnd,
    Call,
    Instruction,
    Jump,
    Label,
    Spawn,
    accesses,
    is_private,
)


def make_atomic(instructions: list[Instruction], start: int) -> None:
    """Put each run of instructions between calls into an atomic section, if it touches shared memory more
    than once. Jumps must stay inside a run, so a statement with calls and jumps is left as it is."""
    statement = instructions[start:]
    if any(isinstance(i, AtomicBegin | AtomicEnd) for i in statement):
        return
    breaks = [i for i, instruction in enumerate(statement) if isinstance(instruction, Call | Spawn)]
    if breaks and any(isinstance(i, Jump | Label) for i in statement):
        return
    result: list[Instruction] = []
    for low, high in zip([-1, *breaks], [*breaks, len(statement)], strict=True):
        result += _section(statement[low + 1 : high])
        result += statement[high : high + 1]
    instructions[start:] = result


def _section(run: list[Instruction]) -> list[Instruction]:
    touched = sum(
        1 for instruction in run for access in accesses(instruction) if not is_private(access.place)
    )
    if touched < 2:
        return run
    return [AtomicBegin(run[0].loc), *run, AtomicEnd(run[-1].loc)]
