"""A trace as data: memory, what is seen, texts, the summary."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from tests.support.made_traces import at, call, holding, made, read, write
from unthread.core.diagnostics import source_lines
from unthread.core.properties import Frame, Participant, Property, Related, Violation
from unthread.core.source import DataModel, Loc, Source
from unthread.core.trace import Effect, Explanation, HeapObject, Protection, Step, StepKind, parse_schedule
from unthread.reports.html.memory import places
from unthread.reports.html.rows import make_rows
from unthread.reports.html.story import story
from unthread.reports.html.summary import find_again
from unthread.reports.html.texts import Texts


def memory(*steps: Step) -> dict[str, tuple[str, list[int], list[list[object]]]]:
    trace = made(steps)
    found = places(make_rows(trace, Texts.of(trace)).rows)
    return {place["name"]: (place["first"], place["threads"], place["changes"]) for place in found}


def test_values_before_and_after() -> None:
    assert memory(write(1, "x", "0", "1", 5), write(2, "x", "1", "1", 5), read(1, "y", "7", 5)) == {
        "x": ("0", [1, 2], [[0, "1"], [1, "1"]]),
        "y": ("7", [1], []),
    }


def test_places_of_several_threads_come_first() -> None:
    found = memory(read(1, "a", "0", 5), read(1, "b", "0", 5), read(2, "b", "0", 5))
    assert [*found] == ["b", "a"]


def test_a_read_tells_of_changes_that_no_step_shows() -> None:
    assert memory(read(1, "x", "0", 5), read(1, "x", "9", 6))["x"] == ("0", [1], [[1, "9"]])


def test_sections_have_several_effects() -> None:
    effects = (Effect(StepKind.WRITE, "x", "2", "1"), Effect(StepKind.READ, "y", "3"))
    assert memory(Step(1, at(5), StepKind.SECTION, effects=effects)) == {
        "x": ("1", [1], [[0, "2"]]),
        "y": ("3", [1], []),
    }


def test_rows_say_what_they_see() -> None:
    """Rows, not steps: those of the library have none, and calls are one."""
    steps = [
        read(1, "__ut_hidden", "0", 5),
        write(1, "x", "0", "1", 5),
        call(1, "memcpy", 6),
        call(1, "memcpy", 6, 2),
        read(2, "x", "1", 7, 0, 1, 3),
    ]
    assert [row.get("sees", []) for row in story(made(steps))["rows"]] == [[], [], [0, 1], []]


def test_starts_of_threads() -> None:
    made_up = story(made([call(0, "pthread_create", 3, value="thread 1")], threads=("main", "work")))
    assert made_up["threads"] == [
        {"name": "main"},
        {"name": "work", "starter": 0, "row": 0, "place": [0, 3, 5]},
    ]


def test_texts_are_whole_where_the_file_is_the_same(tmp_path: Path) -> None:
    source_lines.cache_clear()
    file = tmp_path / "a.c"
    file.write_text("int x;\nint y;\n")
    trace = made(
        [replace(read(1, "x", "0", 1), loc=at(1, file=str(file)))], file=str(file), lines={1: "int x;"}
    )
    same = story(replace(trace, digests=(sha256(file.read_bytes()).hexdigest(),)))["files"]
    assert same == [{"name": str(file), "whole": True, "lines": [[1, "int x;"], [2, "int y;"]]}]
    other = story(trace)["files"]
    assert other == [{"name": str(file), "whole": False, "lines": [[1, "int x;"]]}]


def test_the_summary_of_a_race() -> None:
    stack = (
        Frame("inner", at(5)),
        Frame("work", at(8)),
        Frame("run@pthread", Loc("<unthread>/models/pthread.c", 1, 1)),
    )
    first = replace(holding(1, ("m", 4)), access="read", place="x", stack=stack)
    second = Participant(2, "work", at(6), access="write", place="x")
    violation = Violation(
        Property.RACE,
        "data race on x: this read and ...",
        1,
        at(5),
        participants=(first, second),
        values=(("x", "1"),),
        related=(Related("declared", None, at(1)),),
    )
    found = story(made([], violation))["summary"]
    assert found["heading"] == "data race on x"
    assert found["values"] == [["x", "1"]]
    assert found["related"] == [{"what": "declared", "thread": None, "place": [0, 1, 5]}]
    one, two = found["participants"]
    assert (one["what"], two["what"]) == ("read of x", "write of x")
    assert [frame["function"] for frame in one["stack"]] == ["inner", "work"]
    assert one["holds"] == [{"lock": "m", "sort": "mutex", "place": [0, 4, 5]}]
    assert two["holds"] == []


def test_heap_objects() -> None:
    item = HeapObject("heap#1", "struct node", 24, 0, at(3), (1, at(7)))
    found = story(replace(made([]), objects=(item,)))["summary"]["objects"]
    assert found[0]["freed"] == {"thread": 1, "place": [0, 7, 5]}


def test_why() -> None:
    steps = [read(1, "x", "0", 5), write(2, "x", "0", "1", 6)]
    protection = Protection("x", "m", 4, ((2, at(6)),))
    explanation = Explanation((1,), parse_schedule("1:2,2:1"), (0, 2), protection)
    found = story(replace(made(steps), explanation=explanation))
    assert found["summary"]["why"] == [
        "thread 1 (work) reads x at made.c:5 before thread 1 (work) reaches made.c:9; "
        "in the nearest schedule that passes, the order is reversed",
        "4 other accesses of x hold m, but not at made.c:6",
    ]
    assert found["summary"]["schedules"] == [
        "schedule 1:1,2:1,1:1 (thread:steps), replayed",
        "nearest schedule that passes: 1:2,2:1",
    ]
    assert (found["essential"], found["decisive"]) == ([1], [0, 2])


@pytest.mark.parametrize(
    ("source", "command"),
    [
        (Source((Path("a b.c"), Path("c.c"))), "unthread check 'a b.c' c.c"),
        (Source((Path("a.c"),), ("-DX=1",), DataModel.M32), "unthread check --m32 a.c -- -DX=1"),
        (
            Source(
                (Path("a.c"),),
                atomic_statements=True,
                volatile_is_atomic=True,
                stubs=(Path("s.c"),),
                havoc=("f",),
            ),
            "unthread check --atomic-statements --volatile-is-atomic --stub s.c --havoc f a.c",
        ),
    ],
)
def test_how_it_was_found(source: Source, command: str) -> None:
    assert find_again(replace(made([]), source=source)) == command


def test_functions_are_called_as_the_user_wrote_them() -> None:
    """Static functions of several files may have one name; the file that is added is not for readers."""
    here = at(5, "update@two")
    stack = (Frame("update@two", here), Frame("work@one", at(6)))
    violation = Violation(Property.REACH, "assertion violated: x", 1, here, stack)
    step = replace(write(1, "x", "0", "1", 5), loc=here)
    told = story(made([step], violation, threads=("main", "work@one", "work@two")))
    assert [thread["name"] for thread in told["threads"]] == ["main", "work", "work"]
    assert [frame["function"] for frame in told["summary"]["stack"]] == ["update", "work"]
    assert "@" not in str(told["rows"])
