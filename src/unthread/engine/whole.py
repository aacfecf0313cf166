"""What is asked of the program as users know it, whatever the bounds: `Whole`.

In: a `Program`, before any of it was executed. Out: what its text alone tells of threads, the environment and
addresses.
"""

from __future__ import annotations

from functools import cached_property

from unthread.analysis.addresses import compared_for_equality, measured_addresses
from unthread.analysis.call_graph import call_graph
from unthread.analysis.environment import not_searched_of
from unthread.analysis.points_to import points_to_in
from unthread.core.source import Loc
from unthread.core.verdict import Cause, Omission
from unthread.program.program import Program


class Whole:
    def __init__(self, program: Program, is_sequential: bool) -> None:
        """`is_sequential`: nothing is reordered, the user says."""
        self._program = program
        self.start = program.start
        self.routines = _start_routines(program)
        self.not_searched = tuple(not_searched_of(program, is_sequential))

    @cached_property
    def read_addresses(self) -> tuple[Omission, ...]:
        """What is done with addresses that are read as numbers, although no pointer is converted."""
        uses = measured_addresses(self._program, reads_addresses=True)
        found = (Omission(Cause.ENVIRONMENT, use.text) for use in uses)
        return tuple(item for item in found if item not in self.not_searched)

    @cached_property
    def equalities(self) -> frozenset[Loc]:
        return compared_for_equality(self._program)


def _start_routines(program: Program) -> tuple[str, ...]:
    """What the program may start as threads, by its text alone."""
    starts = call_graph(points_to_in(program)).starts
    return tuple(dict.fromkeys(name for start in starts for name in sorted(start.routines)))
