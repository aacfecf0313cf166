"""Who counts in a race, and what is a contradiction."""

from __future__ import annotations

from dataclasses import replace

import pytest

from unthread.core.bounds import Bounds
from unthread.core.events import Extent, Gap, Stopped
from unthread.core.exit_codes import ExitCode
from unthread.core.properties import ASSERTED, Property, Violation
from unthread.core.source import Loc, Source
from unthread.core.trace import Trace
from unthread.core.verdict import (
    Cause,
    Coverage,
    Method,
    NoBugFound,
    Omission,
    Proof,
    Safe,
    Unknown,
    UnknownCause,
    Unsafe,
    Verdict,
    exit_code,
)
from unthread.results.findings import Findings, OpenClaim, SearchResult, best, contradictions
from unthread.results.fingerprint import identities

SMALL, LARGE = Bounds(unwind=2), Bounds(unwind=8, depth=6, threads=16)


def coverage(
    bounds: Bounds = SMALL, rounds: int = 2, *, complete: bool = False, cut: bool = False
) -> Coverage:
    omissions = (Omission(Cause.BOUND, "more than 1 iteration of the loop"),) if cut else ()
    return Coverage(bounds, rounds, complete, omissions, ("main",), (), (), ASSERTED, ())


VIOLATION = Violation(Property.REACH, "x", 0, Loc("a.c", 1, 1))
TRACE = Trace(Source(()), (), ASSERTED, VIOLATION, (), (), (), ("main",), "0")
UNSAFE = Unsafe((TRACE,), None)


def claim(bounds: Bounds, rounds: int, verdict: Verdict = UNSAFE) -> SearchResult:
    return SearchResult(
        "one", verdict, Extent(bounds, rounds), is_unconfirmed=not isinstance(verdict, Unsafe)
    )


def denial(covered: Coverage) -> SearchResult:
    return SearchResult("other", Safe(covered) if covered.complete else NoBugFound(covered))


@pytest.mark.parametrize(
    ("covered", "found", "is_contradiction"),
    [
        (coverage(), claim(SMALL, 2), True),
        (coverage(rounds=3), claim(SMALL, 2), True),
        (coverage(rounds=1), claim(SMALL, 2), False),
        (coverage(LARGE), claim(SMALL, 2), True),
        (coverage(SMALL), claim(LARGE, 2), False),
        (coverage(complete=True, cut=True), claim(SMALL, 9), True),
        (coverage(complete=True, cut=True), claim(LARGE, 2), False),
        (coverage(complete=True), claim(LARGE, 9), True),
        (coverage(), claim(Bounds(2, (("a.c", 1, 9),)), 2), False),
        (coverage(Bounds(2, (("a.c", 1, 1),))), claim(SMALL, 2), False),
        (coverage(), claim(SMALL, 0), False),
        (coverage(rounds=0, complete=True, cut=True), claim(SMALL, 2), False),
        (coverage(rounds=0, complete=True), claim(SMALL, 2), True),
        (coverage(), SearchResult("one", UNSAFE), False),
        (coverage(), claim(SMALL, 2, Unknown(UnknownCause.NOT_CONFIRMED, "claims something")), True),
        (coverage(), SearchResult("one", Unknown(UnknownCause.OUT_OF_TIME, "time limit reached")), False),
    ],
)
def test_contradictions(covered: Coverage, found: SearchResult, is_contradiction: bool) -> None:
    """Only if the one who denies it has surely looked there."""
    denying = denial(covered)
    expected = [(found, denying)] if is_contradiction else []
    assert contradictions([denying, found]) == expected
    assert (
        contradictions([found, denying, SearchResult("third", Unknown(UnknownCause.FAILED, "no idea"))])
        == expected
    )


