"""From a `Witness` of the bounded program to a schedule of the program itself.

The program takes more steps than the bounded one, in which reads of known values are folded away and steps
that other threads cannot notice are not marks. So the marks of a thread are, in order, some of its steps. A
slice ends with the step that its last mark stands for; the first one that looks like it is tried first, then
later ones. Whatever is chosen, only the interpreter decides whether the violation is reached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from unthread.core.properties import LEAKS, Property
from unthread.core.records import dataclass
from unthread.core.source import MADE_AT_START
from unthread.core.trace import InputValue, Mark, Schedule, Step, StepKind, Witness
from unthread.interpreter.machine import Blocked, Ended
from unthread.interpreter.state import ThreadState
from unthread.program.program import Program
from unthread.results.execution import Claim, ClaimedInputs, Execution, place_of, position_in

EFFORT = 400_000  # steps for one way to read the witness
_QUIET = 3_000  # steps without anything new after which a thread is taken to wait in a loop
_DEVIATIONS = (
    8  # steps later than the first possible with which slices end; library functions have several sections
)
_APPROACH = 512  # steps that other threads cannot notice before a race


@dataclass(frozen=True, slots=True)
class Reading:
    """How literally a witness is taken. `values`: what is read and written where must agree, and every thread
    that is started has its mark. `anywhere`: inputs may be asked for in other places."""

    values: bool
    anywhere: bool


# Addresses and numbers of threads may differ from those in the bounded program, whence the later ones.
READINGS = (Reading(True, False), Reading(True, True), Reading(False, False), Reading(False, True))


@dataclass(frozen=True, slots=True)
class Match:
    """The schedule that breaks the property, and the inputs asked for on the way."""

    schedule: Schedule
    inputs: tuple[InputValue, ...]


def match(
    program: Program, witness: Witness, properties: frozenset[Property], effort: int = EFFORT
) -> Match | None:
    for reading in READINGS:
        found = _Search(program, witness, properties, reading, effort).run()
        if found is not None:
            return found
    return None


class _Search:
    def __init__(
        self,
        program: Program,
        witness: Witness,
        properties: frozenset[Property],
        reading: Reading,
        effort: int,
    ) -> None:
        self.inputs = ClaimedInputs(witness.inputs, reading.anywhere)
        claim = Claim.of(witness.violation)
        self.taken: list[Step] = []
        self.execution = Execution(program, self.inputs, properties, claim, effort, self.taken.append)
        self.strict = reading.values
        self.violating = witness.violation.thread
        self.rival = witness.rival
        self.starts = witness.starts
        marks = (mark for mark in witness.marks if mark.loc.file != MADE_AT_START)
        self.slices = [(label, tuple(run)) for label, run in groupby(marks, lambda m: m.thread)]

    def run(self) -> Match | None:
        """Few deviations from the first possible steps before many; none needs no snapshots."""
        for deviations in range(_DEVIATIONS + 1):
            self.execution.begin()
            self.inputs.labels = {0: 0}
            if self._slice(0, deviations):
                assert self.execution.found is not None, "the search ends with the violation"
                return Match(self.execution.found, tuple(self.inputs.asked))
            if self.execution.effort <= 0:
                break
        return None

    # Slice `index` and all after it, with that many deviations in all.
    def _slice(self, index: int, deviations: int) -> bool:
        if index == len(self.slices):
            return not deviations and self._finish()
        label, marks = self.slices[index]
        numbers = [(cost, number) for cost, number in self._numbers(label) if cost <= deviations]
        saved = self.execution.save() if len(numbers) > 1 else None
        labels = dict(self.inputs.labels)
        for cost, number in numbers:
            if saved is not None:
                self.execution.restore(saved)
            self.inputs.labels = labels | {number: label}
            if self._run(number, marks, index, deviations - cost):
                return True
        return False

    def _numbers(self, label: int) -> list[tuple[int, int]]:
        """The threads of the machine that the label may stand for, the likeliest first, each with how many
        deviations it counts for: as many as there are likelier ones with the same start routine. Bounded
        programs number threads by where they are started, the machine by when."""
        labels = self.inputs.labels
        known = [number for number, other in labels.items() if other == label]
        if known:
            return [(0, number) for number in known]
        free = [number for number in self.execution.machine.live() if number not in labels]
        start = self.starts[label] if label < len(self.starts) else None
        if all(self._thread(number).start != start for number in free):
            start = None
        rank = self.starts[:label].count(start) if start is not None else label
        likely: list[tuple[int, int]] = []
        costs: Counter[str] = Counter()
        for number in sorted(free, key=lambda number: (self._rank(number, start) != rank, number)):
            own = self._thread(number).start
            if start in (None, own):
                likely.append((costs[own], number))
                costs[own] += 1
        return likely

    def _rank(self, number: int, start: str | None) -> int:
        """How many threads with the same start routine were started before."""
        before = self.execution.machine.threads[:number]
        return number if start is None else sum(thread.start == start for thread in before)

    def _run(self, number: int, marks: tuple[Mark, ...], index: int, deviations: int) -> bool:
        while self._advance(number, marks):
            saved = self.execution.save() if deviations else None
            if self.execution.found or self._slice(index + 1, deviations):
                return True
            if saved is None or self.execution.effort <= 0:
                return False
            self.execution.restore(saved)
            deviations -= 1
            marks = marks[-1:]
        return False

    def _advance(self, number: int, marks: tuple[Mark, ...]) -> bool:
        """The thread runs until its last mark is matched, or it breaks the property."""
        matched = 0
        threads = self.execution.machine.threads
        born = len(threads)
        for step in self._steps(number):
            if matched < len(marks) and self._agrees(marks[matched], step, number):
                matched += 1
                if matched == len(marks):
                    return True
            elif self.strict and len(threads) > born:
                return False
            born = len(threads)
        return self.execution.found is not None

    def _steps(self, number: int) -> Iterator[Step]:
        """What the thread does, as long as it can and does anything new."""
        execution = self.execution
        seen: set[object] = set()
        quiet = 0
        while execution.is_alive(number) and quiet < _QUIET:
            self.taken.clear()
            outcome = execution.step(number)
            if outcome is None or isinstance(outcome, Blocked):
                return
            for step in self.taken:  # one, or none for the rest of a section
                is_new = (step.loc, step.place, step.value) not in seen
                seen.add((step.loc, step.place, step.value))
                quiet = 0 if is_new else quiet + 1
                yield step
            if isinstance(outcome, Ended):
                return

    def _agrees(self, mark: Mark, step: Step, number: int) -> bool:
        if mark.kind is not step.kind:
            return False
        if mark.kind is StepKind.END:  # a thread ends once, wherever it does
            return True
        if place_of(mark.loc) != position_in(self._thread(number), step.loc):
            return False
        if mark.place not in ("", step.place):
            return False
        if not self.strict:
            return True
        if None not in (mark.offset, step.offset) and mark.offset != step.offset:
            return False
        return mark.value is None or step.value == str(mark.value)

    def _thread(self, number: int) -> ThreadState:
        return self.execution.machine.threads[number]

    def _finish(self) -> bool:
        """After the last mark only the violating thread moves; in a deadlock, all go where they wait."""
        if self.execution.claim.property is Property.DEADLOCK:
            self.execution.get_stuck()
            return self.execution.found is not None
        number = self._number(self.violating)
        if number is None:
            return False
        if self.rival is not None:
            return self._meet(number, self.rival)
        if self.execution.claim.property in LEAKS:
            return self._leave(number)
        return self._advance(number, ())

    def _number(self, label: int) -> int | None:
        """The thread that the label most likely stands for, from now on for sure."""
        for _, number in self._numbers(label)[:1]:
            self.inputs.labels[number] = label
            return number
        return None

    def _leave(self, number: int) -> bool:
        """A leak: the thread ends the process, perhaps after another one took unnoticed steps, the
        allocation among them."""
        start = self.execution.save()
        for other in (number, *(n for n in self.execution.machine.live() if n != number)):
            self.execution.restore(start)
            for _ in range(_APPROACH):
                saved = self.execution.save()
                if self._advance(number, ()):
                    return True
                self.execution.restore(saved)
                if other == number or not self.execution.is_alive(other) or self.execution.effort <= 0:
                    break
                if isinstance(self.execution.step(other), Blocked | None):
                    break
        return False

    def _meet(self, number: int, rival: Mark) -> bool:
        """A race: the rival stands before its step while the thread comes to its own. Or it takes it right
        before the thread's step: what is in an atomic section or after an input cannot be foreseen."""
        other = self._number(rival.thread)
        if other is None:
            return False
        start = self.execution.save()
        for is_taken in (True,) if rival.kind is StepKind.SECTION else (False, True):
            self.execution.restore(start)
            if self._come_together(number, other, (rival,) if is_taken else ()):
                return True
        return False

    def _come_together(self, number: int, other: int, taken: tuple[Mark, ...]) -> bool:
        """Either may first have to take steps that other threads cannot notice."""
        first = number if taken else other
        for _ in range(_APPROACH):
            saved = self.execution.save()
            if taken:
                self._advance(other, taken)
            if self.execution.found or self._advance(number, ()):
                return True
            self.execution.restore(saved)
            if not self.execution.is_alive(first) or self.execution.effort <= 0:
                return False
            if isinstance(self.execution.step(first), Blocked | None):
                return self.execution.found is not None
        return False
