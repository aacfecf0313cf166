"""A TOML file, read value by value; whatever is wrong with it has its position.

In: a file. Out: its content, and a `TomlReader`, the base of whoever makes typed values of it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from unthread.core.diagnostics import InputError
from unthread.core.source import Loc
from unthread.project.toml_places import places

Key: TypeAlias = "tuple[str | int, ...]"


def read_toml(file: Path) -> tuple[str, dict[str, Any]]:
    """The text, and what it says."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"cannot read '{file}': {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InputError(f"'{file}' is not UTF-8 text") from None
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _malformed(str(error), file, text) from None
    except ValueError:  # Python reads numbers up to some length
        raise InputError(f"'{file}' has a number that is too long") from None
    except RecursionError:
        raise InputError(f"'{file}' is nested too deeply") from None
    for path in _with_null(content, ()):
        TomlReader(file, text).wrong("this text has a null character", path)
    return text, content


def _with_null(value: Any, path: Key) -> Iterator[Key]:
    """Texts that can be no name, and no word of a command line."""
    if isinstance(value, str) and "\0" in value:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from _with_null(item, (*path, key))


def _malformed(message: str, file: Path, text: str) -> InputError:
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", message)
    if found is None:
        return InputError(f"'{file}' is not TOML: {message}")
    line = int(found[2] or text.count("\n") + 1)
    return InputError(f"this is not TOML: {found[1]}", Loc(str(file), line, int(found[3] or 1)))


class TomlReader:
    def __init__(self, file: Path, text: str) -> None:
        self.file = file
        self.places = places(text)

    def wrong(self, message: str, path: Key, hint: str = "", at_key: bool = False) -> NoReturn:
        raise InputError(message, self.loc(path, at_key), hint)

    def loc(self, path: Key, at_key: bool = False) -> Loc:
        """Of the value, or of what is nearest to it: the table in which it is missing."""
        while path and path not in self.places:
            path = path[:-1]
        place = self.places.get(path)
        line, column = (place.key if at_key else place.value) if place else (1, 1)
        return Loc(str(self.file), line, column)

    def known(self, table: dict[str, Any], path: Key, keys: Sequence[str]) -> None:
        """The table has no other keys."""
        for key in table:
            if key not in keys:
                near = get_close_matches(key, keys, 1, 0.5)
                hint = f"did you mean '{near[0]}'?" if near else f"the keys here are {', '.join(keys)}"
                quoted = f"'{key}'" if key.isprintable() else ascii(key)
                self.wrong(f"unknown key {quoted}", (*path, key), hint, at_key=True)

    def of_kind(self, value: Any, kind: type, path: Key, what: str) -> Any:
        if type(value) is not kind:
            self.wrong(f"'{key_of(path)}' takes {what}, not {shown(value)}", path)
        return value


def key_of(path: Key) -> str:
    """The key that a value, or the list around it, belongs to."""
    return next(part for part in reversed(path) if isinstance(part, str))


def shown(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case list():
            return "a list"
        case dict():
            return "a table"
    return str(value)
