"""Traces as JSON: what is written is read again, and whatever else is refused with its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from unthread.core.diagnostics import InputError
from unthread.core.properties import Frame, Property, Violation
from unthread.core.source import DataModel, Loc, Source
from unthread.core.trace import Effect, InputValue, Slice, Step, StepKind, Trace
from unthread.results.trace_json import document, from_json, read_trace, to_json

HERE = Loc("a.c", 3, 7, "main")
DOCUMENTATION = Path(__file__).parents[3] / "docs" / "TRACE.md"

TRACE = Trace(
    Source((Path("a.c"), Path("b \udcff.c")), ("-Iinclude", "-DN=1"), DataModel.M32, True),
    ("00ff", "ff00"),
    frozenset({Property.REACH, Property.ARITH}),
    Violation(Property.REACH, "assertion violated: x", 1, HERE, (Frame("main", HERE),)),
    (Slice(0, 3), Slice(1, 2)),
    (InputValue(0, "n", HERE, -1, "int", 1), InputValue(1, "d", HERE, "0x1.8p+0", "double", 1)),
    (
        Step(0, HERE, StepKind.SECTION, "pthread_create", "thread 1", "pthread_create"),
        Step(0, HERE, StepKind.SECTION, effects=(Effect(StepKind.WRITE, "x", "1"),)),
    ),
    ("main", "work"),
    "0.1",
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "trace.json"
    file.write_text(to_json(TRACE))
    assert read_trace(file) == TRACE
    assert read_trace(file).violation.stack == TRACE.violation.stack  # which equality leaves out


def paths(content: Any, before: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where every field of the document stands."""
    if not isinstance(content, dict | list):
        return
    for key, value in content.items() if isinstance(content, dict) else enumerate(content):
        if isinstance(key, str):
            yield (*before, key)
        yield from paths(value, (*before, key))


def name_of(path: tuple[str | int, ...]) -> str:
    return "$" + "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)


@pytest.mark.parametrize("path", list(paths(document(TRACE))), ids=name_of)
def test_no_field_may_be_missing_or_of_another_type(path: tuple[str | int, ...]) -> None:
    *way, last = path
    content = json.loads(to_json(TRACE))
    inner = content
    for key in way:
        inner = inner[key]
    value = inner.pop(last)
    with pytest.raises(InputError) as missing:
        from_json(json.dumps(content), "t.json")
    assert str(missing.value).startswith("'t.json': ")
    assert f"'{last}'" in str(missing.value)
    for wrong in (None, 1.5, True, [7], {"a": 1}, -1):
        if type(wrong) is type(value) and wrong != -1:
            continue
        if last == "value" and wrong == -1:
            continue  # any integer will do
        inner[last] = wrong
        with pytest.raises(InputError) as refused:
            from_json(json.dumps(content), "t.json")
        assert name_of(path) in str(refused.value) or last == "format"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'t.json' is not JSON: Expecting value: line 1 column 1 (char 0)"),
        ("[]", "'t.json': $: expected an object, not an array"),
        ("{}", "'t.json': $: this is not a trace of unthread: 'format' is not \"unthread trace\""),
        ("[" * 200_000, "'t.json' is not a trace"),
        ('{"n": ' + "1" * 5000 + "}", "'t.json' is not a trace"),
    ],
)
def test_other_texts_are_no_traces(text: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        from_json(text, "t.json")
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 1}, "$.version: unknown version 1 of the schema; this unthread reads version 3"),
        ({"properties": ["reach", "peace"]}, "$.properties[1]: 'peace' is not one of reach, lock, deadlock,"),
        ({"threads": ["main"]}, "$.violation.thread: there are only 1 threads in this trace"),
        ({"schedule": [{"thread": 0, "steps": "3"}]}, "$.schedule[0].steps: expected an integer, not a"),
        ({"schedule": [{"thread": 0, "steps": -3}]}, "$.schedule[0].steps: the number must not be negative"),
    ],
)
def test_what_cannot_be_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as refused:
        from_json(json.dumps(document(TRACE) | change), "t.json")
    assert str(refused.value).startswith(f"'t.json': {message}")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file or directory"):
        read_trace(tmp_path / "none.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe{}")
    with pytest.raises(InputError, match="not UTF-8"):
        read_trace(tmp_path / "bytes.json")


def test_the_documented_example_is_a_trace_and_every_field_is_documented() -> None:
    text = DOCUMENTATION.read_text()
    (example,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    trace = from_json(example, "TRACE.md")
    assert json.loads(to_json(trace)) == json.loads(example)
    for path in paths(document(trace) | {"lines": {}}):
        assert f"`{path[-1]}`" in text
