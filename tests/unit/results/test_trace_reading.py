"""Traces from JSON: whatever is not as the schema has it is refused with its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.stored_traces import TRACE, name_of, paths
from unthread.core.diagnostics import InputError
from unthread.results.trace_json import document, to_json
from unthread.results.trace_reading import from_json, read_trace


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
        ("", "this is not JSON: Expecting value"),
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
        ({"version": 1}, "$.version: unknown version 1 of the schema; this unthread reads versions 3"),
        ({"properties": ["reach", "peace"]}, "$.properties[1]: 'peace' is not one of reach, lock, deadlock,"),
        ({"threads": ["main"]}, "$.violation.thread: there are only 1 threads in this trace"),
        ({"schedule": [{"thread": 0, "steps": "3"}]}, "$.schedule[0].steps: expected an integer, not a"),
        ({"schedule": [{"thread": 0, "steps": -3}]}, "$.schedule[0].steps: the number must not be negative"),
        ({"schedule": [{"thread": 0, "steps": 10**19}]}, "$.schedule[0].steps: the number must not be over"),
    ],
)
def test_what_cannot_be_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as refused:
        from_json(json.dumps(document(TRACE) | change), "t.json")
    assert str(refused.value).startswith(f"'t.json': {message}")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("essential", [10**6], "essential[0]: there are only"),
        ("decisive", [0, 10**6], "decisive[1]: there are only"),
        ("decisive", [0, 1, 2], "decisive: expected two numbers"),
        ("early", {"step": 10**6}, "early.step: there are only"),
        ("spurious", [10**6], "spurious[0]: there are only"),
    ],
)
def test_an_explanation_speaks_of_what_is_there(name: str, value: object, message: str) -> None:
    there = {"thread": 0, "position": document(TRACE)["violation"]["position"]}
    nothing: dict[str, Any] = {
        "essential": [],
        "passing": [],
        "decisive": None,
        "early": None,
        "protection": None,
    }
    found = {name: value | there if isinstance(value, dict) else value}
    content = document(TRACE) | {"explanation": nothing | found}
    with pytest.raises(InputError) as refused:
        from_json(json.dumps(content), "t.json")
    assert str(refused.value).startswith(f"'t.json': $.explanation.{message}")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file or directory"):
        read_trace(tmp_path / "none.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe{}")
    with pytest.raises(InputError, match="not UTF-8"):
        read_trace(tmp_path / "bytes.json")
