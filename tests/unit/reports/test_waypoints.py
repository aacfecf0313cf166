"""Waypoints: only what is surely so."""

from __future__ import annotations

from dataclasses import replace

from tests.support.traces import FEW, PROGRAMS, example_trace, program_trace
from unthread.core.source import Loc
from unthread.core.trace import InputValue, Step, StepKind, Trace
from unthread.reports.waypoints import Waypoint, WaypointKind, waypoints

LINES = {
    1: "    x = 1;",
    2: "    x = y;",
    3: "    if (c) x = 1;",
    4: "    x = 1; y = 2;",
    5: "      b);",
    6: "    f();",
    7: "int n = __VERIFIER_nondet_int(); int m = rand();",
}


def write(line: int, column: int = 5, thread: int = 0, depth: int = 0, function: str = "main") -> Step:
    return Step(thread, Loc("a.c", line, column, function), StepKind.WRITE, "x", "1", depth=depth)


def found(*steps: Step, inputs: tuple[InputValue, ...] = ()) -> list[Waypoint]:
    return [*waypoints(replace(program_trace("race"), steps=steps, inputs=inputs, lines={"a.c": LINES}))]


def statements(*steps: Step) -> list[tuple[int, int]]:
    points = [point for point in found(*steps) if point.kind is WaypointKind.STATEMENT]
    return [(point.thread, point.loc.line) for point in points if point.loc]


def test_a_statement_begins_with_its_first_step() -> None:
    assert statements(write(1), write(2)) == [(0, 1), (0, 2)]


def test_a_statement_that_goes_on_after_others_does_not_begin_again() -> None:
    read = replace(write(2, 9), kind=StepKind.READ)
    assert statements(read, write(1, thread=1), write(2)) == [(1, 1)]


def test_a_statement_whose_call_returns_does_not_begin_again() -> None:
    assert statements(write(1), write(6, depth=1, function="f"), write(1)) == [(0, 1), (0, 6)]


def test_what_may_not_be_a_statement_is_left_out() -> None:
    assert statements(write(3, 12), write(4), write(5, 7), write(8)) == []


def test_values_of_functions_that_return_anything() -> None:
    given = InputValue(0, "n", Loc("a.c", 7, 9, "main"), -5, "int")
    other = InputValue(0, "m", Loc("a.c", 7, 42, "main"), 5, "int")
    strange = replace(given, value="nan")
    points = [point for point in found(inputs=(given, other, strange)) if point.kind is WaypointKind.INPUT]
    (point,) = points
    assert (point.function, point.value) == ("__VERIFIER_nondet_int", "-5")
    assert LINES[7][point.end - 1] == ")"


def test_functions_are_entered_and_left_by_each_thread() -> None:
    points = found(write(6, depth=1, function="f@b"), write(6, thread=1, function="work"), write(1))
    kinds = (WaypointKind.ENTER, WaypointKind.LEAVE)
    shown = [(point.thread, point.kind.name, point.function) for point in points if point.kind in kinds]
    assert shown == [(0, "ENTER", "main"), (0, "ENTER", "f"), (1, "ENTER", "work"), (0, "LEAVE", "f")]


def is_begun(trace: Trace) -> bool:
    """Threads enter their routine before they do anything else."""
    begun: set[int] = set()
    for point in waypoints(trace):
        if point.kind is WaypointKind.ENTER:
            begun.add(point.thread)
        elif point.thread not in begun:
            return False
    return True


def test_threads_begin_before_anything_else() -> None:
    assert all(is_begun(example_trace(name)) for name in FEW)
    assert all(is_begun(program_trace(name)) for name in PROGRAMS)
    late = InputValue(1, "n", Loc("a.c", 7, 9, "work"), 1, "int", 0)
    assert is_begun(replace(program_trace("race"), steps=(), inputs=(late,), lines={"a.c": LINES}))


def test_targets_are_last() -> None:
    for name in PROGRAMS:
        points = [point.kind is WaypointKind.TARGET for point in waypoints(program_trace(name))]
        assert sum(points) == (2 if name == "race" else 1)
        assert points[-1]


def test_a_violation_without_a_position_is_where_the_program_was() -> None:
    trace = program_trace("memory")
    nowhere = replace(trace.violation, loc=Loc("<unthread>/models/x.c", 1, 1), stack=())
    *_, target = waypoints(replace(trace, violation=nowhere))
    assert target.loc is not None
    assert target.loc.file == trace.steps[-1].loc.file
