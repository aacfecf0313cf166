"""The whole story: C files → `Verdict`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from unthread.bound.ledger import with_places
from unthread.bound.loops.spinning import with_waits
from unthread.core.clock import TimeUp, time_limit
from unthread.core.diagnostics import InputError, Severity, UsageError
from unthread.core.ledger import Arrival, with_ledger
from unthread.core.process import Limits as Limits
from unthread.core.process import memory_limit
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.source import Loc, Source
from unthread.core.trace import Trace
from unthread.core.verdict import (
    Cause,
    Coverage,
    Effort,
    NoBugFound,
    Omission,
    Safe,
    Unknown,
    UnknownCause,
    Unsafe,
    Verdict,
)
from unthread.engine.deepen import Closing, Covered, Found, Gap, Request
from unthread.engine.worker import Crashed, Died, Message, Refused, Tick, TimedOut, Worker
from unthread.frontend.load import load
from unthread.program.program import Program

if TYPE_CHECKING:
    from unthread.results.sample import Sampler

DEFAULT_SECONDS = 15 * 60.0
_SAMPLE = 0.1  # seconds between two looks at what the solver says
_MOST_SAMPLING = 60.0  # seconds in all
_CLOSING = 0.3  # seconds for executions at random when the search is done
_MOST_CLOSING = 2.0  # seconds for the first few of them
_LEAST_TRIES, _CLOSING_TRIES = 5, 50
_LEAST_PATIENCE = 3.0  # seconds in which something worse than a data race may still be found
_GRACE = 1.0  # seconds beyond the limit in which a violation that was found may be confirmed


class NotReplayedError(Exception):
    """The engine claims a violation that the interpreter does not see: a bug of unthread."""


class MissedError(Exception):
    """A random execution violates what the engine has called impossible: a bug of unthread."""


class CrashedError(Exception):
    """The search ended in an exception that nobody expected: a bug of unthread."""


def default_limits() -> Limits:
    """The usual time, and most of the memory that the machine has."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return Limits(DEFAULT_SECONDS, total * 4 // 5)


def verify(
    source: Source,
    request: Request,
    limits: Limits,
    progress: Callable[[Message], None] = lambda message: None,
) -> Verdict:
    """Searches for violations until one is found, nothing is left to search, or a limit is reached."""
    deadline = time.monotonic() + limits.seconds
    try:
        with memory_limit(limits.memory):
            program = prepare(source, request.properties, deadline)
            if program is None:
                return too_late_to_read(limits)
            return EngineStory(program, source, request, limits, deadline, progress).verdict()
    except MemoryError:
        return out_of_memory(limits)


def prepare(source: Source, properties: frozenset[Property], deadline: float) -> Program | None:
    """The program as every search gets it; None if reading it takes too long."""
    try:
        with time_limit(deadline):
            return with_waits(load_whole(source), properties)
    except TimeUp:
        return None


def too_late_to_read(limits: Limits) -> Unknown:
    return Unknown(UnknownCause.OUT_OF_TIME, f"{time_is_up(limits)} while the program was being read")


def out_of_memory(limits: Limits) -> Unknown:
    reason = f"out of memory (the limit is {limits.memory >> 20} MB)"
    return Unknown(UnknownCause.OUT_OF_MEMORY, reason)


def load_whole(source: Source) -> Program:
    """A program that can be started."""
    program = load(source)
    if not program.entry or program.entry not in program.functions:
        raise InputError("there is no function 'main' to start from")
    return program


def as_chosen(coverage: Coverage, source: Source) -> Coverage:
    """What was covered is what the user has chosen to look at."""
    assumed = {
        "each statement is one step (--atomic-statements)": source.atomic_statements,
        "condition variables wake up only when they are signaled (--no-spurious)": not source.spurious,
        "accesses to volatile objects are atomic (--volatile-is-atomic)": source.volatile_is_atomic,
    }
    havoc = (
        Omission(Cause.ENVIRONMENT, f"'{name}' changing more than the objects that its arguments point to")
        for name in source.havoc
    )
    return replace(
        coverage,
        omissions=(*coverage.omissions, *havoc),
        assumptions=(*coverage.assumptions, *(text for text, is_so in assumed.items() if is_so)),
    )


@dataclass(frozen=True, slots=True)
class Doubt:
    """A claim that depends on what is modelled loosely."""

    loc: Loc
    loose: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """What ended a search before it was done."""

    cause: UnknownCause
    reason: str


