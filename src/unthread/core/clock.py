"""A limit on what Python code may take: `time_limit`."""

from __future__ import annotations

import gc
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_AGAIN = 0.02  # seconds until the alarm rings again
# What libclang and Python call, and whose exceptions are lost, as are those of whoever wants to know of the
# collection of garbage: functions by name, and, for the end of objects that are known weakly, modules.
_DEAF = ("visitor", "__del__")
_DEAF_MODULES = ("_weakrefset", "weakref")
_DEAF_OF_MODULES = (
    ("multiprocessing.util", "__call__"),
    ("importlib._bootstrap", "cb"),
    ("_frozen_importlib", "cb"),
)


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
    left, interval = signal.getitimer(signal.ITIMER_REAL)
    outer_deadline = time.monotonic() + left if left else None
    if outer_deadline is not None and outer_deadline < deadline:
        yield
        return
    has_rung = False

    def ring(number: int, frame: FrameType | None) -> None:
        """Again a little later where an exception would be lost."""
        nonlocal has_rung
        has_rung = True
        if not _is_deaf(frame):
            raise TimeUp

    signal.signal(signal.SIGALRM, ring)
    _wind(deadline)
    try:
        yield
        if has_rung:
            raise TimeUp
    except Exception:
        if has_rung:  # what came of it
            raise TimeUp from None
        raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, outer)
        if outer_deadline is not None:
            _wind(outer_deadline, interval)


def _wind(deadline: float, interval: float = _AGAIN) -> None:
    signal.setitimer(signal.ITIMER_REAL, max(0.001, deadline - time.monotonic()), interval)


def _is_deaf(frame: FrameType | None) -> bool:
    told = [getattr(callback, "__code__", None) for callback in gc.callbacks]
    while frame is not None:
        name, module = frame.f_code.co_name, frame.f_globals.get("__name__")
        if name in _DEAF or module in _DEAF_MODULES or (module, name) in _DEAF_OF_MODULES:
            return True
        if frame.f_code in told:
            return True
        frame = frame.f_back
    return False
