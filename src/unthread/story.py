"""The whole story: C files → `Verdict`.

prepare      C is read once; loops that wait say what they wait for
race         searchers look for violations, each in a child process, and tell what happens
confirm      what one claims is replayed by the interpreter before it counts
conclude     the verdict: what was found, or what was covered
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from unthread.bound.ledger import with_places
from unthread.bound.loops.spinning import with_waits
from unthread.core.bounds import Bound
from unthread.core.child import LAST_WORDS, Child, Crashed, Died, Done, Line, Refused, out_of_memory
from unthread.core.clock import TimeUp, time_limit
from unthread.core.diagnostics import InputError, Severity, UsageError
from unthread.core.events import (
    Closing,
    Covered,
    Event,
    Finished,
    Found,
    Gap,
    Reply,
    Searcher,
    Stopped,
    Unshown,
)
from unthread.core.ledger import with_ledger
from unthread.core.process import Limits as Limits
from unthread.core.process import memory_limit
from unthread.core.properties import ASSERTED, Property
from unthread.core.records import dataclass
from unthread.core.request import Request
from unthread.core.source import Source
from unthread.core.trace import Trace
from unthread.core.verdict import Cause, Coverage, Omission, Unknown, UnknownCause, Unsafe, Verdict
from unthread.frontend.load import load
from unthread.program.program import Program
from unthread.results.findings import Claim, Findings, Result, best, contradictions, is_decided, widest

if TYPE_CHECKING:
    from unthread.backends.searcher import Choice
    from unthread.results.sampling import Sampling

DEFAULT_SECONDS = 15 * 60.0
_PATIENCE = 0.05  # seconds between two looks at the clock
_LATE = 0.5  # seconds after the deadline in which events are still read
_LEAST_PATIENCE = 3.0  # seconds in which something worse than a data race may still be found
_MOST_GRACE = 10.0  # seconds in which others may contradict the first who says that all is well
_LEAST_GRACE = 1.0

Progress = Callable[[Event | None], None]  # None: time has passed


class NotReplayedError(Exception):
    """The engine claims a violation that the interpreter does not see: a bug of unthread."""


class MissedError(Exception):
    """A random execution violates what the engine has called impossible: a bug of unthread."""


class CrashedError(Exception):
    """The search ended in an exception that nobody expected: a bug of unthread."""


class DisagreementError(Exception):
    """Two searchers contradict each other."""

    def __init__(self, claiming: Result, denying: Result) -> None:
        super().__init__(f"{claiming.name} and {denying.name} contradict each other")
        self.results = (claiming, denying)


@dataclass(frozen=True, slots=True)
class Asked:
    """What every searcher is asked, and until when. `program` is the one to search, `marked` the same with
    places that executions should get to."""

    program: Program
    marked: Program
    source: Source
    request: Request
    limits: Limits
    deadline: float


Backend: TypeAlias = Callable[[Asked], Searcher]


def engine(asked: Asked) -> Searcher:
    """The default backend."""
    from unthread.engine.searcher import EngineSearcher  # loads the solver

    return EngineSearcher(asked.marked, asked.request)


def tool(choice: Choice) -> Backend:
    """An external one."""
    from unthread.backends.searcher import ToolSearcher

    def searcher(asked: Asked) -> Searcher:
        return ToolSearcher(asked.program, asked.request, choice, asked.limits.memory, asked.deadline)

    return searcher


def default_limits() -> Limits:
    """The usual time, and most of the memory that the machine has."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return Limits(DEFAULT_SECONDS, total * 4 // 5)


def check(
    source: Source,
    request: Request,
    limits: Limits,
    progress: Progress = lambda event: None,
    backends: Sequence[Backend] = (engine,),
    program: Program | None = None,
    deadline: float | None = None,
) -> Verdict:
    """Searches for violations until one is found, nothing is left to search, or a limit is reached. `program`
    and `deadline` are given if the source has been read before."""
    deadline = time.monotonic() + limits.seconds if deadline is None else deadline
    whole = read_within(source, limits, deadline) if program is None else program
    if isinstance(whole, Unknown):
        return whole
    try:
        with memory_limit(limits.memory):
            with time_limit(deadline):
                asked = prepare(whole, source, request, limits, deadline)
            return conclude(asked, backends, progress)
    except TimeUp:
        return _too_late(limits)
    except MemoryError:
        return _too_large(limits)


