"""The whole story: C files → `Verdict`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from unthread.bound.spinning import with_waits
from unthread.core.diagnostics import InputError, Severity, UsageError
from unthread.core.process import Limits as Limits
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.source import Loc, Source
from unthread.core.trace import Trace
from unthread.core.verdict import Coverage, Effort, Safe, Unknown, Unsafe, Verdict
from unthread.engine.deepen import Covered, Found, Gap, Request
from unthread.engine.worker import Crashed, Died, Message, Refused, Tick, TimedOut, Worker
from unthread.frontend.load import load
from unthread.program.program import Program

if TYPE_CHECKING:
    from unthread.results.sample import Sampler

DEFAULT_SECONDS = 15 * 60.0
_SAMPLE = 0.1  # seconds between two looks at what the solver says
_MOST_SAMPLING = 60.0  # seconds in all
STOPPED = "stopped"  # somebody else has the answer


class NotReplayedError(Exception):
    """The engine claims a violation that the interpreter does not see: a bug of unthread."""


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
    program = with_waits(load_whole(source), request.properties)
    return EngineStory(program, source, request, limits, progress).verdict()


def load_whole(source: Source) -> Program:
    """A program that can be started."""
    program = load(source)
    if not program.entry or program.entry not in program.functions:
        raise InputError("there is no function 'main' to start from")
    return program


@dataclass(frozen=True, slots=True)
class Doubt:
    """A claim that depends on what is modelled loosely."""

    loc: Loc
    loose: tuple[str, ...]


class Findings:
    """What came out so far, whoever searches, and the verdict that follows."""

    def __init__(self) -> None:
        self.traces: list[Trace] = []
        self.coverage: Coverage | None = None
        self.effort: Effort | None = None
        self.gap: Gap | None = None
        self.doubt: Doubt | None = None

    def verdict(self, ended: str, is_over_time: bool) -> Verdict:
        """What was searched counts as safe when the search is done, or out of time. Whoever broke it off in
        another way wanted more than that."""
        if self.traces:
            return Unsafe(tuple(self.traces), self.coverage, self.effort)
        if self.doubt is not None:
            reason = f"a violation depends on what is modelled loosely: {'; '.join(self.doubt.loose)}"
            return Unknown(reason, self.doubt.loc, coverage=self.coverage)
        if self.gap is not None:
            return Unknown(f"not modelled: {self.gap.what}", self.gap.loc, coverage=self._but(self.gap))
        if self.coverage is None or (ended and not is_over_time):
            return Unknown(ended or "nothing was searched", coverage=self.coverage)
        return Safe(self.coverage, ended)

    def _but(self, gap: Gap) -> Coverage | None:
        """What was covered besides the executions that get to the gap."""
        if self.coverage is None:
            return None
        left_out = f"a construct that is not modelled at {gap.loc}"
        return replace(self.coverage, reached=(*self.coverage.reached, left_out))


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
        progress: Callable[[Message], None] = lambda message: None,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.program = program
        self.source = source
        self.request = request
        self.limits = limits
        self.progress = progress
        self.should_stop = should_stop
        self.findings = Findings()
        self.found_within: Coverage | None = None
        self.is_interrupted = False
        self.sampler: Sampler | None = None
        self.sampling = 0.0  # seconds that were spent on it

    def verdict(self) -> Verdict:
        worker = Worker(self.program, self.request, self.limits.seconds, self.limits.memory)
        ended, is_over_time = "", False
        try:
            for message in worker.messages():
                self.progress(message)
                match message:
                    case Covered(coverage):
                        self.findings.coverage = coverage
                    case Gap():
                        self.findings.gap = self.findings.gap or message
                    case Found():
                        self._judge(message)
                        if self.findings.traces and not self.request.every:
                            break
                        worker.go_on()
                    case Tick() if self.request.sample and self.sampling < _MOST_SAMPLING:
                        self._sample()
                        if self.findings.traces:
                            break
                    case TimedOut():
                        ended = f"the time is up ({duration(self.limits.seconds)})"
                        is_over_time = True
                    case Died(reason):
                        ended = reason
                    case Refused():
                        return self._refused(message)
                    case Crashed(what, trace):
                        error = CrashedError(what)
                        error.add_note(trace)
                        raise error
                if self.should_stop():
                    ended = STOPPED
                    break
        except KeyboardInterrupt:
            ended = "interrupted"
            self.is_interrupted = True
        finally:
            worker.stop()
        return self.findings.verdict(ended, is_over_time)

    def _judge(self, found: Found) -> None:
        """Only what the interpreter sees as well counts."""
        from unthread.results.replay import confirm  # the interpreter, which few need

        trace = confirm(self.program, self.source, found.witness, self.request.properties)
        claim = found.witness.violation
        if trace is not None:
            self.findings.traces.append(trace)
            self.found_within = found.coverage
            self.findings.effort = found.coverage.effort
        elif found.loose or claim.property is Property.LEAK:
            loose = found.loose or ("when a process may end between two steps",)
            self.findings.doubt = self.findings.doubt or Doubt(claim.loc, loose)
        else:
            raise NotReplayedError(
                f"{claim.loc}: the engine claims '{claim.message}', but the replay does not get there"
            )

    def _sample(self) -> None:
        """Some executions at random while the solver is busy."""
        from unthread.results.sample import Sampler

        started = time.monotonic()
        if self.sampler is None:
            self.sampler = Sampler(self.program, self.source, self.request.properties)
        while time.monotonic() - started < _SAMPLE:
            trace = self.sampler.go_on()
            if trace is not None:
                self.findings.traces.append(trace)
                break
        self.sampling += time.monotonic() - started

    def _refused(self, refusal: Refused) -> Verdict:
        first = refusal.diagnostics[0]
        if first.severity is not Severity.UNSUPPORTED:
            if refusal.is_usage:
                raise UsageError(first.message, first.loc, first.hint)
            raise InputError.of(refusal.diagnostics)
        return Unknown(f"not modelled: {first.message}", first.loc, first.hint, self.findings.coverage)


def duration(seconds: float) -> str:
    if seconds >= 60 and seconds % 60 == 0:
        return f"{seconds / 60:g} min"
    return f"{seconds:g} s"
