"""Searchers that tell what a test wants, and programs for them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from unthread.core.bounds import Bounds
from unthread.core.events import Covered, Event, Listener
from unthread.core.properties import Property
from unthread.core.verdict import Coverage

REACH = frozenset({Property.REACH})


@dataclass
class Fake:
    """It tells these events one after the other, and then sleeps, or does what it is given."""

    events: Sequence[Event]
    name: str = "fake"
    is_engine: bool = False
    seconds: float = 0.0
    properties: frozenset[Property] = field(default=REACH)
    work: Callable[[], None] | None = None

    def search(self, tell: Listener) -> None:
        for event in self.events:
            tell(event)
        if self.work is not None:
            self.work()
        time.sleep(self.seconds)


def covering(is_complete: bool) -> Covered:
    """All of one round, or all there is."""
    return Covered(Coverage(Bounds(), 1, is_complete, (), ("main",), (), (), REACH, ()))


def written(text: str, directory: Path) -> Path:
    file = directory / "a.c"
    file.write_text(text)
    return file
