"""src/unthread/schemas: documents are as the schemas say, which name all that documents can have."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import unthread
from tests.support.commands import Capture, Write, check, write
from tests.support.traces import FEW, MANY, PROGRAMS, example_trace, program_trace
from unthread import story
from unthread.core.bounds import Bound, Bounds
from unthread.core.events import Event, Told, Working
from unthread.core.properties import Property, ViolationKind
from unthread.core.source import DataModel
from unthread.core.trace import StepKind, Trace
from unthread.core.verdict import Cause, UnknownCause, Unsafe
from unthread.results import events_json, trace_json, verdict_json

__all__ = ["write"]  # the fixture

SCHEMAS = Path(unthread.__file__).parent / "schemas"
DOCS = Path(__file__).parents[2] / "docs"
TRACE, VERDICT, TARGETS, EVENTS = (
    json.loads((SCHEMAS / f"{name}.schema.json").read_text())
    for name in ("trace", "verdict", "targets", "events")
)


ASKS = "int __VERIFIER_nondet_int(void);\nint main(void) { return 1 / __VERIFIER_nondet_int(); }"


def strict(schema: Any) -> Any:
    """Whatever is not named is wrong."""
    match schema:
        case {"properties": _, "type": "object"} if "allOf" not in schema:
            inner = {name: strict(item) for name, item in schema.items()}
            return {"additionalProperties": False, **inner}
        case {"if": _}:
            return schema | {"then": schema["then"] | {"properties": strict(schema["then"]["properties"])}}
        case dict():
            return {name: strict(item) for name, item in schema.items()}
        case list():
            return [*map(strict, schema)]
    return schema


def faults(document: Any, schema: Any) -> list[str]:
    named = {"trace": TRACE, "verdict": VERDICT, "targets": TARGETS}
    registry: Registry[Any] = Registry().with_resources(
        (f"{name}.schema.json", Resource.from_contents(strict(found))) for name, found in named.items()
    )
    validator = Draft202012Validator(strict(schema), registry=registry)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(document)]


def assert_valid(trace: Trace) -> None:
    assert faults(json.loads(trace_json.to_json(trace)), TRACE) == []
    verdict = verdict_json.verdict_document(Unsafe((trace,), None), 1.0)
    assert faults(json.loads(trace_json.as_text(verdict)), VERDICT) == []


@pytest.mark.parametrize("schema", [TRACE, VERDICT, TARGETS, EVENTS])
def test_schemas_are_schemas(schema: Any) -> None:
    Draft202012Validator.check_schema(schema)


def test_versions_are_those_of_the_documents() -> None:
    for schema, module in ((TRACE, trace_json), (VERDICT, verdict_json)):
        assert schema["properties"]["format"]["const"] == module.FORMAT
    assert TRACE["properties"]["version"]["enum"] == [
        trace_json.VERSION,
        trace_json.LATER,
        trace_json.PER_FILE,
    ]
    assert VERDICT["properties"]["version"]["const"] == verdict_json.VERSION
    start = EVENTS["$defs"]["start"]["properties"]
    assert start["format"]["const"] == events_json.FORMAT
    assert start["version"]["const"] == events_json.VERSION


@pytest.mark.parametrize(
    ("words", "schema", "path"),
    [
        (Property, TRACE, "$defs property"),
        (ViolationKind, TRACE, "$defs violation properties kind"),
        (StepKind, TRACE, "$defs kind"),
        (DataModel, TRACE, "properties source properties data_model"),
        (Cause, VERDICT, "$defs coverage properties left_out items properties cause"),
        (UnknownCause, VERDICT, "allOf 3 then properties cause"),
    ],
)
def test_words_are_those_of_the_code(words: type[StrEnum], schema: Any, path: str) -> None:
    for name in path.split():
        schema = schema[int(name) if name.isdecimal() else name]
    assert schema["enum"] == [*map(str, words)]


def test_bounds_are_those_of_the_code() -> None:
    left_out = VERDICT["$defs"]["coverage"]["properties"]["left_out"]["items"]["properties"]
    assert left_out["bound"]["enum"] == [*map(str, Bound), None]


@pytest.mark.parametrize("name", FEW)
def test_a_trace_of_an_example_is_valid(name: str) -> None:
    assert_valid(example_trace(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", MANY)
def test_a_trace_of_every_example_is_valid(name: str) -> None:
    assert_valid(example_trace(name))


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_trace_of_each_property_is_valid(name: str) -> None:
    assert_valid(program_trace(name))


@pytest.mark.parametrize(
    ("program", "options", "word"),
    [
        ("int main(void) { return 0; }", ["--coverage"], "safe"),
        ("int main(int n, char **a) { while (n--) ; return 0; }", ["--unwind", "1"], "no bug found"),
        ("#include <assert.h>\nint main(void) { assert(0); }", ["--all"], "unsafe"),
        ('int x;\nint main(void) { __asm__("fld1"); return x; }', [], "unknown"),
        ("int main(void) { return 0; }", ["--time", "0.001s"], "unknown"),
    ],
)
def test_verdicts_are_valid(
    program: str, options: list[str], word: str, capsys: Capture, write: Write
) -> None:
    _, out, _ = check(capsys, "--json", *options, write(program))
    found = json.loads(out)
    assert found["verdict"] == word
    assert faults(found, VERDICT) == []


def test_what_is_missing_or_wrong_is_a_fault() -> None:
    found = json.loads(trace_json.to_json(program_trace("race")))
    del found["steps"][0]["place"]
    found["violation"]["kind"] = "trouble"
    found["more"] = 1
    assert len(faults(found, TRACE)) == 3


def test_the_document_that_is_shown_is_valid() -> None:
    (shown, *_) = re.findall(r"```json\n(.*?)```", (DOCS / "TRACE.md").read_text(), re.DOTALL)
    assert faults(json.loads(shown), TRACE) == []


@pytest.mark.parametrize(
    ("program", "options", "words"),
    [
        ("int main(void) { return 0; }", ["--coverage"], {"covered", "closing", "finished"}),
        (ASKS, ["--no-sample"], {"found"}),
        ('int x;\nint main(int n, char **a) { if (n) __asm__("fld1"); return x; }', [], {"gap"}),
    ],
)
def test_each_line_is_valid(
    program: str, options: list[str], words: set[str], capsys: Capture, write: Write
) -> None:
    code, out, err = check(capsys, "--json-lines", *options, write(program))
    first, *events, last = map(json.loads, out.splitlines())
    assert [fault for item in (first, *events, last) for fault in faults(item, EVENTS)] == []
    assert (first["event"], first["files"], last["exit_code"], err) == ("start", ["a.c"], code, "")
    assert words | {"working"} <= {event["event"] for event in events}
    assert faults(last, VERDICT) == []


def test_backends_that_contradict_each_other_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, write: Write
) -> None:
    monkeypatch.setattr(story, "contradictions", lambda results: [(results[0], results[1])])
    tool = (
        "--backend",
        "command,embedded",
        "--command",
        "echo right {file}",
        "--safe",
        "right",
        "--unsafe",
        "x",
    )
    file = write("int main(void) { return 0; }")
    code, out, err = check(capsys, "--json-lines", "--property", "reach", *tool, file)
    last = json.loads(out.splitlines()[-1])
    assert {*last["verdicts"]} == {"command", "embedded"}
    assert faults(last, EVENTS) == []
    assert code == 6
    assert "contradict each other" in err


def test_targets_are_valid(capsys: Capture, write: Write) -> None:
    write(ASKS, "a.c")
    targets = "".join(f'[[target]]\nname = "{name}"\nfiles = ["{name}.c"]\n' for name in "ab")
    write(targets, "unthread.toml")
    code, out, _ = check(capsys, "--json")  # b.c is not there
    assert (code, faults(json.loads(out), TARGETS)) == (2, [])
    write("int main(void) { return 0; }", "b.c")
    code, out, err = check(capsys, "--json-lines")
    lines = [*map(json.loads, out.splitlines())]
    assert [fault for item in lines for fault in faults(item, EVENTS)] == []
    assert [item["target"] for item in lines if item.get("event") == "start"] == ["a", "b"]
    words = [item.get("verdict", item["format"]) for item in lines if "event" not in item]
    assert (code, words, err) == (10, ["unsafe", "safe", "unthread targets"], "")


def test_every_event_has_its_schema() -> None:
    assert {*EVENTS["$defs"]} - {"start", "disagreement"} == {
        kind.__name__.lower() for kind in get_args(Event)
    }


def test_a_line_that_is_wrong_is_a_fault() -> None:
    told = Told("", Working("reading", Bounds(), 0))
    assert faults(events_json.event_document(told, 1.0), EVENTS) == []
    assert faults(events_json.event_document(told, -1.0), EVENTS) != []
    assert faults(events_json.event_document(told, 1.0) | {"more": 1}, EVENTS) != []


def test_the_page_names_every_event_and_field() -> None:
    page = (DOCS / "EVENTS.md").read_text()
    for word, event in EVENTS["$defs"].items():
        assert f"`{word}`" in page
        assert [name for name in event["properties"] if f"`{name}`" not in page] == []