class Findings:
    """What came out so far, whoever searches, and the verdict that follows."""

    def __init__(self) -> None:
        self.traces: list[Trace] = []
        self.coverage: Coverage | None = None
        self.effort: Effort | None = None
        self.gap: Gap | None = None
        self.doubt: Doubt | None = None

    @property
    def has_only_races(self) -> bool:
        return all(trace.violation.property is Property.RACE for trace in self.traces)

    def verdict(self, ending: Ending | None) -> Verdict:
        """What was searched counts when the search is done, or out of time. Whoever broke it off in another
        way wanted more than that."""
        if self.traces:
            serious = sorted(self.traces, key=lambda trace: trace.violation.property is Property.RACE)
            return Unsafe(tuple(serious), self.coverage, self.effort)
        coverage = self.coverage
        if self.doubt is not None:
            reason = f"a violation depends on what is modelled loosely: {'; '.join(self.doubt.loose)}"
            return Unknown(UnknownCause.NOT_CONFIRMED, reason, self.doubt.loc, coverage=coverage)
        if self.gap is not None:
            reason = f"not modelled: {self.gap.what}"
            return Unknown(
                UnknownCause.NOT_MODELLED, reason, self.gap.loc, self.gap.hint, self._but(self.gap)
            )
        if ending is not None and (coverage is None or ending.cause is not UnknownCause.OUT_OF_TIME):
            return Unknown(ending.cause, ending.reason, coverage=coverage)
        assert coverage is not None, "a search that is done has covered something"
        if coverage.obstacle is not None:
            return _obstructed(coverage, coverage.obstacle)
        if coverage.complete and ending is None:
            return Safe(coverage)
        return NoBugFound(coverage, "" if ending is None else ending.reason)

    def _but(self, gap: Gap) -> Coverage | None:
        """What was covered besides the executions that get to the gap."""
        if self.coverage is None:
            return None
        omission = Omission(Cause.GAP, "a construct that is not modelled", gap.loc)
        return replace(self.coverage, omissions=(*self.coverage.omissions, omission))


_GOES_WRONG = {
    Property.MEMORY: "memory goes wrong here",
    Property.ARITH: "arithmetic goes wrong here",
}


def _obstructed(coverage: Coverage, omission: Omission) -> Unknown:
    match omission.cause:
        case Cause.ENDED:
            assert omission.property is not None, "somebody would have asked for it"
            wrong = _GOES_WRONG.get(omission.property, f"{omission.property} is violated here")
            reason = f"{wrong} ({omission.what}), and executions past it were not explored"
            hint = f"--property {omission.property} shows how"
            return Unknown(UnknownCause.NOT_EXPLORED, reason, omission.loc, hint, coverage)
        case Cause.VACUOUS:
            return Unknown(UnknownCause.NOT_EXPLORED, omission.what, omission.loc, coverage=coverage)
        case _:
            reason = f"not modelled: {omission.what.rstrip(',')}"
            return Unknown(UnknownCause.NOT_MODELLED, reason, omission.loc, coverage=coverage)


