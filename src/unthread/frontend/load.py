"""C files → `Program`: parse, lower, link, check."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from unthread.core.diagnostics import Diagnostic, InputError, printable, render
from unthread.core.source import Source
from unthread.frontend.link import Linker
from unthread.program.check import check
from unthread.program.library import SPURIOUS
from unthread.program.program import Program

_INTO_A_FILE = "write the program into a file"


Warn: TypeAlias = Callable[[Diagnostic], None]


def warn(warning: Diagnostic) -> None:
    """On stderr, unless a caller takes warnings itself."""
    print(printable(render(warning)), file=sys.stderr)


def load(source: Source, warn: Warn = warn) -> Program:
    for path in (*source.files, *source.stubs, *source.asm_models):
        must_be_readable(path)
    linker = Linker(source)
    linker.add_files(source.files, source.stubs, source.asm_models)
    program = linker.link()
    for warning in linker.asm_models.unused():
        warn(warning)
    if not source.spurious and SPURIOUS in program.globals:
        program.globals[SPURIOUS] = replace(program.globals[SPURIOUS], initial=())
    check(program)
    return program


def must_be_readable(path: Path) -> None:
    if str(path) == "-" and not path.exists():
        raise InputError("programs are not read from standard input", hint=_INTO_A_FILE)
    if not path.exists():
        raise InputError(f"no such file: '{path}'")
    if path.is_dir():
        raise InputError(f"'{path}' is a directory", hint="give the C files in it")
    if not path.is_file():  # a pipe can be read only once, and no line of it shown later
        raise InputError(f"'{path}' is not a regular file", hint=_INTO_A_FILE)
    try:
        with path.open("rb") as file:
            head = file.read(4096)
    except OSError as error:
        raise InputError(f"cannot read '{path}': {error.strerror}") from None
    if b"\0" in head:
        raise InputError(f"'{path}' is not text", hint="unthread reads C source files (.c or .i)")
