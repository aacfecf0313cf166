"""Which bounded programs the order encoding does not take on, as far as their text tells: `unfit_for_order`.
What shows only while threads are executed is an `Unfit`."""

from __future__ import annotations

from collections import Counter

from unthread.core.properties import LEAKS
from unthread.engine.encode.plan import started
from unthread.program.bounded import BoundedProgram
from unthread.program.instructions import Instruction, Spawn


def unfit_for_order(program: BoundedProgram) -> str | None:
    """The reason, for readers; None if there is none yet."""
    if len(program.threads) < 2:
        return "there is one thread"
    if program.properties & LEAKS:
        return "leaks are checked"
    started = Counter(started_by(item) for thread in program.threads for item in thread.body)
    if any(count > 1 for name, count in started.items() if name is not None):
        return "a thread is started at several places"
    return None


def started_by(item: Instruction) -> str | None:
    return started(item) if isinstance(item, Spawn) else None
