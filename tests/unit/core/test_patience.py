"""How long to wait for somebody, on a machine that others use."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

from unthread.core import patience
from unthread.core.patience import Patience


class Clock:
    """What the clock says, and what whoever is waited for has taken of the CPU."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.spent = 5.0
        monkeypatch.setattr(patience, "time", SimpleNamespace(monotonic=lambda: self.now))

    def go_on(self, seconds: float, spent: float) -> None:
        self.now += seconds
        self.spent += spent


@pytest.mark.parametrize(
    ("steps", "is_over"),
    [
        ([(1.9, 1.9)], False),
        ([(2.0, 2.0)], True),
        ([(2.0, 0.7)], True),
        ([(2.0, 0.6)], False),  # others use the machine
        ([(2.0, 0.5), (2.0, 0.2)], True),
        ([(5.9, 0.1)], False),
        ([(6.0, 0.1)], True),  # it does nothing
        ([(1.0, 8.0)], False),
        ([(2.0, math.inf)], True),  # it is gone
    ],
)
def test_by_the_clock_and_by_work(
    monkeypatch: pytest.MonkeyPatch, steps: list[tuple[float, float]], is_over: bool
) -> None:
    clock = Clock(monkeypatch)
    waiting = Patience(2.0, lambda: clock.spent)
    for seconds, spent in steps:
        clock.go_on(seconds, spent)
    assert waiting.is_over is is_over


def test_none_and_no_end_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    assert Patience(0.0, lambda: clock.spent).is_over
    endless = Patience(math.inf, lambda: clock.spent)
    clock.go_on(1e9, 1e9)
    assert not endless.is_over
