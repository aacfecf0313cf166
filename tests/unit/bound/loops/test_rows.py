"""Loops that fill or copy arrays, told by their text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.analyze import load_text
from unthread.bound.loops.rows import BulkLoop, bulk_loop
from unthread.program.build.simplify import Simplifier
from unthread.program.expressions import Constant, Variable
from unthread.program.query.loops import shape_of

TEXT = """#include <string.h>
int a[300], b[300]; struct {{ int x, y; }} s[9]; double d[9]; _Atomic int t[9]; int n;
struct {{ int v[300]; }} one, other;
int main(void) {{ {loop} return 0; }}"""


def read(loop: str, directory: Path, function: str = "main", number: int = 0) -> BulkLoop | None:
    shape = shape_of(load_text(directory, TEXT.format(loop=loop)).functions[function])
    return bulk_loop(shape, shape.nodes[number])


def same(variable: Variable) -> Variable:
    return variable


def trips(loop: BulkLoop, start: int) -> int | None:
    simplifier = Simplifier(same, 0, lambda place: None)
    return loop.trips(simplifier, {loop.index: Constant(start, loop.index.type)})


@pytest.mark.parametrize(
    ("loop", "start", "expected", "copies"),
    [
        ("for (int i = 0; i < 300; i++) a[i] = 7;", 0, 300, False),
        ("for (int i = 3; i <= 7; i++) a[i] = 7;", 3, 5, False),
        ("one = other;", 0, 300, True),
        ("for (int i = 5; i < 5; i++) a[i] = 1;", 5, 0, False),
        ("for (int i = 0; i < 9; i++) a[i + 2] = 1;", 0, 9, False),
        ("for (int i = 0; i < 1000000; i++) a[i] = 1;", 0, 1_000_000, False),
    ],
)
def test_loops_over_neighbors(loop: str, start: int, expected: int, copies: bool, tmp_path: Path) -> None:
    found = read(loop, tmp_path)
    assert found is not None
    assert (found.source is not None) == copies
    assert trips(found, start) == expected


@pytest.mark.parametrize("number", [0, 1])
def test_copies_of_the_library_go_upward_and_downward(number: int, tmp_path: Path) -> None:
    found = read("memmove(a, b, sizeof a);", tmp_path, "memmove", number)
    assert found is not None
    assert found.source is not None
    assert found.step == (1, -1)[number]


@pytest.mark.parametrize(
    "loop",
    [
        "for (int i = 0; i < 9; i++) a[i] = i;",
        "for (int i = 0; i < 9; i += 2) a[i] = 1;",
        "for (int i = 0; i < 9; i++) a[2 * i] = 1;",
        "for (int i = 0; i < 9; i++) a[n] = 1;",
        "for (int i = 0; i < n; i++) a[i] = 1;",
        "for (int i = 0; i < 9; i++) { a[i] = 1; b[i] = 1; }",
        "for (int i = 0; i < 9; i++) if (n) a[i] = 1;",
        "for (int i = 0; i < 9; i++) s[i].x = 1;",
        "for (int i = 0; i < 9; i++) d[i] = 1;",
        "for (int i = 0; i < 9; i++) t[i] = 1;",
        "for (int i = 0; i != 9; i++) a[i] = 1;",
        "int k = 0; for (int i = 0; i < 9; i++) { k = b[i]; a[i] = k; } n = k;",
        "for (int i = 0; i < 9; i++) a[i] = b[i] + 1;",
        "for (int i = 0; i < 9; i++) a[i] = b[i];",
        "for (int i = 299; i >= 0; i--) a[i] = 1;",
        "for (int i = 0; i < 9; i++) a[i] = (char)b[i];",
    ],
)
def test_other_loops_are_not_such(loop: str, tmp_path: Path) -> None:
    assert read(loop, tmp_path) is None


@pytest.mark.parametrize(
    ("loop", "start"),
    [
        ("for (unsigned char i = 0; i < 300; i++) a[i] = 1;", 0),  # for ever
        ("for (int i = 0; (char)i < 200; i++) a[i] = 1;", 0),
        ("for (int i = 0; i < 300; i++) a[(unsigned char)i] = 1;", 0),
        ("for (int i = 9; i >= 5; i++) a[i] = 1;", 9),
    ],
)
def test_what_wraps_around_is_not_counted(loop: str, start: int, tmp_path: Path) -> None:
    found = read(loop, tmp_path)
    assert found is None or trips(found, start) is None