def read_within(source: Source, limits: Limits, deadline: float) -> Program | Unknown:
    """A program that can be started, or which limit is in the way."""
    try:
        with memory_limit(limits.memory), time_limit(deadline):
            program = load(source)
    except TimeUp:
        return _too_late(limits)
    except MemoryError:
        return _too_large(limits)
    if not program.entry or program.entry not in program.functions:
        raise InputError("there is no function 'main' to start from")
    return program


def _too_late(limits: Limits) -> Unknown:
    return Unknown(UnknownCause.OUT_OF_TIME, f"{time_is_up(limits)} while the program was being read")


def _too_large(limits: Limits) -> Unknown:
    return Unknown(UnknownCause.OUT_OF_MEMORY, out_of_memory(limits.memory))


def prepare(program: Program, source: Source, request: Request, limits: Limits, deadline: float) -> Asked:
    """The program as every searcher gets it."""
    program = with_waits(program, request.properties)
    return Asked(program, with_places(program, request.with_lines), source, request, limits, deadline)


def conclude(asked: Asked, backends: Sequence[Backend], progress: Progress) -> Verdict:
    share = replace(asked.limits, memory=asked.limits.memory // len(backends))
    asked = replace(asked, limits=share)
    story = Story(asked, [backend(asked) for backend in backends], progress)
    results = story.results()
    for claiming, denying in contradictions(results):
        raise DisagreementError(claiming, denying)
    result = best(results, asked.request.properties)
    if story.is_interrupted and len(results) > 1 and not isinstance(result.verdict, Unsafe):
        return Unknown(UnknownCause.INTERRUPTED, "interrupted", coverage=widest(results))
    if result.shows_nothing and not story.has_engine and time.monotonic() < asked.deadline:
        return _looked_for(asked, result, progress)
    return result.verdict


def _looked_for(asked: Asked, result: Result, progress: Progress) -> Verdict:
    """A violation that a tool claims without showing it: the engine looks for it in the same place."""
    request = replace(asked.request, properties=asked.request.properties & ASSERTED, sample=False)
    place = "in the time that was left"
    if result.within is not None and result.within.rounds:
        within = result.within
        request = replace(request, bounds=within.bounds, fixed=frozenset(Bound), rounds=within.rounds)
        place = "within the same bounds"
    verdict = conclude(replace(asked, request=request), (engine,), progress)
    if isinstance(verdict, Unsafe):
        return verdict
    reason = f"{result.name} claims a violation without showing it, and the engine finds none {place}"
    if isinstance(verdict, Unknown):
        return replace(verdict, reason=f"{reason}: {verdict.reason}")
    return Unknown(UnknownCause.NOT_CONFIRMED, reason, coverage=result.verdict.coverage)


class Story:
    """Searchers race: the first violation ends the race, and so does, a little later, the first who says that
    there is none. Afterwards, `is_interrupted` says whether the user did not want to wait."""

    def __init__(self, asked: Asked, searchers: Sequence[Searcher], progress: Progress) -> None:
        self.asked = asked
        self.has_engine = any(searcher.is_engine for searcher in searchers)
        self.is_interrupted = False
        self._began = time.monotonic()
        self._decided_at: float | None = None
        self._progress = progress
        self._searches = [_Search(asked, searcher) for searcher in searchers]

    def results(self) -> list[Result]:
        """All that came in before the race was over."""
        try:
            for search in self._searches:
                search.start()
            while not self._is_over():
                self._go_on()
        except KeyboardInterrupt:
            self.is_interrupted = True
        finally:
            for search in self._searches:
                search.stop()
        cause = UnknownCause.INTERRUPTED if self.is_interrupted else UnknownCause.STOPPED
        return [search.result(Stopped(cause, str(cause))) for search in self._searches]

    def _is_over(self) -> bool:
        if self._decided_at is not None and time.monotonic() >= self._decided_at:
            return True
        return all(search.is_done for search in self._searches)

    def _go_on(self) -> None:
        """One event of each searcher, if there is one."""
        running = [search for search in self._searches if not search.is_done]
        for search in running:
            event = search.receive(_PATIENCE / len(running))
            if search is self._searches[0]:
                self._progress(event)
            search.take(event)
            if search.is_done:
                search.stop()
                self._note(search.result(None).verdict)

    def _note(self, verdict: Verdict) -> None:
        """A violation that was shown ends the race; who says that there is none may be contradicted."""
        now = time.monotonic()
        if isinstance(verdict, Unsafe):
            self._decided_at = now
        elif is_decided(verdict, self.asked.request.properties) and self._decided_at is None:
            self._decided_at = now + max(_LEAST_GRACE, min(_MOST_GRACE, now - self._began))


class _Search:
    """One searcher in its child process, and what it has found."""

    def __init__(self, asked: Asked, searcher: Searcher) -> None:
        self.asked = asked
        self.searcher = searcher
        self.findings = Findings()
        self.is_done = False
        self._child: Child | None = None
        self._ending: Stopped | None = None  # why it is done before its time
        self._sampling: Sampling | None = None
        self._started = time.monotonic()
        self._patience: float | None = None  # until when something worse than a race is waited for

    def start(self) -> None:
        self._child = Child(self._work, self.asked.limits.memory, is_tidy=not self.searcher.is_engine)

    def _work(self, line: Line) -> None:
        """In the child."""

        def tell(event: Event) -> Reply:
            if isinstance(event, Found | Closing):
                reply: Reply = line.ask(event)
                return reply
            line.send(event)
            return Reply()

        self.searcher.search(tell)

    def stop(self) -> None:
        if self._child is not None:
            self._child.stop()

    def result(self, unless_done: Stopped | None) -> Result:
        """`unless_done`: why it was broken off."""
        ending = self._ending if self.is_done else unless_done
        if self.searcher.is_engine:
            self._add_ledger()
        return Result.of(self.searcher.name, self.findings, ending)

    def _add_ledger(self) -> None:
        """Where the search has not come to its end, executions at random say what can be reached."""
        coverage = self.findings.coverage
        if coverage is not None and not coverage.ledger:
            reached = self._sampling.arrived if self._sampling else frozenset()
            self.findings.coverage = with_ledger(coverage, self.asked.marked.places, reached, is_all=False)

    # What happens

    def receive(self, seconds: float) -> Event | None:
        """What the searcher says within that time; None if it says nothing. What was said in time is heard,
        also by somebody who was busy then."""
        assert self._child is not None, "it was started"
        left = self.asked.deadline - time.monotonic()
        message = self._child.receive(max(0.0, min(left, seconds))) if left > -_LATE else None
        if message is None:
            return None if left > 0 else Stopped(UnknownCause.OUT_OF_TIME)
        return self._last_word(message) if isinstance(message, LAST_WORDS) else _event(message)

    def _last_word(self, message: Done | Refused | Died | Crashed) -> Event:
        match message:
            case Done():
                return Finished()
            case Died(reason):
                return Stopped(UnknownCause.OUT_OF_MEMORY, reason)
            case Refused():
                self.findings.refusal = _refused(message)
                return Finished()
            case Crashed(what, trace):
                error = CrashedError(what)
                error.add_note(trace)
                raise error

    def take(self, event: Event | None) -> None:
        match event:
            case Covered(coverage):
                self.findings.coverage = as_chosen(coverage, self.asked.source)
            case Gap():
                self.findings.gap = self.findings.gap or event
            case Found():
                self._judge(event)
                self._answer(Reply(self._ignored()))
            case Unshown(reason, loc, within):
                self.findings.within = within
                self.findings.claim = Claim(reason, loc, is_shown=False)
            case Closing():
                self._close()
            case Stopped():
                self._ending = self._worded(event)
                self.is_done = True
            case Finished():
                self.is_done = True
            case None if self.asked.request.sample and self.searcher.is_engine:
                self._note_luck(self._luck().meanwhile(self._interesting()))
        self.is_done = self.is_done or self._has_enough()

    def _worded(self, event: Stopped) -> Stopped:
        return event if event.reason else replace(event, reason=time_is_up(self.asked.limits))

    def _answer(self, reply: Reply) -> None:
        assert self._child is not None, "it was started"
        self._child.answer(reply)

    def _has_enough(self) -> bool:
        """A violation is enough, but something worse than a data race may be about to be found."""
        if not self.findings.traces or self.asked.request.every:
            return False
        return not self.findings.has_only_races or (
            self._patience is not None and time.monotonic() > self._patience
        )

    def _ignored(self) -> frozenset[Property]:
        """One race is enough to know that there are any."""
        has_race = any(trace.violation.property is Property.RACE for trace in self.findings.traces)
        return frozenset({Property.RACE}) if has_race and not self.asked.request.every else frozenset()

    def _interesting(self) -> frozenset[Property]:
        return self.searcher.properties - self._ignored()

    def _add(self, trace: Trace) -> None:
        self.findings.traces.append(trace)
        if self._patience is None and trace.violation.property is Property.RACE:
            now = time.monotonic()
            self._patience = now + max(_LEAST_PATIENCE, now - self._started)

    # What is claimed

    def _judge(self, found: Found) -> None:
        """Only what the interpreter sees as well counts."""
        claim, findings = found.witness.violation, self.findings
        if claim.property in self._ignored():
            return
        trace = self._confirmed(found)
        if trace is not None:
            self._add(trace)
            findings.within, findings.effort = found.within, found.effort
        elif found.loose or claim.property is Property.LEAK:
            loose = "; ".join(found.loose) or "when a process may end between two steps"
            self._doubt_claim(found, f"a violation depends on what is modelled loosely: {loose}")
        elif time.monotonic() > self.asked.deadline:
            self._doubt_claim(found, "a violation is claimed, and there was no time left to replay it")
        elif self.searcher.is_engine:
            raise NotReplayedError(
                f"{claim.loc}: the engine claims '{claim.message}', but the replay does not get there"
            )
        else:
            findings.within = found.within
            findings.claim = Claim(_not_replayed(self.searcher.name, claim.message), claim.loc)

    def _doubt_claim(self, found: Found, reason: str) -> None:
        self.findings.doubt = self.findings.doubt or Claim(reason, found.witness.violation.loc)

    def _confirmed(self, found: Found) -> Trace | None:
        from unthread.results.replay import confirm  # the interpreter, which few need
        from unthread.results.sampling import GRACE

        asked = self.asked
        try:
            with time_limit(max(asked.deadline, time.monotonic()) + GRACE):
                properties = self.searcher.properties
                return confirm(asked.marked, asked.source, found.witness, properties, asked.deadline)
        except TimeUp:
            return None

    # What luck finds

    def _luck(self) -> Sampling:
        from unthread.results.sampling import Sampling

        if self._sampling is None:
            self._sampling = Sampling(self.asked.marked, self.asked.source, self.asked.deadline)
        return self._sampling

    def _note_luck(self, trace: Trace | None) -> None:
        if trace is not None:
            self._doubt(trace)
            self._add(trace)

    def _close(self) -> None:
        """Executions at random are the last doubt in a search that has found nothing: within bounds that are
        all there is, they must not find anything either. Where something was left out, what they find counts,
        unless the user does not want random executions."""
        trace = self._luck().closing(self._interesting())
        if trace is not None:
            self._doubt(trace)
            if self.asked.request.sample:
                self._add(trace)
        self._answer(Reply(reached=self._luck().arrived))

    def _doubt(self, trace: Trace) -> None:
        """Luck must not find what the engine has called impossible."""
        violation, coverage = trace.violation, self.findings.coverage
        if self.findings.denies_nothing:
            return
        if coverage is not None and coverage.complete and violation.property in coverage.properties:
            raise MissedError(
                f"{violation.loc}: a random execution ends with '{violation.message}', "
                "but the engine claims that nothing of the kind can happen"
            )


def _event(message: object) -> Event:
    assert isinstance(message, Event), "searchers send events"
    return message


def _refused(refusal: Refused) -> Unknown:
    first = refusal.diagnostics[0]
    if first.severity is not Severity.UNSUPPORTED:
        if refusal.is_usage:
            raise UsageError(first.message, first.loc, first.hint)
        raise InputError.of(refusal.diagnostics)
    return Unknown(UnknownCause.NOT_MODELLED, f"not modelled: {first.message}", first.loc, first.hint)


def _not_replayed(name: str, message: str) -> str:
    return (
        f"{name} claims '{message}', but unthread's interpreter does not get there with its counterexample: "
        f"one of the two is wrong, or memory goes wrong on the way, which {name} does not look for"
    )


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


def time_is_up(limits: Limits) -> str:
    return f"the time is up ({duration(limits.seconds)})"


def duration(seconds: float) -> str:
    if seconds >= 60 and seconds % 60 == 0:
        return f"{seconds / 60:g} min"
    return f"{seconds:g} s"
