"""The locks that a report draws from the steps of an execution are those that the interpreter sees held."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.support.examples import NAMES, program_of, read_example
from tests.support.made_traces import made
from unthread.core.properties import DEFAULT_PROPERTIES, Property, Violation
from unthread.core.source import NOWHERE
from unthread.core.trace import Step, Trace
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Blocked, Machine, Progressed
from unthread.interpreter.machine import Ended as ThreadEnded
from unthread.reports.html.locks import bars
from unthread.results.facts import with_facts

STEPS = 150
SEEDS = range(4)
LOCKS = ("pthread_mutex_lock", "pthread_rwlock_", "pthread_spin_", "mtx_lock")
HAVE_LOCKS = [
    name for name in NAMES if any(lock in read_example(name, "safe").file.read_text() for lock in LOCKS)
]


class Execution:
    """At random; after each step, how many locks each thread holds."""

    def __init__(self, name: str, twin: str, seed: int) -> None:
        self.file = read_example(name, twin).file
        self.steps: list[Step] = []
        self.held: list[Counter[int]] = []
        self.machine = Machine(
            program_of(self.file),
            RandomInputs(seed),
            DEFAULT_PROPERTIES - {Property.RACE},
            lambda stream, text: None,
            undefined="any",
            observer=self._observe,
        )
        self._run(random.Random(seed))

    def _observe(self, step: Step) -> None:
        assert self.machine.observation is not None
        locks = self.machine.observation.locks
        self.steps.append(step)
        self.held.append(Counter({n: len(locks.held_by(n)) for n in range(len(self.machine.threads))}))

    def trace(self) -> Trace:
        threads = tuple(thread.start for thread in self.machine.threads)
        violation = Violation(Property.REACH, "", 0, NOWHERE)
        return with_facts(made(self.steps, violation, threads=threads), self.machine)

    def _run(self, choice: random.Random) -> None:
        while len(self.steps) < STEPS:
            self.machine.allow(100_000)
            threads = [*self.machine.live()]
            choice.shuffle(threads)
            outcome = next(
                (found for found in map(self.machine.step, threads) if not isinstance(found, Blocked)), None
            )
            if not isinstance(outcome, Progressed | ThreadEnded):
                return


def drawn(execution: Execution) -> list[Counter[int]]:
    found = bars(execution.trace())
    return [
        Counter(
            bar.thread for bar in found if bar.first <= number and (bar.last is None or number < bar.last)
        )
        for number in range(len(execution.steps))
    ]


@pytest.mark.parametrize("twin", ["safe", "unsafe"])
@pytest.mark.parametrize("name", HAVE_LOCKS)
def test_what_is_drawn_is_held(name: str, twin: str) -> None:
    for seed in SEEDS:
        execution = Execution(name, twin, seed)
        shown = drawn(execution)
        for number, held in enumerate(execution.held):
            assert shown[number] == held, (seed, number, execution.steps[number])
