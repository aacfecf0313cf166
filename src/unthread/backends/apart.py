"""Work in a process of its own, within limits: making a large text takes time and memory, too."""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import resource
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import TypeVar

from unthread.backends.base import GaveUp
from unthread.core.diagnostics import Unsupported, UnthreadError
from unthread.core.process import Limits

_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl
_PATIENCE = 0.05  # seconds between two looks at the clock
Made = TypeVar("Made")


class CrashedError(Exception):
    """An exception that nobody expected: a bug of unthread."""


def make_apart(
    make: Callable[[], Made], limits: Limits, should_stop: Callable[[], bool] = lambda: False
) -> Made | GaveUp:
    """What `make` gives. What is wrong with the user's program is raised here as well."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(make, limits.memory, os.getpid(), theirs), daemon=True)
    with _without_interrupts():
        process.start()
    theirs.close()
    try:
        return _received(ours, limits, should_stop)
    finally:
        process.kill()
        process.join()
        ours.close()


def _received(ours: Connection, limits: Limits, should_stop: Callable[[], bool]) -> Made | GaveUp:
    deadline = time.monotonic() + limits.seconds
    while not ours.poll(_PATIENCE):
        if time.monotonic() >= deadline:
            return GaveUp("the time is up", is_over_time=True)
        if should_stop():
            return GaveUp("stopped", is_stopped=True)
    try:
        made: Made | GaveUp | UnthreadError | CrashedError = ours.recv()
    except (EOFError, ConnectionError):
        return GaveUp(_out_of_memory(limits.memory))
    if isinstance(made, UnthreadError | CrashedError):
        raise made
    return made


def _out_of_memory(limit: int) -> str:
    return f"out of memory (the limit is {limit >> 20} MB)"


def _work(make: Callable[[], object], memory: int, parent: int, out: Connection) -> None:
    """In the child."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None, use_errno=True).prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
    if os.getppid() == parent:
        _limit(resource.RLIMIT_AS, memory)
        with contextlib.suppress(OSError, MemoryError):
            out.send(_made(make, memory))
    out.close()
    os._exit(0)  # nothing of the parent's is to be tidied up here


def _made(make: Callable[[], object], memory: int) -> object:
    try:
        return make()
    except UnthreadError as error:
        return error
    except MemoryError:
        return GaveUp(_out_of_memory(memory))
    except RecursionError:
        return Unsupported("the program is nested too deeply")
    except Exception as error:
        crashed = CrashedError(f"{type(error).__name__}: {error}")
        crashed.add_note(traceback.format_exc())
        return crashed


def _limit(what: int, most: int) -> None:
    """Nobody but root can raise a limit that is there already."""
    _, hard = resource.getrlimit(what)
    limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (limit, limit))


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """A child that is started here does not hear of Ctrl-C before it has said that it does not care."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
