"""Verdicts: what completeness means, what stands in its way, and the exit code of each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from unthread.core.bounds import Bounds
from unthread.core.exit_codes import ExitCode
from unthread.core.properties import Property
from unthread.core.source import Loc
from unthread.core.verdict import (
    Cause,
    Coverage,
    NoBugFound,
    Omission,
    Safe,
    Unknown,
    UnknownCause,
    Unsafe,
    Verdict,
    exit_code,
)

COVERAGE = Coverage(Bounds(), 2, True, (), ("main",), (), (), frozenset({Property.REACH}), ())
AT = Loc("a.c", 3, 1)


def omission(cause: Cause) -> Omission:
    return Omission(cause, "something", AT)


def test_complete_is_all_schedules_and_nothing_left_out() -> None:
    assert COVERAGE.complete
    assert not replace(COVERAGE, all_schedules=False).complete
    assert not replace(COVERAGE, omissions=(omission(Cause.BOUND),)).complete


@pytest.mark.parametrize("cause", list(Cause))
def test_what_larger_limits_would_include_is_no_obstacle(cause: Cause) -> None:
    found = replace(COVERAGE, omissions=(omission(Cause.BOUND), omission(cause))).obstacle
    within = (Cause.BOUND, Cause.ENVIRONMENT, Cause.BLOCKED, Cause.ACCEPTED)
    assert found == (None if cause in within else omission(cause))


def test_what_was_not_looked_for() -> None:
    assert Property.REACH not in COVERAGE.not_looked_for
    assert {*COVERAGE.not_looked_for, Property.REACH} == set(Property) - {Property.LEAK_ALL}


def test_who_looks_for_all_leaks_misses_none() -> None:
    everything = replace(COVERAGE, properties=frozenset({Property.LEAK_ALL}))
    assert not {Property.LEAK, Property.LEAK_ALL} & set(everything.not_looked_for)


def test_an_omission_says_where() -> None:
    assert str(omission(Cause.GAP)) == f"something at {AT}"
    assert str(Omission(Cause.GAP, "something")) == "something"


@pytest.mark.parametrize(
    ("verdict", "code", "strict"),
    [
        (Safe(COVERAGE), ExitCode.SAFE, ExitCode.SAFE),
        (NoBugFound(COVERAGE), ExitCode.SAFE, ExitCode.UNKNOWN),
        (Unsafe((), None), ExitCode.UNSAFE, ExitCode.UNSAFE),
        (Unknown(UnknownCause.FAILED, "it broke"), ExitCode.UNKNOWN, ExitCode.UNKNOWN),
    ],
)
def test_exit_codes(verdict: Verdict, code: ExitCode, strict: ExitCode) -> None:
    assert exit_code(verdict) is code
    assert exit_code(verdict, require_complete=True) is strict
