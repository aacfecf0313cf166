"""src/unthread/schemas: documents are as the schemas say, which name all that documents can have."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import unthread
from tests.support.commands import Capture, Write, check, write
from tests.support.traces import FEW, MANY, PROGRAMS, example_trace, program_trace
from unthread.core.bounds import Bound
from unthread.core.properties import Property, ViolationKind
from unthread.core.source import DataModel
from unthread.core.trace import StepKind, Trace
from unthread.core.verdict import Cause, UnknownCause, Unsafe
from unthread.results import trace_json, verdict_json

__all__ = ["write"]  # the fixture

SCHEMAS = Path(unthread.__file__).parent / "schemas"
DOCS = Path(__file__).parents[2] / "docs"
TRACE, VERDICT = (json.loads((SCHEMAS / f"{name}.schema.json").read_text()) for name in ("trace", "verdict"))


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
    resource: Resource[Any] = Resource.from_contents(strict(TRACE))
    registry: Registry[Any] = Registry().with_resource("trace.schema.json", resource)
    validator = Draft202012Validator(strict(schema), registry=registry)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(document)]


def assert_valid(trace: Trace) -> None:
    assert faults(json.loads(trace_json.to_json(trace)), TRACE) == []
    verdict = verdict_json.verdict_document(Unsafe((trace,), None), 1.0)
    assert faults(json.loads(trace_json.as_text(verdict)), VERDICT) == []


@pytest.mark.parametrize("schema", [TRACE, VERDICT])
def test_schemas_are_schemas(schema: Any) -> None:
    Draft202012Validator.check_schema(schema)


def test_versions_are_those_of_the_documents() -> None:
    for schema, module in ((TRACE, trace_json), (VERDICT, verdict_json)):
        assert schema["properties"]["format"]["const"] == module.FORMAT
        assert schema["properties"]["version"]["const"] == module.VERSION


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
        ('int x;\nint main(void) { __asm__("incl %0" : "+m"(x)); return x; }', [], "unknown"),
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
