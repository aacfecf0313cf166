"""Questions about an `OrderEncoding`; a model becomes a `Witness` with one of the orders that it allows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import ClassVar, TypeVar

from unthread.core.ledger import Arrival
from unthread.engine.encode.events import AskedValue, Happened, SymbolicClaim
from unthread.engine.order.encoding import OrderEncoding
from unthread.engine.order.relation import Segment, in_order
from unthread.engine.order.thread import SegmentSpan
from unthread.engine.search import Search
from unthread.engine.terms.nodes import Bool

_Item = TypeVar("_Item")


class OrderSearch(Search):
    has_rounds: ClassVar[bool] = False

    def __init__(self, encoding: OrderEncoding) -> None:
        super().__init__(encoding)
        self.order = encoding

    def last_round_is_used(self) -> bool:
        """There are no rounds."""
        return False

    def _unasked_races(self) -> list[SymbolicClaim]:
        return self.order.unasked

    def _last_arrivals(self, left: dict[Arrival, list[tuple[int, Bool]]]) -> Iterator[Arrival]:
        """By those that end at an assumption, or with the process."""
        search = OrderSearch(self.order.stopped())
        search.solver.limit.deadline = self.solver.limit.deadline
        found = search.encoding.collected.arrivals
        conditions = {name: [reached for _, reached in found.get(name, ())] for name in left}
        yield from search._arrivals(conditions, search)
        self.solver.seconds += search.solver.seconds

    # ---- models

    def _first(self, claims: Iterable[SymbolicClaim]) -> SymbolicClaim:
        """Of those that hold, one before which none of the others comes."""
        held = [claim for claim in claims if self.solver.is_true(claim.condition)]
        return min(held, key=lambda claim: len(self._order(claim)))

    def _happened(self, claim: SymbolicClaim) -> Iterable[Happened]:
        happened = self.encoding.collected.happened
        return self._parts(claim, happened, lambda span: span.happened, claim.happened)

    def _asked(self, claim: SymbolicClaim) -> Iterable[AskedValue]:
        asked = self.encoding.collected.asked
        return self._parts(claim, asked, lambda span: span.asked, claim.asked)

    def _parts(
        self, claim: SymbolicClaim, items: Sequence[_Item], start: Callable[[SegmentSpan], int], end: int
    ) -> Iterator[_Item]:
        """Of each segment, in the order of execution; of the last one, up to the claim."""
        spans = {span.segment: number for number, span in enumerate(self.order.spans)}
        own = self._segment(claim)
        for segment in self._order(claim):
            number = spans.get(segment)
            if number is None:
                continue
            following = self.order.spans[number + 1]
            stop = end if segment == own else start(following)
            yield from items[start(self.order.spans[number]) : stop]

    def _segment(self, claim: SymbolicClaim) -> Segment | None:
        """Where the claim is made; None if it is about what is left in the end."""
        claims = self.encoding.collected.claims
        number = next(n for n, other in enumerate(claims) if other is claim)
        starts = [span.claims for span in self.order.spans]
        return self.order.spans[bisect_right(starts, number) - 1].segment

    def _order(self, claim: SymbolicClaim) -> list[Segment]:
        """The segments that come before the claim, and its own, as they may have been executed."""
        rounds = self.encoding.timetable.rounds
        executed = [
            (run.number, segment)
            for run in self.encoding.threads
            for segment in range(len(run.plan.points) + 1)
            if self.solver.is_true(rounds.passed(run.number, 1, segment))
        ]
        edges = self._edges(executed)
        last = self._segment(claim)
        return in_order(executed if last is None else _all_before(last, edges), edges)

    def _edges(self, executed: Sequence[Segment]) -> dict[Segment, list[Segment]]:
        """For each segment those that surely come before it."""
        known = set(executed)
        edges: dict[Segment, list[Segment]] = {segment: [] for segment in executed}
        for one, other in pairwise(executed):
            if one[0] == other[0]:
                edges[other].append(one)
        for thread, start in self.encoding.timetable.starts.items():
            first = next((segment for segment in executed if segment[0] == thread), None)
            if first is not None:
                edges[first].append(start)
        for there, here in self.order.relation.waits:
            if here in known:
                edges[here] += [node for node in executed if node[0] == there[0] and node[1] <= there[1]]
        for one, other, comes in self.order.relation.pairs():
            if one in known and other in known:
                if self.solver.is_true(comes):
                    edges[other].append(one)
                else:
                    edges[one].append(other)
        return edges


def _all_before(last: Segment, edges: dict[Segment, list[Segment]]) -> list[Segment]:
    found = {last}
    work = [last]
    while work:
        for other in edges[work.pop()]:
            if other not in found:
                found.add(other)
                work.append(other)
    return sorted(found)
