"""`unthread harness`: a first harness for a library without a main."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from unthread.api.files import check_writable, write_whole
from unthread.commands.output import message, write
from unthread.core.diagnostics import UsageError
from unthread.core.exit_codes import ExitCode
from unthread.core.source import Source
from unthread.text_options import HarnessOptions

_HEADER = "unthread_harness.h"


def harness(options: HarnessOptions, source: Source, rest: tuple[str, ...]) -> int:
    from unthread.frontend import clang
    from unthread.frontend.driver.api import find_api
    from unthread.frontend.driver.harness import HarnessPlan
    from unthread.frontend.driver.harness import harness as written
    from unthread.frontend.driver.text import names_in
    from unthread.frontend.load import must_be_readable

    if len(source.files) != 1:
        raise UsageError("harness takes one file: the header of the library, or its C file")
    [file] = source.files
    must_be_readable(file)
    if options.output:
        check_writable(options.output, "-o")
        _must_not_be(file, Path(options.output))
    unit = clang.parse(file, source.flags, source.data_model)
    api = find_api([unit], [str(file)], options.type)
    own = Path(options.output or f"{file.stem}_harness.c")
    others = tuple(_implementations(file, own))
    plan = HarnessPlan(
        api, _seen_from(own, file), own.name, others, options.threads, options.operations, names_in([unit])
    )
    return _put(written(plan), options.output)


def _must_not_be(file: Path, output: Path) -> None:
    if output.exists() and output.resolve() == file.resolve():
        raise UsageError(f"-o: '{output}' is the library itself")


def _seen_from(own: Path, file: Path) -> str:
    return Path(os.path.relpath(file.resolve(), own.resolve().parent)).as_posix()


def _implementations(file: Path, own: Path) -> Iterator[str]:
    """The C file beside a header."""
    beside = file.with_suffix(".c")
    if file.suffix != ".c" and beside.exists():
        yield _seen_from(own, beside)


def _put(text: str, output: str) -> int:
    if not output:
        write(sys.stdout, text.encode())
        return ExitCode.SAFE
    from unthread.frontend.clang import INCLUDE

    beside = Path(output).parent / _HEADER
    own = (INCLUDE / "builtin" / _HEADER).read_text(encoding="utf-8")
    write_whole(Path(output), text)
    if not beside.exists():
        check_writable(str(beside), "-o")
        write_whole(beside, own)
        message(f"unthread: note: '{beside}' is needed by a compiler to read '{output}'")
    return ExitCode.SAFE
