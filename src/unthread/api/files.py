"""Files that are written: all of one or nothing, and whether it can be is known before the search."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from unthread.core.diagnostics import InputError, UsageError
from unthread.core.source import Source
from unthread.options import ReportOptions

if TYPE_CHECKING:
    from unthread.reports.checked import Checked

_PLAIN = ("html", "sarif", "junit", "mermaid")
_WITNESSES = {".graphml": "graphml", ".yml": "yaml", ".yaml": "yaml"}


def check_reports(
    options: ReportOptions, others: Iterable[tuple[str, str | None]] = (), read: Iterable[Path] = ()
) -> None:
    """Whether they can be written, before the search. `others`: flags with what is written besides, if
    anything; `read`: files that are read."""
    kept = [*read]
    taken: dict[Path, str] = {}
    reports = [(flag, file) for _, flag, file in _wanted(options)]
    for flag, file in (*reports, *((flag, file) for flag, file in others if file is not None)):
        check_writable(file, flag)
        must_spare(kept, file, flag)
        place = Path(file).resolve()
        if place in taken and not place.is_relative_to("/dev"):
            raise UsageError(f"{taken[place]} and {flag} name the same file")
        taken[place] = flag


def must_spare(read: Iterable[Path], name: str, flag: str) -> None:
    """Nothing is written over what is read, by whatever name."""
    place = Path(name).resolve()
    if not place.is_relative_to("/dev") and any(_is_same(file.resolve(), place) for file in read):
        raise UsageError(f"{flag}: '{name}' is read, too, and would be lost")


def _is_same(one: Path, other: Path) -> bool:
    return one == other or (one.is_file() and other.is_file() and one.samefile(other))


def files_read(source: Source) -> Iterator[Path]:
    """By name; headers are not known before."""
    yield from (*source.files, *source.stubs, *source.asm_models)
    if source.build:
        yield Path(source.build)


def write_reports(found: Sequence[Checked], options: ReportOptions) -> Iterator[str]:
    """Of one check, or of several, whose texts are then numbered. Says where there is nothing to write."""
    from unthread.reports.formats import Format, rendered

    for name, _, file in _wanted(options):
        texts = [text for checked in found for text in rendered(Format(name), checked)]
        if not texts:
            yield f"there is nothing to write to '{file}': no violation and no proof"
        write_numbered(Path(file), texts)


def write_numbered(file: Path, texts: Sequence[str]) -> None:
    """The first text to the file, others to files whose names have their number."""
    for number, text in enumerate(texts, start=1):
        write_whole(file if number == 1 else file.with_stem(f"{file.stem}-{number}"), text)


def _wanted(options: ReportOptions) -> Iterator[tuple[str, str, str]]:
    """Format, flag and file."""
    for name in _PLAIN:
        file = getattr(options, name)
        if file is not None:
            yield name, f"--{name}", file
    if options.witness is not None:
        suffix = Path(options.witness).suffix
        if suffix not in _WITNESSES:
            raise UsageError(
                f"--witness: unknown format of '{options.witness}'",
                hint="the name of a witness ends in .graphml or .yml",
            )
        yield _WITNESSES[suffix], "--witness", options.witness


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
    try:
        if file.is_relative_to("/dev") or (file.exists() and not file.is_file()):
            file.write_text(text, encoding="utf-8")
        else:
            _replace(file.resolve(), text)  # a symbolic link stays one
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(f"cannot write '{file}': {error.strerror}") from None


def _replace(file: Path, text: str) -> None:
    scratch = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        scratch.write_text(text, encoding="utf-8")
        scratch.replace(file)
    finally:
        scratch.unlink(missing_ok=True)
