"""Ctrl-C where Python drops what a signal handler raises: in a destructor, or where a library calls back.

Such a callback leaves the library with half of an answer, so whoever asked looks with `raise_dropped`. What
nobody asks for in time is sent again.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from unthread.core.clock import TimeUp

_AGAIN = 0.02  # seconds until an interrupt that was dropped is sent again
_dropped: list[BaseException] = []
_usual = sys.unraisablehook


def hear_all() -> None:
    """From now on, nothing that a signal raises is lost."""
    sys.unraisablehook = _note_dropped


@contextmanager
def all_heard() -> Iterator[None]:
    """The same for a while. Signals are heard by the main thread alone."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = sys.unraisablehook
    hear_all()
    try:
        yield
    finally:
        sys.unraisablehook = before


def raise_dropped() -> None:
    if _dropped:
        raise _dropped.pop()


def forget_alarms() -> None:
    """Before something new: an alarm that is left was for what was done before."""
    _dropped[:] = [error for error in _dropped if not isinstance(error, TimeUp)]


def _note_dropped(event: sys.UnraisableHookArgs) -> None:
    if not isinstance(event.exc_value, KeyboardInterrupt | TimeUp):
        _usual(event)
        return
    _dropped.append(event.exc_value)
    if isinstance(event.exc_value, KeyboardInterrupt):  # the alarm of `time_limit` rings again by itself
        timer = threading.Timer(_AGAIN, _send_again)
        timer.daemon = True
        timer.start()


def _send_again() -> None:
    if _dropped:
        _dropped.clear()
        is_heard = callable(signal.getsignal(signal.SIGINT))  # not below nohup
        os.kill(os.getpid(), signal.SIGINT if is_heard else signal.SIGTERM)
