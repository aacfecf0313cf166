"""One searcher in its child process, and what becomes of what it tells: `ChildSearch`."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from unthread.core.child import LAST_WORDS, Child, Crashed, Died, Done, Line, Refused, without_interrupts
from unthread.core.clock import TimeUp, time_limit
from unthread.core.diagnostics import InputError, InternalError, Severity, UsageError
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
    Working,
)
from unthread.core.ledger import merged, with_ledger
from unthread.core.patience import Patience
from unthread.core.process import Limits
from unthread.core.properties import LEAKS, Property, Violation
from unthread.core.records import dataclass
from unthread.core.request import Request
from unthread.core.source import FLOATING, DataModel, Source
from unthread.core.trace import Trace
from unthread.core.verdict import (
    Cause,
    Coverage,
    Method,
    Omission,
    Proof,
    Unknown,
    UnknownCause,
    Verdict,
    Visit,
)
from unthread.program.library import ALLOCATORS
from unthread.program.program import Program
from unthread.program.query.floats import has_floats
from unthread.results.findings import Findings, OpenClaim, SearchResult
from unthread.results.progress import doing, duration, smaller

if TYPE_CHECKING:
    from unthread.results.sampling import Sampling

_LIMITS = (UnknownCause.OUT_OF_TIME, UnknownCause.OUT_OF_MEMORY)
ENDING = frozenset({Property.MEMORY, Property.LOCK})  # executions, besides arithmetic that has no result
_LATE = 0.5  # seconds after the deadline in which events are still read
_LEAST_PATIENCE = 3.0  # seconds in which something worse than a data race may still be found


class NotReplayedError(InternalError):
    """The engine claims a violation that the interpreter does not see: a bug of unthread."""


class MissedError(InternalError):
    """A random execution violates what the engine has called impossible: a bug of unthread."""


class CrashedError(InternalError):
    """The search ended in an unexpected exception: a bug of unthread."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What every searcher is asked, and until when. `program` is the one to search, `marked` the same with
    places that executions should reach. `started`, if part of it was executed, is that one with a start, and
    `resumed` is how the engine gets it. `proved` is what need not be searched for any longer."""

    program: Program
    marked: Program
    source: Source
    request: Request
    limits: Limits
    deadline: float
    started: Program | None = None
    resumed: Program | None = None
    proved: tuple[Proof, ...] = ()
    settled: frozenset[Property] = frozenset()  # also what was not asked for
    granted: tuple[str, ...] = ()  # what the proofs take for granted
    patience: float = math.inf  # seconds that a searcher may take where more are left


class ChildSearch:
    """One searcher in its child process, and what it has found. `nice`: by how much it gives way to
    others."""

    def __init__(self, asked: Asked, searcher: Searcher, nice: int = 0) -> None:
        self.asked = asked
        self.searcher = searcher
        self._nice = nice
        method = Method.BOUNDED if searcher.is_engine else Method.BACKEND
        self.findings = Findings(asked.request.accepted, method)
        self.is_done = False
        self._child: Child | None = None
        self._ending: Stopped | None = None  # why it is done before its time
        self._sampling: Sampling | None = None
        self._started = time.monotonic()
        self._doing: Working | None = None  # what it is doing
        self._patience: Patience | None = None  # with all that it does
        self._racing: Patience | None = None  # for something worse than a race

    def start(self) -> None:
        with without_interrupts():
            is_tidy, memory = not self.searcher.is_engine, self.asked.limits.memory
            self._child = Child(self._work, memory, is_tidy=is_tidy, nice=self._nice)
        self._patience = Patience(self.asked.patience, lambda: self.spent)

    @property
    def spent(self) -> float:
        """Seconds of CPU so far."""
        assert self._child is not None, "it was started"
        return self._child.spent

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

    @property
    def was_stopped(self) -> bool:
        """By a limit, or because it cannot do what was asked."""
        return self._ending is not None

    def restrict(self, memory: int) -> bool:
        """Whether it can do with so much memory from now on."""
        return self._child is not None and self._child.restrict(memory)

    def result(self, unless_done: Stopped | None) -> SearchResult:
        """`unless_done`: why it was broken off."""
        ending = self._ending if self.is_done else unless_done
        if self.searcher.is_engine or self._sampling is not None:
            self._add_ledger()
        return SearchResult.of(self.searcher.name, self.findings, ending)

    def proof(self) -> Verdict:
        """What was reported as covered counts even if the search was stopped."""
        self._add_ledger()
        return self.findings.verdict(None)

    def _add_ledger(self) -> None:
        """Where the search has not come to its end, executions at random say what can be reached."""
        coverage = self.findings.coverage
        if coverage is not None and not coverage.ledger:
            start = self._executed.start
            reached = self._sampling.arrived if self._sampling else frozenset()
            reached |= start.arrived if start else frozenset()
            self.findings.coverage = with_ledger(coverage, self.asked.marked.places, reached, is_all=False)

    @property
    def _executed(self) -> Program:
        """The program as its executions begin: those that the searcher speaks of."""
        started = self.asked.started if self.searcher.is_engine else None
        return started or self.asked.marked

    # What happens

    def receive(self, seconds: float) -> Event | None:
        """What the searcher says within that time; None if it says nothing. What was said in time is heard,
        also by somebody who was busy then."""
        assert self._child is not None, "it was started"
        assert self._patience is not None, "since it was started"
        left = self.asked.deadline - time.monotonic()
        left = min(left, 0.0) if self._patience.is_over else left
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
            case Working():
                self._doing = event
            case Covered(coverage):
                self.findings.coverage = as_chosen(self._with_proofs(coverage), self.asked)
            case Gap():
                self.findings.gap = self.findings.gap or event
            case Found():
                self._judge(event)
                self._answer(Reply(self._ignored()))
            case Unshown(reason, loc, within):
                self.findings.within = within
                self.findings.claim = OpenClaim(reason, loc, is_shown=False)
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

    def _with_proofs(self, coverage: Coverage) -> Coverage:
        """What was proved before; whether the search is a proof, too, is known when it is over."""
        granted = () if coverage.complete else self.asked.granted
        assumptions = tuple(dict.fromkeys((*coverage.assumptions, *granted)))
        return replace(coverage, proofs=(*self.asked.proved, *coverage.proofs), assumptions=assumptions)

    def _worded(self, event: Stopped) -> Stopped:
        reason = event.reason or time_is_up(self.asked.limits)
        if self._doing is None and event.cause is UnknownCause.OUT_OF_TIME and not event.reason:
            return replace(
                event,
                reason=f"{reason} before the search began",
                hint="--time T allows more (15m unless given)",
            )
        if self._doing is None or event.cause not in _LIMITS:
            return replace(event, reason=reason)
        hint = event.hint or smaller(self._doing)
        return replace(event, reason=f"{reason} {doing(self._doing)}", hint=hint)

    def _answer(self, reply: Reply) -> None:
        assert self._child is not None, "it was started"
        self._child.answer(reply)

    def _has_enough(self) -> bool:
        """A violation is enough, but something worse than a data race may be about to be found."""
        if not self.findings.new or self.asked.request.every:
            return False
        return not self.findings.has_only_races or (self._racing is not None and self._racing.is_over)

    def _ignored(self) -> frozenset[Property]:
        """One race is enough to know that there are any."""
        has_race = any(trace.violation.property is Property.RACE for trace in self.findings.new)
        return frozenset({Property.RACE}) if has_race and not self.asked.request.every else frozenset()

    def _interesting(self) -> frozenset[Property]:
        return self.searcher.properties - self._ignored()

    def _add(self, trace: Trace) -> None:
        self.findings.traces.append(trace)
        if self._racing is None and self.findings.new and trace.violation.property is Property.RACE:
            seconds = max(_LEAST_PATIENCE, time.monotonic() - self._started)
            self._racing = Patience(seconds, lambda: self.spent)

    # What is claimed

    def _judge(self, found: Found) -> None:
        """Only what the interpreter sees as well counts."""
        claim, findings = found.witness.violation, self.findings
        if claim.property in self._ignored():
            return
        trace = self._confirmed(found)
        if trace is not None and self._is_guessed(trace):
            return
        if trace is not None:
            self._add(trace)
            findings.within, findings.effort = found.within, found.effort
        elif found.loose or claim.property in LEAKS:
            loose = "; ".join(found.loose) or "when a process may end between two steps"
            self._doubt_claim(found, f"a possible violation depends on a loose model: {loose}")
        elif time.monotonic() > self.asked.deadline:
            self._doubt_claim(found, "a violation is claimed, but there was no time left to replay it")
        elif self.searcher.is_engine:
            raise NotReplayedError(
                f"{claim.loc}: the engine claims '{claim.message}', but the replay does not reproduce it"
            )
        else:
            findings.within = found.within
            findings.claim = OpenClaim(_not_replayed(self.searcher.name, claim.message), claim.loc)

    def _doubt_claim(self, found: Found, reason: str) -> None:
        self.findings.doubt = self.findings.doubt or OpenClaim(reason, found.witness.violation.loc)

    def _is_guessed(self, trace: Trace) -> bool:
        """The violation is there only for some results of library functions that are not modelled."""
        from unthread.results.replay import depends_on_guesses

        asked = {value.name.removesuffix("()") for value in trace.inputs}
        names = sorted(asked & self.asked.program.guessed)
        if not names or not depends_on_guesses(self._executed, trace):
            return False
        what = "; ".join(f"'{name}' returns any value" for name in names)
        reason = f"a possible violation depends on a loose model: {what}"
        self.findings.doubt = self.findings.doubt or OpenClaim(reason, trace.violation.loc)
        return True

    def _confirmed(self, found: Found) -> Trace | None:
        from unthread.results.replay import confirm  # the interpreter, which few need
        from unthread.results.sampling import GRACE

        asked = self.asked
        try:
            with time_limit(max(asked.deadline, time.monotonic()) + GRACE):
                properties = self.searcher.properties
                return confirm(self._executed, asked.source, found.witness, properties, asked.deadline)
        except TimeUp:
            return None

    # What luck finds

    @property
    def _claimant(self) -> str:
        return "the engine" if self.searcher.is_engine else f"the proof by {self.searcher.name}"

    def _luck(self) -> Sampling:
        from unthread.results.sampling import Sampling

        if self._sampling is None:
            self._sampling = Sampling(self._executed, self.asked.source, self.asked.deadline)
        return self._sampling

    def _note_luck(self, trace: Trace | None) -> None:
        if trace is not None and not self._is_guessed(trace):
            self._doubt(trace)
            self._add(trace)

    def _close(self) -> None:
        """Executions at random are the last doubt in a search that has found nothing: within bounds that are
        all there is, they must not find anything either. Where something was left out, what they find counts,
        unless the user does not want random executions."""
        trace = self._luck().closing(self._interesting())
        if trace is not None and not self._is_guessed(trace):
            self._doubt(trace)
            if self.asked.request.sample:
                self._add(trace)
        self._answer(Reply(reached=self._luck().arrived))
        if not self.searcher.is_engine:
            self._note_end()

    def _note_end(self) -> None:
        """A proof speaks of executions up to where they violate something else: if a few at random do, it is
        not only an assumption that they might. Nobody asks for arithmetic here: what does not fit wraps
        around and continues, and what has no result ends the execution."""
        luck = self._luck()
        trace = luck.closing(ENDING - self._interesting() - self.asked.settled)
        violation = trace.violation if trace is not None else luck.ended
        if violation is not None:
            self.note_ends([end_of(violation)])

    def note_ends(self, ends: Iterable[Omission]) -> None:
        """Executions past these were not looked at."""
        coverage = self.findings.coverage
        if coverage is not None:
            omissions = dict.fromkeys((*coverage.omissions, *ends))
            self.findings.coverage = replace(coverage, omissions=tuple(omissions))

    def note_visits(self, visits: Sequence[Visit]) -> None:
        """What executions get to, as another search of the same program has seen."""
        self._add_ledger()
        coverage = self.findings.coverage
        if coverage is not None:
            self.findings.coverage = replace(coverage, ledger=merged(coverage.ledger, visits))

    def _doubt(self, trace: Trace) -> None:
        """Luck must not find what the engine has called impossible."""
        violation, coverage = trace.violation, self.findings.coverage
        if violation.property in self.asked.settled:
            raise MissedError(
                f"{violation.loc}: a random execution ends with '{violation.message}', "
                "but it was proved that this cannot happen"
            )
        if self.findings.denies_nothing:
            return
        is_denied = coverage is not None and (coverage.complete or violation.property in coverage.proved)
        if coverage is not None and is_denied and violation.property in coverage.properties:
            raise MissedError(
                f"{violation.loc}: a random execution ends with '{violation.message}', "
                f"but {self._claimant} claims that this cannot happen"
            )


def end_of(violation: Violation) -> Omission:
    return Omission(Cause.ENDED, violation.message, violation.loc, property=violation.property)


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
        f"{name} claims '{message}', but unthread's interpreter cannot reproduce it with the counterexample: "
        f"one of the two is wrong, or memory is misused before, which {name} does not check"
    )


def as_chosen(coverage: Coverage, asked: Asked) -> Coverage:
    """What was covered is what the user has chosen to look at; a proof before may have said so already."""
    source, functions = asked.source, asked.program.functions
    assumed = {
        "allocations never fail (--malloc-may-fail)": not source.malloc_may_fail
        and not ALLOCATORS.isdisjoint(functions),
        "each statement is one step (--atomic-statements)": source.atomic_statements,
        "condition variables and futexes wake up only when signaled (--no-spurious)": not source.spurious,
        "accesses to volatile objects are atomic (--volatile-is-atomic)": source.volatile_is_atomic,
    }
    chosen = [text for text, is_so in assumed.items() if is_so]
    chosen += (*_about_flags(source, asked.program), *asked.program.assumed)
    if source.has_own_main:
        chosen.append(_own_main(source))
    havoc = (
        Omission(Cause.ENVIRONMENT, f"'{name}' changing more than the objects that its arguments point to")
        for name in source.havoc
    )
    return replace(
        coverage,
        omissions=(*coverage.omissions, *havoc),
        assumptions=tuple(dict.fromkeys((*coverage.assumptions, *chosen))),
    )


def _about_flags(source: Source, program: Program) -> list[str]:
    """What holds although the compiler's flags say otherwise, and of floating-point numbers only where there
    are any."""
    if not (source.assumed or source.data_model is DataModel.M32):
        return []
    if not has_floats(program):
        return [text for text in source.assumed if not text.startswith(FLOATING)]
    is_32 = source.data_model is DataModel.M32
    return [*([f"{FLOATING} arithmetic is that of SSE2, and not of x87 (-m32)"] * is_32), *source.assumed]


def _own_main(source: Source) -> str:
    """What runs in place of a main."""
    if source.linearizable is not None:
        return "objects do not depend on each other, nor on earlier ones; no main (--linearizable)"
    entries = source.entries
    times = "once" if entries.times == 1 else f"{entries.times} times"
    each = " each" if len(entries.functions) > 1 else ""
    names = ", ".join(entries.functions)
    return f"{names} called {times}{each}, in threads that start together; no main (--entry)"


def time_is_up(limits: Limits) -> str:
    return f"time limit reached ({duration(limits.seconds)})"