class EngineStory:
    """A search with the engine. `should_stop` is asked again and again. Afterwards, `found_within` is the
    extent of the search that had the violation, and `is_interrupted` says whether the user did not want to
    wait."""

    def __init__(
        self,
        program: Program,
        source: Source,
        request: Request,
        limits: Limits,
        deadline: float,
        progress: Callable[[Message], None] = lambda message: None,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.program = program
        self.source = source
        self.request = request
        self.limits = limits
        self.deadline = deadline
        self.progress = progress
        self.should_stop = should_stop
        self.findings = Findings()
        self.found_within: Coverage | None = None
        self.is_interrupted = False
        self.sampler: Sampler | None = None
        self.sampling = 0.0  # seconds that were spent on it
        self.started = time.monotonic()
        self.patience: float | None = None  # until when something worse than a race is waited for

    def verdict(self) -> Verdict:
        try:
            with time_limit(self.deadline):
                self.program = with_places(self.program, self.request.with_lines)
        except TimeUp:
            return too_late_to_read(self.limits)
        worker = Worker(self.program, self.request, self.deadline, self.limits.memory)
        ending: Ending | None = None
        try:
            for message in worker.messages():
                self.progress(message)
                match message:
                    case Covered(coverage):
                        self.findings.coverage = as_chosen(coverage, self.source)
                    case Gap():
                        self.findings.gap = self.findings.gap or message
                    case Found():
                        self._judge(message)
                        worker.go_on(self._of_no_interest())
                    case Closing():
                        worker.go_on(self._reached())
                    case Tick() if self.request.sample and self.sampling < _MOST_SAMPLING:
                        self._sample()
                    case TimedOut():
                        ending = Ending(UnknownCause.OUT_OF_TIME, time_is_up(self.limits))
                    case Died(reason):
                        ending = Ending(UnknownCause.OUT_OF_MEMORY, reason)
                    case Refused():
                        return self._refused(message)
                    case Crashed(what, trace):
                        error = CrashedError(what)
                        error.add_note(trace)
                        raise error
                if self._has_enough():
                    break
                if self.should_stop():
                    ending = Ending(UnknownCause.STOPPED, "stopped")
                    break
        except KeyboardInterrupt:
            ending = Ending(UnknownCause.INTERRUPTED, "interrupted")
            self.is_interrupted = True
        finally:
            worker.stop()
        self._add_ledger()
        return self.findings.verdict(ending)

    def _add_ledger(self) -> None:
        """Where the search has not come to its end, executions at random say what can be reached."""
        coverage = self.findings.coverage
        if coverage is not None and not coverage.ledger:
            reached = frozenset(self.sampler.arrived) if self.sampler else frozenset[Arrival]()
            self.findings.coverage = with_ledger(coverage, self.program.places, reached, is_all=False)

    def _has_enough(self) -> bool:
        """A violation is enough, but something worse than a data race may be about to be found."""
        if not self.findings.traces or self.request.every:
            return False
        return not self.findings.has_only_races or (
            self.patience is not None and time.monotonic() > self.patience
        )

    def _of_no_interest(self) -> frozenset[Property]:
        """One race is enough to know that there are any."""
        has_race = any(trace.violation.property is Property.RACE for trace in self.findings.traces)
        return frozenset({Property.RACE}) if has_race and not self.request.every else frozenset()

    def _add(self, trace: Trace) -> None:
        self.findings.traces.append(trace)
        if self.patience is None and trace.violation.property is Property.RACE:
            now = time.monotonic()
            self.patience = now + max(_LEAST_PATIENCE, now - self.started)

    def _judge(self, found: Found) -> None:
        """Only what the interpreter sees as well counts."""
        from unthread.results.replay import confirm  # the interpreter, which few need

        claim = found.witness.violation
        if claim.property in self._of_no_interest():
            return
        trace = self._confirmed(
            lambda: confirm(self.program, self.source, found.witness, self.request.properties, self.deadline)
        )
        if trace is not None:
            self._add(trace)
            self.found_within = found.coverage
            self.findings.effort = found.coverage.effort
        elif found.loose or claim.property is Property.LEAK:
            loose = found.loose or ("when a process may end between two steps",)
            self.findings.doubt = self.findings.doubt or Doubt(claim.loc, loose)
        elif time.monotonic() > self.deadline:
            loose = ("there was no time left to replay it",)
            self.findings.doubt = self.findings.doubt or Doubt(claim.loc, loose)
        else:
            raise NotReplayedError(
                f"{claim.loc}: the engine claims '{claim.message}', but the replay does not get there"
            )

    def _confirmed(self, confirm: Callable[[], Trace | None]) -> Trace | None:
        try:
            with time_limit(max(self.deadline, time.monotonic()) + _GRACE):
                return confirm()
        except TimeUp:
            return None

    def _sample(self) -> None:
        """Some executions at random while the solver is busy."""
        started = time.monotonic()
        sampler = self._sampler()
        while time.monotonic() - started < _SAMPLE:
            trace = self._confirmed(sampler.go_on)
            if trace is not None:
                self._note_sample(trace)
                break
        self.sampling += time.monotonic() - started

    def _sampler(self) -> Sampler:
        from unthread.results.sample import Sampler

        properties = self.request.properties - self._of_no_interest()
        if self.sampler is None or self.sampler.properties != properties:
            self.sampler = Sampler(self.program, self.source, properties, self.deadline)
        return self.sampler

    def _reached(self) -> frozenset[Arrival]:
        """What some executions at random get to. They are the last doubt in a search that has found nothing:
        within bounds that are all there is, they must not find anything either. Where something was left out,
        what they find counts, unless nobody wants to know what random executions find."""
        started = time.monotonic()
        sampler = self._sampler()
        before = sampler.tried
        while sampler.tried - before < _CLOSING_TRIES:
            seconds = time.monotonic() - started
            if seconds > (_CLOSING if sampler.tried - before > _LEAST_TRIES else _MOST_CLOSING):
                break
            trace = self._confirmed(sampler.go_on)
            if trace is not None:
                self._doubt(trace)
                if self.request.sample:
                    self._add(trace)
                break
        return frozenset(sampler.arrived)

    def _note_sample(self, trace: Trace) -> None:
        self._doubt(trace)
        self._add(trace)

    def _doubt(self, trace: Trace) -> None:
        """Luck must not find what the engine has called impossible."""
        violation, coverage = trace.violation, self.findings.coverage
        if self.findings.traces or self.findings.doubt is not None or self.findings.gap is not None:
            return  # the engine does not claim that there is nothing
        if coverage is not None and coverage.complete and violation.property in coverage.properties:
            raise MissedError(
                f"{violation.loc}: a random execution ends with '{violation.message}', "
                "but the engine claims that nothing of the kind can happen"
            )

    def _refused(self, refusal: Refused) -> Verdict:
        first = refusal.diagnostics[0]
        if first.severity is not Severity.UNSUPPORTED:
            if refusal.is_usage:
                raise UsageError(first.message, first.loc, first.hint)
            raise InputError.of(refusal.diagnostics)
        reason = f"not modelled: {first.message}"
        return Unknown(UnknownCause.NOT_MODELLED, reason, first.loc, first.hint, self.findings.coverage)


def time_is_up(limits: Limits) -> str:
    return f"the time is up ({duration(limits.seconds)})"


def duration(seconds: float) -> str:
    if seconds >= 60 and seconds % 60 == 0:
        return f"{seconds / 60:g} min"
    return f"{seconds:g} s"
