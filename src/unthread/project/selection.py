"""Which compile commands make a program, and what they say of its files: `selected`.

In: a `Database`, the C files and targets that the user named. Out: `ChosenFiles`: the files, the flags of
each, and what the user should know.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from unthread.core.diagnostics import InputError, UsageError
from unthread.core.records import dataclass
from unthread.core.source import DataModel
from unthread.project.compile_commands import CompileCommand, Database
from unthread.project.compiler_flags import CompilerFlags, FlagError, read_flags

_NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
_NO_COMMAND = CompilerFlags()  # may be linked with any model
_WITHOUT = "without -p, a C file is read with the flags of unthread's command line alone"
_MAIN = re.compile(r"\bmain\s*\(")


@dataclass(frozen=True, slots=True)
class WantedFiles:
    """What the user named: FILEs are the program, with the flags that `targets` give them; without them, the
    files of the targets are; `added` belong to it besides. `ignored`: flags that do not count."""

    files: tuple[Path, ...] = ()
    targets: tuple[str, ...] = ()
    added: tuple[Path, ...] = ()
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChosenFiles:
    """A program as its build has it. `notes` are sentences for the user."""

    files: tuple[Path, ...]
    flags: tuple[tuple[str, ...], ...]
    model: DataModel | None
    assumed: tuple[str, ...]
    unheeded: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def shared(self) -> tuple[str, ...] | None:
        """The flags of all the files, if they are the same."""
        return self.flags[0] if len(set(self.flags)) == 1 else None


def selected(database: Database, wanted: WantedFiles) -> ChosenFiles:
    for name in wanted.targets:
        _must_know(database, name)
    notes: list[str] = []
    if wanted.files:
        pairs = [_named(database, file, wanted, notes) for file in wanted.files]
    else:
        entries = [*_of_targets(database, wanted.targets or _only_target(database), notes)]
        pairs = [*_distinct((entry.file, _read(database, entry, wanted.ignored)) for entry in entries)]
    pairs += [_named(database, file, wanted, notes) for file in wanted.added]
    assumed = dict.fromkeys(text for _, flags in pairs for text in flags.assumed)
    files, flags = tuple(file for file, _ in pairs), tuple(flags.flags for _, flags in pairs)
    unheeded = dict.fromkeys(item for _, flags in pairs for item in flags.unheeded)
    return ChosenFiles(files, flags, _model(pairs), tuple(assumed), tuple(unheeded), tuple(notes))


def _must_know(database: Database, name: str) -> None:
    if name in database.targets:
        return
    near = get_close_matches(name, database.targets, 1)
    guess = f"did you mean '{near[0]}'? " if near else ""
    raise UsageError(
        f"--target: '{name}' is not a target in '{database.place}'", hint=guess + _list(database)
    )


def _list(database: Database) -> str:
    """The targets, those with a main marked."""
    if not database.targets:
        return "its commands do not say which targets there are: name the C files"
    marked = [f"{name} (main)" if has_main(own) else name for name, own in database.targets.items()]
    return f"the targets are {', '.join(marked)}"


# Without FILEs


def _only_target(database: Database) -> tuple[str, ...]:
    """The one that can be started."""
    if not database.targets:
        return _only_program(database)
    starting = [name for name, entries in database.targets.items() if has_main(entries)]
    if len(starting) == 1:
        return (starting[0],)
    if not starting:
        _must_all_be_there(database)
    what = "several targets have" if starting else "no target has"
    raise UsageError(f"-p: {what} a main in '{database.place}'; --target NAME chooses", hint=_list(database))


def _only_program(database: Database) -> tuple[str, ...]:
    starting = [entry for entry in database.entries if has_main([entry])]
    if len(starting) == 1:
        return ()
    if not starting:
        _must_all_be_there(database)
    names = ", ".join(dict.fromkeys(str(entry.file) for entry in starting))
    raise UsageError(
        f"-p: '{database.place}' does not say which files make a program; name the C files",
        hint=f"those with a main are {names}" if names else "none has a main",
    )


def _must_all_be_there(database: Database) -> None:
    """A main is found in a file that is there."""
    for entry in database.entries:
        _must_be_there(database, entry)


def _of_targets(database: Database, names: Sequence[str], notes: list[str]) -> Iterator[CompileCommand]:
    for name in names or [""]:
        for entry in database.targets[name] if name else database.entries:
            if entry.is_assembly:
                notes.append(f"'{entry.file}' is assembly, and left out")
            elif not entry.is_header:
                yield entry


def has_main(entries: Collection[CompileCommand]) -> bool:
    """By its text: some C file defines or calls it."""
    for entry in entries:
        if entry.is_cplusplus or not entry.file.is_file():
            continue
        try:
            text = entry.file.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        if _MAIN.search(_NOT_CODE.sub(" ", text)):
            return True
    return False


def _distinct(pairs: Iterator[tuple[Path, CompilerFlags]]) -> Iterator[tuple[Path, CompilerFlags]]:
    """A file that is compiled twice is two units, unless the flags are the same."""
    seen = set()
    for file, flags in pairs:
        if (file, flags) not in seen:
            seen.add((file, flags))
            yield file, flags


# With FILEs


def _named(
    database: Database, file: Path, wanted: WantedFiles, notes: list[str]
) -> tuple[Path, CompilerFlags]:
    entries = database.of_file(file)
    if not entries:
        notes.append(f"'{file}' is not in '{database.place}': it is read without flags of the build")
        return file, _NO_COMMAND
    preferred = [entry for entry in entries if entry.target in wanted.targets] or entries
    found = {_read(database, entry, wanted.ignored): entry for entry in preferred}
    if len(found) > 1:
        names = ", ".join(entry.target or "?" for entry in found.values())
        raise UsageError(
            f"'{file}' is compiled {len(found)} times with different flags",
            hint=f"--target NAME chooses: {names}",
        )
    return file, next(iter(found))


def _read(database: Database, entry: CompileCommand, ignored: Sequence[str]) -> CompilerFlags:
    if entry.is_cplusplus:
        raise InputError(f"'{entry.file}' is C++, and unthread reads C only", hint="name the C files instead")
    if entry.is_assembly:
        raise InputError(
            f"'{entry.file}' is assembly, and unthread reads C only", hint="name the C files instead"
        )
    _must_be_there(database, entry)
    refusal = entry.compiler.refuses(entry.words)
    if refusal:
        raise InputError(f"'{database.place}': '{entry.file}': {refusal}", hint=_WITHOUT)
    try:
        return read_flags(database.words_of(entry), entry.directory, ignored)
    except FlagError as error:
        found = error.diagnostics[0]
        message = f"'{database.place}': '{entry.file}': {found.message}"
        raise InputError(message, hint=found.hint) from None


def _must_be_there(database: Database, entry: CompileCommand) -> None:
    if not entry.file.exists():
        raise InputError(
            f"'{database.place}' has a command for '{entry.file}', which does not exist",
            hint="configure the build again",
        )


def _model(pairs: Sequence[tuple[Path, CompilerFlags]]) -> DataModel | None:
    models = {flags.model or DataModel.M64: file for file, flags in pairs if flags is not _NO_COMMAND}
    if len(models) > 1:
        said = " and ".join(f"'{file}' with -{model}" for model, file in models.items())
        raise InputError(f"the files cannot be linked: {said}", hint="--target NAME chooses other commands")
    return next(iter({flags.model for _, flags in pairs} - {None}), None)
