"""compile_commands.json → what a build compiles, and for which target: `Database`.

In: the file that CMake, Meson and others write (https://clang.llvm.org/docs/JSONCompilationDatabase.html), or
the folder with it. Out: one `CompileCommand` for each compiler run, its words split and response files read.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from unthread.core.diagnostics import InputError
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.project.compiler_flags import shown_path
from unthread.project.compilers import Compiler, compiler_of, without_wrapper

NAME = "compile_commands.json"
_CMAKE = re.compile(r"(?:^|/)CMakeFiles/([^/]+)\.dir/")
_MESON = re.compile(r"(?:^|/)([^/]+)\.p/")
_MOST_NESTED = 10  # response files in response files
_MOST_FILES = 2000  # of them for one command
_CPLUSPLUS = frozenset({".cc", ".cpp", ".cxx", ".c++", ".C", ".cp", ".hpp"})
_ASSEMBLY = frozenset({".s", ".S", ".asm", ".sx"})
_HEADER = frozenset({"c-header", "c++-header"})


@dataclass(frozen=True, slots=True)
class CompileCommand:
    """One compiler run. `words` come after the name of the compiler, those first that it stands for; `target`
    is empty where the output does not tell it."""

    file: Path
    directory: Path
    words: tuple[str, ...]
    target: str = ""
    compiler: Compiler = Compiler("cc")

    @property
    def is_cplusplus(self) -> bool:
        return self.file.suffix in _CPLUSPLUS

    @property
    def is_assembly(self) -> bool:
        return self.file.suffix in _ASSEMBLY

    @property
    def is_header(self) -> bool:
        """What is compiled is a header, so that others can include it faster."""
        languages = [after for word, after in pairwise(self.words) if word == "-x"]
        languages += [word[2:] for word in self.words if word.startswith("-x")]
        return self.file.suffix == ".h" if not any(languages) else not _HEADER.isdisjoint(languages)


class Database:
    """What a build compiles. `place` is the file, as messages name it."""

    def __init__(self, place: Path, entries: Sequence[CompileCommand]) -> None:
        self.place = place
        self.entries = tuple(entries)

    @cached_property
    def targets(self) -> dict[str, list[CompileCommand]]:
        found: dict[str, list[CompileCommand]] = {}
        for entry in self.entries:
            if entry.target:
                found.setdefault(entry.target, []).append(entry)
        return found

    @cached_property
    def _precompiled(self) -> dict[str, Path]:
        """Headers, by the places of what a compiler has made of them."""
        found = ((entry, _output(entry.words)) for entry in self.entries if entry.is_header)
        return {os.path.normpath(entry.directory / output): entry.file for entry, output in found}

    def words_of(self, entry: CompileCommand) -> tuple[str, ...]:
        """With the texts of headers: for `-include x.h`, gcc is content with the x.h.gch that Meson makes."""
        words = [*entry.words]
        for number, (word, after) in enumerate(pairwise(entry.words)):
            if word == "-include" and self._precompiled:
                words[number + 1] = self._included(after, entry)
        return tuple(words)

    def _included(self, name: str, entry: CompileCommand) -> str:
        for folder in _folders(entry.words):
            place = entry.directory / folder / name
            if place.exists():
                break
            header = self._precompiled.get(os.path.normpath(f"{place}.gch"))
            if header is not None:
                return str(header.absolute())
        return name

    def of_file(self, file: Path) -> list[CompileCommand]:
        wanted = file.resolve()
        return [entry for entry in self.entries if entry.file.resolve() == wanted]


def read_database(given: Path) -> Database:
    """`given` is the file or the folder that it lies in."""
    place = given / NAME if given.is_dir() else given
    if not place.is_file():
        what = f"there is no {NAME} in '{given}'" if given.is_dir() else f"no such file or folder: '{given}'"
        hint = "cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON writes it, meson setup always does"
        raise InputError(f"-p: {what}", hint=hint)
    content = _read_json(place)
    if not isinstance(content, list):
        raise InputError(f"'{place}' has no compile commands: it is not a list")
    entries = [_entry(item, number, place) for number, item in enumerate(content, start=1)]
    if not entries:
        raise InputError(f"'{place}' has no compile commands: the list is empty")
    return Database(place, _with_folders(entries, content))


def _read_json(place: Path) -> Any:
    try:
        return json.loads(place.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"cannot read '{place}': {error.strerror or error}") from None
    except json.JSONDecodeError as error:
        raise InputError(
            f"this is not JSON: {error.msg}", Loc(str(place), error.lineno, error.colno)
        ) from None
    except (ValueError, RecursionError):
        raise InputError(f"'{place}' is not JSON") from None


def _entry(item: Any, number: int, place: Path) -> CompileCommand:
    def wrong(message: str) -> InputError:
        return InputError(f"'{place}': compile command {number}: {message}")

    def text(key: str) -> str:
        found = item.get(key)
        if not isinstance(found, str):
            raise wrong(f"'{key}' is missing" if found is None else f"'{key}' is not a string")
        if not found or "\0" in found:
            raise wrong(f"'{key}' {'has a null character' if found else 'is empty'}")
        return found

    if not isinstance(item, dict):
        raise wrong("this is not an object")
    directory, named = (place.parent / text("directory")).absolute(), text("file")
    compiler, words = _compiler_words(_words(item, text, wrong), directory)
    file = shown_path(directory / named)
    output = item["output"] if isinstance(item.get("output"), str) else _output(words)
    return CompileCommand(file, directory, words, _target(output), compiler)


def _words(item: dict[str, Any], text: Any, wrong: Any) -> list[str]:
    arguments = item.get("arguments")
    if arguments is None:
        command = text("command")
        try:
            return shlex.split(command)
        except ValueError as error:
            raise wrong(str(error)) from None
    if not isinstance(arguments, list) or not all(isinstance(word, str) for word in arguments):
        raise wrong("'arguments' is not a list of strings")
    if any("\0" in word for word in arguments):
        raise wrong("'arguments' has a null character")
    return arguments


def _compiler_words(words: list[str], directory: Path) -> tuple[Compiler, tuple[str, ...]]:
    """The compiler, and what comes after it, with the words of response files. What cannot be read is
    refused where the command is needed: others may do without it."""
    own = without_wrapper(words)
    if not own:
        return Compiler("", refusal="the command is empty"), ()
    compiler = compiler_of(own[0])
    try:
        more = _Responses(directory).expanded(own[1:], 0)
    except ValueError as error:
        return replace(compiler, refusal=str(error)), (*compiler.flags, *own[1:])
    return compiler, (*compiler.flags, *more)


class _Responses:
    """The response files of one command."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.count = 0

    def expanded(self, words: Sequence[str], depth: int) -> list[str]:
        found: list[str] = []
        for word in words:
            if word.startswith("@") and len(word) > 1:
                found += self.expanded(self.read(word[1:], depth), depth + 1)
            else:
                found.append(word)
        return found

    def read(self, name: str, depth: int) -> list[str]:
        self.count += 1
        if depth == _MOST_NESTED:
            raise ValueError(f"the response file '{name}' is nested too deeply")
        if self.count > _MOST_FILES:
            raise ValueError(f"more than {_MOST_FILES} response files")
        file = self.directory / name
        try:
            if file.is_file():  # and no pipe or device, which may never end
                return response_words(file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            pass
        raise ValueError(f"the response file '{name}' cannot be read")


def response_words(text: str) -> list[str]:
    """As gcc splits them: blanks separate words, quotes of both kinds hold them together, and a backslash
    takes the next character as it is, everywhere."""
    words: list[str] = []
    word, quote, is_open = "", "", False
    characters = iter(text)
    for character in characters:
        if character == "\\":
            word, is_open = word + next(characters, ""), True
        elif character == quote:
            quote = ""
        elif quote or not (character.isspace() or character in "'\""):
            word, is_open = word + character, True
        elif character in "'\"":
            quote, is_open = character, True
        elif is_open:
            words.append(word)
            word, is_open = "", False
    return [*words, word] if is_open else words


# Targets


def _output(words: Sequence[str]) -> str:
    for word, after in zip(words, [*words[1:], ""], strict=False):
        if word == "-o":
            return after
        if word.startswith("-o") and len(word) > 2:
            return word[2:]
    return ""


def _folders(words: Sequence[str]) -> Iterator[str]:
    """In which headers are looked for."""
    yield ""
    yield from (word[2:] for word in words if word.startswith("-I") and len(word) > 2)
    yield from (after for word, after in pairwise(words) if word in ("-I", "-iquote"))


def _target(output: str) -> str:
    path = output.replace("\\", "/")
    found = _CMAKE.search(path) or _MESON.search(path)
    return found[1] if found else ""


def _with_folders(entries: list[CompileCommand], content: list[Any]) -> list[CompileCommand]:
    """Two targets of one name in different folders, which Meson allows, have the folder in their names."""
    folders = [_folder(entry, item) for entry, item in zip(entries, content, strict=True)]
    places: dict[str, set[str]] = {}
    for entry, folder in zip(entries, folders, strict=True):
        places.setdefault(entry.target, set()).add(folder)
    return [
        replace(entry, target=f"{folder}/{entry.target}")
        if entry.target and folder and len(places[entry.target]) > 1
        else entry
        for entry, folder in zip(entries, folders, strict=True)
    ]


def _folder(entry: CompileCommand, item: dict[str, Any]) -> str:
    output = item["output"] if isinstance(item.get("output"), str) else _output(entry.words)
    found = _CMAKE.search(output) or _MESON.search(output)
    return output[: found.start()].strip("/") if found else ""
