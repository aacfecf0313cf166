"""Which loop a bound is given for."""

from __future__ import annotations

import pytest

from unthread.core.bounds import Bounds, several
from unthread.core.source import Loc


@pytest.mark.parametrize(
    ("file", "line", "times"),
    [
        ("a.c", 7, 2),
        ("src/a.c", 7, 2),
        ("a.c", 8, None),
        ("ba.c", 7, None),
        ("src/b.c", 9, 5),
        ("b.c", 9, None),
    ],
)
def test_a_loop_is_named_by_the_end_of_its_path_and_its_line(file: str, line: int, times: int | None) -> None:
    bounds = Bounds(unwind_loops=(("a.c", 7, 2), ("src/b.c", 9, 5)))
    assert bounds.named(Loc(file, line, 3)) == times


def test_one_and_several() -> None:
    assert [several(number, "round") for number in (0, 1, 2)] == ["0 rounds", "1 round", "2 rounds"]
