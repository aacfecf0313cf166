"""Who runs next: schedulers for `Machine.run`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from unthread.core.diagnostics import InputError
from unthread.core.trace import Schedule


class Scheduler(Protocol):
    def choose(self, current: int, movable: Sequence[int]) -> int:
        """The thread to take the next step, one of `movable`; `current` took the last one."""
        ...

    def ran(self, thread: int, steps: int) -> None:
        """The thread took that many steps; more than one only while it was alone."""
        ...


class InOrder:
    """The current thread while it can move, otherwise the next one by number that can."""

    def choose(self, current: int, movable: Sequence[int]) -> int:
        if current in movable:
            return current
        return next((number for number in movable if number > current), movable[0])

    def ran(self, thread: int, steps: int) -> None:
        pass


class RandomScheduler:
    """Any thread that can move; each seed has its own taste for switching."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.patience = self.random.choice((0.0, 0.5, 0.9, 0.98))

    def choose(self, current: int, movable: Sequence[int]) -> int:
        if len(movable) == 1:
            return movable[0]
        if current in movable and self.random.random() < self.patience:
            return current
        return self.random.choice(movable)

    def ran(self, thread: int, steps: int) -> None:
        pass


class PriorityScheduler:
    """Of those that can move, the thread that matters most, by chance; now and then the current one becomes
    the least of all. Such schedules have few switches, but those in any place: they find what needs one
    thread to be late. (Burckhardt et al., "A randomized scheduler with probabilistic guarantees of finding
    bugs", with change points as they come instead of a number of them.)"""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.fickleness = self.random.choice((0.003, 0.01, 0.03, 0.1))
        self.priorities: dict[int, float] = {}
        self.least = 0.0

    def choose(self, current: int, movable: Sequence[int]) -> int:
        if len(movable) == 1:
            return movable[0]
        if self.random.random() < self.fickleness:
            self.least -= 1.0
            self.priorities[current] = self.least
        return max(movable, key=self._priority)

    def _priority(self, thread: int) -> float:
        return self.priorities.setdefault(thread, self.random.random())

    def ran(self, thread: int, steps: int) -> None:
        pass


class GivenSchedule:
    """The slices of a schedule, then `InOrder`. A slice whose thread cannot move is an error."""

    def __init__(self, schedule: Schedule) -> None:
        self.schedule = schedule
        self.position = 0
        self.done = 0  # steps of the current slice that were taken
        self.otherwise = InOrder()

    def choose(self, current: int, movable: Sequence[int]) -> int:
        self._skip()
        if self.position == len(self.schedule):
            return self.otherwise.choose(current, movable)
        wanted = self.schedule[self.position]
        if wanted.thread not in movable:
            taken = f" after {self.done} of its steps" if self.done else ""
            able = ", ".join(map(str, movable))
            raise InputError(
                f"schedule: slice {self.position + 1} ({wanted}) runs thread {wanted.thread},"
                f" which cannot move{taken}",
                hint=f"threads that can move here: {able}",
            )
        return wanted.thread

    def ran(self, thread: int, steps: int) -> None:
        while steps:
            self._skip()
            if self.position == len(self.schedule):
                return
            current = self.schedule[self.position]
            if current.thread != thread:
                raise InputError(
                    f"schedule: slice {self.position + 1} ({current}) runs thread {current.thread},"
                    f" while thread {thread} is the only one that can move"
                )
            used = min(steps, current.steps - self.done)
            self.done += used
            steps -= used

    def _skip(self) -> None:
        while self.position < len(self.schedule) and self.done >= self.schedule[self.position].steps:
            self.position += 1
            self.done = 0
