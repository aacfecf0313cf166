"""The time that a search has taken, by what it went into: `Spent`."""

from __future__ import annotations

import time

from unthread.core.verdict import Effort


class Spent:
    """CPU seconds of all levels."""

    def __init__(self) -> None:
        self.started = time.process_time()
        self.bounding = 0.0
        self.solving = 0.0

    def total(self) -> float:
        return time.process_time() - self.started

    def effort(self, terms: int) -> Effort:
        """What is neither bounding nor solving is encoding."""
        encoding = self.total() - self.bounding - self.solving
        return Effort(self.bounding, encoding, self.solving, terms)
