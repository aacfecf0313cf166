"""Schedulers that choose by chance."""

from __future__ import annotations

from itertools import pairwise

import pytest

from unthread.interpreter.schedulers import PriorityScheduler


def chosen(seed: int, steps: int, threads: int) -> list[int]:
    scheduler, current, found = PriorityScheduler(seed), 0, []
    for _ in range(steps):
        current = scheduler.choose(current, range(threads))
        found.append(current)
    return found


@pytest.mark.parametrize("seed", range(8))
def test_few_switches_and_nobody_waits_for_ever(seed: int) -> None:
    found = chosen(seed, steps=5000, threads=3)
    switches = sum(one != other for one, other in pairwise(found))
    assert 0 < switches < 5000 // 5
    assert set(found) == {0, 1, 2}
    assert found == chosen(seed, steps=5000, threads=3)


def test_whoever_can_move_is_chosen() -> None:
    scheduler = PriorityScheduler(1)
    first = scheduler.choose(0, [0, 1, 2])
    others = [number for number in range(3) if number != first]
    assert scheduler.choose(first, others) in others
    assert scheduler.choose(first, [first]) == first
