"""An answer with all that can be made of it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.traces import program_trace
from unthread.api.verdict import Verdict
from unthread.core.bounds import Bounds
from unthread.core.diagnostics import UsageError
from unthread.core.exit_codes import ExitCode
from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.core.verdict import Coverage, NoBugFound, Safe, Unknown, UnknownCause, Unsafe
from unthread.reports.formats import Format

SOURCE = Source((Path(__file__),))
COVERAGE = Coverage(Bounds(), 2, True, (), ("main",), (), (), frozenset(Property), ())
FOUR = (
    (Safe(COVERAGE), "safe", 0),
    (NoBugFound(COVERAGE), "no bug found", 0),
    (Unsafe((program_trace("race"),), None), "unsafe", 10),
    (Unknown(UnknownCause.FAILED, "broken"), "unknown", 5),
)


@pytest.mark.parametrize(("answer", "word", "code"), FOUR)
def test_each_answer(answer: Safe | NoBugFound | Unsafe | Unknown, word: str, code: int) -> None:
    verdict = Verdict(answer, SOURCE)
    assert (verdict.word, verdict.exit_code) == (word, code)
    assert verdict.document()["verdict"] == word
    assert f"\n{word.upper()}  " in f"\n{verdict}"
    assert verdict.coverage is answer.coverage


def test_a_proof_may_be_required() -> None:
    assert Verdict(NoBugFound(COVERAGE), SOURCE, require_complete=True).exit_code is ExitCode.UNKNOWN


def test_every_format() -> None:
    trace = program_trace("race")
    verdict = Verdict(Unsafe((trace, replace(trace)), None), trace.source, 1.0)
    assert verdict.traces == (trace, trace)
    assert verdict.violations == (trace.violation, trace.violation)
    assert {name: len(verdict.report(name)) for name in ("text", "json", *Format)} == {
        "text": 1,
        "json": 1,
        "html": 1,
        "sarif": 1,
        "junit": 1,
        "mermaid": 2,
        "graphml": 2,
        "yaml": 2,
    }
    assert verdict.html().startswith("<!")
    assert json.loads(verdict.sarif())["version"] == "2.1.0"
    assert "<testsuite" in verdict.junit()
    assert verdict.mermaid()[0].startswith("sequenceDiagram")
    assert "graphml" in verdict.graphml()[0]
    assert "entry_type" in verdict.yaml()[0]
    assert json.loads(verdict.json()) == json.loads(json.dumps(verdict.document()))
    assert "UNSAFE" in verdict.text()
    assert len(verdict.text(full=True)) >= len(verdict.text())


def test_other_formats_are_told() -> None:
    with pytest.raises(UsageError, match="'pdf' is not one of text, json, html"):
        Verdict(Safe(COVERAGE), SOURCE).report("pdf")
