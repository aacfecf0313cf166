"""`check --json-lines`: what happens, for tools that read along."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from unthread.commands.output import must_have_reader, write
from unthread.core.events import Told


class EventLines:
    """Writes on stdout, from the first event on. Who reads there may go away at any time: the search is then
    to end as well. `target`: the name of what is checked, if it is one of several."""

    def __init__(self, files: Sequence[Path], limit: float, target: str = "") -> None:
        self._files = files
        self._limit = limit
        self._target = target
        self._started: float | None = None

    def tell(self, told: Told | None) -> None:
        """None: time has passed."""
        from unthread.results.events_json import event_document, line, start_document

        if told is None:
            must_have_reader(sys.stdout)
            return
        now = time.monotonic()
        text = ""
        if self._started is None:
            self._started = now
            text = line(start_document(self._files, self._limit, self._target))
        text += line(event_document(told, now - self._started))
        write(sys.stdout, text.encode())
