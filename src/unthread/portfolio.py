"""The story with external tools: C files → `Verdict`. One tool, or several in a race, the engine among them.

Nobody is told of a violation that the interpreter has not shown, whoever claims it. In a race, the first
answer counts; one that contradicts another is a bug in a tool or in unthread, and loudly told.
"""

from __future__ import annotations

import queue
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from unthread.backends.base import GaveUp
from unthread.backends.deepen import Choice, Claimed, Stopped, deepen
from unthread.backends.embedded import Embedded
from unthread.backends.witness import claim_at, witness_of
from unthread.core.bounds import Bound, Bounds
from unthread.core.diagnostics import Severity, Unsupported
from unthread.core.process import Limits, memory_limit
from unthread.core.properties import ASSERTED, Property
from unthread.core.records import dataclass
from unthread.core.source import Source
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
)
from unthread.engine.deepen import Covered, Gap, Request, Working
from unthread.engine.worker import Message
from unthread.pipeline import (
    Doubt,
    Ending,
    EngineStory,
    Findings,
    as_chosen,
    out_of_memory,
    prepare,
    time_is_up,
    too_late_to_read,
)
from unthread.program.program import Program

_PATIENCE = 0.05  # seconds between two looks at who is done
_MOST_GRACE = 10.0  # seconds in which others may contradict the first who says that all is well
_LEAST_GRACE = 1.0
_STACK = 100 << 20  # bytes for each thread: programs may be nested deeply

Backend: TypeAlias = Embedded | Choice


@dataclass(frozen=True, slots=True)
class Extent:
    """Where a violation was claimed. `rounds` is 0 where nobody counts them."""

    bounds: Bounds
    rounds: int


@dataclass(frozen=True, slots=True)
class Result:
    """What a backend says. `within`: where it has found a violation, if it knows. `is_unconfirmed`: it claims
    a violation that the interpreter does not see, or that it does not show."""

    backend: str
    verdict: Verdict
    within: Extent | None = None
    is_unconfirmed: bool = False
    shows_nothing: bool = False


class DisagreementError(Exception):
    """Two backends contradict each other."""

    def __init__(self, claiming: Result, denying: Result) -> None:
        super().__init__(f"{claiming.backend} and {denying.backend} contradict each other")
        self.results = (claiming, denying)


def verify_with(
    source: Source,
    request: Request,
    limits: Limits,
    backends: Sequence[Backend],
    progress: Callable[[Message], None] = lambda message: None,
) -> Verdict:
    """The verdict of the only backend, or of the one that is first."""
    try:
        with memory_limit(limits.memory):
            return _verdict(source, request, limits, backends, progress)
    except MemoryError:
        return out_of_memory(limits)


