"""Traces as JSON, and back: docs/TRACE.md says what is in it.

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
from unthread.core.source import Arguments, DataModel, Loc, Source
from unthread.core.trace import (
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

FORMAT = "unthread trace"
VERSION = 3  # of the schema: grows when a reader of the older one would go wrong

Choice = TypeVar("Choice", bound=StrEnum)
Read = TypeVar("Read")


# Writing


def document(trace: Trace) -> dict[str, Any]:
    """The trace as JSON has it."""
    source = trace.source
    files = [
        {"path": str(path), "sha256": found} for path, found in zip(source.files, trace.digests, strict=True)
    ]
    return {
        "format": FORMAT,
        "version": VERSION,
        "tool": trace.tool,
        "source": {
            "files": files,
            "flags": list(source.flags),
            "data_model": source.data_model.value,
            "atomic_statements": source.atomic_statements,
            "volatile_is_atomic": source.volatile_is_atomic,
            **({"stubs": [str(path) for path in source.stubs]} if source.stubs else {}),
            **({"havoc": list(source.havoc)} if source.havoc else {}),
            **_arguments(source.arguments),
        },
        "properties": sorted(trace.properties),
        "violation": _violation(trace.violation),
        "threads": list(trace.threads),
        "starts": [start and _start(start) for start in trace.starts],
        "objects": [_object(item) for item in trace.objects],
        "schedule": _schedule(trace.schedule),
        "inputs": [_input(value) for value in trace.inputs],
        "steps": [_step(step) for step in trace.steps],
        **({"held": [list(locks) for locks in trace.held]} if any(trace.held) else {}),
        "explanation": trace.explanation and _explanation(trace.explanation),
        "lines": {
            file: {str(number): text for number, text in lines.items()} for file, lines in trace.lines.items()
        },
    }


def to_json(trace: Trace) -> str:
    return as_text(document(trace))


def as_text(content: dict[str, Any]) -> str:
    """One line for each field, and for each item of a list."""
    fields = ",\n".join(f"  {json.dumps(name)}: {_field(value)}" for name, value in content.items())
    return f"{{\n{fields}\n}}\n"


def _field(value: Any) -> str:
    if not isinstance(value, list) or not value or not isinstance(value[0], dict):
        return json.dumps(value)
    items = ",\n".join(f"    {json.dumps(item)}" for item in value)
    return f"[\n{items}\n  ]"


def _violation(violation: Violation) -> dict[str, Any]:
    return {
        "property": violation.property.value,
        "kind": violation.kind.value,
        "message": violation.message,
        "function": violation.function,
        "thread": violation.thread,
        "position": _position(violation.loc),
        "stack": _stack(violation.stack),
        "participants": [_participant(part) for part in violation.participants],
        "values": [{"text": text, "value": value} for text, value in violation.values],
        "related": [
            {"what": item.what, "thread": item.thread, "position": _position(item.loc)}
            for item in violation.related
        ],
    }


def _stack(stack: Sequence[Frame]) -> list[dict[str, Any]]:
    return [{"function": frame.function, "position": _position(frame.loc)} for frame in stack]


def _participant(part: Participant) -> dict[str, Any]:
    return {
        "thread": part.thread,
        "routine": part.routine,
        "position": _position(part.loc),
        "stack": _stack(part.stack),
        "access": part.access,
        "place": part.place,
        "call": part.call,
        "waits_for": part.waits_for,
        "holds": [
            {"lock": held.lock, "sort": held.sort, "position": _position(held.loc)} for held in part.holds
        ],
    }


def _position(loc: Loc) -> dict[str, Any]:
    return {"file": loc.file, "line": loc.line, "column": loc.column, "function": loc.function}


def _input(value: InputValue) -> dict[str, Any]:
    return {
        "thread": value.thread,
        "name": value.name,
        "type": value.type,
        "value": value.value,
        "position": _position(value.loc),
        "step": value.step,
        "call": value.call,
        "depth": value.depth,
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "thread": step.thread,
        "kind": step.kind.value,
        "place": step.place,
        "text": step.text,
        "value": step.value,
        "before": step.before,
        "call": step.call,
        "note": step.note,
        "effects": [
            {"kind": item.kind, "place": item.place, "value": item.value, "before": item.before}
            for item in step.effects
        ],
        "position": _position(step.loc),
        "depth": step.depth,
        "sees": list(step.sees),
        "holds": list(step.holds),
    }


def _start(start: Start) -> dict[str, Any]:
    return {"thread": start.thread, "step": start.step, "position": _position(start.loc)}


def _object(item: HeapObject) -> dict[str, Any]:
    freed = item.freed and {"thread": item.freed[0], "position": _position(item.freed[1])}
    return {
        "name": item.name,
        "type": item.type,
        "size": item.size,
        "thread": item.thread,
        "position": _position(item.loc),
        "freed": freed,
    }


def _explanation(found: Explanation) -> dict[str, Any]:
    return {
        "essential": list(found.essential),
        "passing": _schedule(found.passing),
        "decisive": found.decisive and list(found.decisive),
        "early": found.early and _early(*found.early),
        "protection": found.protection and _protection(found.protection),
    }


def _early(step: int, thread: int, loc: Loc) -> dict[str, Any]:
    return {"step": step, "thread": thread, "position": _position(loc)}


def _protection(found: Protection) -> dict[str, Any]:
    return {
        "place": found.place,
        "lock": found.lock,
        "holding": found.holding,
        "without": [{"thread": thread, "position": _position(loc)} for thread, loc in found.without],
    }


def _arguments(given: Arguments) -> dict[str, Any]:
    words = {"arguments": list(given.words)} if given.words else {}
    return {**words, **({"any_arguments": given.any} if given.any else {})}


def _schedule(schedule: Schedule) -> list[dict[str, int]]:
    return [{"thread": part.thread, "steps": part.steps} for part in schedule]


# Reading


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
        raise InputError(f"'{file}' is not JSON: {error}") from None
    except (ValueError, RecursionError):  # numbers without end, lists in lists without end
        raise InputError(f"'{file}' is not a trace") from None
    return _trace(_Node(content, "$", file))


_KINDS = {dict: "an object", list: "an array", str: "a string", bool: "true or false", int: "an integer"}


@dataclass(frozen=True, slots=True)
class _Node:
    """A value of the document, and where it stands."""

    content: Any
    path: str
    file: str

    def wrong(self, message: str) -> InputError:
        return InputError(f"'{self.file}': {self.path}: {message}")

    def _of(self, kind: type) -> Any:
        if type(self.content) is not kind:  # in JSON, true is no number
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
    if version != VERSION:
        raise root["version"].wrong(
            f"unknown version {version} of the schema; this unthread reads version {VERSION}"
        )
    files = tuple(root["source"]["files"])
    if not files:
        raise root["source"]["files"].wrong("a program has at least one file")
    threads = root["threads"].texts()
    return Trace(
        Source(
            tuple(Path(file["path"].text()) for file in files),
            root["source"]["flags"].texts(),
            root["source"]["data_model"].choice(DataModel),
            root["source"]["atomic_statements"].flag(),
            volatile_is_atomic=root["source"]["volatile_is_atomic"].flag(),
            stubs=tuple(map(Path, _texts_if_any(root["source"], "stubs"))),
            havoc=_texts_if_any(root["source"], "havoc"),
            arguments=_read_arguments(root["source"]),
        ),
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
        root["explanation"].optional(_read_explanation),
        tuple(item.texts() for item in root["held"]) if "held" in root.content else (),
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


def _read_explanation(node: _Node) -> Explanation:
    return Explanation(
        tuple(item.count() for item in node["essential"]),
        _read_schedule(node["passing"]),
        node["decisive"].optional(_read_pair),
        node["protection"].optional(_read_protection),
        node["early"].optional(_read_early),
    )


def _read_pair(node: _Node) -> tuple[int, int]:
    numbers = [item.count() for item in node]
    if len(numbers) != 2:
        raise node.wrong("expected two numbers")
    return numbers[0], numbers[1]


def _read_early(node: _Node) -> tuple[int, int, Loc]:
    return node["step"].count(), node["thread"].count(), _read_position(node["position"])


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


def _read_arguments(node: _Node) -> Arguments:
    any_more = node["any_arguments"].count() if "any_arguments" in node.content else 0
    return Arguments(_texts_if_any(node, "arguments"), any_more)


def _read_thread(node: _Node, threads: tuple[str, ...]) -> int:
    number = node.count()
    if number >= len(threads):
        raise node.wrong(f"there are only {len(threads)} threads in this trace")
    return number


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
