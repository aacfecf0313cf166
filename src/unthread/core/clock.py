"""A limit on what Python code may take: `time_limit`, and the moment at which a command has to be done."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_AGAIN = 0.02  # seconds until the alarm rings again
_DEAF = ("visitor", "__del__")  # functions that libclang and Python call, and whose exceptions are lost


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
    _wind(deadline)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, outer)
        if outer_deadline is not None:
            _wind(outer_deadline)


def _wind(deadline: float) -> None:
    signal.setitimer(signal.ITIMER_REAL, max(0.001, deadline - time.monotonic()), _AGAIN)


def _ring(number: int, frame: FrameType | None) -> None:
    """Rings again a little later where nobody would hear an exception."""
    while frame is not None:
        if frame.f_code.co_name in _DEAF:
            return
        frame = frame.f_back
    raise TimeUp
