"""What the engine finds with as many rounds as are needed, against every interleaving of the original
program."""

from __future__ import annotations

from pathlib import Path

from tests.oracle import explore
from tests.support.engine import MOST_ROUNDS, engine_violations
from tests.support.sources import loaded
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.source import Loc
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.search import Search
from unthread.program.program import Program
from unthread.results.match import match

PROPERTIES = frozenset({Property.REACH, Property.LOCK, Property.DEADLOCK})
STATES = 6000
UNWIND = 4


def searched(program: Program) -> Search:
    bounded = bound(program, Bounds(unwind=UNWIND), PROPERTIES)
    search = Search(RoundsEncoding(bounded, visible_points(bounded), PROPERTIES))
    for _ in range(MOST_ROUNDS):
        search.add_round()
        if not search.last_round_is_used():
            return search
    raise AssertionError(f"more than {MOST_ROUNDS} rounds")


def told(property: Property, loc: Loc) -> tuple[Property, Loc | None]:
    """Of a deadlock, that there is one: it has as many places as threads."""
    return property, None if property is Property.DEADLOCK else loc


def compare(text: str, directory: Path) -> bool | None:
    """Whether the engine found all there is; None if the oracle did not get through."""
    program = loaded(text, directory)
    search = searched(program)
    found = dict(engine_violations(search))
    for witness in found.values():
        assert match(program, witness, PROPERTIES) is not None, f"no replay: {witness.violation.message}"
    original = explore(program, PROPERTIES, max_states=STATES)
    if not original.complete:
        return None
    ours = {told(*claim) for claim in found}
    theirs = {told(*claim) for claim in original.violations}
    assert ours <= theirs
    is_complete = not search.cuts()
    if is_complete:
        assert theirs <= ours
    return is_complete
