"""What kind of step an instruction is, in the words of a trace: `step_kind`."""

from __future__ import annotations

from unthread.core.trace import StepKind
from unthread.program.instructions import (
    AtomicBegin,
    BlockUntil,
    Discard,
    FormatText,
    Free,
    Instruction,
    Print,
    Spawn,
    accesses,
)


def step_kind(instruction: Instruction | None) -> StepKind:
    """None: the thread is at its end, as it is where an instruction touches nothing (an exit, the last
    return)."""
    match instruction:
        case AtomicBegin():
            return StepKind.SECTION
        case BlockUntil():
            return StepKind.WAIT
        case Spawn():
            return StepKind.SPAWN
        case Free() | Discard():
            return StepKind.FREE
        case Print() | FormatText():
            return StepKind.PRINT
        case None:
            return StepKind.END
    found = list(accesses(instruction))
    if not found:
        return StepKind.END
    return StepKind.WRITE if any(access.writes for access in found) else StepKind.READ
