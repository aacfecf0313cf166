"""Context switches that come later or earlier."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.recorded import recorded
from unthread.core.trace import Trace, format_schedule, parse_schedule
from unthread.frontend.load import load
from unthread.results.moves import Border, Moves, Search, by_halves, one_by_one
from unthread.results.variation import Ending, Stage

# Thread 0 reads after each of eight writes, or before them: it must see 5, or less than 3.
PROGRAM = """#include <assert.h>
#include <pthread.h>
int v;
static void *work(void *unused)
{
    for (int i = 1; i < 9; i++)
        v = i;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    int seen = v;
    pthread_join(thread, 0);
    assert(seen == 5 || seen < 3);
}
"""
SCHEDULE = "0:1,1:10,0:4"


def made(directory: Path) -> tuple[Trace, Moves]:
    trace = recorded(directory, PROGRAM, SCHEDULE, (16, 5))
    return trace, Moves(Stage(load(trace.source), trace))


def test_a_switch_is_left_out(tmp_path: Path) -> None:
    _, moves = made(tmp_path)
    found = moves.later(1)
    assert found is not None
    assert (found.moved, found.ending) == (2, Ending.PASSED)  # it reads both variables, then waits
    assert format_schedule(found.run.schedule).startswith("0:3,1:10,")


@pytest.mark.parametrize(("after", "ending"), [(3, Ending.PASSED), (4, Ending.SAME), (6, Ending.PASSED)])
def test_a_step_comes_after_some_of_the_others(after: int, ending: Ending, tmp_path: Path) -> None:
    """The first of thread 1 is that in which it begins."""
    _, moves = made(tmp_path)
    found = moves.later(1, 1, after)
    assert found is not None
    assert found.ending is ending
    assert format_schedule(found.run.schedule).startswith(f"0:1,1:{after},0:1,1:{10 - after},")


@pytest.mark.parametrize(("steps", "ending"), [(1, Ending.SAME), (4, Ending.PASSED), (10, Ending.PASSED)])
def test_a_thread_runs_before_the_last_steps_of_another(steps: int, ending: Ending, tmp_path: Path) -> None:
    _, moves = made(tmp_path)
    found = moves.earlier(2, steps)
    assert found is not None
    assert found.ending is ending


@pytest.mark.parametrize(
    ("search", "passes", "fails"), [(by_halves, "1:3", "1:4"), (one_by_one, "1:6", "1:7")]
)
def test_the_border_lies_between_two_steps(search: Search, passes: str, fails: str, tmp_path: Path) -> None:
    """There are two of them: between 2 and 3, and between 5 and 6, which is nearer to the trace."""
    trace, moves = made(tmp_path)
    found = moves.later(1)
    assert found is not None
    border = moves.nearest_later(1, found, search)
    assert border.fails is not None
    assert trace.schedule == parse_schedule(SCHEDULE)
    for run, slice in ((border.passes, passes), (border.fails, fails)):
        assert format_schedule(run.schedule).startswith(f"0:1,{slice},0:1,1:")


@pytest.mark.parametrize("search", [by_halves, one_by_one])
def test_between_neighbors_nothing_is_tried(search: Search, tmp_path: Path) -> None:
    _, moves = made(tmp_path)
    found = moves.later(1)
    assert found is not None
    border = Border(found.run, None)
    assert search(lambda number: pytest.fail(str(number)), 3, 4, border) == (border, 4)
