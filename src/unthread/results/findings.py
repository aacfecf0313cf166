"""What the searchers have found: `Findings` of one, and the verdict that follows; `SearchResult`s of several.

Nothing is reported as violated that the interpreter has not shown, whoever claims it. Of several searchers
the best answer counts; two that contradict each other are a bug in a tool or in unthread: `contradictions`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from unthread.core.events import Extent, Gap, Stopped
from unthread.core.properties import ASSERTED, Property, Violation
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.core.trace import Trace
from unthread.core.verdict import (
    Cause,
    Coverage,
    Effort,
    Method,
    NoBugFound,
    Omission,
    Proof,
    Safe,
    Unknown,
    UnknownCause,
    Unsafe,
    Verdict,
)
from unthread.results.fingerprint import divided

_GOES_WRONG = {
    Property.MEMORY: "invalid use of memory here",
    Property.ARITH: "undefined arithmetic here",
}

_NOT_FOLLOWED = (Cause.GAP, Cause.ENDED, Cause.ACCEPTED)  # violations may be there, within the same bounds
_ENDING = frozenset({Property.MEMORY, Property.LOCK, Property.ARITH})  # executions end there, also unasked


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """A violation that is claimed and was not confirmed. `is_shown`: there was something to replay."""

    reason: str
    loc: Loc | None
    is_shown: bool = True


class Findings:
    """What one searcher has found so far, and the verdict that follows."""

    def __init__(self, accepted: frozenset[str] = frozenset(), method: Method = Method.BOUNDED) -> None:
        self._accepted = accepted  # identities of violations that the user knows of
        self._method = method  # by which a search that leaves nothing out proves something
        self.traces: list[Trace] = []
        self.within: Extent | None = None  # where it claims a violation
        self.coverage: Coverage | None = None
        self.effort: Effort | None = None
        self.gap: Gap | None = None
        self.doubt: OpenClaim | None = None  # that depends on what is modelled loosely
        self.claim: OpenClaim | None = None  # that depends on nothing of the kind
        self.refusal: Unknown | None = None

    @property
    def new(self) -> list[Trace]:
        """Those that no baseline accepts."""
        return divided(self.traces, self._accepted)[0] if self._accepted else self.traces

    @property
    def has_only_races(self) -> bool:
        return all(trace.violation.property is Property.RACE for trace in self.new)

    @property
    def denies_nothing(self) -> bool:
        """It does not say that there are no violations within what it has covered."""
        return bool(self.traces) or self.doubt is not None or self.gap is not None

    def verdict(self, ending: Stopped | None) -> Verdict:
        """What was searched counts when the search is done, or out of time. Whoever broke it off in another
        way wanted more than that."""
        new, known = divided(self.traces, self._accepted)
        accepted = tuple(known)
        verdict = self._verdict_on(new, _past(self.coverage, accepted), ending)
        return verdict if isinstance(verdict, Safe) else replace(verdict, accepted=accepted)

    def _verdict_on(self, traces: list[Trace], coverage: Coverage | None, ending: Stopped | None) -> Verdict:
        if traces:
            serious = sorted(traces, key=lambda trace: trace.violation.property is Property.RACE)
            return Unsafe(tuple(serious), coverage, self.effort)
        if self.refusal is not None:
            return replace(self.refusal, coverage=coverage)
        unconfirmed = self.claim or self.doubt
        if unconfirmed is not None:
            return Unknown(UnknownCause.NOT_CONFIRMED, unconfirmed.reason, unconfirmed.loc, coverage=coverage)
        if self.gap is not None:
            reason = f"not modelled: {self.gap.what}"
            return Unknown(
                UnknownCause.NOT_MODELLED, reason, self.gap.loc, self.gap.hint, _but(coverage, self.gap)
            )
        if ending is not None and (coverage is None or ending.cause is not UnknownCause.OUT_OF_TIME):
            return Unknown(ending.cause, ending.reason, hint=ending.hint, coverage=coverage)
        assert coverage is not None, "a search that is done has covered something"
        if coverage.obstacle is not None:
            return _obstructed(coverage, coverage.obstacle)
        if coverage.complete and ending is None:
            return Safe(_proved(coverage, self._method))
        return NoBugFound(coverage, "" if ending is None else ending.reason)


def _proved(coverage: Coverage, method: Method) -> Coverage:
    """Nothing is left out, and nothing was found: what was not proved before is proved by that."""
    rest = coverage.properties - coverage.proved
    return replace(coverage, proofs=(*coverage.proofs, Proof(rest, method))) if rest else coverage


def _but(coverage: Coverage | None, gap: Gap) -> Coverage | None:
    """What was covered besides the executions that reach the gap."""
    if coverage is None:
        return None
    omission = Omission(Cause.GAP, "a construct that is not modelled", gap.loc)
    return replace(coverage, omissions=(*coverage.omissions, omission))


def _past(coverage: Coverage | None, accepted: Sequence[Trace]) -> Coverage | None:
    """Of two violations of one property at one position only one is searched for, and nothing after it."""
    if coverage is None or not accepted:
        return coverage
    hidden = dict.fromkeys(omission for trace in accepted for omission in _hidden_by(trace.violation))
    return replace(coverage, omissions=(*coverage.omissions, *hidden))


def _hidden_by(violation: Violation) -> Iterator[Omission]:
    what = f"an accepted violation of {violation.property}, and other violations of it,"
    yield Omission(Cause.ACCEPTED, what, violation.loc, property=violation.property)
    if violation.property is Property.RACE:
        yield Omission(Cause.ENVIRONMENT, "reordered accesses: there is a data race", violation.loc)


def _obstructed(coverage: Coverage, omission: Omission) -> Unknown:
    match omission.cause:
        case Cause.ENDED:
            assert omission.property is not None, "somebody would have asked for it"
            wrong = _GOES_WRONG.get(omission.property, f"violation of {omission.property} here")
            reason = f"{wrong} ({omission.what}); executions past it were not explored"
            hint = f"--property {omission.property} shows how"
            return Unknown(UnknownCause.NOT_EXPLORED, reason, omission.loc, hint, coverage)
        case Cause.VACUOUS:
            return Unknown(UnknownCause.NOT_EXPLORED, omission.what, omission.loc, coverage=coverage)
        case _:
            reason = f"not modelled: {omission.what.rstrip(',')}"
            return Unknown(UnknownCause.NOT_MODELLED, reason, omission.loc, coverage=coverage)


# Several at once


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a searcher says. `within`: where it has found a violation, if it knows. `is_unconfirmed`: it
    claims a violation that the interpreter does not see, or, with `shows_nothing`, that it does not show."""

    name: str
    verdict: Verdict
    within: Extent | None = None
    is_unconfirmed: bool = False
    shows_nothing: bool = False

    @classmethod
    def of(cls, name: str, findings: Findings, ending: Stopped | None) -> SearchResult:
        claim = findings.claim
        shows_nothing = claim is not None and not claim.is_shown
        return cls(name, findings.verdict(ending), findings.within, claim is not None, shows_nothing)


