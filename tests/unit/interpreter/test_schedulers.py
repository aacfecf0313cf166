"""Who runs next: schedulers that choose by chance, and given schedules."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.support.builder import machine
from tests.support.machines import counting
from unthread.core.diagnostics import InputError
from unthread.core.trace import parse_schedule
from unthread.interpreter.machine import Exited
from unthread.interpreter.schedulers import GivenSchedule, PriorityScheduler, RandomScheduler


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


def test_given_schedules() -> None:
    def outcome(text: str) -> object:
        return machine(counting(), frozenset()).run(GivenSchedule(parse_schedule(text)))

    assert outcome("0:1,1:3,0:9") == Exited(2)
    assert outcome("0:2,1:3,0:9") == Exited(1)
    assert outcome("") == Exited(1)
    with pytest.raises(InputError, match=r"slice 1 \(1:1\) runs thread 1"):
        outcome("1:1")
    with pytest.raises(InputError, match=r"slice 3 \(1:1\) runs thread 1, which cannot move"):
        outcome("0:1,1:3,1:1")


def test_random_runs_repeat_and_replay() -> None:
    seen = set()
    for seed in range(30):
        runs = []
        for _ in range(2):
            given_machine = machine(counting(), frozenset())
            runs.append((given_machine.run(RandomScheduler(seed)), given_machine.schedule))
        assert runs[0] == runs[1]
        again = machine(counting(), frozenset())
        assert again.run(GivenSchedule(runs[0][1])) == runs[0][0]
        assert again.schedule == runs[0][1]
        seen.add(runs[0][0])
    assert seen == {Exited(1), Exited(2)}
