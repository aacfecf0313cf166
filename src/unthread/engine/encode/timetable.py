"""When threads run: which segment in which round, and which of these turns are superfluous.

In: where each thread may be switched. Out: constraints that leave one schedule of those that do the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from unthread.analysis.steps import Touch
from unthread.bound.alike.classes import Alike
from unthread.bound.visible import Points
from unthread.core.properties import Property
from unthread.engine.encode.heirs import lives_before
from unthread.engine.encode.plan import ThreadPlan, started
from unthread.engine.rounds import Rounds
from unthread.engine.terms.nodes import Bool
from unthread.engine.terms.terms import Terms
from unthread.program.instructions import BlockUntil, Spawn

if TYPE_CHECKING:
    from unthread.engine.encode.thread import ThreadRun


class Timetable:
    """`forced`: how many segments of the first thread run before any other thread exists; `executed`: that a
    segment is executed in a round, by thread, round and segment; `starts`: the thread and the segment that
    start each thread; `alike`: which threads are interchangeable. `in_turn`: of these, schedules stand for
    all those in which they have changed places."""

    def __init__(
        self,
        terms: Terms,
        plans: Sequence[ThreadPlan],
        points: Sequence[Points],
        properties: frozenset[Property],
        numbers: Mapping[str, int],
        alike: Sequence[Alike] = (),
    ) -> None:
        self.terms = terms
        self.forced = _forced(plans[0], Property.DEADLOCK in properties)
        self.rounds = Rounds(terms, tuple(len(plan.points) + 1 for plan in plans), self.forced)
        self.conflicts = _conflicts(points)
        self.executed: dict[tuple[int, int, int], Bool] = {}
        self.starts = dict(_starts(plans, numbers))
        self._lives_before = lives_before(plans)
        self.alike = [] if self._lives_before else [found for found in alike if self._is_even(found)]
        self.in_turn = terms.choice_variable("in turn") if self.alike else terms.true

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

    def _is_even(self, found: Alike) -> bool:
        """The same steps of others touch what each of the threads touches."""
        all_but = {*found.threads}
        return (
            len(
                {
                    tuple(
                        frozenset(
                            other for other in others if other[0] not in all_but and other not in found.around
                        )
                        for others in self.conflicts[thread]
                    )
                    for thread in found.threads
                }
            )
            == 1
        )

    def are_alike(self, one: int, other: int) -> bool:
        """Of two threads: where one stands, the other may stand in a schedule that is left out."""
        return any(one in found.threads and other in found.threads for found in self.alike)

    def ordered(self, threads: Sequence[ThreadRun]) -> Iterator[Bool]:
        """Of two threads that are alike and come right after each other, the second takes no visible step in
        an earlier round than the first (docs/decisions/0021-symmetry.md)."""
        terms = self.terms
        for found in self.alike:
            for first, second in pairwise(found.threads):
                if second == first + 1:
                    both = self._has_moved(threads[first]), self._has_moved(threads[second])
                    yield terms.implies(terms.both(self.in_turn, both[1]), both[0])

    def _has_moved(self, run: ThreadRun) -> Bool:
        """The thread has taken a visible step, by the end of the last round."""
        terms, round = self.terms, self.rounds.count
        if run.paths[1:] and run.paths[1] is terms.true:
            return self.rounds.passed(run.number, round, 1)
        return terms.any(
            self.executed.get((run.number, earlier, segment), terms.false)
            for earlier in range(1, round + 1)
            for segment in range(1, len(run.plan.points) + 1)
        )

    def _others(self, thread: int, segment: int) -> frozenset[tuple[int, int]]:
        """The segments of other threads that this one depends on."""
        others = self.conflicts[thread][segment - 1] if segment else frozenset({self.starts[thread]})
        return others | self._lives_before.get((thread, segment), frozenset())


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
