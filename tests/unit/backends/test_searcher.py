"""How bounds and rounds grow with what a tool says, and what is told of each level."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from unthread.backends.base import (
    Answer,
    ExternalTool,
    GaveUp,
    NoViolation,
    ToolTask,
    ToolViolation,
    cut_lines,
    gap_lines,
)
from unthread.backends.searcher import Choice, ToolSearcher
from unthread.core.bounds import Bound, Bounds
from unthread.core.events import Covered, Event, Gap, Stopped, Unshown
from unthread.core.process import Ran
from unthread.core.properties import ASSERTED
from unthread.core.request import Request
from unthread.core.source import Source
from unthread.core.verdict import Coverage, UnknownCause
from unthread.frontend.load import load
from unthread.program.program import Program
from unthread.sequentialize.emitted import Dialect, Schema

LOOP = """
int nondet(void), x;
int main(void) {
    int n = nondet();
    while (n > 0) { x++; n -= 2; }
    return 0;
}
"""
RECURSION = """
int down(int n) { return n < 1 ? 0 : 1 + down(n - 1); }
int nondet(void);
int main(void) { return down(nondet()); }
"""
THREADS = """
#include <pthread.h>
int x;
void *work(void *a) { x = x + 1; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, work, 0); x = x + 1; return 0; }
"""
GAP = """
#include <setjmp.h>
jmp_buf place;
int main(void) { return setjmp(place); }
"""


class Scripted(ExternalTool):
    """Answers as it was told; its last answer again and again."""

    name = "scripted"
    dialect = Dialect.CBMC
    get = "nowhere"
    needs_unwind = True

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.tasks: list[ToolTask] = []

    def command(self, file: Path, task: ToolTask) -> list[str]:
        raise AssertionError("there is no program to run")

    def read(self, ran: Ran, task: ToolTask, directory: Path) -> Answer:
        raise AssertionError("there is no program to run")

    def solve(self, task: ToolTask) -> Answer:
        self.tasks.append(task)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        match answer:
            case "cut":
                return NoViolation(cut_lines(task.emitted))
            case "uncut":
                return NoViolation(frozenset())
            case "silent":
                return NoViolation(None)
            case "gap":
                return NoViolation(frozenset(), gap_lines(task.emitted))
            case "more":
                return NoViolation(frozenset(), is_bounded=True)
            case "violation":
                return ToolViolation((), 1)
            case _:
                return GaveUp(answer)


def program(tmp_path: Path, text: str) -> Program:
    file = tmp_path / "a.c"
    file.write_text(text)
    return load(Source((file,)))


def request(
    bounds: Bounds | None = None, fixed: frozenset[Bound] = frozenset(), rounds: int | None = None
) -> Request:
    return Request(ASSERTED, bounds or Bounds(unwind=2), fixed, rounds)


def events(
    found: Program, tool: Scripted, asked: Request | None = None, schema: Schema = Schema.LAZY, most: int = 40
) -> list[Event]:
    """So many of them at most: some searches have no end."""
    deadline = time.monotonic() + 60
    levels = ToolSearcher(found, asked or request(), Choice(tool, schema), 1 << 30, deadline).events()
    return [event for event, _ in zip(levels, range(most), strict=False)]


def unwinding(coverage: Coverage) -> int:
    """How often the one loop of the program was unwound."""
    return max([coverage.bounds.unwind, *(times for _, _, times in coverage.bounds.unwind_loops)])


def told_without_tools_part(coverage: Coverage) -> list[str]:
    """What is left out, but for what no tool looks for."""
    return [text for text in map(str, coverage.omissions) if "does not check" not in text]


def coverages(told: list[Event]) -> list[Coverage]:
    return [event.coverage for event in told if isinstance(event, Covered)]


def test_a_bound_that_is_reached_is_doubled(tmp_path: Path) -> None:
    tool = Scripted("cut", "cut", "uncut")
    found = coverages(events(program(tmp_path, LOOP), tool))
    assert [*map(unwinding, found)] == [2, 4, 8]
    assert [bool(told_without_tools_part(coverage)) for coverage in found] == [True, True, False]
    assert [loop.wants_more for coverage in found for loop in coverage.loops] == [True, True, False]
    assert told_without_tools_part(found[1]) == [f"more than 4 iterations of the loop at {tmp_path}/a.c:5:5"]


def test_a_tool_that_does_not_say(tmp_path: Path) -> None:
    """Every bound may be too small."""
    found = coverages(events(program(tmp_path, LOOP), Scripted("silent"), most=12))
    assert [*map(unwinding, found)] == [2, 4, 8, 16]
    assert all(map(told_without_tools_part, found))


@pytest.mark.parametrize(
    ("text", "fixed", "kind"),
    [(LOOP, Bound.UNWIND, "unwind"), (RECURSION, Bound.DEPTH, "depth")],
)
def test_a_bound_that_is_given_stays(tmp_path: Path, text: str, fixed: Bound, kind: str) -> None:
    told = events(program(tmp_path, text), Scripted("cut"), request(fixed=frozenset({fixed})))
    assert isinstance(told[-1], Covered)
    assert len({getattr(coverage.bounds, kind) for coverage in coverages(told)}) == 1


def test_a_loop_that_is_named_stays(tmp_path: Path) -> None:
    named = Bounds(2, (("a.c", 5, 3),))
    told = events(program(tmp_path, LOOP), Scripted("cut"), request(named))
    assert isinstance(told[-1], Covered)
    assert {coverage.bounds.unwind for coverage in coverages(told)} == {2}


def test_recursion(tmp_path: Path) -> None:
    found = coverages(events(program(tmp_path, RECURSION), Scripted("cut", "uncut")))
    assert [coverage.bounds.depth for coverage in found] == [3, 6]


def test_rounds_are_added_until_they_are_enough(tmp_path: Path) -> None:
    tool = Scripted("uncut")
    found = coverages(events(program(tmp_path, THREADS), tool, most=100))
    rounds = [coverage.rounds for coverage in found]
    assert rounds == list(range(2, rounds[-1] + 1))
    assert [coverage.all_schedules for coverage in found] == [False] * (len(rounds) - 1) + [True]
    assert [task.unwind for task in tool.tasks] == [number + 1 for number in rounds]


def test_rounds_that_are_given_stay(tmp_path: Path) -> None:
    found = coverages(events(program(tmp_path, THREADS), Scripted("uncut"), request(rounds=3)))
    assert [(coverage.rounds, coverage.all_schedules) for coverage in found] == [(3, False)]
    assert found[0].threads == ("main", "work")


def test_one_thread_needs_one_round(tmp_path: Path) -> None:
    found = coverages(events(program(tmp_path, LOOP), Scripted("uncut")))
    assert [(coverage.rounds, told_without_tools_part(coverage)) for coverage in found] == [(1, [])]


@pytest.mark.parametrize("schema", [Schema.INTERLEAVE, Schema.STEPWISE])
def test_loops_of_the_text_are_followed_further(tmp_path: Path, schema: Schema) -> None:
    tool = Scripted("more", "more", "uncut")
    found = coverages(events(program(tmp_path, THREADS), tool, schema=schema))
    assert [task.unwind for task in tool.tasks] == [16, 32, 64]
    assert [coverage.rounds for coverage in found] == [0, 0, 0]
    assert [bool(told_without_tools_part(coverage)) for coverage in found] == [True, True, False]
    (omission,) = told_without_tools_part(found[0])
    assert omission == "16 iterations or more of a loop of the sequential program"


def test_an_unwinding_that_is_given_stays(tmp_path: Path) -> None:
    asked = request(Bounds(unwind=5), frozenset({Bound.UNWIND}))
    tool = Scripted("more")
    told = events(program(tmp_path, THREADS), tool, asked, Schema.INTERLEAVE)
    assert isinstance(told[-1], Covered)
    assert [task.unwind for task in tool.tasks] == [5]


def test_a_claim_ends_the_search(tmp_path: Path) -> None:
    told = events(program(tmp_path, LOOP), Scripted("cut", "violation"))
    claimed = told[-1]
    assert isinstance(claimed, Unshown)
    assert "where nothing is asserted" in claimed.reason
    assert claimed.within.rounds == 1
    assert claimed.within.bounds.unwind_loops[0][1:] == (5, 4)


def test_a_tool_without_an_answer_ends_it_too(tmp_path: Path) -> None:
    assert events(program(tmp_path, LOOP), Scripted("no idea"))[-1] == Stopped(UnknownCause.FAILED, "no idea")


def test_what_is_not_modelled_is_told(tmp_path: Path) -> None:
    told = events(program(tmp_path, GAP), Scripted("gap"))
    gaps = [event for event in told if isinstance(event, Gap)]
    assert len(gaps) == 1
    assert gaps[0].loc.line == 4


def test_the_time_is_shared(tmp_path: Path) -> None:
    tool = Scripted("cut", "cut", "uncut")
    events(program(tmp_path, LOOP), tool)
    seconds = [task.limits.seconds for task in tool.tasks]
    assert seconds == sorted(seconds, reverse=True)
    assert 0 < seconds[-1] < seconds[0] <= 60
