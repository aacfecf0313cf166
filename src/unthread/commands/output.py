"""What commands write: on stdout, on stderr, into files."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from unthread.core.diagnostics import InputError

if TYPE_CHECKING:
    from rich.console import Console


def message(text: str) -> None:
    """A message on stderr, behind all output so far. Nobody may be reading either any more."""
    try:
        sys.stdout.flush()
    except OSError:
        abandon_output()
    with suppress(OSError):  # there may be no one left to tell
        print(text, file=sys.stderr, flush=True)


def write(stream: TextIO, data: bytes) -> None:
    """All the bytes: with PYTHONUNBUFFERED, one write may take only some of them."""
    stream.flush()
    left = memoryview(data)
    while left:
        left = left[stream.buffer.write(left) :]
    stream.buffer.flush()


def abandon_output() -> None:
    """Sends what is still buffered for stdout nowhere, so that Python does not complain at its end."""
    with suppress(OSError, ValueError):  # stdout may be no file
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def new_console(stream: TextIO) -> Console:
    from rich.console import Console

    class Plain(Console):
        """Rich would end the process when nobody reads any more; `execute` knows what to do then."""

        def on_broken_pipe(self) -> None:
            raise

    return Plain(file=stream)


def live_console(quiet: bool) -> Console | None:
    """For text that is written over again and again, which only a terminal can show."""
    return new_console(sys.stderr) if sys.stderr.isatty() and not quiet else None


def check_writable(name: str, flag: str = "--trace") -> None:
    """Before the search, which may take long."""
    file = Path(name)
    if not name or file.is_dir():
        raise InputError(f"{flag}: '{name}' is not a file")
    directory = file.resolve().parent
    if not directory.is_dir():
        raise InputError(f"{flag}: there is no directory '{file.parent}'")
    if not os.access(file if file.exists() else directory, os.W_OK):
        raise InputError(f"{flag}: '{name}' cannot be written")


def write_whole(file: Path, text: str) -> None:
    """All of it or nothing; devices and pipes have no such choice."""
    if file.is_relative_to("/dev") or (file.exists() and not file.is_file()):
        file.write_text(text, encoding="utf-8")
        return
    file = file.resolve()  # a symbolic link stays one
    scratch = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        scratch.write_text(text, encoding="utf-8")
        scratch.replace(file)
    finally:
        scratch.unlink(missing_ok=True)
