"""The search in a process of its own, with a limit on its memory, which dies with whoever started it."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import multiprocessing
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import TypeAlias

from unthread.core.diagnostics import Diagnostic, Unsupported, UnthreadError, UsageError
from unthread.core.ledger import Arrival
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.engine.deepen import Closing, Event, Finished, Found, Request, deepen
from unthread.program.program import Program

_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl
_DEEPEST = 40_000
_SPARE = 32 << 20  # bytes that a process has left unless it is short of memory
_PATIENCE = 0.05  # seconds between two looks at the clock
_LATE = 0.5  # seconds after the deadline in which messages are still read


@dataclass(frozen=True, slots=True)
class Refused:
    """The program cannot be searched, or not as the command line wants it: these say why."""

    diagnostics: tuple[Diagnostic, ...]
    is_usage: bool = False


@dataclass(frozen=True, slots=True)
class Died:
    """The process is gone: out of memory, or killed."""

    reason: str


@dataclass(frozen=True, slots=True)
class Crashed:
    """A bug of unthread."""

    what: str
    trace: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Nothing new, but time has passed."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    pass


Message: TypeAlias = Event | Refused | Died | Crashed | Tick | TimedOut


class Worker:
    """Iterate over it for what happens; `go_on` after each `Found` that should not be the last word."""

    def __init__(self, program: Program, request: Request, deadline: float, memory: int) -> None:
        context = multiprocessing.get_context("fork")
        self._own, theirs = context.Pipe()
        self._deadline = deadline
        self._memory = memory
        self._process = context.Process(
            target=_work, args=(program, request, memory, os.getpid(), theirs, self._own), daemon=True
        )
        with _without_interrupts():
            self._process.start()
        theirs.close()

    def messages(self) -> Iterator[Message]:
        try:
            while True:
                message = self._next()
                yield message
                if isinstance(message, Finished | Refused | Died | Crashed | TimedOut):
                    return
        finally:
            self.stop()

    def _next(self) -> Message:
        """What was said in time is heard, also by somebody who was busy then."""
        left = self._deadline - time.monotonic()
        if left <= -_LATE:
            return TimedOut()
        if not self._own.poll(max(0.0, min(left, _PATIENCE))):
            return Tick() if left > 0 else TimedOut()
        try:
            message: Message = self._own.recv()
        except (EOFError, ConnectionError):
            return Died(self._why())
        return message

    def _why(self) -> str:
        self._process.join(5)
        code = self._process.exitcode
        if code is None or code >= 0:
            return _out_of_memory(self._memory)
        if -code in (signal.SIGABRT, signal.SIGSEGV):  # what libraries do when memory is refused
            return f"the solver broke down, most likely {_out_of_memory(self._memory)}"
        return f"the solver was killed by {signal.Signals(-code).name}"

    def go_on(self, answer: frozenset[Property] | frozenset[Arrival] = frozenset()) -> None:
        """After a `Found`: nothing more is to be said of these properties. After `Closing`: what is known to
        be reached."""
        with contextlib.suppress(OSError):
            self._own.send(answer)

    def stop(self) -> None:
        if self._process.is_alive():
            self._process.kill()
        self._process.join()
        self._own.close()


def _out_of_memory(limit: int) -> str:
    return f"out of memory (the limit is {limit >> 20} MB)"


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """A child that is started here does not hear of Ctrl-C before it has said that it does not care."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(
    program: Program, request: Request, memory: int, parent: int, out: Connection, other: Connection
) -> None:
    """In the child."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    other.close()
    _bind_to(parent)
    _be_silent()
    sys.setrecursionlimit(_DEEPEST)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_AS, memory)

    def tell(event: Event) -> frozenset[Property] | frozenset[Arrival] | None:
        out.send(event)
        if not isinstance(event, Found | Closing):
            return frozenset[Property]()
        answer: frozenset[Property] | frozenset[Arrival] = out.recv()
        return answer

    try:
        deepen(program, request, tell)
    except UnthreadError as error:
        _last_word(out, Refused(error.diagnostics, isinstance(error, UsageError)))
    except MemoryError:
        _last_word(out, Died(_out_of_memory(memory)))
    except RecursionError:
        _last_word(out, Refused(Unsupported("the program is nested too deeply").diagnostics))
    except (EOFError, ConnectionError):
        pass  # nobody listens any more
    except Exception as error:
        if _is_short_of_memory():
            _last_word(out, Died(_out_of_memory(memory)))
        else:
            what = f"{type(error).__name__}: {error}"
            _last_word(out, Crashed(what, traceback.format_exc()))
    out.close()
    os._exit(0)  # nothing of the parent's is to be tidied up here


def _is_short_of_memory() -> bool:
    """Whatever went wrong then: Python's own code does not always call it MemoryError."""
    try:
        mmap.mmap(-1, _SPARE).close()  # what is new to the process, not what it had and freed
    except (MemoryError, OSError):
        return True
    return False


def _last_word(out: Connection, message: Message) -> None:
    with contextlib.suppress(OSError, MemoryError):
        out.send(message)


def _be_silent() -> None:
    """Libraries that get no memory complain where the user reads."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.close(nowhere)


def _limit(what: int, most: int) -> None:
    """Nobody but root can raise a limit that is there already."""
    _, hard = resource.getrlimit(what)
    limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (limit, limit))


def _bind_to(parent: int) -> None:
    """Linux kills this process when the one that started it ends, however it does."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None, use_errno=True).prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)
