"""A limit on what Python code may take: `time_limit`, and the moment at which a command has to be done."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn


class TimeUp(Exception):
    """The time of `time_limit` is over."""


@contextmanager
def time_limit(deadline: float) -> Iterator[None]:
    """Raises `TimeUp` in the body when the clock (`time.monotonic`) passes the deadline, wherever the body is
    then: what it was working on is not to be used any more. Only the main thread hears an alarm; elsewhere
    the body takes as long as it takes. Limits may be nested: the outer one counts on inside the inner one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    outer = signal.getsignal(signal.SIGALRM)
    left, _ = signal.getitimer(signal.ITIMER_REAL)
    outer_deadline = time.monotonic() + left if left else None
    is_ours = outer_deadline is None or deadline <= outer_deadline
    if not is_ours:
        yield
        return
    signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, max(0.001, deadline - time.monotonic()))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, outer)
        if outer_deadline is not None:
            signal.setitimer(signal.ITIMER_REAL, max(0.001, outer_deadline - time.monotonic()))


def _ring(number: int, frame: FrameType | None) -> NoReturn:
    raise TimeUp
