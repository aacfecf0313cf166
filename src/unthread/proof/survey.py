"""What there is to say of a program besides what is proved: its threads, where its executions may end, which
functions have no body.

In: a `Walk`. Out: names and properties.
"""

from __future__ import annotations

from collections.abc import Iterator

from unthread.analysis.call_graph import call_graph
from unthread.analysis.faults import may_mean_nothing, may_touch_wrongly
from unthread.core.properties import Property
from unthread.program.instructions import Assert
from unthread.proof.frames import WalkFrame
from unthread.proof.walk import Walk


def routines(walk: Walk) -> tuple[str, ...]:
    """The user's functions that threads begin with, main first."""
    found = ["main"]
    for frame in walk.frames:
        if frame.thread.number and not frame.function.library and _is_outermost(frame):
            found.append(frame.name)
    return tuple(found)


def _is_outermost(frame: WalkFrame) -> bool:
    return all(outer is frame or outer.function.library for outer in frame.chain())


def start_routines(walk: Walk) -> tuple[str, ...]:
    """What the program may start as threads, by its text alone."""
    starts = call_graph(walk.pointers).starts
    return tuple(dict.fromkeys(name for start in starts for name in sorted(start.routines)))


def without_body(walk: Walk) -> list[str]:
    called = {name for names in walk.callees.values() for name in names}
    return sorted(called - walk.program.functions.keys())


def ending(walk: Walk) -> Iterator[Property]:
    """What executions may violate and be over then, as far as their text tells."""
    for instruction in {id(item): item for item in map(walk.instruction, walk.reached())}.values():
        if isinstance(instruction, Assert):
            if not instruction.goes_on:
                yield instruction.property
            continue
        if may_mean_nothing(instruction):
            yield Property.ARITH
        if may_touch_wrongly(instruction, walk.program.globals):
            yield Property.MEMORY
