"""What scripts ask of unthread: `check`, `load`, `show`. docs/API.md has examples."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, Unpack

from unthread.api.checking import Listener, checked, store
from unthread.api.guest import guest, must_be_able_to_search, relayed
from unthread.api.keywords import (
    CheckKeywords,
    Name,
    Names,
    ReadingKeywords,
    in_python,
    macro_flags,
    options_of,
    read_names,
    with_options,
)
from unthread.api.sources import source_of
from unthread.api.verdict import Verdict
from unthread.core.diagnostics import Diagnostic, InputError, UsageError
from unthread.core.source import Source
from unthread.options import CheckOptions
from unthread.text_options import CompilerOptions

if TYPE_CHECKING:
    from unthread.core.events import Told
    from unthread.program.program import Program

Files: TypeAlias = Name | Iterable[Name] | Source
Tell: TypeAlias = "Callable[[Told], object]"
Warn: TypeAlias = Callable[[Diagnostic], object]


@with_options(CheckOptions)
def check(
    files: Files,
    /,
    *,
    progress: Tell | None = None,
    warn: Warn | None = None,
    **options: Unpack[CheckKeywords],
) -> Verdict:
    """Finds a violation in C files that are one program, or says what was covered without finding one.

    The keywords are the options of `unthread check`. `progress` is called with what the searchers tell,
    `warn` with what is odd. Nothing is printed. Ctrl-C ends the search and is raised."""
    with guest(), in_python(CheckOptions):
        must_be_able_to_search()
        chosen = options_of(CheckOptions, options)
        source = source_from(files, chosen, options)
        tell = relayed(progress, "progress")
        listener = Listener(lambda told: None if told is None else tell(told), relayed(warn, "warn"))
        verdict = checked(chosen, source, listener)
        for note in store(verdict, chosen):
            listener.note(note)
        return verdict


@with_options(CompilerOptions)
def load(files: Files, /, *, warn: Warn | None = None, **options: Unpack[ReadingKeywords]) -> Program:
    """C files that are one program → goto code."""
    with guest(), in_python(CompilerOptions):
        from unthread.frontend.load import load

        chosen = options_of(CompilerOptions, options)
        return load(source_from(files, chosen, options), relayed(warn, "warn"))


@with_options(CompilerOptions)
def show(
    program: Program | Files,
    /,
    *,
    functions: Names = (),
    library: bool = False,
    **options: Unpack[ReadingKeywords],
) -> str:
    """A program, or the C files of one, as readable goto code: all `functions`, or those that are named;
    `library`: also the models of library functions."""
    from unthread.program.program import Program

    if isinstance(program, Program):
        for name in options:
            raise UsageError(f"{name}: the program has been read already")
    else:
        program = load(program, **options)
    with guest():
        return shown(program, tuple(read_names("functions", functions)), library)


def shown(program: Program, functions: Sequence[str], library: bool) -> str:
    from unthread.program.text.show import show

    for name in functions:
        _check_function(program, name)
    return show(program, tuple(functions), library)


def _check_function(program: Program, name: str) -> None:
    if name in program.functions:
        return
    from difflib import get_close_matches

    similar = get_close_matches(name, program.functions, 1)
    hint = f"did you mean '{similar[0]}'?" if similar else ""
    what = "has neither body nor model" if name in program.undefined else "does not exist"
    raise InputError(f"function '{name}' {what}", hint=hint)


def source_from(files: Files, chosen: CompilerOptions, given: Any) -> Source:
    """What is to be read. A `Source` has its options already."""
    if isinstance(files, Source):
        for name in given:
            if hasattr(CompilerOptions, name):
                raise UsageError(f"{name}: a Source has options of its own")
        return files
    return source_of(file_names(files), chosen, macro_flags(given))


def file_names(files: Name | Iterable[Name]) -> list[str]:
    if isinstance(files, bytes) or not isinstance(files, str | os.PathLike | Iterable):
        raise UsageError(f"files: {files!r} is not the name of a file, nor a list of names")
    found: list[object] = [files] if isinstance(files, str | os.PathLike) else [*files]
    if not found:
        raise UsageError("files: no file is given")
    return [*map(_file_name, found)]


def _file_name(name: object) -> str:
    if not isinstance(name, str | os.PathLike) or not os.fspath(name):
        raise UsageError(f"files: {name!r} is not the name of a file")
    return os.fspath(Path(name))
