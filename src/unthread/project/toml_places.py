"""Where the keys and values of a TOML document stand, which the standard library does not tell: `places`.

In: text that `tomllib` has accepted. Out: for each path of keys and numbers, the positions of key and value.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import TypeAlias

from unthread.core.records import dataclass

Path: TypeAlias = "tuple[str | int, ...]"

_BLANK = re.compile(r"(?:\s|#[^\n]*)*")
_KEY = re.compile(r'[ \t]*(?:"((?:\\.|[^"\\])*)"|\'([^\']*)\'|([\w-]+))[ \t]*')
_TEXT = re.compile(
    r'"""(?:\\.|[^\\])*?"""+|\'\'\'.*?\'\'\'+|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|[^,\]}#\n]+', re.DOTALL
)


def _plain(key: re.Match[str]) -> str:
    """Of a key in quotes, what is between them."""
    if key[1] is not None and "\\" in key[1]:
        return str(tomllib.loads(f'key = "{key[1]}"')["key"])
    return next(part for part in key.groups() if part is not None)


@dataclass(frozen=True, slots=True)
class TomlPlace:
    """Line and column of a key and of its value, both from 1; columns count bytes."""

    key: tuple[int, int]
    value: tuple[int, int]


def places(text: str) -> dict[Path, TomlPlace]:
    return _Scanner(text).scan()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[Path, TomlPlace] = {}
        self._arrays: dict[Path, int] = {}  # tables in brackets of two: the number of the last one

    def scan(self) -> dict[Path, TomlPlace]:
        table: Path = ()
        while self._skip():
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)
        return self.found

    def _skip(self) -> bool:
        """To the next thing that means something, if there is any."""
        match = _BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.at < len(self.text)

    def _header(self) -> Path:
        start, is_array = self.at, self.text.startswith("[[", self.at)
        self.at += 2 if is_array else 1
        path = self._within_arrays([*self._keys()], is_array)
        self.at = self.text.index("]", self.at) + (2 if is_array else 1)
        self._note(path, start, start)
        return path

    def _within_arrays(self, keys: list[str], is_array: bool) -> Path:
        path: Path = ()
        for number, key in enumerate(keys, start=1):
            path = (*path, key)
            if is_array and number == len(keys):
                self._arrays[path] = self._arrays.get(path, -1) + 1
            if path in self._arrays:
                path = (*path, self._arrays[path])
        return path

    def _keys(self) -> Iterator[str]:
        """A key, with dots in it or without."""
        while match := _KEY.match(self.text, self.at):
            self.at = match.end()
            yield _plain(match)
            if not self.text.startswith(".", self.at):
                return
            self.at += 1

    def _pair(self, table: Path) -> None:
        start = self.at
        path = (*table, *self._keys())
        self.at = self.text.index("=", self.at) + 1
        self._skip()
        self._note(path, start, self.at)
        self._value(path)

    def _value(self, path: Path) -> None:
        opening = self.text[self.at]
        if opening in "[{":
            self._inner(path, "]" if opening == "[" else "}")
        else:
            match = _TEXT.match(self.text, self.at)
            self.at = match.end() if match else self.at + 1

    def _inner(self, path: Path, closing: str) -> None:
        self.at += 1
        number = 0
        while self._skip() and self.text[self.at] != closing:
            if self.text[self.at] == ",":
                self.at += 1
            elif closing == "}":
                self._pair(path)
            else:
                self._note((*path, number), self.at, self.at)
                self._value((*path, number))
                number += 1
        self.at += 1

    def _note(self, path: Path, key: int, value: int) -> None:
        self.found[path] = TomlPlace(self._position(key), self._position(value))

    def _position(self, at: int) -> tuple[int, int]:
        start = self.text.rfind("\n", 0, at) + 1
        return self.text.count("\n", 0, at) + 1, len(self.text[start:at].encode()) + 1
