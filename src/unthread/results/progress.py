"""What a search is at, on one line of a terminal that is written over again and again."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING

from unthread.core.bounds import Bounds
from unthread.core.events import Covered, Event, Found, Working
from unthread.core.verdict import Coverage

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status


class Progress:
    """Shows nothing without a console."""

    def __init__(self, console: Console | None) -> None:
        self._started = time.monotonic()
        self._work: Working | None = None
        self._covered: Coverage | None = None
        self._status: Status | None = None if console is None else console.status("reading")

    def __enter__(self) -> Progress:
        if self._status:
            self._status.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._status:
            self._status.stop()

    def show(self, event: Event | None) -> None:
        """None: time has passed."""
        phase = ""
        match event:
            case Working():
                self._work = event
            case Covered(coverage):
                self._covered = coverage
            case Found():
                phase = "replaying what was found"
        if self._status:
            from rich.text import Text

            text = Text(self.line(phase))
            text.truncate(self._status.console.width - len("⠋ "), overflow="ellipsis")
            self._status.update(text)

    def line(self, phase: str) -> str:
        """What matters most comes first: a narrow terminal shows only the beginning."""
        parts = [f"{time.monotonic() - self._started:.0f} s"]
        if self._work:
            parts.append(phase or self._work.phase)
            parts.append(_extent(self._work.round, self._work.bounds))
        if self._covered:
            done = self._covered
            schedules = "all schedules" if done.all_schedules else f"{done.rounds} rounds"
            parts.append(f"covered: {schedules}, {_loops(done.bounds)}")
        if self._work and self._work.terms:
            parts.append(_size(self._work))
        return "  ·  ".join(parts)


def doing(work: Working) -> str:
    """What the search was at when it had to end."""
    size = f"; {_size(work)}" if work.terms else ""
    return f"while {work.phase} ({_extent(work.round, work.bounds)}{size})"


def smaller(work: Working) -> str:
    """What makes it easier."""
    if not work.round:
        return "`unthread loops` lists the loops, --unwind-loop FILE:LINE=N or --unwind N bounds them"
    return "--unwind N, --rounds K or --threads N bound the search, --property says what to look for"


def _size(work: Working) -> str:
    return f"{work.threads} threads, {work.points} visible points, {work.terms:,} terms"


def _extent(round: int, bounds: Bounds) -> str:
    return f"round {round}, {_loops(bounds)}" if round else _loops(bounds)


def _loops(bounds: Bounds) -> str:
    most = max([bounds.unwind, *(times for _, _, times in bounds.unwind_loops)])
    return f"loops {most}x"