def _verdict(
    source: Source,
    request: Request,
    limits: Limits,
    backends: Sequence[Backend],
    progress: Callable[[Message], None],
) -> Verdict:
    deadline = time.monotonic() + limits.seconds
    program = prepare(source, request.properties, deadline)
    if program is None:
        return too_late_to_read(limits)
    asked = Asked(program, source, request, limits, deadline)
    if len(backends) > 1:
        asked = replace(asked, limits=replace(limits, memory=limits.memory // len(backends)))
        results = _Race(asked, backends, progress).results()
        for claiming, denying in contradictions(results):
            raise DisagreementError(claiming, denying)
        result = best(results, request.properties)
    elif isinstance(backends[0], Choice):
        result = ToolStory(asked, backends[0], progress).result()
    else:
        return asked.of_engine(progress).verdict()
    if not result.shows_nothing or _has_engine(backends):
        return result.verdict
    return _looked_for(asked, result, progress)


@dataclass(frozen=True, slots=True)
class Asked:
    """What every backend is asked, and until when."""

    program: Program
    source: Source
    request: Request
    limits: Limits
    deadline: float

    def of_engine(
        self,
        progress: Callable[[Message], None] = lambda message: None,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> EngineStory:
        return EngineStory(
            self.program, self.source, self.request, self.limits, self.deadline, progress, should_stop
        )

    def of_tools(self) -> Request:
        """Tools look for less than the engine."""
        return replace(self.request, properties=self.request.properties & ASSERTED)


def _has_engine(backends: Iterable[Backend]) -> bool:
    return any(isinstance(backend, Embedded) for backend in backends)


def _looked_for(asked: Asked, result: Result, progress: Callable[[Message], None]) -> Verdict:
    """A violation that a tool claims without showing it: the engine looks for it in the same place."""
    if time.monotonic() >= asked.deadline:
        return result.verdict
    request = replace(asked.of_tools(), sample=False)
    place = "in the time that was left"
    if result.within is not None and result.within.rounds:
        within = result.within
        request = replace(request, bounds=within.bounds, fixed=frozenset(Bound), rounds=within.rounds)
        place = "within the same bounds"
    verdict = replace(asked, request=request).of_engine(progress).verdict()
    if isinstance(verdict, Unsafe):
        return verdict
    reason = f"{result.backend} claims a violation without showing it, and the engine finds none {place}"
    if isinstance(verdict, Unknown):
        return replace(verdict, reason=f"{reason}: {verdict.reason}")
    return Unknown(UnknownCause.NOT_CONFIRMED, reason, coverage=result.verdict.coverage)


class ToolStory:
    """A search with an external tool."""

    def __init__(
        self,
        asked: Asked,
        choice: Choice,
        progress: Callable[[Message], None] = lambda message: None,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.asked = asked
        self.choice = choice
        self.progress = progress
        self.should_stop = should_stop
        self.findings = Findings()

    def result(self) -> Result:
        ending: Ending | None = None
        hint = ""
        asked = self.asked
        left = replace(asked.limits, seconds=asked.deadline - time.monotonic())
        try:
            for event in deepen(asked.program, asked.of_tools(), self.choice, left, self.should_stop):
                match event:
                    case Working():
                        self.progress(event)
                    case Covered(coverage):
                        self.progress(event)
                        self.findings.coverage = as_chosen(_of_tool(coverage, self._name), asked.source)
                    case Gap():
                        self.findings.gap = self.findings.gap or event
                    case Claimed():
                        return self._judged(event)
                    case Stopped(why):
                        ending, hint = self._ending(why), _told(why)
        except KeyboardInterrupt:
            ending = Ending(UnknownCause.INTERRUPTED, "interrupted")
        except Unsupported as error:
            first = error.diagnostics[0]
            assert first.severity is Severity.UNSUPPORTED
            reason = f"not modelled: {first.message}"
            covered = self.findings.coverage
            verdict = Unknown(UnknownCause.NOT_MODELLED, reason, first.loc, first.hint, covered)
            return Result(self._name, verdict)
        return Result(self._name, _with_hint(self.findings.verdict(ending), hint))

    def _ending(self, why: GaveUp) -> Ending:
        if why.is_over_time:
            return Ending(UnknownCause.OUT_OF_TIME, time_is_up(self.asked.limits))
        return Ending(UnknownCause.STOPPED if why.is_stopped else UnknownCause.FAILED, why.reason)

    @property
    def _name(self) -> str:
        return self.choice.tool.name

    def _judged(self, claimed: Claimed) -> Result:
        """Only what the interpreter sees as well counts."""
        from unthread.results.replay import confirm  # the interpreter, which few need

        within = Extent(claimed.bounds, claimed.rounds)
        witness = witness_of(claimed.emitted, claimed.violation)
        if witness is None:
            return Result(self._name, self._unshown(claimed), within, True, True)
        asked = self.asked
        properties = asked.of_tools().properties
        trace = confirm(asked.program, asked.source, witness, properties, asked.deadline)
        claim = witness.violation
        if trace is not None:
            self.findings.traces.append(trace)
        elif claimed.emitted.loose:
            self.findings.doubt = Doubt(claim.loc, claimed.emitted.loose)
        else:
            reason = (
                f"{self._name} claims '{claim.message}', but unthread's interpreter does not get there "
                "with its counterexample: one of the two is wrong, or memory goes wrong on the way, which "
                f"{self._name} does not look for"
            )
            coverage = self.findings.coverage
            verdict = Unknown(UnknownCause.NOT_CONFIRMED, reason, claim.loc, coverage=coverage)
            return Result(self._name, verdict, within, is_unconfirmed=True)
        return Result(self._name, self.findings.verdict(None), within)

    def _unshown(self, claimed: Claimed) -> Unknown:
        """The tool gives no counterexample, or fails in a place that is none of the user's."""
        line = claimed.violation.failed_line
        claim = claim_at(claimed.emitted, line)
        if line is not None and claim is None:
            reason = (
                f"{self._name} says that something fails in line {line} of the text, where nothing is claimed"
            )
        else:
            reason = f"{self._name} claims a violation, but shows no counterexample that can be read"
        loc = claim.loc if claim else None
        return Unknown(UnknownCause.NOT_CONFIRMED, reason, loc, coverage=self.findings.coverage)


def _of_tool(coverage: Coverage, name: str) -> Coverage:
    """What the sequential C does after a wrong access, or a division by zero, is up to the tool: nobody has
    looked whether that happens."""
    what = f"a wrong memory access or a division by zero, which {name} does not look for"
    return replace(coverage, omissions=(*coverage.omissions, Omission(Cause.ENVIRONMENT, what)))


def _with_hint(verdict: Verdict, hint: str) -> Verdict:
    if isinstance(verdict, Unknown) and not verdict.hint:
        return replace(verdict, hint=hint)
    return verdict


def _told(why: GaveUp) -> str:
    if not why.tail or why.is_over_time:
        return ""
    return "\n    ".join(["its last lines were", *why.tail])


# Several at once


class _Race:
    """Tools run in threads, which wait for processes; the engine, which is a process too, in this one."""

    def __init__(
        self, asked: Asked, backends: Sequence[Backend], progress: Callable[[Message], None]
    ) -> None:
        self._properties = asked.request.properties
        self._engine = asked.of_engine(progress, self._is_over)
        self._has_engine = _has_engine(backends)
        self._stories = [
            ToolStory(asked, backend, should_stop=self._is_stopped)
            for backend in backends
            if isinstance(backend, Choice)
        ]
        self._threads: list[threading.Thread] = []
        self._stopped = threading.Event()
        self._arrived: queue.SimpleQueue[Result | Exception] = queue.SimpleQueue()
        self._results: list[Result] = []
        self._began = time.monotonic()
        self._decided_at: float | None = None

    def results(self) -> list[Result]:
        """All that came in before the race was over."""
        try:
            if self._has_engine:
                verdict = self._engine.verdict()
                if self._engine.is_interrupted:
                    return [Result(Embedded.name, verdict)]
                self._take(Result(Embedded.name, verdict, _extent(self._engine.found_within)))
            while not self._is_over():
                time.sleep(_PATIENCE)
        except KeyboardInterrupt:
            coverage = _widest(self._results)
            interrupted = Unknown(UnknownCause.INTERRUPTED, "interrupted", coverage=coverage)
            return [Result(Embedded.name, interrupted)]
        finally:
            self._stopped.set()
            for thread in self._threads:
                thread.join()
        self._collect()
        return self._results

    def _is_stopped(self) -> bool:
        return self._stopped.is_set()

    def _is_over(self) -> bool:
        """Asked again and again, first when the engine's process is there: one with threads cannot be
        forked safely."""
        self._collect()
        if self._decided_at is not None and time.monotonic() >= self._decided_at:
            return True
        if not self._threads:
            self._start()
        return len(self._results) == len(self._stories) + self._has_engine

    def _start(self) -> None:
        threading.stack_size(_STACK)
        for story in self._stories:
            thread = threading.Thread(target=self._run, args=(story,), daemon=True)
            thread.start()
            self._threads.append(thread)

    def _run(self, story: ToolStory) -> None:
        try:
            self._arrived.put(story.result())
        except Exception as error:
            error.add_note(traceback.format_exc())
            self._arrived.put(error)

    def _collect(self) -> None:
        while not self._arrived.empty():
            arrived = self._arrived.get()
            if isinstance(arrived, Exception):
                raise arrived
            self._take(arrived)

    def _take(self, result: Result) -> None:
        """A violation that was shown ends the race; who says that there is none may be contradicted."""
        self._results.append(result)
        now = time.monotonic()
        if isinstance(result.verdict, Unsafe):
            self._decided_at = now
        elif _is_decided(result.verdict, self._properties) and self._decided_at is None:
            self._decided_at = now + max(_LEAST_GRACE, min(_MOST_GRACE, now - self._began))


def _extent(coverage: Coverage | None) -> Extent | None:
    return None if coverage is None else Extent(coverage.bounds, coverage.rounds)


def _widest(results: Iterable[Result]) -> Coverage | None:
    return next((r.verdict.coverage for r in results if r.verdict.coverage is not None), None)


def _is_decided(verdict: Verdict, properties: frozenset[Property]) -> bool:
    """The backend has looked for all that was asked, as far as it was to look."""
    match verdict:
        case Safe(coverage) | NoBugFound(coverage, ""):
            return coverage.properties == properties
    return False


def best(results: Sequence[Result], properties: frozenset[Property]) -> Result:
    """A violation, then a proof, then what is wrong with the program itself, which only some can tell, then a
    claim that nobody has disproved, then the rest: first those who have looked for all that was asked."""

    def rank(result: Result) -> tuple[int, bool]:
        match result.verdict:
            case Unsafe():
                return 0, False
            case Safe(coverage):
                return 1 if coverage.properties == properties else 5, False
            case NoBugFound(coverage, stopped):
                return 4 if coverage.properties == properties else 5, bool(stopped)
            case Unknown(UnknownCause.NOT_EXPLORED):
                return 2, False
            case Unknown():
                return 3 if result.is_unconfirmed else 6, False

    return min(results, key=rank)


def _claimed(claim: Result) -> frozenset[Property]:
    """What a violation is one of; whatever tools look for, where it was not shown."""
    if isinstance(claim.verdict, Unsafe):
        return frozenset({claim.verdict.traces[0].violation.property})
    return ASSERTED


def contradictions(results: Sequence[Result]) -> list[tuple[Result, Result]]:
    """Who claims a violation, and who has seen none although it covered the place."""
    claiming = [r for r in results if isinstance(r.verdict, Unsafe) or r.is_unconfirmed]
    return [(one, other) for one in claiming for other in results if _covers(_seen(other), one)]


def _seen(result: Result) -> Coverage | None:
    """Where the backend has found nothing wrong, perhaps on its way to more."""
    match result.verdict:
        case Safe(coverage) | NoBugFound(coverage):
            return coverage
        case Unknown(UnknownCause.STOPPED, coverage=coverage):
            return coverage
        case _:
            return None


def _covers(coverage: Coverage | None, claim: Result) -> bool:
    if coverage is None or not _claimed(claim) <= coverage.properties:
        return False
    if coverage.all_schedules and all(item.cause is Cause.ENVIRONMENT for item in coverage.omissions):
        return True
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
