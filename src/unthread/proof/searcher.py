"""What can be proved of the whole program, as a searcher that is asked before the engine: `ProofSearcher`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from unthread.analysis.environment import not_searched_of
from unthread.core.events import Closing, Covered, Finished, Listener
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.request import Request
from unthread.core.verdict import Cause, Coverage, Method, Omission, Proof
from unthread.inlining.meaning import without_body
from unthread.program.program import Program
from unthread.proof.prover import Proved, proofs


@dataclass(frozen=True, slots=True)
class ProofSearcher:
    """`program` is the one that is asked about."""

    program: Program
    request: Request
    name: str = "locks and order"
    is_engine: bool = False

    @property
    def properties(self) -> frozenset[Property]:
        return self.request.properties

    def search(self, tell: Listener) -> None:
        """Whether there is a race is always of interest. What is proved at once is not lost if there is no
        time for the rest."""
        for found in proofs(self.program, self.properties | {Property.RACE}):
            coverage = self._coverage(found)
            is_all = self.properties <= found.properties
            if is_all:
                coverage = replace(coverage, properties=self.properties)
            if found.properties:
                tell(Covered(coverage))
        if is_all:
            tell(Closing())
        tell(Finished())

    def _coverage(self, found: Proved) -> Coverage:
        asked = found.properties & self.properties
        return Coverage(
            self.request.bounds,
            0,
            True,
            tuple(self._omissions(found, asked)),
            found.threads,
            found.never_started,
            (),
            found.properties,
            tuple(self._assumptions(found)),
            proofs=tuple(_proofs(asked - found.by_numbers, asked & found.by_numbers)),
        )

    def _omissions(self, found: Proved, asked: frozenset[Property]) -> Iterator[Omission]:
        yield from not_searched_of(self.program, self.request.is_sequential)
        if Property.RACE not in found.properties and not self.request.is_sequential:
            yield Omission(Cause.ENVIRONMENT, "reordered accesses: there may be a data race", found.racing)
        for loc in found.spinning if Property.DEADLOCK in asked else ():
            what = "a livelock, a thread that spins forever without blocking,"
            yield Omission(Cause.ENVIRONMENT, what, loc)

    def _assumptions(self, found: Proved) -> Iterator[str]:
        yield from (without_body(name) for name in found.without_body)
        ending = [str(item) for item in Property if item in found.ending - self.properties]
        if ending:
            *most, last = ending
            names = f"{', '.join(most)} or {last}" if most else last
            yield f"executions end where they violate {names}, which was not looked for"


def _proofs(by_locks: frozenset[Property], by_numbers: frozenset[Property]) -> Iterator[Proof]:
    if by_locks:
        yield Proof(by_locks, Method.LOCKS)
    if by_numbers:
        yield Proof(by_numbers, Method.INTERVALS)
