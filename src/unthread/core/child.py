"""Work in a child process, with a limit on its memory, which dies with the process that started it: `Child`.

What the child sends is read with `receive`; its last word is `Done`, or says why there is none.
"""

from __future__ import annotations

import contextlib
import math
import mmap
import multiprocessing
import os
import resource
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NoReturn

from unthread.core.diagnostics import Diagnostic, Unsupported, UnthreadError, UsageError
from unthread.core.guard import die_with_parent, limit
from unthread.core.records import dataclass

_DEEPEST = 40_000
_SPARE = 32 << 20  # bytes that a process has left unless it is short of memory
_OF_PROCESS = 2  # Linux: the clock of the CPU time of a process, in the lowest bits of its number
_TIDYING = 1.0  # seconds in which a child may tidy up before it is killed


@dataclass(frozen=True, slots=True)
class Done:
    """The work is done."""


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


LAST_WORDS = (Done, Refused, Died, Crashed)


class Line:
    """The child's way to talk to its parent."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def send(self, message: object) -> None:
        self._connection.send(message)

    def ask(self, message: object) -> Any:
        """Waits for the answer."""
        self._connection.send(message)
        return self._connection.recv()


class Child:
    """Runs `work` at once. With `is_tidy`, the child gets a moment to remove what it has made when it is
    stopped; without, it is killed, also in the middle of a library that hears no signal. `nice`: by how much
    it gives way to others."""

    def __init__(
        self, work: Callable[[Line], None], memory: int, *, is_tidy: bool = False, nice: int = 0
    ) -> None:
        context = multiprocessing.get_context("fork")
        self._own, theirs = context.Pipe()
        self._memory = memory
        self._is_tidy = is_tidy
        share = max(memory - _resident(), 1)  # the limit is for both together
        self._process = context.Process(
            target=_run,
            args=(work, memory, share, is_tidy, nice, os.getpid(), theirs, self._own),
            daemon=True,
        )
        with without_interrupts():
            self._process.start()
        theirs.close()

    def receive(self, seconds: float) -> object | None:
        """What the child sends within that time; None if it is silent."""
        if not self._own.poll(seconds):
            return None
        try:
            message: object = self._own.recv()
        except (EOFError, ConnectionError):
            return Died(self._why())
        return message

    @property
    def spent(self) -> float:
        """Seconds of CPU that it has taken so far; not limited if it is gone."""
        assert self._process.pid is not None, "it was started"
        with contextlib.suppress(OSError):
            return time.clock_gettime(~self._process.pid << 3 | _OF_PROCESS)
        return math.inf

    def _why(self) -> str:
        self._process.join(5)
        code = self._process.exitcode
        if code is None or code >= 0:
            return out_of_memory(self._memory)
        if -code in (signal.SIGABRT, signal.SIGSEGV):  # what libraries do when memory is refused
            return f"the solver crashed, most likely {out_of_memory(self._memory)}"
        return f"the solver was killed by {signal.Signals(-code).name}"

    def restrict(self, memory: int) -> bool:
        """From now on, the limit is `memory`; not if the child has more than that already. May be raised
        again, as far as it was before."""
        share = max(memory - _resident(), 1)
        with contextlib.suppress(OSError, ValueError):
            pid = self._process.pid or 0
            if _addressed(pid) < share:
                _, hard = resource.prlimit(pid, resource.RLIMIT_AS)
                resource.prlimit(pid, resource.RLIMIT_AS, (share, hard))
                return True
        return False

    def answer(self, message: object) -> None:
        with contextlib.suppress(OSError):
            self._own.send(message)

    def stop(self) -> None:
        """May be called again."""
        if self._is_tidy and self._process.is_alive():
            self._process.terminate()
            self._process.join(_TIDYING)
        if self._process.is_alive():
            self._process.kill()
        self._process.join()
        self._own.close()


def out_of_memory(most: int) -> str:
    return f"out of memory (the limit is {most >> 20} MB)"


_INTERRUPTS = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def without_interrupts() -> Iterator[None]:
    """A child that is started here does not hear of Ctrl-C before it has said that it does not care; and its
    parent hears of it when it knows the child."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTS)
    try:
        with _heard_later():
            yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _heard_later() -> Iterator[None]:
    """Other threads of the process let signals through, which Python handles in the main one."""
    heard: list[int] = []
    is_main = threading.current_thread() is threading.main_thread()
    usual = {number: signal.getsignal(number) for number in _INTERRUPTS if is_main}
    handlers = {number: handler for number, handler in usual.items() if callable(handler)}
    for number in handlers:
        signal.signal(number, lambda number, frame: heard.append(number))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for sent in heard:
            signal.raise_signal(sent)  # it is blocked in this thread, for a moment


def _resident() -> int:
    """Bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * mmap.PAGESIZE


def _addressed(pid: int) -> int:
    """Bytes of memory that a process has asked for."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[0]) * mmap.PAGESIZE


# In the child


def _run(
    work: Callable[[Line], None],
    memory: int,
    share: int,
    is_tidy: bool,
    nice: int,
    parent: int,
    out: Connection,
    other: Connection,
) -> NoReturn:
    """`memory` is the limit that users know, `share` what is left of it for the child."""
    try:
        other.close()
        os.nice(nice)
        _prepare(share, is_tidy, parent)
        _work(work, memory, out)
    finally:
        os._exit(0)  # nothing of the parent's is to be tidied up here


def _prepare(memory: int, is_tidy: bool, parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    signal.signal(signal.SIGTERM, _leave if is_tidy else signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    die_with_parent(signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    _be_silent()
    sys.setrecursionlimit(_DEEPEST)
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_AS, memory)


def _leave(number: int, frame: object) -> NoReturn:
    sys.exit(0)


def _work(work: Callable[[Line], None], memory: int, out: Connection) -> None:
    try:
        work(Line(out))
        last: object = Done()
    except UnthreadError as error:
        last = Refused(error.diagnostics, isinstance(error, UsageError))
    except MemoryError:
        last = Died(out_of_memory(memory))
    except RecursionError:
        last = Refused(Unsupported("the program is nested too deeply").diagnostics)
    except (EOFError, ConnectionError):
        return  # the listener is gone
    except Exception as error:
        if _is_short_of_memory():
            last = Died(out_of_memory(memory))
        else:
            last = Crashed(f"{type(error).__name__}: {error}", traceback.format_exc())
    with contextlib.suppress(OSError, MemoryError):
        out.send(last)


def _is_short_of_memory() -> bool:
    """Whatever went wrong then: Python's own code does not always call it MemoryError."""
    try:
        mmap.mmap(-1, _SPARE).close()  # what is new to the process, not what it had and freed
    except (MemoryError, OSError):
        return True
    return False


def _be_silent() -> None:
    """Libraries that get no memory complain where the user reads."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.close(nowhere)
