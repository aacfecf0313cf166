"""Steps of a procedure, in the order in which they come."""

from __future__ import annotations

import pytest

from unthread.sequentialize.one_loop.procedures import in_order


@pytest.mark.parametrize(
    ("run", "start", "expected"),
    [({3, 1, 2}, 1, [1, 2, 3]), ({3, 1, 2}, 2, [2, 3, 1]), ({5}, 5, [5])],
)
def test_from_the_start_on_and_then_what_lies_before(run: set[int], start: int, expected: list[int]) -> None:
    assert in_order(run, start) == expected
