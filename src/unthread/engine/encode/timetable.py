"""When threads run: which segment in which round, and which of these turns are superfluous.

In: where each thread may be switched. Out: constraints that leave one schedule of those that do the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from unthread.analysis.steps import Touch
from unthread.bound.visible import Points
from unthread.core.properties import Property
from unthread.engine.encode.plan import ThreadPlan, started
from unthread.engine.rounds import Rounds
from unthread.engine.terms.nodes import Bool
from unthread.engine.terms.terms import Terms
from unthread.program.instructions import BlockUntil, Spawn

if TYPE_CHECKING:
    from unthread.engine.encode.thread import ThreadRun


class Timetable:
    """`forced`: how many segments of the first thread run before any other thread exists; `executed`: that a
    segment is executed in a round, by thread, round and segment."""

    def __init__(
        self,
        terms: Terms,
        plans: Sequence[ThreadPlan],
        points: Sequence[Points],
        properties: frozenset[Property],
        numbers: Mapping[str, int],
    ) -> None:
        self.terms = terms
        self.forced = _forced(plans[0], Property.DEADLOCK in properties)
        self.rounds = Rounds(terms, tuple(len(plan.points) + 1 for plan in plans), self.forced)
        self.conflicts = _conflicts(points)
        self.executed: dict[tuple[int, int, int], Bool] = {}
        self._starts = dict(_starts(plans, numbers))

    def pruned(self, threads: Sequence[ThreadRun]) -> Iterator[Bool]:
        """A segment with which a thread continues in the last round depends on something that other threads
        did since the thread's turn in the round before; otherwise it could have come in that turn."""
        terms, rounds, round = self.terms, self.rounds, self.rounds.count
        cache: dict[frozenset[tuple[int, int, int]], Bool] = {}
        for run in threads:
            number = run.number
            for segment in range(len(run.plan.points) + 1):
                resumes = rounds.resumes(number, round, segment)
                if resumes is terms.false:
                    continue
                if segment:
                    yield terms.implies(rounds.stops_at(number, round, segment), run.paths[segment])
                if round == 1 or run.is_exit(segment):  # the end of the process depends on everything
                    continue
                key = frozenset((u, q, round - (u > number)) for u, q in self._others(number, segment))
                if key not in cache:
                    cache[key] = terms.any(
                        self.executed.get((u, r, q), terms.false) for u, q, r in sorted(key)
                    )
                yield terms.implies(resumes, cache[key])

    def _others(self, thread: int, segment: int) -> frozenset[tuple[int, int]]:
        """The segments of other threads that this one depends on."""
        return self.conflicts[thread][segment - 1] if segment else frozenset({self._starts[thread]})


def _starts(plans: Sequence[ThreadPlan], numbers: Mapping[str, int]) -> Iterator[tuple[int, tuple[int, int]]]:
    """For each thread, in which segment of which thread it is started."""
    for plan in plans:
        for index, item in enumerate(plan.thread.body):
            if isinstance(item, Spawn):
                yield numbers[started(item)], (plan.thread.number, plan.segments[index])


def _forced(plan: ThreadPlan, stops_at_waits: bool) -> int:
    """The segments of the first thread that run before it can start another one: up to and with the one that
    holds the first `Spawn`; all if there is none. Where deadlocks count, only those before the first wait."""
    for index, item in enumerate(plan.thread.body):
        if stops_at_waits and isinstance(item, BlockUntil) and plan.segments[index]:
            return plan.segments[index]
        if isinstance(item, Spawn):
            return plan.segments[index] + 1
    return len(plan.points) + 1


def _conflicts(points: Sequence[Points]) -> list[list[frozenset[tuple[int, int]]]]:
    """For each visible step of each thread the steps of others, by thread and segment, that touch what it
    touches, one of the two writing."""
    alike: dict[tuple[Touch, ...], list[tuple[int, int]]] = {}  # steps that touch the same
    for thread, found in enumerate(points):
        for number, step in enumerate(found.visible, start=1):
            alike.setdefault(step.touches, []).append((thread, number))
    meeting = {
        ours: [
            place
            for theirs, places in alike.items()
            if any(a.conflicts(b) for a in ours for b in theirs)
            for place in places
        ]
        for ours in alike
    }
    others = {
        (thread, ours): frozenset(place for place in places if place[0] != thread)
        for ours, places in meeting.items()
        for thread in {place[0] for place in alike[ours]}
    }
    return [[others[thread, step.touches] for step in found.visible] for thread, found in enumerate(points)]
