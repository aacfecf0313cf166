"""Answers as lines with places."""

from __future__ import annotations

import re

import pytest

from tests.support.traces import PROGRAMS, program_trace
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.source import Loc
from unthread.core.verdict import Coverage, NoBugFound, Safe, Unknown, UnknownCause, Unsafe
from unthread.results.compact_text import compact_lines

COVERAGE = Coverage(Bounds(), 2, True, (), ("main",), (), (), frozenset({Property.REACH}), ())


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_violation_has_its_place(name: str) -> None:
    trace = program_trace(name)
    first, *others = compact_lines(Unsafe((trace,), None))
    loc = trace.violation.loc
    assert first.startswith(f"{loc.file}:{loc.line}:{loc.column}: error: ")
    assert first.endswith(f" [{trace.violation.property}]")
    assert all(re.match(r"[^:]+:\d+:\d+: note: \w", line) for line in others)


def test_the_other_thread_of_a_race_is_named() -> None:
    first, second, third = compact_lines(Unsafe((program_trace("race"),), None))
    assert "error: data race" in first
    assert re.search(r": note: thread \d \(\w+\): (read|write) of x$", second)
    assert third.endswith(": note: declared here")


def test_what_has_no_place() -> None:
    reason = "time limit reached"
    assert compact_lines(Safe(COVERAGE)) == ["SAFE: no execution violates reach"]
    assert compact_lines(NoBugFound(COVERAGE)) == ["NO BUG FOUND: no violation of reach within limits"]
    assert compact_lines(Unknown(UnknownCause.OUT_OF_TIME, reason)) == [f"UNKNOWN: {reason}"]
    unknown = Unknown(UnknownCause.NOT_MODELLED, "not modelled:\nx", Loc("a b.c", 3, 1))
    assert compact_lines(unknown) == ["a b.c:3:1: warning: unknown: not modelled: x"]
