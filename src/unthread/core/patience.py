"""How long to wait for somebody who works in another process, where others use the machine: `Patience`."""

from __future__ import annotations

import time
from collections.abc import Callable

_BUSY = 3.0  # a processor that so many share is not quick enough: up to so many times as long


class Patience:
    """Over after so many seconds by the clock, unless whoever is waited for has hardly worked meanwhile:
    `spent` says how many seconds of CPU it has taken so far. On a very busy machine that is later."""

    def __init__(self, seconds: float, spent: Callable[[], float]) -> None:
        now = time.monotonic()
        self._spent = spent
        self._enough = spent() + seconds / _BUSY
        self._earliest = now + seconds
        self._latest = now + _BUSY * seconds

    @property
    def is_over(self) -> bool:
        now = time.monotonic()
        return now >= self._latest or (now >= self._earliest and self._spent() >= self._enough)
