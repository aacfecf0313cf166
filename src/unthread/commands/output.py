"""What commands write on stdout and on stderr."""

from __future__ import annotations

import os
import select
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from unthread.core.diagnostics import Diagnostic, printable, render

if TYPE_CHECKING:
    from rich.console import Console


def message(text: str) -> None:
    """A message on stderr, after all output so far. Both may have lost their reader."""
    try:
        sys.stdout.flush()
    except OSError:
        abandon_output()
    with suppress(OSError):  # there may be no one left to tell
        print(printable(text), file=sys.stderr, flush=True)


def warn(diagnostic: Diagnostic) -> None:
    message(render(diagnostic))


def write(stream: TextIO, data: bytes) -> None:
    """All the bytes: with PYTHONUNBUFFERED, one write may take only some of them."""
    stream.flush()
    left = memoryview(data)
    while left:
        left = left[stream.buffer.write(left) :]
    stream.buffer.flush()


def must_have_reader(stream: TextIO) -> None:
    """While nothing is written, only this shows that the reader is gone."""
    poll = select.poll()
    with suppress(OSError, ValueError):  # no file
        poll.register(stream.fileno(), 0)
    if any(found & (select.POLLERR | select.POLLHUP) for _, found in poll.poll(0)):
        raise BrokenPipeError


def abandon_output() -> None:
    """Sends what is still buffered for stdout nowhere, so that Python does not complain at its end."""
    with suppress(OSError, ValueError):  # stdout may be no file
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def new_console(stream: TextIO) -> Console:
    from rich.console import Console

    class Plain(Console):
        """Rich would end the process when the reader is gone; `execute` knows what to do then."""

        def on_broken_pipe(self) -> None:
            raise

    return Plain(file=stream)


def live_console(quiet: bool) -> Console | None:
    """For text that is written over again and again, which only a terminal can show."""
    return new_console(sys.stderr) if sys.stderr.isatty() and not quiet else None
