"""Verdicts as documents."""

from __future__ import annotations

import pytest

from unthread.core.bounds import Bound, Bounds
from unthread.core.properties import Property
from unthread.core.source import Loc
from unthread.core.verdict import Cause, Coverage, NoBugFound, Omission, Safe, Unknown, UnknownCause, Verdict
from unthread.results.verdict_json import verdict_document

HERE = Loc("a.c", 3, 7, "main")
CUT = Omission(Cause.BOUND, "more than 2 iterations of the loop", HERE, Bound.UNWIND)


def coverage(*omissions: Omission) -> Coverage:
    threads, asked = ("main", "work"), frozenset({Property.REACH, Property.LOCK})
    return Coverage(Bounds(unwind=2), 3, True, omissions, threads, (), (), asked, ())


@pytest.mark.parametrize(
    ("verdict", "word", "code", "strict"),
    [
        (Safe(coverage()), "safe", 0, 0),
        (NoBugFound(coverage(CUT)), "no bug found", 0, 5),
        (Unknown(UnknownCause.NOT_MODELLED, "not modelled: setjmp", HERE, "a hint"), "unknown", 5, 5),
    ],
)
def test_words_and_exit_codes(verdict: Verdict, word: str, code: int, strict: int) -> None:
    found = verdict_document(verdict, 1.23456)
    assert (found["verdict"], found["exit_code"], found["seconds"]) == (word, code, 1.235)
    assert verdict_document(verdict, 0, require_complete=True)["exit_code"] == strict


def test_what_was_left_out() -> None:
    found = verdict_document(NoBugFound(coverage(CUT), "time is up"), 1.0)
    assert found["stopped"] == "time is up"
    (left_out,) = found["coverage"]["left_out"]
    assert (left_out["cause"], left_out["bound"], left_out["position"]["line"]) == ("bound", "unwind", 3)
    assert found["coverage"]["properties"] == ["lock", "reach"]
    assert "race" in found["coverage"]["not_looked_for"]


def test_why_it_is_not_known() -> None:
    found = verdict_document(Unknown(UnknownCause.NOT_MODELLED, "why", None), 1.0)
    assert (found["cause"], found["reason"], found["position"], found["hint"]) == (
        "not modelled",
        "why",
        None,
        None,
    )
    assert found["coverage"] is None
