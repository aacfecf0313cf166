"""Waits that order segments, whatever the schedule: what a thread does before it says that it is over comes
before all that follows the wait for that word. The argument is in docs/decisions/0014-order.md.

In: what `Parallel` knows of a bounded program. Out: pairs of segments for `Relation`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from unthread.analysis.parallel import Parallel
from unthread.engine.encode.plan import ThreadPlan
from unthread.engine.order.relation import Segment
from unthread.program.bounded import Thread
from unthread.program.instructions import Jump, Label
from unthread.program.query.components import cycles


def waits_in(
    parallel: Parallel, plans: Sequence[ThreadPlan], starts: Mapping[int, Segment]
) -> list[tuple[Segment, Segment]]:
    """None at all if threads wait for each other in a circle."""
    found = [
        ((there, plans[there].segments[arrival.writer]), (here, plans[here].segments[arrival.waiter]))
        for arrival in parallel.arrivals
        for there, here in ((arrival.there, arrival.here),)
        if _is_on_all_ways(plans[here].thread, arrival.waiter)
    ]
    return [] if _has_cycle(_edges(found, plans, starts)) else found


def _is_on_all_ways(thread: Thread, index: int) -> bool:
    """No jump leads past the instruction; jumps go forward."""
    labels = {item.name: place for place, item in enumerate(thread.body) if isinstance(item, Label)}
    return not any(isinstance(item, Jump) and labels[item.label] > index for item in thread.body[:index])


def _edges(
    found: Iterable[tuple[Segment, Segment]], plans: Sequence[ThreadPlan], starts: Mapping[int, Segment]
) -> Iterator[tuple[Segment, Segment]]:
    """All that comes first in every schedule."""
    yield from found
    for thread, start in starts.items():
        yield start, (thread, 0)
    for number, plan in enumerate(plans):
        yield from pairwise((number, segment) for segment in range(len(plan.points) + 1))


def _has_cycle(edges: Iterable[tuple[Segment, Segment]]) -> bool:
    pairs = list(edges)
    numbers = {node: number for number, node in enumerate(dict.fromkeys(node for p in pairs for node in p))}
    graph: list[list[int]] = [[] for _ in numbers]
    for one, other in pairs:
        graph[numbers[one]].append(numbers[other])
    return next(cycles(graph), None) is not None
