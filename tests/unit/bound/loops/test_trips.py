"""How many iterations a loop makes, where that follows from its text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.analyze import load_text
from unthread.bound.loops.trips import Trips
from unthread.program.query.loops import shape_of

TEXT = """int any(void); int x;
int main(void) {{ int i = 0, j = 0, n = any(); {loop} return j + n; }}"""


def count(loop: str, directory: Path, most: int = 50) -> int | None:
    """Of the first loop."""
    shape = shape_of(load_text(directory, TEXT.format(loop=loop)).functions["main"])
    return Trips(shape).count_alone(shape.nodes[0], most)


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("for (i = 0; i < 3; i++) x = i;", 3),
        ("for (i = 5; i >= 0; i -= 2) x = i;", 3),
        ("while (i != 4) { i++; i++; }", 2),
        ("do { i++; } while (i < 3);", 3),
        ("for (i = 1; i < 100; i *= 2) x = i;", 7),
        ("for (i = 0; i + j < 6; i++) j++;", 3),
        ("for (i = 0; i < 3; i++) { if (x) continue; x = n; }", 3),
        ("for (i = 0; i < 3; i++) { for (j = 0; j < n; j++) x = j; }", 3),
    ],
)
def test_loops_that_are_counted(loop: str, expected: int, tmp_path: Path) -> None:
    assert count(loop, tmp_path) == expected


@pytest.mark.parametrize(
    "loop",
    [
        "for (i = 0; i < n; i++) x = i;",
        "for (i = 0; i < 3; i = any()) x = i;",
        "for (i = 0; i < 3;) { if (x) i++; }",
        "for (i = 0; i < x; i++) x = 0;",
        "while (x) x = 0;",
        "again: i++; if (n) goto middle; if (i < 3) goto again; middle: if (x) goto again;",
    ],
)
def test_loops_that_are_not(loop: str, tmp_path: Path) -> None:
    assert count(loop, tmp_path) is None


def test_more_than_was_asked_for(tmp_path: Path) -> None:
    assert count("for (i = 0; i < 1000; i++) x = i;", tmp_path, most=10) == 11
    assert count("for (;; ) { if (i > 9) break; i++; }", tmp_path, most=10) == 10


def test_a_loop_may_be_left_early(tmp_path: Path) -> None:
    assert count("for (i = 0; i < 7; i++) if (any()) break;", tmp_path) == 7
