"""What a search is at, on one line of a terminal that is written over again and again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING

from unthread.core.bounds import Bounds, several
from unthread.core.events import Closing, Covered, Event, Finished, Found, Remark, Stopped, Told, Working
from unthread.core.verdict import Coverage

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status


@dataclass
class _Backend:
    """What one of them is at, and what it has covered."""

    work: Working | None = None
    covered: Coverage | None = None
    phase: str = ""  # instead of that of the work
    is_done: bool = False

    def take(self, event: Event) -> None:
        self.phase = ""
        match event:
            case Working():
                self.work = event
            case Covered(coverage):
                self.covered = coverage
            case Found():
                self.phase = "replaying what was found"
            case Closing():
                self.phase = "asking what is reached"
            case Finished() | Stopped():
                self.is_done = True


class Progress:
    """Shows nothing without a console. `limit`: seconds that the search may take."""

    def __init__(self, console: Console | None, limit: float) -> None:
        self._started = time.monotonic()
        self._limit = limit
        self._backends: dict[str, _Backend] = {}
        self.remark: Callable[[str], None] = lambda text: None
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

    def show(self, told: Told | None) -> None:
        """None: time has passed."""
        if told is not None and isinstance(told.event, Remark):
            self.remark(told.event.text)
        elif told is not None:
            self._take(told)
        if self._status:
            from rich.text import Text

            text = Text(self.line())
            text.truncate(self._status.console.width - len("⠋ "), overflow="ellipsis")
            self._status.update(text)

    def _take(self, told: Told) -> None:
        if told.backend:
            self._backends.pop("", None)  # reading the program is over
        self._backends.setdefault(told.backend, _Backend()).take(told.event)

    def line(self) -> str:
        """What matters most comes first: a narrow terminal shows only the beginning. Several backends are
        named, and then the sizes of their formulas do not matter."""
        parts = [f"{time.monotonic() - self._started:.0f} s of {duration(self._limit)}"]
        is_alone = len(self._backends) == 1
        for name, backend in self._backends.items():
            parts += _parts(backend) if is_alone else [f"{name}: {', '.join(_short(backend))}"]
        return "  ·  ".join(parts)


def _parts(backend: _Backend) -> Iterator[str]:
    if backend.work:
        yield backend.phase or backend.work.phase
        yield _extent(backend.work.round, backend.work.bounds)
    yield from _covered(backend)
    if backend.work and backend.work.terms:
        yield _size(backend.work)


def _short(backend: _Backend) -> Iterator[str]:
    if backend.is_done:
        yield "done"
    elif backend.work:
        yield backend.phase or backend.work.phase
        yield _extent(backend.work.round, backend.work.bounds)
    yield from _covered(backend)


def _covered(backend: _Backend) -> Iterator[str]:
    if backend.covered:
        done = backend.covered
        schedules = "all schedules" if done.all_schedules else f"{done.rounds} rounds"
        yield f"covered: {schedules}, {_loops(done.bounds)}"


def duration(seconds: float) -> str:
    if seconds >= 60 and seconds % 60 == 0:
        return f"{seconds / 60:g} min"
    return f"{seconds:g} s"


def doing(work: Working) -> str:
    """What the search was at when it had to end."""
    size = f"; {_size(work)}" if work.terms else ""
    return f"while {work.phase} ({_extent(work.round, work.bounds)}{size})"


def smaller(work: Working) -> str:
    """What makes it easier."""
    if not work.round:
        return "`unthread loops` lists the loops, --unwind-loop FILE:LINE=N or --unwind N bounds them"
    return "--unwind N, --rounds K or --threads N bound the search, --property selects what to check"


def _size(work: Working) -> str:
    return f"{work.threads} threads, {work.points} visible points, {work.terms:,} terms"


def _extent(round: int, bounds: Bounds) -> str:
    return f"round {round}, {_loops(bounds)}" if round else _loops(bounds)


def _loops(bounds: Bounds) -> str:
    """And what else is not as usual."""
    most = max([bounds.unwind, *(times for _, _, times in bounds.unwind_loops)])
    usual = Bounds()
    depth = "" if bounds.depth == usual.depth else f", depth {bounds.depth}"
    threads = "" if bounds.threads == usual.threads else f", up to {several(bounds.threads, 'thread')}"
    return f"loops {most}x{depth}{threads}"
