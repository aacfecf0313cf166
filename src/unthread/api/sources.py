"""C files and how they are to be read → `Source`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from unthread.api.values import given_flags
from unthread.core.diagnostics import UsageError
from unthread.core.source import DataModel, Entries, Histories, ProgramArguments, Source
from unthread.project.compiler_flags import assumed_of
from unthread.text_options import CompilerOptions, TextOptions


def source_of(files: Sequence[str], options: TextOptions, more: Sequence[str]) -> Source:
    if options.m32 and options.m64:
        raise UsageError("--m32 and --m64 are mutually exclusive")
    flags = [f"-I{directory}" for directory in options.directories]
    for file in options.includes:
        flags += ["-include", file]
    if options.standard:
        flags.append(f"-std={options.standard}")
    model = DataModel.M32 if options.m32 else DataModel.M64
    found = (*flags, *options.clang, *more)
    assumed = assumed_of(found, options.ignored_flags)
    source = Source(tuple(Path(file) for file in files), found, model, assumed=assumed)
    return _as_program(source, options) if isinstance(options, CompilerOptions) else source


def _as_program(source: Source, options: CompilerOptions) -> Source:
    return replace(
        source,
        atomic_statements=options.atomic_statements,
        spurious=not options.no_spurious,
        volatile_is_atomic=options.volatile_is_atomic,
        stubs=tuple(Path(file) for file in options.stubs),
        asm_models=tuple(Path(file) for file in options.asm_models),
        havoc=options.havoc,
        arguments=ProgramArguments(options.words, options.any_words),
        entries=entries_of(options),
        linearizable=histories_of(options),
        malloc_may_fail=options.malloc_may_fail,
    )


def must_have_main(source: Source, command: str) -> None:
    if source.has_own_main:
        raise UsageError(f"{command} checks programs with a main: --entry and --linearizable are for check")


def histories_of(options: CompilerOptions) -> Histories | None:
    if not options.linearizable:
        for flag in given_flags(options, CompilerOptions, ("operations", "object_type")):
            raise UsageError(f"{flag} requires --linearizable")
        return None
    for flag in given_flags(options, CompilerOptions, ("entries", "words", "any_words")):
        raise UsageError(f"{flag} cannot be combined with --linearizable, which replaces main")
    found = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", options.operations)
    if found is None:
        raise UsageError(f"--operations: '{options.operations}' is not threads and operations, as in 2x2")
    return Histories(int(found[1]), int(found[2]), options.object_type)


def entries_of(options: CompilerOptions) -> Entries:
    names = tuple(name.strip() for part in options.entries for name in part.split(","))
    for name in names:
        if not re.fullmatch(r"[A-Za-z_$][\w$]*", name):
            raise UsageError(f"--entry: '{name}' is not the name of a function")
    for flag in () if names else given_flags(options, CompilerOptions, ("entry_times", "entry_null")):
        raise UsageError(f"{flag} requires --entry")
    for flag in given_flags(options, CompilerOptions, ("words", "any_words")) if names else ():
        raise UsageError(f"{flag} cannot be combined with --entry, which replaces main")
    return Entries(names, options.entry_times, options.entry_null)
