"""Traces in scripts: read, replayed, explained."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.commands import Capture, Write, execute, write
from tests.support.racing import RACE
from unthread.api.functions import check
from unthread.api.traces import explain, read_trace, replay
from unthread.core.diagnostics import Diagnostic, InputError, UsageError

__all__ = ["write"]  # the fixture


def test_stored_and_replayed(write: Write) -> None:
    verdict = check(write(RACE), trace="t.json")
    stored = read_trace(Path("t.json"))
    assert stored.violation == verdict.violations[0]
    for trace in (stored, "t.json", verdict.traces[0]):
        result = replay(trace)
        assert result.is_reproduced
        assert result.violation == stored.violation


def test_the_program_has_changed(write: Write) -> None:
    heard: list[Diagnostic] = []
    check(write(RACE), trace="t.json")
    write(RACE.replace("x++; return", "return"), "b.c")
    result = replay("t.json", "b.c", warn=heard.append)
    assert not result.is_reproduced
    assert result.departure is not None
    assert [item.message for item in heard] == ["'b.c' differs from the file in which the trace was found"]


@pytest.mark.parametrize("format", ["text", "json", "html", "sarif", "junit", "mermaid", "graphml"])
def test_explained_as_the_command_does(format: str, write: Write, capsys: Capture) -> None:
    check(write(RACE), trace="t.json")
    execute(capsys, "explain", "t.json", "--format", format, "-o", "out")
    if format == "graphml":
        assert explain("t.json", format)[:100] == Path("out").read_text()[:100]
    else:
        assert explain("t.json", format) == Path("out").read_text()


def test_a_trace_needs_no_file(write: Write) -> None:
    (trace, *_) = check(write(RACE)).traces
    assert "x++" in explain(trace)
    assert json.loads(explain(trace, "json"))["violation"]["property"] == "race"


def test_what_is_wrong_is_told(write: Write) -> None:
    with pytest.raises(UsageError, match="files: 3 is not the name of a file"):
        read_trace(3)  # type: ignore[arg-type]
    with pytest.raises(InputError):
        explain(write("{}", "t.json"))
    with pytest.raises(InputError, match=r"no\.json"):
        replay("no.json")
    check(write(RACE), trace="t.json")
    with pytest.raises(UsageError, match="'pdf' is not one of"):
        explain("t.json", "pdf")
    with pytest.raises(InputError, match=r"'b\.c'.*[Nn]o such file"):
        replay("t.json", "b.c")
