"""A suite of benchmarks: which tools, which programs, which verdicts are expected (docs/BENCH.md).

In: a TOML file. Out: a `Suite`; whatever is wrong with it has its position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from unthread.core.diagnostics import UsageError
from unthread.core.records import dataclass
from unthread.project.toml_reader import Key, TomlReader, read_toml

_TOP = ("title", "programs", "limits", "tool", "family")
_LIMITS = ("time", "memory")
_TOOL = ("name", "run", "options", "schema", "command", "safe", "unsafe", "results")
_FAMILY = ("name", "programs", "list", "expected", "property", "keep", "unwind", "rounds", "options")
_TIME, _MEMORY = "60s", "4G"  # unless the suite says
_FOLDER_HINT = "--programs DIR names the folder that has the programs"
_WILD = re.compile(r"[*?\[]")
_COMMENT = re.compile(r"^// expect: (safe|unsafe)\b", re.MULTILINE)

Value = TypeVar("Value")


class ToolKind(StrEnum):
    UNTHREAD = "unthread"
    CBMC = "cbmc"
    COMMAND = "command"
    RESULTS = "results"


class Expected(StrEnum):
    """Where the expected verdict comes from, unless it is the same for the whole family."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    COMMENT = "comment"  # `// expect: unsafe ...` in the program
    TASK = "task"  # what an SV-COMP task says of the property


@dataclass(frozen=True, slots=True)
class SuiteTool:
    """`schema`: the sequential C that CBMC gets; empty: the program with its threads. `command` is that of
    a tool of kind COMMAND; `safe` and `unsafe` are what it prints. `results` are files with what a tool of
    kind RESULTS has answered elsewhere."""

    name: str
    kind: ToolKind
    options: tuple[str, ...] = ()
    schema: str = ""
    command: str = ""
    safe: str = ""
    unsafe: str = ""
    results: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class SuiteProgram:
    """`name` is how the suite calls it. `asked` is the property of an SV-COMP task. `unwind` and
    `rounds` are None where each tool has its own."""

    name: str
    family: str
    file: Path
    expected: Expected  # SAFE or UNSAFE
    asked: str = ""
    unwind: int | None = None
    rounds: int | None = None
    options: tuple[str, ...] = ()

    @property
    def is_task(self) -> bool:
        return self.file.suffix == ".yml"


@dataclass(frozen=True, slots=True)
class Suite:
    """`time` and `memory` are as the user writes them: "60s", "4G"."""

    title: str
    tools: tuple[SuiteTool, ...]
    programs: tuple[SuiteProgram, ...]
    time: str
    memory: str


def read_suite(file: Path, folder: Path | None = None) -> Suite:
    """`folder` has the programs, if it is not the one that the suite names."""
    text, content = read_toml(file)
    return _Reader(file, text, folder).suite(content)