def is_decided(verdict: Verdict, properties: frozenset[Property]) -> bool:
    """The searcher has looked for all that was asked, as far as it was to look."""
    match verdict:
        case Safe(coverage) | NoBugFound(coverage, ""):
            return coverage.properties == properties
    return False


def widest(results: Iterable[SearchResult]) -> Coverage | None:
    return next((r.verdict.coverage for r in results if r.verdict.coverage is not None), None)


def best(results: Sequence[SearchResult], properties: frozenset[Property]) -> SearchResult:
    """A violation, then a proof, then what is wrong with the program itself, which only some can tell, then a
    claim that nobody has disproved, then who has looked for all that was asked, then what is not modelled (it
    matters to what others have not looked for), then the rest."""

    def rank(result: SearchResult) -> tuple[int, bool]:
        match result.verdict:
            case Unsafe(traces):
                return 0, traces[0].violation.property is Property.RACE
            case Safe(coverage):
                return 1 if coverage.properties == properties else 6, False
            case NoBugFound(coverage, stopped):
                return 4 if coverage.properties == properties else 6, bool(stopped)
            case Unknown(UnknownCause.NOT_EXPLORED):
                return 2, False
            case Unknown(cause):
                if result.is_unconfirmed:
                    return 3, False
                return 5 if cause is UnknownCause.NOT_MODELLED else 7, False

    return min(results, key=rank)


def contradictions(results: Sequence[SearchResult]) -> list[tuple[SearchResult, SearchResult]]:
    """Who claims a violation, and who has seen none although it covered the place."""
    claiming = [r for r in results if isinstance(r.verdict, Unsafe) or r.is_unconfirmed]
    return [(one, other) for one in claiming for other in results if _covers(_seen(other, one), one)]


def _claimed(claim: SearchResult) -> frozenset[Property]:
    """What a violation is one of; whatever tools look for, where it was not shown."""
    if isinstance(claim.verdict, Unsafe):
        return frozenset({claim.verdict.traces[0].violation.property})
    return ASSERTED


def _seen(result: SearchResult, claim: SearchResult) -> Coverage | None:
    """Where the searcher has found nothing wrong, perhaps on its way to more. On the way it does not know yet
    whether executions end at what nobody has asked for; a claim that cannot be reproduced may lie behind."""
    match result.verdict:
        case Safe(coverage) | NoBugFound(coverage, ""):
            return coverage
        case NoBugFound(coverage) | Unknown(UnknownCause.STOPPED, coverage=Coverage() as coverage):
            is_known = not claim.is_unconfirmed or coverage.properties >= _ENDING
            return coverage if is_known else None
        case _:
            return None


def _covers(coverage: Coverage | None, claim: SearchResult) -> bool:
    if coverage is None or not _claimed(claim) <= coverage.properties:
        return False
    causes = {item.cause for item in coverage.omissions}
    if coverage.all_schedules and causes <= {Cause.ENVIRONMENT}:
        return True
    if not causes.isdisjoint(_NOT_FOLLOWED):
        return False
    within = claim.within
    if within is None or not within.rounds or not coverage.rounds:
        return False
    ours, theirs = coverage.bounds, within.bounds
    return (
        (coverage.all_schedules or coverage.rounds >= within.rounds)
        and min([ours.unwind, *(n for _, _, n in ours.unwind_loops)])
        >= max([theirs.unwind, *(n for _, _, n in theirs.unwind_loops)])
        and ours.unwind_max >= theirs.unwind_max
        and ours.depth >= theirs.depth
        and ours.threads >= theirs.threads
    )
