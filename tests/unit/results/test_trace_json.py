"""Traces as JSON: what is written is read again, and documented."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

from tests.support.stored_traces import TRACE, paths
from unthread.core.trace import Ahead
from unthread.results.trace_json import as_text, document, to_json
from unthread.results.trace_reading import from_json, read_trace

DOCUMENTATION = Path(__file__).parents[3] / "docs" / "TRACE.md"


def test_a_trace_that_begins_in_the_middle_has_another_version() -> None:
    trace = replace(TRACE, ahead=Ahead(1000, 4000, TRACE.violation.loc))
    assert document(trace)["version"] == document(TRACE)["version"] + 1
    assert from_json(to_json(trace), "t.json") == trace


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "trace.json"
    file.write_text(to_json(TRACE))
    assert read_trace(file) == TRACE
    assert read_trace(file).violation.stack == TRACE.violation.stack  # which equality leaves out


def test_each_item_of_a_list_has_a_line() -> None:
    content = {"name": "x", "empty": [], "numbers": [1, 2], "items": [{"a": 1}, {"a": [2, 3]}]}
    text = as_text(content)
    assert json.loads(text) == content
    assert text.splitlines() == [
        "{",
        '  "name": "x",',
        '  "empty": [],',
        '  "numbers": [1, 2],',
        '  "items": [',
        '    {"a": 1},',
        '    {"a": [2, 3]}',
        "  ]",
        "}",
    ]


def test_the_documented_example_is_a_trace_and_every_field_is_documented() -> None:
    text = DOCUMENTATION.read_text()
    (example,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    trace = from_json(example, "TRACE.md")
    assert json.loads(to_json(trace)) == json.loads(example)
    for path in paths(document(trace) | {"lines": {}}):
        assert f"`{path[-1]}`" in text