class _Reader(TomlReader):
    def __init__(self, file: Path, text: str, folder: Path | None) -> None:
        super().__init__(file, text)
        self.folder = folder

    def suite(self, content: dict[str, Any]) -> Suite:
        self.known(content, (), _TOP)
        folder = self.folder or self.file.parent / self._text(content, ("programs",), ".")
        if not folder.is_dir():
            self.wrong(f"there is no folder '{folder}'", ("programs",), _FOLDER_HINT)
        limits = self.of_kind(content.get("limits", {}), dict, ("limits",), "a table")
        self.known(limits, ("limits",), _LIMITS)
        tools = self._tables(content, "tool", lambda table, path: self._tool(table, path, folder))
        programs = self._tables(content, "family", lambda table, path: self._family(table, path, folder))
        self._distinct([tool.name for tool in tools], "tool")
        return Suite(
            self._text(content, ("title",), self.file.stem),
            tools,
            tuple(program for family in programs for program in family),
            self._text(limits, ("limits", "time"), _TIME),
            self._text(limits, ("limits", "memory"), _MEMORY),
        )

    # Tools

    def _tool(self, table: dict[str, Any], path: Key, folder: Path) -> SuiteTool:
        self.known(table, path, _TOOL)
        kind = ToolKind(self._choice(table, (*path, "run"), tuple(ToolKind), ToolKind.UNTHREAD.value))
        made = SuiteTool(
            self._needed(table, (*path, "name")),
            kind,
            self._texts(table, (*path, "options")),
            self._text(table, (*path, "schema")),
            self._text(table, (*path, "command")),
            self._pattern(table, (*path, "safe")),
            self._pattern(table, (*path, "unsafe")),
            tuple(folder / name for name in self._matching(table, (*path, "results"), folder)),
        )
        if (kind is ToolKind.COMMAND) != bool(made.command):
            self.wrong("'command' goes with run = \"command\", and only with it", path)
        if kind is ToolKind.COMMAND and not (made.safe and made.unsafe):
            self.wrong("a command needs 'safe' and 'unsafe', what it prints", path)
        if made.schema and kind is not ToolKind.CBMC:
            self.wrong("'schema' goes with run = \"cbmc\"", (*path, "schema"))
        if (kind is ToolKind.RESULTS) != bool(made.results):
            self.wrong("'results' goes with run = \"results\", and only with it", path)
        return made

    def _pattern(self, table: dict[str, Any], path: Key) -> str:
        text = self._text(table, path)
        try:
            re.compile(text)
        except re.error as error:
            self.wrong(f"this is not a regular expression: {error}", path)
        return text

    # Programs

    def _family(self, table: dict[str, Any], path: Key, folder: Path) -> tuple[SuiteProgram, ...]:
        self.known(table, path, _FAMILY)
        name = self._needed(table, (*path, "name"))
        expected = Expected(self._choice(table, (*path, "expected"), tuple(Expected), Expected.COMMENT.value))
        asked = self._text(table, (*path, "property"))
        if (expected is Expected.TASK) != bool(asked):
            self.wrong('expected = "task" needs a \'property\', such as "unreach-call"', path)
        keep = self._choice(table, (*path, "keep"), ("", Expected.SAFE.value, Expected.UNSAFE.value), "")
        unwind, rounds = (self._number(table, (*path, key)) for key in ("unwind", "rounds"))
        options = self._texts(table, (*path, "options"))
        listed = {*self._listed(table, path)}
        names = [*dict.fromkeys([*self._matching(table, (*path, "programs"), folder), *sorted(listed)])]
        if not names:
            self.wrong("a family needs 'programs', or a 'list' of them", path)
        found = []
        for item in names:
            verdict = self._verdict(folder / item, expected, asked, path)
            if verdict is None and (item in listed or not self._is_wild(table)):
                self.wrong(f"the task '{item}' has no verdict for '{asked}'", (*path, "property"))
            if verdict is not None and keep in ("", verdict):
                found.append(SuiteProgram(item, name, folder / item, verdict, asked, unwind, rounds, options))
        if not found:
            self.wrong("nothing is left of this family", path)
        return tuple(found)

    def _is_wild(self, table: dict[str, Any]) -> bool:
        """Some of the many that a pattern names may not be about the property."""
        return any(_WILD.search(pattern) for pattern in table.get("programs", ()))

    def _matching(self, table: dict[str, Any], path: Key, folder: Path) -> Iterator[str]:
        for pattern in self._texts(table, path):
            if not _WILD.search(pattern):
                yield pattern
                continue
            found = sorted(file.relative_to(folder).as_posix() for file in folder.glob(pattern))
            if not found:
                self.wrong(f"nothing in '{folder}' matches '{pattern}'", path, _FOLDER_HINT)
            yield from found

    def _listed(self, table: dict[str, Any], path: Key) -> Iterator[str]:
        """Names, one in each line; `#` begins a comment."""
        name = self._text(table, (*path, "list"))
        if not name:
            return
        try:
            text = (self.file.parent / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            self.wrong(f"cannot read the list '{name}': {error}", (*path, "list"))
        for line in text.splitlines():
            if word := line.partition("#")[0].strip():
                yield word

    def _verdict(self, file: Path, expected: Expected, asked: str, path: Key) -> Expected | None:
        """None if a task does not say."""
        if not file.is_file():
            self.wrong(f"there is no file '{file}'", path, _FOLDER_HINT)
        match expected:
            case Expected.TASK:
                return _verdict_of_task(file, asked)
            case Expected.COMMENT:
                found = _COMMENT.search(file.read_text(encoding="utf-8", errors="replace"))
                if found is None:
                    self.wrong(f"'{file}' does not say '// expect: safe' or '// expect: unsafe'", path)
                return Expected(found[1])
            case _:
                return expected

    # Values

    def _text(self, table: dict[str, Any], path: Key, default: str = "") -> str:
        text: str = self.of_kind(table.get(str(path[-1]), default), str, path, "a string")
        return text

    def _needed(self, table: dict[str, Any], path: Key) -> str:
        text = self._text(table, path)
        if not text:
            self.wrong(f"'{path[-1]}' is missing", path[:-1])
        return text

    def _texts(self, table: dict[str, Any], path: Key) -> tuple[str, ...]:
        items = self.of_kind(table.get(str(path[-1]), []), list, path, "a list of strings")
        return tuple(self.of_kind(item, str, path, "a list of strings") for item in items)

    def _number(self, table: dict[str, Any], path: Key) -> int | None:
        if str(path[-1]) not in table:
            return None
        number: int = self.of_kind(table[str(path[-1])], int, path, "a whole number")
        if number < 1:
            self.wrong(f"'{path[-1]}' is at least 1", path)
        return number

    def _choice(self, table: dict[str, Any], path: Key, choices: Sequence[str], default: str) -> str:
        text = self._text(table, path, default)
        if text not in choices:
            self.wrong(f"'{text}' is not one of {', '.join(choices)}", path)
        return text

    def _tables(
        self, content: dict[str, Any], key: str, read: Callable[[dict[str, Any], Key], Value]
    ) -> tuple[Value, ...]:
        items = self.of_kind(content.get(key, []), list, (key,), f"tables [[{key}]]")
        if not items:
            self.wrong(f"a suite needs at least one [[{key}]]", ())
        return tuple(
            read(self.of_kind(item, dict, (key, number), "a table"), (key, number))
            for number, item in enumerate(items)
        )

    def _distinct(self, names: Sequence[str], key: str) -> None:
        for number, name in enumerate(names):
            if name in names[:number]:
                self.wrong(f"there are two of the name '{name}'", (key, number, "name"))


def _verdict_of_task(file: Path, asked: str) -> Expected | None:
    from unthread.svcomp.task import read_task

    named = (item.verdict for item in read_task(file).properties if item.file.stem == asked)
    verdict = next(named, None)
    return None if verdict is None else (Expected.SAFE if verdict else Expected.UNSAFE)


def chosen(suite: Suite, tools: Sequence[str], families: Sequence[str]) -> Suite:
    """Only these tools and families; all where none are named."""
    for names, known, option in (
        (tools, [tool.name for tool in suite.tools], "--tool"),
        (families, [program.family for program in suite.programs], "--family"),
    ):
        for name in names:
            if name not in known:
                there = ", ".join(dict.fromkeys(known))
                raise UsageError(f"{option}: '{name}' is not in the suite", hint=f"it has {there}")
    return Suite(
        suite.title,
        tuple(tool for tool in suite.tools if not tools or tool.name in tools),
        tuple(program for program in suite.programs if not families or program.family in families),
        suite.time,
        suite.memory,
    )
