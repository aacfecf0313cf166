"""What a thread did at a line of text, in words; loops folded."""

from __future__ import annotations

from dataclasses import replace

from tests.support.made_traces import at, call, made, read, write
from unthread.core.source import Loc
from unthread.core.trace import InputValue, Step, StepKind
from unthread.results.rows import Row, folded, rows_of

LINES = {5: "    x++;", 6: "    y = x;", 7: "    pthread_mutex_lock(&m);"}


def told(rows: list[Row]) -> list[tuple[int, int, list[str]]]:
    return [(row.number, row.times, [str(item) for item in row.items]) for row in rows]


def test_reading_and_writing_a_place_at_a_line_is_one_change() -> None:
    trace = made([read(1, "x", "1", 5), write(1, "x", "1", "2", 5), write(1, "y", "0", "2", 6)], lines=LINES)
    assert told(rows_of(trace)) == [(1, 1, ["x: 1 -> 2"]), (3, 1, ["y: 0 -> 2"])]


def test_another_thread_ends_a_row() -> None:
    steps = [read(1, "x", "1", 5), write(2, "x", "1", "5", 5), write(1, "x", "5", "2", 5)]
    assert told(rows_of(made(steps, lines=LINES))) == [
        (1, 1, ["x is 1"]),
        (2, 1, ["x: 1 -> 5"]),
        (3, 1, ["x: 5 -> 2"]),
    ]


def counting(times: int) -> list[Step]:
    pairs = ((read(1, "x", str(n), 5), write(1, "x", str(n), str(n + 1), 5)) for n in range(times))
    return [step for pair in pairs for step in pair]


def test_iterations_that_do_the_same_are_folded() -> None:
    rows = rows_of(made(counting(40), lines=LINES))
    assert len(rows) == 40
    assert told(folded(rows)) == [(1, 40, ["x: 0 -> 40"])]


def test_values_that_vary_in_a_folded_loop_are_told() -> None:
    """A row that stands for several must not claim that each had the value of the last."""
    reads = [read(1, "x", value, 5) for value in ("1", "2", "3")]
    assert told(folded(rows_of(made(reads, lines=LINES)))) == [(1, 3, ["x is 1 ... 3"])]
    steps = [write(1, "x", *pair, 5) for pair in (("0", "1"), ("1", "2"), ("2", "0"))]
    assert told(folded(rows_of(made(steps, lines=LINES)))) == [(1, 3, ["x: 0 -> ... -> 0"])]
    same = [read(1, "x", "4", 5) for _ in range(3)]
    assert told(folded(rows_of(made(same, lines=LINES)))) == [(1, 3, ["x is 4"])]


def test_an_end_is_that_of_the_thread_or_of_the_program() -> None:
    thread, program = Step(1, at(5), StepKind.END), Step(1, at(5), StepKind.END, note="the program ends")
    rows = rows_of(made([replace(thread, thread=2), program], lines=LINES))
    assert [items for *_, items in told(rows)] == [["the thread ends"], ["the program ends"]]


def test_two_iterations_are_shown() -> None:
    rows = rows_of(made(counting(2), lines=LINES))
    assert folded(rows) == rows


def test_a_loop_of_several_lines_is_folded_line_by_line() -> None:
    steps = [
        step for n in range(5) for step in (write(1, "x", str(n), str(n + 1), 5), write(1, "y", "0", "0", 6))
    ]
    assert told(folded(rows_of(made(steps, lines=LINES)))) == [(1, 5, ["x: 0 -> 5"]), (2, 5, ["y = 0"])]


def test_a_pointer_on_the_way_is_implied() -> None:
    steps = [read(1, "list", "heap#1", 6), read(1, "heap#1.first", "null", 6)]
    assert told(rows_of(made(steps, lines=LINES))) == [(1, 1, ["heap#1.first is null"])]


def test_what_library_functions_did_is_said_in_their_words() -> None:
    step = Step(1, at(7), StepKind.SECTION, "f", "", "pthread_mutex_trylock", note="fails")
    assert told(rows_of(made([step], lines=LINES))) == [(1, 1, ["fails"])]
    assert told(rows_of(made([call(1, "pthread_mutex_lock", 7)], lines=LINES))) == [
        (1, 1, ["pthread_mutex_lock(&m)"])
    ]


def test_inputs_stand_where_they_are_asked_for() -> None:
    trace = made([read(1, "x", "1", 5)], lines=LINES)
    here = Loc("made.c", 6, 5, "work")
    asked = (
        InputValue(1, "n", here, 3, "int", 1),
        InputValue(1, "wakes", here, 1, "int", 1, "pthread_cond_wait"),
        InputValue(1, "any", here, 4, "int", 1, "rand"),
    )
    rows = rows_of(replace(trace, inputs=asked))
    assert told(rows)[1:] == [(2, 1, ["input n (int): 3", "rand: input 4"])]
