"""What a bug looks like in the terminal: tests/reports has ten programs with bugs of different kinds, the
execution that shows each (schedules.json), and the text for terminals of 80 and of 140 columns. Executed as a
script, it writes these texts anew; review the difference."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from unthread.core.properties import Property
from unthread.core.source import Loc, Source
from unthread.core.trace import InputValue, Trace, parse_schedule
from unthread.core.verdict import Unsafe
from unthread.frontend.load import load
from unthread.reports.html.story import story
from unthread.reports.mermaid import escaped, mermaid
from unthread.reports.sarif import document
from unthread.results.execution import Claim
from unthread.results.explain import explain
from unthread.results.replay import record
from unthread.results.terminal import render_trace

HERE = Path(__file__).parent / "reports"
SCHEDULES: dict[str, dict[str, Any]] = json.loads((HERE / "schedules.json").read_text())
WIDTHS = (80, 140)


def trace_of(name: str) -> Trace:
    """Explained, as a user gets it."""
    case = SCHEDULES[name]
    file, property = f"{name}.c", Property(case["property"])
    source, claim = Source((Path(file),)), Claim(property, (file, *case["place"]))
    inputs = [InputValue(i["thread"], i["name"], Loc(file, *i["place"]), i["value"]) for i in case["inputs"]]
    program = load(source)
    trace = record(program, source, parse_schedule(case["schedule"]), inputs, frozenset({property}), claim)
    return explain(program, trace, time.monotonic() + 60)


def text_of(trace: Trace, width: int) -> str:
    file = io.StringIO()
    render_trace(trace, Console(file=file, width=width))
    return file.getvalue()


def golden(name: str, width: int) -> Path:
    return HERE / f"{name}.{width}.txt"


@pytest.mark.parametrize("name", SCHEDULES)
def test_report(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)
    trace = trace_of(name)
    for width in WIDTHS:
        text = text_of(trace, width)
        assert text == golden(name, width).read_text()
        assert "__ut_" not in text
        assert "@" not in text


@pytest.mark.parametrize("name", SCHEDULES)
def test_steps_fit_into_the_terminal(name: str) -> None:
    for width in WIDTHS:
        steps, _, _ = golden(name, width).read_text().partition("violation (")
        assert max(map(len, steps.splitlines()[:-1])) <= width
        assert len(steps.splitlines()) <= 64


@pytest.mark.parametrize("name", SCHEDULES)
def test_every_report_says_why_in_the_same_words(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)
    trace = trace_of(name)
    sentences = story(trace)["summary"]["why"]
    _, *reasons = " ".join(text_of(trace, 80).split()).split(" why: ")
    assert reasons == sentences
    _, *told = document(Unsafe((trace,), None))["runs"][0]["results"][0]["message"]["text"].split("\nwhy: ")
    assert told == sentences
    assert [escaped(f"why: {text}") in mermaid(trace) for text in sentences] == [True] * len(sentences)


def test_every_program_has_its_execution() -> None:
    assert {path.stem for path in HERE.glob("*.c")} == set(SCHEDULES)


if __name__ == "__main__":
    import os

    os.chdir(HERE)
    for case in SCHEDULES:
        found = trace_of(case)
        for columns in WIDTHS:
            golden(case, columns).write_text(text_of(found, columns))
