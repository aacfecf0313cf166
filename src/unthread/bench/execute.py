"""A command under limits on the CPU time and the memory of all its processes together: `execute`.

In: a command, `RunLimits`. Out: `FinishedRun`, with what it took. The guard (core/guard.py) stands above the
command, so that nothing of it remains; the processes below the guard are looked at ten times a second.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import IO

from unthread.core import guard
from unthread.core.records import dataclass

_LOOK = 0.1  # seconds between two looks
_TICKS = os.sysconf("SC_CLK_TCK")
_PATIENCE = 10  # seconds by the clock for each CPU second: a machine may be busy, a tool may sleep
_MOST_OUTPUT = 1 << 24  # bytes that are kept
_GUARD = Path(guard.__file__)


@dataclass(frozen=True, slots=True)
class RunLimits:
    """Seconds of CPU, bytes."""

    seconds: float
    memory: int


class RunEnd(StrEnum):
    DONE = "done"
    TIME = "out of time"
    MEMORY = "out of memory"


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """`cpu` and `memory` are those of all processes; `memory` is the most that was seen at once, in bytes."""

    end: RunEnd
    status: int
    stdout: str
    stderr: str
    cpu: float
    wall: float
    memory: int


class Interrupted(Exception):
    """All runs have to end."""


def execute(command: Sequence[str], limits: RunLimits, stop: threading.Event, directory: Path) -> FinishedRun:
    started = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(_GUARD), str(os.getpid()), "0", *command],
            cwd=directory,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        watch = _Watch(process.pid, limits, started + limits.seconds * _PATIENCE)
        try:
            while (usage := _ended(process)) is None:
                watch.look()
                if stop.is_set():
                    raise Interrupted
                if watch.end is not RunEnd.DONE:
                    usage = _killed(process)
                    break
        except BaseException:
            _killed(process)
            raise
        cpu = max(usage, watch.cpu)
        end = RunEnd.TIME if watch.end is RunEnd.DONE and cpu > limits.seconds else watch.end
        return FinishedRun(
            end, process.returncode, _text(out), _text(err), cpu, time.monotonic() - started, watch.memory
        )


def _ended(process: subprocess.Popen[bytes]) -> float | None:
    """The CPU seconds of the guard and all that it has waited for, once it has ended."""
    until = time.monotonic() + _LOOK
    while True:
        found, status, usage = os.wait4(process.pid, os.WNOHANG)
        if found:
            process.returncode = os.waitstatus_to_exitcode(status)
            return usage.ru_utime + usage.ru_stime
        if time.monotonic() >= until:
            return None
        time.sleep(_LOOK / 10)


def _killed(process: subprocess.Popen[bytes]) -> float:
    """Asked to end, the guard takes all others with it."""
    if process.returncode is not None:
        return 0.0
    with contextlib.suppress(OSError):
        process.terminate()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    return usage.ru_utime + usage.ru_stime


class _Watch:
    """What the processes below one take."""

    def __init__(self, root: int, limits: RunLimits, deadline: float) -> None:
        self.root, self.limits, self.deadline = root, limits, deadline
        self.cpu = 0.0
        self.memory = 0
        self.end = RunEnd.DONE

    def look(self) -> None:
        there = [*_below(self.root)]
        self.cpu = max(self.cpu, sum(map(_cpu, there)))
        now = sum(map(_memory, there))
        self.memory = max(self.memory, now)
        if self.cpu > self.limits.seconds or time.monotonic() > self.deadline:
            self.end = RunEnd.TIME
        elif now > self.limits.memory:
            self.end = RunEnd.MEMORY


def _below(process: int) -> Iterator[int]:
    yield process
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{process}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from _below(int(child))


def _cpu(process: int) -> float:
    """Of the process, and of those of its children that have ended."""
    with contextlib.suppress(OSError):
        after_name = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, after_name[11:15])) / _TICKS
    return 0.0


def _memory(process: int) -> int:
    """What it shares with others counts in part."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) << 10
    return 0


def _text(file: IO[bytes]) -> str:
    """The end of what was printed, where answers stand."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _MOST_OUTPUT))
    return file.read().decode(errors="replace")
