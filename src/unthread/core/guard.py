"""Stands between unthread and an external tool; run by `process.py` as a program of its own. What it does to
be gone in time, and to keep to limits, is also of use to `child.py`.

In: the number of the process that wants the tool, the most memory, the command. The tool and all that it
starts are gone when the tool is done, when unthread dies in whatever way, and when the guard is killed with
its process group. Ends as the tool did. Imports little, to start quickly.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import sys
from pathlib import Path

_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl
_ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER
_NOT_STARTED = 127  # as shells do


def guard(parent: int, memory: int, command: list[str]) -> int:
    """What the tool ended with, as `waitpid` tells it."""
    signal.signal(signal.SIGTERM, _end_all)
    die_with_parent(signal.SIGTERM)
    _control(_ADOPT_ORPHANS, 1)
    if os.getppid() != parent:
        return _NOT_STARTED << 8
    me = os.getpid()
    tool = os.fork()
    if tool == 0:
        _become(command, memory, me)
    _, status = os.waitpid(tool, 0)
    _end_children()
    return status


def _become(command: list[str], memory: int, guardian: int) -> None:
    """In the child: the tool itself. Does not return."""
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        die_with_parent(signal.SIGKILL)
        if os.getppid() != guardian:
            os._exit(_NOT_STARTED)
        limit(resource.RLIMIT_CORE, 0)
        limit(resource.RLIMIT_AS, memory or resource.RLIM_INFINITY)
        os.execvp(command[0], command)
    except (OSError, ValueError) as error:
        os.write(2, f"cannot start {command[0]}: {error}\n".encode(errors="replace"))
    finally:
        os._exit(_NOT_STARTED)


def die_with_parent(number: int) -> None:
    """Linux sends this signal when the process that started this one ends, however it does."""
    _control(_DIE_WITH_PARENT, number)


def _control(what: int, value: int) -> None:
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None, use_errno=True).prctl(what, value, 0, 0, 0)


def limit(what: int, most: int) -> None:
    """For this process and its children, which may have more again, as far as the process that started
    unthread lets them: only root can raise a limit that is there already."""
    _, hard = resource.getrlimit(what)
    at_most = min((value for value in (most, hard) if value != resource.RLIM_INFINITY), default=hard)
    resource.setrlimit(what, (at_most, hard))


def _end_all(number: int, frame: object) -> None:
    _end_children()
    os.killpg(0, signal.SIGKILL)


def _end_children() -> None:
    """All that is left of the tool, also what went into a process group of its own: orphans come here."""
    while children := _children():
        for child in children:
            with contextlib.suppress(OSError):
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)


def _children() -> list[int]:
    """None where the kernel does not tell; the process group is ended nevertheless."""
    with contextlib.suppress(OSError):
        return [int(word) for word in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]
    return []


def _end_likewise(status: int) -> None:
    if os.WIFSIGNALED(status):
        limit(resource.RLIMIT_CORE, 0)
        with contextlib.suppress(OSError):  # SIGKILL has no handler
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    sys.exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    _end_likewise(guard(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
