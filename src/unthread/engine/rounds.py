"""The schedule: K rounds, in each of which every thread in turn runs on to a point of its choice.

`passed(t, r, p)` says that thread t has begun segment p by the end of round r. It is monotone in p and in r:
a thread's place is a unary number, and what it executes in a round are the segments that it has passed by
then and had not before.
"""

from __future__ import annotations

from unthread.engine.terms.nodes import Bool
from unthread.engine.terms.terms import Terms


class Rounds:
    """`segments` are the numbers of segments of each thread. The first `forced` segments of the first thread
    run before any other thread exists."""

    def __init__(self, terms: Terms, segments: tuple[int, ...], forced: int) -> None:
        self._terms = terms
        self._segments = segments
        self._forced = forced
        self._passed: list[list[list[Bool]]] = []
        self._constraints: list[list[Bool]] = []

    @property
    def count(self) -> int:
        return len(self._passed)

    def add(self) -> None:
        """One more round."""
        terms = self._terms
        number = self.count + 1
        table = []
        constraints: list[Bool] = []
        for thread, count in enumerate(self._segments):
            row = []
            for segment in range(count):
                if thread == 0 and segment < self._forced:
                    row.append(terms.true)
                else:
                    row.append(terms.choice_variable(f"t{thread} round {number} segment {segment}"))
            for segment in range(count):
                if segment:
                    constraints.append(terms.implies(row[segment], row[segment - 1]))
                before = self.passed(thread, number - 1, segment)
                constraints.append(terms.implies(before, row[segment]))
            table.append(row)
        self._passed.append(table)
        self._constraints.append(constraints)

    def of_round(self, number: int) -> list[Bool]:
        """What holds of the places in this round, whatever the threads do."""
        return self._constraints[number - 1]

    def passed(self, thread: int, round: int, segment: int) -> Bool:
        if round == 0:
            return self._terms.false
        return self._passed[round - 1][thread][segment]

    def runs(self, thread: int, round: int, segment: int) -> Bool:
        """The segment is executed in this round, if the thread's way leads through it."""
        before = self.passed(thread, round - 1, segment)
        return self._terms.both(self.passed(thread, round, segment), before.inverse)

    def resumes(self, thread: int, round: int, segment: int) -> Bool:
        """The segment is the first that the thread executes in this round."""
        terms = self._terms
        if segment == 0:
            return self.runs(thread, round, 0)
        stood = terms.both(
            self.passed(thread, round - 1, segment - 1), self.passed(thread, round - 1, segment).inverse
        )
        return terms.both(stood, self.passed(thread, round, segment))

    def stops_at(self, thread: int, round: int, segment: int) -> Bool:
        """By the end of the round, the segment is the next that the thread has not begun."""
        if segment == 0:
            return self._terms.false
        return self._terms.both(
            self.passed(thread, round, segment - 1), self.passed(thread, round, segment).inverse
        )
