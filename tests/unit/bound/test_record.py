"""What is noted of a thread, and when it need not be built again."""

from __future__ import annotations

from dataclasses import replace

from tests.support.builder import shared
from unthread.bound.record import Record, ThreadOrigin, assumptions_of, loops_of
from unthread.core.source import NOWHERE
from unthread.program.bounded import LoopKind, LoopUse
from unthread.program.expressions import Variable

START = ThreadOrigin("t1", "run", "run", 1, None, NOWHERE)
X = shared("x")


def use(kind: LoopKind, iterations: int, cut: bool = False, trips: int | None = None) -> LoopUse:
    return LoopUse(NOWHERE, "f", kind, iterations, cut, trips)


def test_a_record_holds_while_all_answers_are_the_same() -> None:
    record = Record(START)
    assert not record.asking(lambda variable, offset, size: False)(X, 0, 4)

    def only_the_first_byte(variable: Variable, offset: int, size: int) -> bool:
        return offset == 0

    assert record.holds(START, lambda *cell: False)
    assert not record.holds(START, only_the_first_byte)
    assert not record.holds(replace(START, number=2), lambda *cell: False)


def test_an_answer_is_asked_for_once() -> None:
    asked: list[int] = []
    record = Record(START)

    def answer(variable: Variable, offset: int, size: int) -> bool:
        asked.append(offset)
        return False

    foreign = record.asking(answer)
    assert [foreign(X, 0, 4), foreign(X, 0, 4), foreign(X, 4, 4)] == [False] * 3
    assert asked == [0, 4]


def test_copies_of_a_loop_count_together() -> None:
    one, other = Record(START), Record(START)
    one.note_loop(use(LoopKind.COUNTED, 2, trips=2))
    one.note_loop(use(LoopKind.COUNTED, 5, trips=5))
    other.note_loop(use(LoopKind.BOUNDED, 3, cut=True))
    assert loops_of([one]) == (use(LoopKind.COUNTED, 5, trips=5),)
    assert loops_of([one, other]) == (use(LoopKind.BOUNDED, 5, cut=True),)


def test_idle_prevails() -> None:
    record = Record(START)
    for kind in (LoopKind.IDLE, LoopKind.BOUNDED, LoopKind.WAITING):
        record.note_loop(use(kind, 1))
    assert [found.kind for found in loops_of([record])] == [LoopKind.IDLE]


def test_an_assumption_is_told_once() -> None:
    one, other = Record(START), Record(START)
    for record in (one, other):
        record.assume("f")
    other.assume("g")
    assert assumptions_of([one, other]) == ("f", "g")
