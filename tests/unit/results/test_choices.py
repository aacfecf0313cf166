"""Schedules cut into rounds."""

from __future__ import annotations

import pytest

from unthread.results.choices import in_rounds


@pytest.mark.parametrize(
    ("steps", "rounds"),
    [
        ([0, 0, 1, 2], [[0, 0, 1, 2]]),
        ([0, 1, 0], [[0, 1], [0]]),
        ([2, 1, 0], [[2], [1], [0]]),
        ([0, 1, 1, 0, 2, 1], [[0, 1, 1], [0, 2], [1]]),
        ([], [[]]),
    ],
)
def test_a_thread_has_one_turn_in_each_round(steps: list[int], rounds: list[list[int]]) -> None:
    assert list(in_rounds(steps)) == rounds
