"""Context switches between two reads of a line move away where the violation does not need them."""

from __future__ import annotations

from pathlib import Path

from tests.support.native import trace_of
from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.core.trace import format_schedule
from unthread.frontend.load import load
from unthread.native.steady import steadied

TEXT = """#include <assert.h>
#include <pthread.h>
static int a, b;
static void *work(void *unused) { a = 1; b = 1; return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int sum = a + b;
    assert(sum != EXPECTED);
}
"""


def steady(tmp_path: Path, expected: int, schedule: str) -> str | None:
    file = tmp_path / "a.c"
    file.write_text(TEXT)
    source = Source((file,), (f"-DEXPECTED={expected}",))
    trace = trace_of(source, schedule, Property.REACH)
    moved = steadied(load(source), source, trace)
    return None if moved is None else format_schedule(moved.schedule)


def test_a_switch_that_is_not_needed_moves_out_of_the_line(tmp_path: Path) -> None:
    """main reads `a`, the thread writes it, main reads `b`: both are 0 all the same."""
    assert steady(tmp_path, 0, "0:2,1:2,0:3") == "0:3,1:2,0:1"


def test_a_switch_that_is_needed_stays(tmp_path: Path) -> None:
    """The thread writes both between the reads."""
    assert steady(tmp_path, 1, "0:2,1:3,0:2") is None


def test_a_line_that_is_not_interrupted_stays(tmp_path: Path) -> None:
    assert steady(tmp_path, 2, "0:1,1:3,0:3") is None
