"""Proofs by inductive invariants, as a searcher beside the engine: `InductionSearcher`."""

from __future__ import annotations

import time
from collections.abc import Iterator

from unthread.analysis.environment import not_searched_of
from unthread.analysis.points_to import points_to_in
from unthread.bound.loops.trips import Trips
from unthread.core.events import INDUCTION, Closing, Covered, Finished, Listener, Remark, Stopped
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.request import Request
from unthread.core.verdict import Cause, Coverage, Method, Omission, Proof, UnknownCause
from unthread.induction.prover import USEFUL, ProvedInvariant, prove
from unthread.program.program import Program
from unthread.program.query.loops import shape_of
from unthread.proof.frames import TooLarge
from unthread.proof.spinning import spinning
from unthread.proof.walk import Walk

_MOST_ITERATIONS = 64  # of a loop that is searched as it is


def may_loop_for_ever(program: Program) -> bool:
    """A loop of the user's has no number of iterations that is known."""
    for function in program.functions.values():
        if function.library:
            continue
        shape = shape_of(function)
        trips = Trips(shape) if shape.nodes else None
        if trips and any(trips.count_alone(node, _MOST_ITERATIONS) is None for node in shape.nodes):
            return True
    return False


@dataclass(frozen=True, slots=True)
class InductionSearcher:
    """`settled` is proved already. It works until the deadline."""

    program: Program
    request: Request
    settled: frozenset[Property]
    deadline: float
    name: str = INDUCTION
    is_engine: bool = False

    @property
    def properties(self) -> frozenset[Property]:
        return self.request.properties

    def search(self, tell: Listener) -> None:
        wanted = self.properties - self.settled
        useful = USEFUL - {Property.RACE} if self.request.is_sequential else USEFUL
        found = prove(self.program, wanted, useful - self.settled, self._is_over)
        if isinstance(found, str):
            tell(Remark(f"no proof by induction: {found}"))
            tell(Stopped(UnknownCause.STOPPED, found))
            return
        livelocks = self._livelocks() if Property.DEADLOCK in wanted else []
        if livelocks is None:
            tell(Stopped(UnknownCause.STOPPED, "livelocks were not looked for"))
            return
        tell(Covered(self._coverage(found, livelocks)))
        tell(Closing())
        tell(Finished())

    def _is_over(self) -> bool:
        return time.monotonic() > self.deadline

    def _livelocks(self) -> list[Omission] | None:
        """Loops that may spin for ever; None: the program is too large to tell."""
        try:
            walk = Walk(self.program, points_to_in(self.program, trust_indices=False))
        except TooLarge:
            return None
        what = "a livelock, a thread that spins forever without blocking,"
        return [Omission(Cause.ENVIRONMENT, what, loc) for loc in spinning(walk)]

    def _coverage(self, found: ProvedInvariant, livelocks: list[Omission]) -> Coverage:
        return Coverage(
            self.request.bounds,
            0,
            True,
            (*self._omissions(found), *livelocks),
            found.threads,
            (),
            (),
            self.properties,
            tuple(self._assumptions(found)),
            proofs=(Proof(found.properties, Method.INDUCTION, found.invariant),),
        )

    def _omissions(self, found: ProvedInvariant) -> Iterator[Omission]:
        yield from not_searched_of(self.program, self.request.is_sequential)
        is_ordered = self.request.is_sequential or Property.RACE in found.properties | self.settled
        if not is_ordered:
            yield Omission(Cause.ENVIRONMENT, "reordered accesses: there may be a data race")

    def _assumptions(self, found: ProvedInvariant) -> Iterator[str]:
        yield from found.assumptions
        known = self.properties | found.properties | self.settled
        ending = [str(item) for item in Property if item in found.ending - known]
        if ending:
            *most, last = ending
            names = f"{', '.join(most)} or {last}" if most else last
            yield f"executions end where they violate {names}, which was not looked for"
