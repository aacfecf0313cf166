"""Who holds which lock from which step to which: a trace says what each thread held before its steps, and at
the end."""

from __future__ import annotations

from collections.abc import Iterator

from unthread.core.records import dataclass
from unthread.core.trace import Trace


@dataclass(frozen=True, slots=True)
class Bar:
    """The thread holds the lock from one step to another; to None, up to the end."""

    lock: str
    thread: int
    first: int
    last: int | None


def bars(trace: Trace) -> list[Bar]:
    threads = range(len(trace.threads))
    return sorted((bar for thread in threads for bar in _of_thread(trace, thread)), key=lambda bar: bar.first)


def _of_thread(trace: Trace, thread: int) -> Iterator[Bar]:
    """A step has taken what its thread holds afterwards and did not before, and given back the reverse."""
    own = [number for number, step in enumerate(trace.steps) if step.thread == thread]
    before = [trace.steps[number].holds for number in own]
    last = trace.held[thread] if thread < len(trace.held) else ()
    after = [*before, last][1:]
    since: dict[str, int] = {}
    for number, had, has in zip(own, before, after, strict=True):
        for lock in set(had) - set(has):
            yield Bar(lock, thread, since.pop(lock, own[0]), number)
        since |= {lock: number for lock in has if lock not in had}
    yield from (Bar(lock, thread, first, None) for lock, first in since.items())
