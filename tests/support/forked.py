"""`python -m unthread` in a fork of this process, which has loaded unthread already: most of what a small
program takes. In: arguments. Out: an `Execution`, as of a process of its own."""

from __future__ import annotations

import io
import os
import select
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import NoReturn

from execution import Execution
from unthread.cli import execute, main

_FAILED = 70  # something but the end of the command


def run_forked(
    arguments: Sequence[str],
    seconds: float,
    directory: Path | None = None,
    variables: Mapping[str, str] | None = None,
) -> Execution:
    _load()
    with TemporaryFile() as out, TemporaryFile() as err:
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if child == 0:
            _be_unthread(arguments, directory, variables or {}, (out.fileno(), err.fileno()))
        timed_out = not _has_ended(child, seconds)
        if timed_out:
            os.kill(child, signal.SIGKILL)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        for file in (out, err):
            file.seek(0)
        return Execution(status, out.read(), err.read(), timed_out)


@cache
def _load() -> None:
    """What commands import when they are called, libclang too."""
    with TemporaryDirectory() as directory, redirect_stdout(io.StringIO()):
        file = Path(directory, "program.c")
        file.write_text("int main(void) { return 0; }\n")
        execute(["run", str(file)])


def _has_ended(process: int, seconds: float) -> bool:
    descriptor = os.pidfd_open(process)
    try:
        return bool(select.select([descriptor], [], [], seconds)[0])
    finally:
        os.close(descriptor)


def _be_unthread(
    arguments: Sequence[str], directory: Path | None, variables: Mapping[str, str], streams: tuple[int, int]
) -> NoReturn:
    """With streams of its own, and with nothing of pytest's that hears signals."""
    code = _FAILED
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for number, descriptor in enumerate(streams, start=1):
            os.dup2(descriptor, number)
        sys.stdin, sys.stdout, sys.stderr = (os.fdopen(n, "r" if n == 0 else "w") for n in range(3))
        os.environ.update(variables)
        os.chdir(directory or ".")
        sys.argv = ["unthread", *arguments]
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
