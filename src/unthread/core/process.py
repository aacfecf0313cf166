"""Run an external tool under `Limits`: time, memory, how much it prints. Nothing of it outlives unthread."""

from __future__ import annotations

import contextlib
import fcntl
import os
import resource
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path

from unthread.core.diagnostics import InputError
from unthread.core.records import dataclass

MOST_OUTPUT = 1 << 30  # bytes that a tool may print
_LEAST_MEMORY = 512 << 20
_PATIENCE = 0.05  # seconds between two looks at the clock
_GUARD = Path(__file__).with_name("guard.py")


@dataclass(frozen=True, slots=True)
class Limits:
    """`memory` in bytes."""

    seconds: float
    memory: int


@contextlib.contextmanager
def memory_limit(most: int) -> Iterator[None]:
    """This process may take so many bytes more than it has; then `MemoryError`. Children have limits of their
    own. A little is always there: libraries that get nothing at all do not say so, they end the process. The
    limit is that of all threads, so that only the main one sets it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    wanted = pages * resource.getpagesize() + max(most, _LEAST_MEMORY)
    limit = min(value for value in (wanted, soft, hard) if value != resource.RLIM_INFINITY)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


class End(StrEnum):
    DONE = "done"
    TIMED_OUT = "timed out"
    TOO_LOUD = "too much output"


@dataclass(frozen=True, slots=True)
class Ran:
    """What a tool did. `status` is negative if a signal ended it, and says nothing unless it is done."""

    end: End
    status: int
    stdout: str
    stderr: str
    seconds: float

    def tail(self, lines: int = 6, width: int = 200) -> tuple[str, ...]:
        """The last lines that say anything; those of stderr come last."""
        printed = [*self.stdout.splitlines()[-lines:], *self.stderr.splitlines()[-lines:]]
        return tuple(line.strip()[:width] for line in printed if line.strip())[-lines:]


class Log:
    """A file with the commands of the tools of a run and their output."""

    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            file.write_text("", encoding="utf-8")
        except OSError as error:
            raise InputError(f"--log: cannot write '{file}': {error.strerror or error}") from None

    def add(self, command: Sequence[str], ran: Ran) -> None:
        how = f"{ran.end}, exit status {ran.status}" if ran.end is End.DONE else str(ran.end)
        parts = [f"$ {shlex.join(command)}", ran.stdout, ran.stderr, f"# {how}, {ran.seconds:.1f} s", ""]
        text = "\n".join(part.rstrip("\n") for part in parts if part) + "\n\n"
        with self._file.open("a", encoding="utf-8", errors="backslashreplace") as out:
            fcntl.flock(out, fcntl.LOCK_EX)  # each searcher is a process
            out.write(text)


def run_tool(
    command: Sequence[str],
    directory: Path,
    limits: Limits,
    *,
    log: Log | None = None,
    is_memory_limited: bool = True,
    most_output: int = MOST_OUTPUT,
) -> Ran:
    """Runs the command in the directory, which also takes its output. `is_memory_limited` is False for tools
    that keep to a limit themselves, such as those in Java, which reserve much more than they use."""
    started = time.monotonic()
    files = directory / "stdout", directory / "stderr"
    memory = limits.memory if is_memory_limited else 0
    with files[0].open("wb") as out, files[1].open("wb") as err:
        tool = subprocess.Popen(
            [sys.executable, "-I", "-S", str(_GUARD), str(os.getpid()), str(memory), *command],
            cwd=directory,
            env={**os.environ, "PWD": str(directory)},  # some ask for this one
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        try:
            end = _wait(tool, files, started + limits.seconds, most_output)
        finally:
            _kill(tool)
    stdout, stderr = (file.read_bytes()[:most_output].decode(errors="replace") for file in files)
    ran = Ran(end, tool.returncode, stdout, stderr, time.monotonic() - started)
    if log is not None:
        log.add(command, ran)
    return ran


def _wait(
    tool: subprocess.Popen[bytes],
    files: Sequence[Path],
    deadline: float,
    most_output: int,
) -> End:
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            tool.wait(max(0.001, min(_PATIENCE, deadline - time.monotonic())))
            return End.DONE
        if time.monotonic() >= deadline:
            return End.TIMED_OUT
        if sum(file.stat().st_size for file in files) > most_output:
            return End.TOO_LOUD


def _kill(tool: subprocess.Popen[bytes]) -> None:
    """The guard with its process group, whoever is left in it. Asked politely first, it also finds what has
    left the group."""
    if tool.poll() is None:
        tool.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            tool.wait(1)
    with contextlib.suppress(OSError):
        os.killpg(tool.pid, signal.SIGKILL)
    tool.wait()
