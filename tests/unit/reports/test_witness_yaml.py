"""Witnesses in YAML: segments with waypoints, thread ids where there are threads."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import yaml

from tests.support.commands import Capture, Write, execute, write
from tests.support.traces import FEW, MANY, PROGRAMS, example_trace, program_trace
from tests.support.witness_rules import ends_of_calls_faults, yaml_faults
from unthread.core.trace import Trace
from unthread.core.verdict import Unsafe
from unthread.reports.checked import Checked
from unthread.reports.witness_yaml import yaml_witnesses

__all__ = ["write"]  # the fixture

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def witness_of(trace: Trace) -> str:
    checked = Checked(Unsafe((trace,), None), trace.source)
    (text,) = yaml_witnesses(checked, NOW, UUID(int=1 << 100))
    return text


def points_of(trace: Trace) -> list[dict[str, Any]]:
    (entry,) = yaml.safe_load(witness_of(trace))
    return [point["waypoint"] for item in entry["content"] for point in item["segment"]]


def assert_valid(trace: Trace) -> None:
    text = witness_of(trace)
    assert yaml_faults(text) == []
    assert ends_of_calls_faults(text) == []


@pytest.mark.parametrize("name", FEW)
def test_an_example_is_valid(name: str) -> None:
    assert_valid(example_trace(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", MANY)
def test_every_example_is_valid(name: str) -> None:
    assert_valid(example_trace(name))


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_violation_of_each_property_is_valid(name: str) -> None:
    assert yaml_faults(witness_of(program_trace(name))) == []


def test_thread_ids_where_there_are_threads() -> None:
    assert "thread_id" not in witness_of(program_trace("arith"))
    assert "format_version: '2.0'" in witness_of(program_trace("arith"))
    assert "format_version: '2.2'" in witness_of(program_trace("race"))


def test_a_race_has_two_targets_in_one_segment() -> None:
    (entry,) = yaml.safe_load(witness_of(program_trace("race")))
    last = [point["waypoint"] for point in entry["content"][-1]["segment"]]
    assert sorted((point["type"], point["thread_id"]) for point in last) == [("target", 0), ("target", 1)]


def test_inputs_are_results() -> None:
    (given, target) = points_of(program_trace("arith"))
    assert given["type"] == "function_return"
    assert given["constraint"]["value"] == "\\result == 2147483647"
    assert given["location"]["column"] == len("    int n = __VERIFIER_nondet_int()")
    assert target["type"] == "target"


def test_a_statement_is_named_once_though_others_come_between() -> None:
    """`from->balance -= amount;` reads before it writes: its beginning cannot be told."""
    points = points_of(example_trace("bank_account"))
    lines = [point["location"]["line"] for point in points if point["type"] == "assumption"]
    text = example_trace("bank_account").lines
    (kept,) = text.values()
    assert {kept[line].strip().split("(")[0] for line in lines} == {
        "pthread_mutex_lock",
        "pthread_mutex_unlock",
    }


def test_check_writes_it(capsys: Capture, write: Write) -> None:
    file = write("int main(void) { return 0; }\n")
    assert execute(capsys, "check", "-q", "--witness", "w.yml", file)[0] == 0
    text = Path("w.yml").read_text()
    assert yaml_faults(text) == []
    assert "entry_type: invariant_set" in text