@pytest.mark.parametrize(
    ("cause", "counts"), [(UnknownCause.STOPPED, True), (UnknownCause.NOT_MODELLED, False)]
)
def test_who_was_on_the_way_to_more_has_seen_that_much(cause: UnknownCause, counts: bool) -> None:
    on_the_way = SearchResult("other", Unknown(cause, "why", coverage=coverage(rounds=3)))
    found = claim(SMALL, 2)
    assert contradictions([on_the_way, found]) == ([(found, on_the_way)] if counts else [])
    assert contradictions([SearchResult("other", Unknown(cause, "why")), found]) == []


@pytest.mark.parametrize(
    ("cause", "counts"),
    [(cause, cause not in (Cause.GAP, Cause.ENDED, Cause.ACCEPTED)) for cause in Cause],
)
def test_who_has_not_followed_executions_has_not_seen_where_they_lead(cause: Cause, counts: bool) -> None:
    """A tool that cannot place a pointer was stopped after its first rounds, and the engine finds the bug."""
    covered = replace(coverage(rounds=3), omissions=(Omission(cause, "something"),))
    on_the_way = SearchResult("other", Unknown(UnknownCause.STOPPED, "why", coverage=covered))
    found = claim(SMALL, 2)
    assert contradictions([on_the_way, found]) == ([(found, on_the_way)] if counts else [])


@pytest.mark.parametrize("properties", [ASSERTED, ASSERTED | {Property.MEMORY, Property.ARITH}])
def test_who_does_not_know_yet_where_executions_end(properties: frozenset[Property]) -> None:
    """A tool goes on past a wrong access, and claims what the interpreter does not reproduce. Whether there
    is such an access within the bounds is the last question, unless it is looked for."""
    covered = replace(coverage(rounds=3), properties=properties)
    unseen = claim(SMALL, 2, Unknown(UnknownCause.NOT_CONFIRMED, "claims something"))
    for verdict in (NoBugFound(covered, "late"), Unknown(UnknownCause.STOPPED, "why", coverage=covered)):
        on_the_way = SearchResult("other", verdict)
        found = [(unseen, on_the_way)] if properties > ASSERTED else []
        assert contradictions([on_the_way, unseen]) == found
        assert contradictions([on_the_way, claim(SMALL, 2)]) != []
    assert contradictions([denial(covered), unseen]) != []


def test_the_best_answer() -> None:
    ranked = [
        SearchResult("violation", UNSAFE),
        SearchResult("proof", Safe(coverage(complete=True))),
        SearchResult("claim", Unknown(UnknownCause.NOT_CONFIRMED, "it says so"), is_unconfirmed=True),
        SearchResult("bounded", NoBugFound(coverage())),
        SearchResult("late", NoBugFound(coverage(), "time limit reached")),
        SearchResult("nothing", Unknown(UnknownCause.FAILED, "no idea")),
    ]
    for index in range(len(ranked)):
        assert best([*ranked[:index:-1], ranked[index]], ASSERTED) is ranked[index]


def test_a_data_race_alone_is_the_least_of_violations() -> None:
    trace = UNSAFE.traces[0]
    race = replace(trace, violation=replace(trace.violation, property=Property.RACE))
    only = SearchResult("race", replace(UNSAFE, traces=(race,)))
    worse = SearchResult("violation", UNSAFE)
    assert best([only, worse], ASSERTED) is worse
    assert best([only, SearchResult("proof", Safe(coverage(complete=True)))], ASSERTED) is only


def test_who_has_not_looked_for_all_of_it_proves_less() -> None:
    asked = ASSERTED | {Property.RACE}
    wide = replace(coverage(), properties=asked)
    tool, engine = (
        SearchResult("tool", NoBugFound(coverage())),
        SearchResult("engine", NoBugFound(wide, "late")),
    )
    assert best([tool, engine], asked) is engine


