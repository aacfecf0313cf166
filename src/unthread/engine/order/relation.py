"""Which segment comes first: Booleans for pairs of segments, and constraints that leave no cycle.

In: where each thread is started, and waited for. Out: `before(a, b)`, made when it is asked for;
`constraints`, once all pairs are known. Segments of one thread are in its order, what a thread does before it
starts another one comes before all of that one, and what it does before somebody has waited for it comes
before what follows there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from unthread.engine.terms.nodes import Bool
from unthread.engine.terms.terms import Terms

Segment: TypeAlias = tuple[int, int]  # thread, number

MOST_TRIANGLES = 400_000


class TooManyEdges(Exception):
    """There are too many segments that may come in any order."""


class Relation:
    """`starts`: for each thread but the first, the segment that starts it. `waits`: a segment, and another
    one, which all ways in its thread lead through and which waits for what the first does."""

    def __init__(
        self, terms: Terms, starts: Mapping[int, Segment], waits: Sequence[tuple[Segment, Segment]] = ()
    ) -> None:
        self.terms = terms
        self._starts = starts
        self.waits = tuple(waits)
        self._waits: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for there, here in self.waits:
            self._waits.setdefault((there[0], here[0]), []).append((there[1], here[1]))
        self._known: dict[tuple[Segment, Segment], Bool] = {}

    def before(self, a: Segment, b: Segment) -> Bool:
        """Segment `a` comes before the other segment `b`."""
        fixed = self.fixed(a, b)
        if fixed is not None:
            return self.terms.boolean(fixed)
        if a > b:
            return self.before(b, a).inverse
        known = self._known.get((a, b))
        if known is None:
            known = self.terms.choice_variable(f"t{a[0]}.{a[1]} before t{b[0]}.{b[1]}")
            self._known[a, b] = known
        return known

    def fixed(self, a: Segment, b: Segment) -> bool | None:
        """The same in every execution; None if it is not."""
        if a[0] == b[0]:
            return a[1] < b[1]
        if self._leads_to(a, b[0]) or self._is_waited_for(a, b):
            return True
        return False if self._leads_to(b, a[0]) or self._is_waited_for(b, a) else None

    def _is_waited_for(self, a: Segment, b: Segment) -> bool:
        waits = self._waits.get((a[0], b[0]), ())
        return any(a[1] <= there and here <= b[1] for there, here in waits)

    def pairs(self) -> Iterator[tuple[Segment, Segment, Bool]]:
        """Those that were asked for and may come in any order."""
        for (a, b), known in self._known.items():
            yield a, b, known

    def _leads_to(self, segment: Segment, thread: int) -> bool:
        """The thread, or one from which it descends, is started by this segment or later in its thread."""
        while thread in self._starts:
            thread, start = self._starts[thread]
            if thread == segment[0]:
                return segment[1] <= start
        return False

    # ---- no cycle

    def constraints(self) -> Iterator[Bool]:
        """Segments are taken out one by one, those with the fewest neighbors first; a way through one becomes
        a way around it. What is left never leads back."""
        successors = self._graph()
        predecessors: dict[Segment, dict[Segment, Bool]] = {node: {} for node in successors}
        for node, edges in successors.items():
            for other, edge in edges.items():
                predecessors[other][node] = edge
        left, triangles = set(successors), 0
        while left:
            node = min(left, key=lambda n: (len(predecessors[n]) * len(successors[n]), n))
            left.remove(node)
            for before, enters in predecessors[node].items():
                for after, leaves in successors[node].items():
                    triangles += 1
                    yield from self._around(
                        before, after, self.terms.both(enters, leaves), successors, predecessors
                    )
            if triangles > MOST_TRIANGLES:
                raise TooManyEdges
            for before in predecessors.pop(node):
                del successors[before][node]
            for after in successors.pop(node):
                del predecessors[after][node]

    def _graph(self) -> dict[Segment, dict[Segment, Bool]]:
        nodes = {node for pair in self._known for node in pair}
        work = [node[0] for node in nodes]
        while work:
            start = self._starts.get(work.pop())
            if start is not None and start not in nodes:
                nodes.add(start)
                work.append(start[0])
        successors: dict[Segment, dict[Segment, Bool]] = {node: {} for node in sorted(nodes)}
        rows: dict[int, list[Segment]] = {}
        for node in successors:
            rows.setdefault(node[0], []).append(node)
        for row in rows.values():
            for a, b in pairwise(row):
                successors[a][b] = self.terms.true
        for thread, start in self._starts.items():
            if thread in rows:
                successors[start][rows[thread][0]] = self.terms.true
        for there, here in self.waits:
            earlier = [node for node in rows.get(there[0], ()) if node[1] <= there[1]]
            later = [node for node in rows.get(here[0], ()) if here[1] <= node[1]]
            if earlier and later:
                successors[earlier[-1]][later[0]] = self.terms.true
        for (a, b), known in self._known.items():
            successors[a][b], successors[b][a] = known, known.inverse
        return successors

    def _around(
        self,
        before: Segment,
        after: Segment,
        passes: Bool,
        successors: dict[Segment, dict[Segment, Bool]],
        predecessors: dict[Segment, dict[Segment, Bool]],
    ) -> Iterator[Bool]:
        terms = self.terms
        if passes is terms.false:
            return
        fixed = False if before == after else self.fixed(before, after)
        if fixed is not None:
            if not fixed:
                yield passes.inverse
            else:
                successors[before][after] = predecessors[after][before] = terms.true
            return
        edge = successors[before].get(after)
        if edge is None:
            edge = terms.choice_variable(f"t{before[0]}.{before[1]} leads to t{after[0]}.{after[1]}")
            successors[before][after] = predecessors[after][before] = edge
        implied = terms.implies(passes, edge)
        if implied is not terms.true:
            yield implied


def in_order(wanted: Sequence[Segment], edges: Mapping[Segment, Sequence[Segment]]) -> list[Segment]:
    """The segments with each after those that `edges` name for it, of one thread as many in a row as
    possible."""
    missing = {node: {other for other in edges.get(node, ()) if other in set(wanted)} for node in wanted}
    done: list[Segment] = []
    left = dict.fromkeys(sorted(wanted))
    while left:
        ready = [node for node in left if not missing[node]]
        assert ready, "an order has no cycle"
        node = next((n for n in ready if done and n[0] == done[-1][0]), ready[0])
        done.append(node)
        del left[node]
        for others in missing.values():
            others.discard(node)
    return done
