"""One searcher in its child process, and what becomes of what it tells: `Search`."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from unthread.core.child import LAST_WORDS, Child, Crashed, Died, Done, Line, Refused
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
    Working,
)
from unthread.core.ledger import with_ledger
from unthread.core.process import Limits
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.request import Request
from unthread.core.source import Source
from unthread.core.trace import Trace
from unthread.core.verdict import Cause, Coverage, Omission, Unknown, UnknownCause
from unthread.program.program import Program
from unthread.results.findings import Claim, Findings, Result
from unthread.results.progress import doing, smaller

if TYPE_CHECKING:
    from unthread.results.sampling import Sampling

_LIMITS = (UnknownCause.OUT_OF_TIME, UnknownCause.OUT_OF_MEMORY)
_LATE = 0.5  # seconds after the deadline in which events are still read
_LEAST_PATIENCE = 3.0  # seconds in which something worse than a data race may still be found


class NotReplayedError(Exception):
    """The engine claims a violation that the interpreter does not see: a bug of unthread."""


class MissedError(Exception):
    """A random execution violates what the engine has called impossible: a bug of unthread."""


class CrashedError(Exception):
    """The search ended in an exception that nobody expected: a bug of unthread."""


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


class Search:
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
        self._doing: Working | None = None  # what it is doing
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
            case Working():
                self._doing = event
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
        reason = event.reason or time_is_up(self.asked.limits)
        if self._doing is None or event.cause not in _LIMITS:
            return replace(event, reason=reason)
        hint = event.hint or smaller(self._doing)
        return replace(event, reason=f"{reason} {doing(self._doing)}", hint=hint)

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
        if trace is not None and self._is_guessed(trace):
            return
        if trace is not None:
            self._add(trace)
            findings.within, findings.effort = found.within, found.effort
        elif found.loose or claim.property is Property.LEAK:
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
            findings.claim = Claim(_not_replayed(self.searcher.name, claim.message), claim.loc)

    def _doubt_claim(self, found: Found, reason: str) -> None:
        self.findings.doubt = self.findings.doubt or Claim(reason, found.witness.violation.loc)

    def _is_guessed(self, trace: Trace) -> bool:
        """The violation is there only for some results of library functions that are not modelled."""
        from unthread.results.replay import depends_on_guesses

        asked = {value.name.removesuffix("()") for value in trace.inputs}
        names = sorted(asked & self.asked.program.guessed)
        if not names or not depends_on_guesses(self.asked.marked, trace):
            return False
        what = "; ".join(f"'{name}' returns any value" for name in names)
        reason = f"a possible violation depends on a loose model: {what}"
        self.findings.doubt = self.findings.doubt or Claim(reason, trace.violation.loc)
        return True

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

    def _doubt(self, trace: Trace) -> None:
        """Luck must not find what the engine has called impossible."""
        violation, coverage = trace.violation, self.findings.coverage
        if self.findings.denies_nothing:
            return
        if coverage is not None and coverage.complete and violation.property in coverage.properties:
            raise MissedError(
                f"{violation.loc}: a random execution ends with '{violation.message}', "
                "but the engine claims that this cannot happen"
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
        f"{name} claims '{message}', but unthread's interpreter cannot reproduce it with the counterexample: "
        f"one of the two is wrong, or memory is misused before, which {name} does not check"
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
    return f"time limit reached ({duration(limits.seconds)})"


def duration(seconds: float) -> str:
    if seconds >= 60 and seconds % 60 == 0:
        return f"{seconds / 60:g} min"
    return f"{seconds:g} s"
