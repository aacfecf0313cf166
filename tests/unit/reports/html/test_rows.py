"""Steps as rows: what is folded, what is hidden, how they are worded."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.made_traces import at, call, made, read, write
from unthread.core.properties import Participant, Property, Violation
from unthread.core.source import Loc
from unthread.core.trace import OFFER, Effect, InputValue, Step, StepKind, Trace
from unthread.reports.html.rows import PageRow, Rows, make_rows, turns
from unthread.reports.html.texts import Texts
from unthread.reports.html.words import call_text

LINES = {
    3: "    pthread_create(&t, 0, work, 0);",
    7: "    pthread_mutex_lock(&m[f(1)]);",
    9: "    assert(x == 2);",
}


def rows_of(trace: Trace) -> Rows:
    return make_rows(trace, Texts.of(trace))


def said(trace: Trace) -> list[tuple[int, str, str]]:
    return [(row.thread, row.kind, row.text) for row in rows_of(trace).rows]


def test_the_violation_comes_last() -> None:
    trace = made([read(1, "x", "0", 9)])
    assert said(trace) == [(1, "read", ""), (1, "violation", "assertion violated: x == 2")]


def test_steps_of_one_call_are_one_row() -> None:
    steps = [
        call(1, "pthread_mutex_lock", 7),
        Step(1, at(7), StepKind.READ, "buffer", "1", "pthread_mutex_lock"),
        read(2, "x", "0", 9),
        call(1, "pthread_mutex_lock", 7),
    ]
    rows = rows_of(made(steps, lines=LINES))
    assert [row.steps for row in rows.rows] == [(0, 1), (2, 2), (3, 3), None]
    assert rows.rows[0].text == "pthread_mutex_lock(&m[f(1)])"
    assert [effect.place for effect in rows.rows[0].effects] == ["buffer"]
    assert rows.of_step == {0: 0, 1: 0, 2: 1, 3: 2}


def test_each_start_of_a_thread_has_its_row() -> None:
    steps = [call(0, "pthread_create", 3, value=f"thread {number}") for number in (1, 2)]
    trace = made(steps, lines=LINES)
    assert said(trace)[:2] == [(0, "start", "starts thread 1 (work)"), (0, "start", "starts thread 2 (work)")]
    assert rows_of(trace).rows[1].starts == 2


def test_what_the_library_does_on_its_own_is_hidden() -> None:
    own = Loc("<unthread>/models/pthread.c", 1, 1, "run@pthread")
    steps = [
        Step(1, own, StepKind.READ, "__ut_threads[1].argument", "null", "run@pthread"),
        read(1, "__ut_spurious", "1", 9),
        Step(1, own, StepKind.END, call="run@pthread"),
    ]
    trace = made(steps)
    assert said(trace)[:-1] == [(1, "end", "the thread ends")]
    assert rows_of(trace).of_step == {2: 0}


def test_places_are_called_as_they_are_written() -> None:
    steps = [
        read(1, "heap#1.count", "0", 9, text="pool->count"),
        read(1, "old", "0", 9, text="*__ut_expected"),
    ]
    assert [row.written for row in rows_of(made(steps)).rows] == ["pool->count", "", ""]


def test_parts_of_synchronization_objects_are_not_memory() -> None:
    inside = Step(
        1,
        at(9),
        StepKind.SECTION,
        effects=(Effect(StepKind.WRITE, "m.__lock", "1"), Effect(StepKind.READ, "x", "2")),
    )
    assert [effect.place for effect in rows_of(made([inside])).rows[0].effects] == ["x"]


@pytest.mark.parametrize(
    ("step", "kind", "text"),
    [
        (call(1, "pthread_mutex_unlock", 8), "unlock", "pthread_mutex_unlock"),
        (call(1, "pthread_join", 8), "wait", "pthread_join"),
        (call(1, "pthread_cond_wait", 8), "wait", "pthread_cond_wait"),
        (call(1, "strlen", 8), "call", "strlen"),
        (Step(1, at(8), StepKind.WAIT), "wait", "waits no longer"),
        (Step(1, at(8), StepKind.FREE, "heap#1"), "free", "frees heap#1"),
        (Step(1, at(8), StepKind.PRINT), "print", "prints"),
        (Step(1, at(8), StepKind.SECTION), "atomic", ""),
        (Step(0, at(8), StepKind.END), "end", "the program ends"),
        (Step(0, at(8), StepKind.SPAWN, "thread 1"), "start", "starts thread 1 (work)"),
    ],
)
def test_kinds_and_words(step: Step, kind: str, text: str) -> None:
    assert said(made([step]))[0][1:] == (kind, text)


def test_inputs_stand_between_steps() -> None:
    asked = InputValue(1, "n", at(8), 7, "int", 1)
    offers = [InputValue(1, OFFER, at(8), value, step=1) for value in ("0", "1")]
    trace = replace(made([read(1, "x", "0", 9), write(1, "x", "0", "1", 9)]), inputs=(asked, *offers))
    assert [text for _, kind, text in said(trace) if kind == "input"] == [
        "input n (int): 7",
        "waits in this loop",
    ]
    assert [kind for _, kind, _ in said(trace)] == ["read", "input", "input", "write", "violation"]


@pytest.mark.parametrize(
    ("value", "note", "texts"),
    [(0, "", []), (1, "", ["pthread_cond_wait decides: 1"]), (1, "wakes up spuriously", [])],
)
def test_choices_of_the_library_have_no_internal_name(value: int, note: str, texts: list[str]) -> None:
    asked = InputValue(1, "outcome", at(7), value, "_Bool", 0)
    trace = replace(made([replace(call(1, "pthread_cond_wait", 7), note=note)]), inputs=(asked,))
    assert [text for _, kind, text in said(trace) if kind == "input"] == texts


def test_participants_stand_before_the_violation() -> None:
    parts = (
        Participant(1, "work", at(5), access="read", place="x"),
        Participant(2, "work", at(6), access="write", place="x"),
    )
    race = Violation(
        Property.RACE, "data race on x (declared at a.c:1:1): this read ...", 1, at(5), participants=parts
    )
    assert said(made([], race)) == [
        (2, "standing", "is about to write x"),
        (1, "violation", "data race on x"),
    ]
    waits = tuple(
        Participant(number, "work", at(5), call="pthread_join", place="thread 2") for number in (0, 1)
    )
    stuck = Violation(Property.DEADLOCK, "deadlock: thread 0 ...", 0, at(5), participants=waits)
    assert said(made([], stuck)) == [
        (1, "standing", "waits in pthread_join for thread 2"),
        (0, "violation", "deadlock: 2 threads wait, and none can continue"),
    ]


def test_turns_begin_where_slices_do() -> None:
    steps = [read(0, "x", "0", 9), read(1, "__ut_a", "0", 9), read(1, "x", "0", 9), read(2, "x", "0", 9)]
    trace = made(steps)
    assert turns(trace, rows_of(trace)) == [0, 1, 2, 3]


def test_a_trace_without_steps() -> None:
    assert rows_of(made([])).rows == (PageRow(1, at(9), "violation", "assertion violated: x == 2"),)


@pytest.mark.parametrize(
    ("line", "column", "text"),
    [
        ("  f(a, g(b));", 3, "f(a, g(b))"),
        ("  f(a,", 3, "f"),
        ("  x = f(a);", 3, "f"),
        ('  "é"; f(a);', 9, "f(a)"),  # columns count bytes
        ("", 3, "f"),
    ],
)
def test_a_call_as_it_is_written(line: str, column: int, text: str) -> None:
    assert call_text(line, column, "f") == text
