"""unthread.toml → `Configuration`: options under their command line names, and targets.

In: a file, found upwards from a folder, and the options that a command declares: keys, types and choices come
from there. Out: typed values; whatever is wrong has its position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from unthread.core.diagnostics import UnthreadError
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.declaration import METADATA, Declaration, Heading
from unthread.project.compiler_flags import shown_path
from unthread.project.toml_reader import Key, TomlReader, key_of, read_toml, shown

NAME = "unthread.toml"
_TOP = ("compile-commands", "options", "target")
_TARGET = ("name", "files", "add", "compile-commands", "build-target", "entry", "properties", "options")
_NOT_HERE = ("verbose",)
_KINDS = {bool: "true or false", int: "a whole number", str: "a string"}
_NAME = re.compile(r"[\w.+-]+")

Readers = Mapping[
    str, Callable[[str], object]
]  # what else is asked of an option's text, by the option's name


@dataclass(frozen=True, slots=True)
class OptionLayer:
    """Values of options by the names of their fields, the flags -D and -U, and where they stand."""

    values: dict[str, Any]
    macros: tuple[str, ...] = ()
    places: dict[str, Loc] | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """A program to check: its files, and where they are named; or what its build calls it."""

    name: str
    loc: Loc
    files: tuple[tuple[Path, Loc], ...]
    added: tuple[tuple[Path, Loc], ...]
    compile_commands: Path | None
    build_targets: tuple[str, ...]
    layer: OptionLayer


@dataclass(frozen=True, slots=True)
class Configuration:
    file: Path
    compile_commands: Path | None
    layer: OptionLayer
    targets: tuple[Target, ...]


def find_configuration(start: Path) -> Path | None:
    """The nearest one, in the folder or above it."""
    for folder in (start.absolute(), *start.absolute().parents):
        if (folder / NAME).is_file():
            return shown_path(folder / NAME)
    return None


def read_configuration(file: Path, options: type[Any], readers: Readers) -> Configuration:
    text, content = read_toml(file)
    return _Reader(file, text, options, readers).read(content)


class _Reader(TomlReader):
    def __init__(self, file: Path, text: str, options: type[Any], readers: Readers) -> None:
        super().__init__(file, text)
        self.readers = readers
        self.folder = file.absolute().parent
        self.names = _names(options)  # key → name of the field
        self.declared: dict[str, Declaration] = {f.name: f.metadata[METADATA] for f in fields(options)}

    def read(self, content: dict[str, Any]) -> Configuration:
        self.known(content, (), _TOP)
        commands = self._text(content, ("compile-commands",))
        targets = self.of_kind(content.get("target", []), list, ("target",), "tables [[target]]")
        found = tuple(self._target(item, ("target", number)) for number, item in enumerate(targets))
        self._distinct(found)
        return Configuration(
            self.file, self._path(commands) if commands else None, self._layer(content, ()), found
        )

    # Texts

    def _text(self, table: dict[str, Any], path: Key) -> str:
        found: str = self.of_kind(table.get(str(path[-1]), ""), str, path, "a string")
        if path[-1] in table and not found:
            self.wrong(f"'{path[-1]}' is empty", path)
        return found

    def _texts(self, table: dict[str, Any], path: Key) -> tuple[str, ...]:
        """One text, or several."""
        value = table.get(str(path[-1]), [])
        if isinstance(value, str):
            return (value,)
        self.of_kind(value, list, path, "a string or a list of strings")
        for number, item in enumerate(value):
            if not isinstance(item, str):
                self.wrong(f"'{path[-1]}' takes strings, not {shown(item)}", (*path, number))
        return tuple(value)

    # Targets

    def _target(self, table: Any, path: Key) -> Target:
        self.of_kind(table, dict, path, "tables [[target]]")
        self.known(table, path, _TARGET)
        name = self._text(table, (*path, "name"))
        if not _NAME.fullmatch(name):
            what = (
                "a target needs a 'name'"
                if not name
                else f"'{name}' is not a valid name: only letters, digits and ._+-"
            )
            self.wrong(what, (*path, "name"))
        commands = self._text(table, (*path, "compile-commands"))
        target = Target(
            name,
            self.loc(path),
            tuple(self._files(table, (*path, "files"))),
            tuple(self._files(table, (*path, "add"))),
            self._path(commands) if commands else None,
            self._texts(table, (*path, "build-target")),
            self._layer(table, path),
        )
        if not (target.files or target.build_targets):
            self.wrong(f"target '{name}' has neither 'files' nor a 'build-target'", path)
        return target

    def _distinct(self, targets: Sequence[Target]) -> None:
        seen: dict[str, Loc] = {}
        for number, target in enumerate(targets):
            if target.name in seen:
                line = seen[target.name].line
                self.wrong(
                    f"there is a target '{target.name}' already, in line {line}", ("target", number, "name")
                )
            seen[target.name] = self.loc(("target", number, "name"))

    def _files(self, table: dict[str, Any], path: Key) -> Iterator[tuple[Path, Loc]]:
        for number, text in enumerate(self._texts(table, path)):
            own = (*path, number)
            if not text:
                self.wrong(f"'{path[-1]}' has an empty name", own)
            found = self._fitting(text, own) if set("*?[") & set(text) else [self._path(text)]
            yield from ((file, self.loc(own)) for file in found)

    def _fitting(self, pattern: str, path: Key) -> list[Path]:
        start = Path(pattern).anchor
        try:
            found = sorted((self.folder / start).glob(pattern.removeprefix(start)))
        except (ValueError, NotImplementedError, OSError):
            hint = "** stands between slashes, as in src/**/*.c"
            self.wrong(f"'{pattern}' is no pattern for files", path, hint)
        files = [shown_path(file) for file in found if not file.is_dir()]
        if not files:
            self.wrong(f"no file matches '{pattern}'", path)
        return files

    def _path(self, text: str) -> Path:
        return shown_path(self.folder / text)

    # Options

    def _layer(self, table: dict[str, Any], path: Key) -> OptionLayer:
        own = (*path, "options")
        given = self.of_kind(table.get("options", {}), dict, own, "a table")
        self.known(given, own, [*self.names])
        values: dict[str, Any] = {}
        places: dict[str, Loc] = {}
        for key, value in given.items():
            name = self.names[key]
            if name in values:
                self.wrong(f"'{key}' was given before under another name", (*own, key), at_key=True)
            values[name] = self._option(name, value, (*own, key))
            places[name] = self.loc((*own, key))
        for key, name in (("entry", "entries"), ("properties", "properties")):
            if key in table and path:
                self._shorthand(table, (*path, key), name, values)
                places[name] = self.loc((*path, key))
        for key, name in (("compile-commands", "compile_commands"), ("build-target", "build_targets")):
            if key in table:
                places[name] = self.loc((*path, key))
        return OptionLayer(values, tuple(self._macros(values, own)), places)

    def _shorthand(self, table: dict[str, Any], path: Key, name: str, values: dict[str, Any]) -> None:
        if name in values:
            self.wrong(f"'{path[-1]}' is among the options, too", path, at_key=True)
        texts = self._texts(table, path)
        value: Any = texts if self.declared[name].multiple else ",".join(texts)
        values[name] = self._option(name, [*value] if isinstance(value, tuple) else value, path)

    def _option(self, name: str, value: Any, path: Key) -> Any:
        declared = self.declared[name]
        if not declared.multiple:
            return self._one(name, value, path)
        items = self._texts({str(path[-1]): value}, path)
        return tuple(self._one(name, item, (*path, number)) for number, item in enumerate(items))

    def _one(self, name: str, value: Any, path: Key) -> Any:
        declared, key = self.declared[name], key_of(path)
        if not _is_of(declared.kind, value):
            self.wrong(f"'{key}' takes {_KINDS[declared.kind]}, not {shown(value)}", path)
        if declared.choices and value not in declared.choices:
            near = get_close_matches(value, declared.choices, 1)
            hint = f"did you mean '{near[0]}'?" if near else ""
            self.wrong(f"'{key}' is one of {', '.join(declared.choices)}, not {shown(value)}", path, hint)
        if declared.least is not None and value < declared.least:
            self.wrong(f"'{key}' is at least {declared.least}, not {value}", path)
        if name in self.readers:
            self._must_read(self.readers[name], value, path)
        return self._as_path(declared, value)

    def _must_read(self, read: Callable[[str], object], value: str, path: Key) -> None:
        """As the command would say it, with a position."""
        try:
            read(value)
        except UnthreadError as error:
            found = error.diagnostics[0]
            self.wrong(found.message, path, found.hint)

    def _as_path(self, declared: Declaration, value: Any) -> Any:
        """What names a file does so from the configuration's folder."""
        is_path = declared.metavar in ("FILE", "DIR", "PLACE") or str(value).endswith(".prp")
        if not is_path or declared.kind is bool:
            return value
        place = self.folder / value
        is_header = "-include" in declared.flags and not place.exists()
        return value if is_header else str(shown_path(place))

    def _macros(self, values: dict[str, Any], path: Key) -> Iterator[str]:
        undefined = values.get("undefines", ())
        for text in values.get("defines", ()):
            macro = text.partition("=")[0].partition("(")[0]
            if macro in undefined:
                self.wrong(f"'{macro}' is both defined and undefined", (*path, "U"))
            yield f"-D{text}"
        yield from (f"-U{name}" for name in undefined)


def _names(options: type[Any]) -> dict[str, str]:
    """Keys: the longest flag of each option, without its hyphens."""
    found = {}
    for field in fields(options):
        declared: Declaration = field.metadata[METADATA]
        is_about_it = declared.heading is Heading.PROJECT and field.name != "baseline"
        if field.name not in _NOT_HERE and not is_about_it:
            found[max(declared.flags, key=len).lstrip("-")] = field.name
    return found


def _is_of(kind: type, value: Any) -> bool:
    return type(value) is kind  # true is not a number here
