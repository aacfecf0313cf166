"""Traces from JSON: `read_trace`, `from_json`; docs/TRACE.md says what is in it.

Reading is strict: whatever is not as the schema has it is an `InputError` that names the file and the place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from unthread.core.diagnostics import InputError
from unthread.core.properties import Frame, Held, Participant, Property, Related, Violation, ViolationKind
from unthread.core.records import dataclass
from unthread.core.source import DataModel, Entries, Histories, Loc, ProgramArguments, Source
from unthread.core.trace import (
    Ahead,
    Effect,
    Explanation,
    HeapObject,
    InputValue,
    Protection,
    Schedule,
    Slice,
    Start,
    Step,
    StepKind,
    Trace,
)
from unthread.results.trace_json import FORMAT, PER_FILE, VERSION

Choice = TypeVar("Choice", bound=StrEnum)
Read = TypeVar("Read")


def read_trace(file: Path) -> Trace:
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot read '{file}': {error.strerror or error}") from None
    except ValueError:
        raise InputError(f"'{file}' is not a trace: it is not UTF-8 text") from None
    return from_json(text, str(file))


def from_json(text: str, file: str) -> Trace:
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"this is not JSON: {error.msg}", Loc(file, error.lineno, error.colno)) from None
    except (ValueError, RecursionError):  # numbers without end, lists in lists without end
        raise InputError(f"'{file}' is not a trace") from None
    return _trace(_Node(content, "$", file))


_KINDS = {dict: "an object", list: "an array", str: "a string", bool: "true or false", int: "an integer"}

_MOST = 2**40  # of anything that is counted, bytes too


@dataclass(frozen=True, slots=True)
class _Node:
    """A value of the document, and where it stands."""

    content: Any
    path: str
    file: str

    def wrong(self, message: str) -> InputError:
        return InputError(f"'{self.file}': {self.path}: {message}")

    def _of(self, kind: type) -> Any:
        if type(self.content) is not kind:  # in JSON, true is not a number
            found = _KINDS.get(type(self.content), "null" if self.content is None else "a fraction")
            raise self.wrong(f"expected {_KINDS[kind]}, not {found}")
        return self.content

    def __getitem__(self, name: str) -> _Node:
        if name not in self._of(dict):
            raise self.wrong(f"'{name}' is missing")
        return _Node(self.content[name], f"{self.path}.{name}", self.file)

    def __iter__(self) -> Iterator[_Node]:
        for number, item in enumerate(self._of(list)):
            yield _Node(item, f"{self.path}[{number}]", self.file)

    def text(self) -> str:
        found: str = self._of(str)
        return found

    def flag(self) -> bool:
        found: bool = self._of(bool)
        return found

    def count(self) -> int:
        found: int = self._of(int)
        if found < 0:
            raise self.wrong("the number must not be negative")
        if found > _MOST:
            raise self.wrong(f"the number must not be over {_MOST:,}")
        return found

    def index(self, most: int, what: str) -> int:
        found = self.count()
        if found >= most:
            raise self.wrong(f"there are only {most} {what} in this trace")
        return found

    def choice(self, kind: type[Choice]) -> Choice:
        found = self.text()
        if found not in list(kind):
            raise self.wrong(f"'{found}' is not one of {', '.join(kind)}")
        return kind(found)

    def items(self) -> Iterator[tuple[str, _Node]]:
        for name in self._of(dict):
            yield name, self[name]

    def numbered(self) -> Iterator[tuple[int, _Node]]:
        for name, item in self.items():
            if not re.fullmatch(r"[0-9]{1,9}", name):
                raise item.wrong("expected a number for a name")
            yield int(name), item

    def optional(self, read: Callable[[_Node], Read]) -> Read | None:
        return None if self.content is None else read(self)

    def texts(self) -> tuple[str, ...]:
        return tuple(item.text() for item in self)


def _trace(root: _Node) -> Trace:
    root._of(dict)
    if root.content.get("format") != FORMAT:
        raise root.wrong(f"this is not a trace of unthread: 'format' is not \"{FORMAT}\"")
    version = root["version"].count()
    if not VERSION <= version <= PER_FILE:
        raise root["version"].wrong(
            f"unknown version {version} of the schema; this unthread reads versions {VERSION} to {PER_FILE}"
        )
    files = tuple(root["source"]["files"])
    if not files:
        raise root["source"]["files"].wrong("a program has at least one file")
    threads = root["threads"].texts()
    return Trace(
        _read_source(root["source"], files),
        tuple(file["sha256"].text() for file in files),
        frozenset(item.choice(Property) for item in root["properties"]),
        _read_violation(root["violation"], threads),
        _read_schedule(root["schedule"]),
        tuple(_read_input(item, threads) for item in root["inputs"]),
        tuple(_read_step(item, threads) for item in root["steps"]),
        threads,
        root["tool"].text(),
        tuple(item.optional(_read_start) for item in root["starts"]),
        tuple(_read_object(item) for item in root["objects"]),
        _read_lines(root["lines"]),
        root["explanation"].optional(lambda node: _read_explanation(node, root, threads)),
        tuple(item.texts() for item in root["held"]) if "held" in root.content else (),
        _read_ahead(root["start"]) if "start" in root.content else None,
    )


def _read_source(node: _Node, files: Sequence[_Node]) -> Source:
    return Source(
        tuple(Path(file["path"].text()) for file in files),
        node["flags"].texts(),
        node["data_model"].choice(DataModel),
        node["atomic_statements"].flag(),
        volatile_is_atomic=node["volatile_is_atomic"].flag(),
        stubs=tuple(map(Path, _texts_if_any(node, "stubs"))),
        havoc=_texts_if_any(node, "havoc"),
        arguments=_read_arguments(node),
        entries=_read_entries(node),
        linearizable=_read_histories(node),
        asm_models=tuple(map(Path, _texts_if_any(node, "asm_models"))),
        file_flags=_read_own_flags(files),
        assumed=_texts_if_any(node, "assumed"),
        build=node["build"].text() if "build" in node.content else "",
        malloc_may_fail="malloc_may_fail" in node.content,
    )


def _read_schedule(node: _Node) -> Schedule:
    return tuple(Slice(item["thread"].count(), item["steps"].count()) for item in node)


def _read_start(node: _Node) -> Start:
    return Start(node["thread"].count(), node["step"].count(), _read_position(node["position"]))


def _read_object(node: _Node) -> HeapObject:
    return HeapObject(
        node["name"].text(),
        node["type"].text(),
        node["size"].count(),
        node["thread"].count(),
        _read_position(node["position"]),
        node["freed"].optional(_read_who_and_where),
    )


def _read_who_and_where(node: _Node) -> tuple[int, Loc]:
    return node["thread"].count(), _read_position(node["position"])


def _read_explanation(node: _Node, root: _Node, threads: tuple[str, ...]) -> Explanation:
    steps, slices, inputs = (len(root[name].content) for name in ("steps", "schedule", "inputs"))
    essential = tuple(item.index(slices, "slices") for item in node["essential"])
    given = "spurious" in node.content
    passing = _read_schedule(node["passing"])
    decisive = node["decisive"].optional(lambda pair: _read_pair(pair, steps))
    return Explanation(
        essential,
        passing,
        decisive,
        node["protection"].optional(_read_protection),
        node["early"].optional(lambda early: _read_early(early, steps, threads)),
        tuple(item.index(inputs, "inputs") for item in node["spurious"]) if given else (),
        decisive is not None and _is_missing(node, decisive[0], root, passing),
    )


def _is_missing(node: _Node, number: int, root: _Node, passing: Schedule) -> bool:
    """Older traces do not say it: there, the thread has that many steps, or does not get so far."""
    if "missing" in node.content:
        return node["missing"].flag()
    threads = [step["thread"].count() for step in root["steps"]][: number + 1]
    thread = threads[-1]
    return sum(part.steps for part in passing if part.thread == thread) < threads.count(thread)


def _read_pair(node: _Node, steps: int) -> tuple[int, int]:
    """What breaks the property has the number after the last step."""
    numbers = [item.index(steps + 1, "steps") for item in node]
    if len(numbers) != 2:
        raise node.wrong("expected two numbers")
    return numbers[0], numbers[1]


def _read_early(node: _Node, steps: int, threads: tuple[str, ...]) -> tuple[int, int, Loc]:
    number = node["step"].index(steps + 1, "steps")
    return number, _read_thread(node["thread"], threads), _read_position(node["position"])


def _read_protection(node: _Node) -> Protection:
    return Protection(
        node["place"].text(),
        node["lock"].text(),
        node["holding"].count(),
        tuple(_read_who_and_where(item) for item in node["without"]),
    )


def _read_lines(node: _Node) -> dict[str, dict[int, str]]:
    return {file: {number: line.text() for number, line in lines.numbered()} for file, lines in node.items()}


def _texts_if_any(node: _Node, key: str) -> tuple[str, ...]:
    return node[key].texts() if key in node.content else ()


def _read_own_flags(files: Sequence[_Node]) -> tuple[tuple[str, ...], ...]:
    found = tuple(_texts_if_any(file, "flags") for file in files)
    return found if any(found) else ()


def _read_arguments(node: _Node) -> ProgramArguments:
    any_more = node["any_arguments"].count() if "any_arguments" in node.content else 0
    return ProgramArguments(_texts_if_any(node, "arguments"), any_more)


def _read_entries(node: _Node) -> Entries:
    if "entries" not in node.content:
        return Entries()
    found = node["entries"]
    return Entries(found["functions"].texts(), found["times"].count(), found["null"].flag())


def _read_histories(node: _Node) -> Histories | None:
    if "linearizable" not in node.content:
        return None
    found = node["linearizable"]
    return Histories(found["threads"].count(), found["operations"].count(), found["type"].text())


def _read_ahead(node: _Node) -> Ahead:
    return Ahead(node["steps"].count(), node["instructions"].count(), _read_position(node["position"]))


def _read_thread(node: _Node, threads: tuple[str, ...]) -> int:
    return node.index(len(threads), "threads")


def _read_violation(node: _Node, threads: tuple[str, ...]) -> Violation:
    return Violation(
        node["property"].choice(Property),
        node["message"].text(),
        _read_thread(node["thread"], threads),
        _read_position(node["position"]),
        _read_stack(node["stack"]),
        node["kind"].choice(ViolationKind),
        node["function"].text(),
        tuple(_read_participant(item, threads) for item in node["participants"]),
        tuple((item["text"].text(), item["value"].text()) for item in node["values"]),
        tuple(
            Related(
                item["what"].text(), item["thread"].optional(_Node.count), _read_position(item["position"])
            )
            for item in node["related"]
        ),
    )


def _read_stack(node: _Node) -> tuple[Frame, ...]:
    return tuple(Frame(item["function"].text(), _read_position(item["position"])) for item in node)


def _read_participant(node: _Node, threads: tuple[str, ...]) -> Participant:
    other = node["waits_for"]
    return Participant(
        _read_thread(node["thread"], threads),
        node["routine"].text(),
        _read_position(node["position"]),
        _read_stack(node["stack"]),
        node["access"].text(),
        node["place"].text(),
        node["call"].text(),
        other.optional(lambda node: _read_thread(node, threads)),
        tuple(
            Held(item["lock"].text(), item["sort"].text(), _read_position(item["position"]))
            for item in node["holds"]
        ),
    )


def _read_position(node: _Node) -> Loc:
    return Loc(node["file"].text(), node["line"].count(), node["column"].count(), node["function"].text())


def _read_input(node: _Node, threads: tuple[str, ...]) -> InputValue:
    value = node["value"]
    if type(value.content) not in (int, str):
        raise value.wrong("expected an integer or a string")
    return InputValue(
        _read_thread(node["thread"], threads),
        node["name"].text(),
        _read_position(node["position"]),
        value.content,
        node["type"].text(),
        node["step"].count(),
        node["call"].text(),
        node["depth"].count(),
    )


def _read_step(node: _Node, threads: tuple[str, ...]) -> Step:
    return Step(
        _read_thread(node["thread"], threads),
        _read_position(node["position"]),
        node["kind"].choice(StepKind),
        node["place"].text(),
        node["value"].text(),
        node["call"].text(),
        tuple(
            Effect(
                item["kind"].choice(StepKind),
                item["place"].text(),
                item["value"].text(),
                item["before"].text(),
            )
            for item in node["effects"]
        ),
        node["before"].text(),
        node["text"].text(),
        node["note"].text(),
        node["depth"].count(),
        tuple(item.count() for item in node["sees"]),
        node["holds"].texts(),
    )
