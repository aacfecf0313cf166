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
from unthread.core.child import out_of_memory
from unthread.core.clock import TimeUp, time_limit
from unthread.core.diagnostics import InputError
from unthread.core.events import (
    Event,
    Searcher,
    Stopped,
)
from unthread.core.process import Limits as Limits
from unthread.core.process import memory_limit
from unthread.core.properties import ASSERTED
from unthread.core.request import Request
from unthread.core.source import Source
from unthread.core.verdict import Unknown, UnknownCause, Unsafe, Verdict
from unthread.frontend.load import load
from unthread.program.program import Program
from unthread.results.findings import Result, best, contradictions, is_decided, widest
from unthread.results.searches import Asked, Search, time_is_up

if TYPE_CHECKING:
    from unthread.backends.searcher import Choice

DEFAULT_SECONDS = 15 * 60.0
_PATIENCE = 0.05  # seconds between two looks at the clock
_MOST_GRACE = 10.0  # seconds in which others may contradict the first who says that all is well
_EXPLAINING, _MOST_EXPLAINING = 0.5, 2.0  # a share of the time, and seconds
_LEAST_GRACE = 1.0

Progress = Callable[[Event | None], None]  # None: time has passed


class DisagreementError(Exception):
    """Two searchers contradict each other."""

    def __init__(self, claiming: Result, denying: Result) -> None:
        super().__init__(f"{claiming.name} and {denying.name} contradict each other")
        self.results = (claiming, denying)


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
    if isinstance(result.verdict, Unsafe):
        return _explained(asked, result.verdict, story)
    return result.verdict


def _explained(asked: Asked, verdict: Unsafe, story: Story) -> Unsafe:
    """Why the violations come about takes a share of the time that it took to find them."""
    from unthread.results.explain import explain  # the interpreter, which few need

    now = time.monotonic()
    deadline = min(asked.deadline, now + min(_EXPLAINING * (now - story.began), _MOST_EXPLAINING))
    try:
        traces = tuple(explain(asked.marked, trace, deadline) for trace in verdict.traces)
    except (KeyboardInterrupt, MemoryError):  # what was found is not lost for want of an explanation
        return verdict
    return replace(verdict, traces=traces)


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
    reason = f"{result.name} claims a violation without a counterexample, and the engine finds none {place}"
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
        self.began = time.monotonic()
        self._decided_at: float | None = None
        self._progress = progress
        self._searches = [Search(asked, searcher) for searcher in searchers]

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
            self._decided_at = now + max(_LEAST_GRACE, min(_MOST_GRACE, now - self.began))
