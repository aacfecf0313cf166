"""Steps that others do not notice if they come right after the step before: `leftovers`.

They can be moved there, since what others can do in between does not touch the same memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from unthread.engine.terms.nodes import Bool
from unthread.induction.system import Place, Spread
from unthread.program.instructions import BlockUntil, Exit

Together = Callable[[Bool, Place, Place], bool]  # it can hold while two threads stand at these places


def leftovers(spread: Spread, together: Together) -> Iterator[Place]:
    """A step that may wait, or end the process, is none."""
    false = spread.knowledge.terms.false
    for place, segment in spread.segments.items():
        body = spread.bodies[place[0]]
        item = body.function.body[place[1]]
        if place[1] not in body.layout.steps or isinstance(item, BlockUntil | Exit):
            continue
        if any(wait is not false for wait in segment.waits):
            continue
        others = (other for other in spread.segments if other[0] != place[0])
        if not any(_hinders(spread, place, other, together) for other in others):
            yield place


def _hinders(spread: Spread, place: Place, other: Place, together: Together) -> bool:
    """While the thread is at its place, another one may use the same memory from the other place. An atomic
    step that has to wait does not."""
    terms = spread.knowledge.terms
    mine, theirs = spread.segments[place], spread.segments[other]
    moves = terms.any(theirs.waits).inverse
    for touch in mine.touches:
        for their in theirs.touches:
            if not touch.conflicts(their):
                continue
            both = terms.both(touch.condition, their.condition)
            both = both if touch.races(their) else terms.both(both, moves)
            if together(both, place, other):
                return True
    return False