def test_what_is_not_modelled_counts_against_who_has_looked_for_less() -> None:
    asked = ASSERTED | {Property.RACE}
    tool = SearchResult("tool", NoBugFound(coverage()))
    engine = SearchResult("engine", Unknown(UnknownCause.NOT_MODELLED, "not modelled: a thing"))
    assert best([tool, engine], asked) is engine
    assert best([tool, engine], ASSERTED) is tool
    late = SearchResult("engine", Unknown(UnknownCause.OUT_OF_TIME, "time limit reached"))
    assert best([tool, late], asked) is tool


def test_a_violation_of_what_somebody_does_not_look_for_contradicts_nobody() -> None:
    race = replace(TRACE, violation=replace(VIOLATION, property=Property.RACE))
    found = claim(SMALL, 2, Unsafe((race,), None))
    assert contradictions([denial(coverage(complete=True)), found]) == []


@pytest.mark.parametrize("method", [Method.BOUNDED, Method.BACKEND])
def test_a_search_that_leaves_nothing_out_is_a_proof(method: Method) -> None:
    findings = Findings(method=method)
    before = Proof(frozenset({Property.LOCK}), Method.LOCKS)
    findings.coverage = replace(coverage(complete=True), proofs=(before,))
    verdict = findings.verdict(None)
    assert isinstance(verdict, Safe)
    assert verdict.coverage.proofs == (before, Proof(frozenset({Property.REACH}), method))


@pytest.mark.parametrize(
    ("attribute", "value"),
    [
        ("traces", [TRACE]),
        ("gap", Gap("something", Loc("a.c", 1, 1))),
        ("doubt", OpenClaim("it may be", None)),
        ("claim", OpenClaim("it is", None)),
        ("coverage", coverage(complete=True, cut=True)),
        ("coverage", coverage()),
    ],
)
def test_a_search_that_does_not_end_as_safe_proves_nothing(attribute: str, value: object) -> None:
    findings = Findings()
    findings.coverage = coverage(complete=True)
    setattr(findings, attribute, value)
    verdict = findings.verdict(None)
    assert not isinstance(verdict, Safe)
    assert verdict.coverage is not None
    assert verdict.coverage.proofs == ()


def accepting(ending: Stopped | None, covered: Coverage | None, *traces: Trace) -> Verdict:
    """What is said where the first of the traces was accepted."""
    findings = Findings(frozenset(identities(traces[:1])))
    findings.traces += traces
    findings.coverage = covered
    return findings.verdict(ending)


def test_what_was_accepted_is_no_violation_but_a_limit() -> None:
    verdict = accepting(None, coverage(complete=True), TRACE)
    assert isinstance(verdict, NoBugFound)  # it would be safe but for that
    assert verdict.accepted == (TRACE,)
    omission = verdict.coverage.omissions[-1]
    assert (omission.cause, omission.property, omission.loc) == (
        Cause.ACCEPTED,
        Property.REACH,
        VIOLATION.loc,
    )
    assert exit_code(verdict) == ExitCode.SAFE
    assert exit_code(verdict, require_complete=True) == ExitCode.UNKNOWN


def test_an_accepted_race_lets_accesses_be_reordered() -> None:
    race = replace(TRACE, violation=replace(VIOLATION, property=Property.RACE))
    verdict = accepting(None, coverage(complete=True), race)
    assert isinstance(verdict, NoBugFound)
    assert [item.cause for item in verdict.coverage.omissions] == [Cause.ACCEPTED, Cause.ENVIRONMENT]


def test_what_is_not_accepted_counts() -> None:
    verdict = accepting(None, coverage(complete=True), TRACE, TRACE)
    assert isinstance(verdict, Unsafe)
    assert (verdict.traces, verdict.accepted) == ((TRACE,), (TRACE,))


def test_what_was_accepted_does_not_turn_unknown_into_something_better() -> None:
    verdict = accepting(Stopped(UnknownCause.OUT_OF_TIME), None, TRACE)
    assert isinstance(verdict, Unknown)
    assert verdict.accepted == (TRACE,)
