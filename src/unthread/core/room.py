"""Room for deeply nested programs, and for many small objects that last: what a process is given for that."""

from __future__ import annotations

import gc
import os
import resource
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_DEEPEST = 40_000  # nested calls; C text that is nested deeply takes a few for each level
_COLLECTOR = (100_000, 20, 50)
_BRACKETS, _BRACKETS_ELSEWHERE = 4000, 256
_NO_THREADS = "LIBCLANG_NOTHREADS"
_STACK = 100 << 20  # bytes; Linux leaves at least 128 MB below the first thread's stack


def make_room() -> None:
    """A stack that also deeply nested programs fit on; and a collector that seldom looks for garbage:
    programs and formulas are many small objects that last, and hardly ever refer to each other in circles."""
    gc.set_threshold(*_COLLECTOR)
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    unlimited = resource.RLIM_INFINITY
    wanted = _STACK if hard == unlimited else min(_STACK, hard)
    if soft != unlimited and soft < wanted:
        resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))
    if wanted == _STACK:
        sys.setrecursionlimit(_DEEPEST)


@contextmanager
def room() -> Iterator[None]:
    """The same for a while. The stacks of other threads than the main one do not grow, and the collector is
    that of all threads: they take what there is."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    thresholds, depth = gc.get_threshold(), sys.getrecursionlimit()
    stack = resource.getrlimit(resource.RLIMIT_STACK)
    make_room()
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        resource.setrlimit(resource.RLIMIT_STACK, stack)
        sys.setrecursionlimit(depth)


def deepest_brackets() -> int:
    """That a parser is to follow: as deep as the stack reaches."""
    is_main = threading.current_thread() is threading.main_thread()
    return _BRACKETS if is_main else _BRACKETS_ELSEWHERE


@contextmanager
def parsing_in_room() -> Iterator[None]:
    """libclang parses on a thread of its own, unless this variable is set. The stack of our first thread is
    larger."""
    if threading.current_thread() is not threading.main_thread() or _NO_THREADS in os.environ:
        yield
        return
    os.environ[_NO_THREADS] = "1"
    try:
        yield
    finally:
        del os.environ[_NO_THREADS]
