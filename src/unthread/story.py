"""The whole story: C files → `Verdict`.

prepare      C is read once; loops that wait say what they wait for; what depends on no input is executed
prove        what holds whatever loops do need not be searched for
race         searchers look for violations, each in a child process, and tell what happens
confirm      what one claims is replayed by the interpreter before it counts
conclude     the verdict: what was found, or what was covered
"""

from __future__ import annotations

import math
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
from unthread.core.diagnostics import InputError, InternalError
from unthread.core.events import INDUCTION, Searcher, Stopped, Told, Working
from unthread.core.patience import Patience
from unthread.core.process import Limits as Limits
from unthread.core.process import memory_limit
from unthread.core.properties import ASSERTED
from unthread.core.request import USUAL, Encoding, Request
from unthread.core.source import Source
from unthread.core.verdict import Cause, NoBugFound, Safe, Unknown, UnknownCause, Unsafe, Verdict
from unthread.frontend.load import Warn, load, warn
from unthread.program.program import Program
from unthread.results.findings import SearchResult, best, contradictions, is_decided, widest
from unthread.results.searches import ENDING, Asked, ChildSearch, end_of, time_is_up

if TYPE_CHECKING:
    from unthread.backends.searcher import Choice

DEFAULT_SECONDS = 15 * 60.0
_PATIENCE = 0.05  # seconds between two looks at the clock
_ENDED = (Cause.ENDED, Cause.VACUOUS, Cause.BLOCKED)  # why no execution gets further
_MOST_GRACE = 10.0  # seconds in which others may contradict the first who says that all is well
_EXPLAINING, _LEAST_EXPLAINING, _MOST_EXPLAINING = 0.5, 1.0, 2.0  # a share of the time, and seconds
_LEAST_GRACE = 2.0
_PROVING, _MOST_PROVING = 0.2, 10.0  # a share of the time, and seconds, for what needs no search
_LONGEST_PROVING = 2.0  # times as long by the clock, on a busy machine
_INDUCTION, _MOST_INDUCTION = 0.5, 60.0  # a share of the time, and seconds, for invariants
_BEFORE_INDUCTION = 2.0  # seconds that the engine has for programs that it covers
_ENDS, _MOST_ENDS = 0.1, 3.0  # a share of the time, and seconds, for how executions end before
_ALONE = 3.0  # CPU seconds that rounds take before all schedules are asked for at once as well
_NICE = 5  # beside rounds, on one core: about a quarter of the time
_MEMORY_BESIDE = 4  # the part of all memory that it gets, as a divisor
_CALM = 0.4  # seconds between two looks at the clock: executions at random leave the time to both
_LEAST_FOR_PROOFS = 3.0  # seconds: whoever has less wants to know what can be found
_AHEAD, _MOST_AHEAD = (
    0.2,
    60.0,
)  # a share of the time, and seconds, of CPU for what is executed before the search
_LONGEST_AHEAD = 0.5  # of the time by the clock

Progress = Callable[[Told | None], None]  # None: time has passed


class DisagreementError(InternalError):
    """Two searchers contradict each other."""

    def __init__(self, claiming: SearchResult, denying: SearchResult) -> None:
        super().__init__(f"{claiming.name} and {denying.name} contradict each other")
        self.results = (claiming, denying)


Backend: TypeAlias = Callable[[Asked], Searcher]


def engine(asked: Asked) -> Searcher:
    """The default backend."""
    from unthread.engine.searcher import EngineSearcher  # loads the solver

    request = asked.request
    if request.encoding is Encoding.AUTO:  # another searcher asks for all schedules at once
        request = replace(request, encoding=Encoding.ROUNDS)
    return EngineSearcher(asked.resumed or asked.marked, request, asked.started, asked.settled)


def order(asked: Asked) -> Searcher:
    """Beside the engine that searches round by round: all schedules at once."""
    from unthread.engine.searcher import EngineSearcher

    request = replace(asked.request, encoding=Encoding.ORDER)
    program = asked.resumed or asked.marked
    return EngineSearcher(program, request, asked.started, asked.settled, name="order", is_second=True)


def engines(request: Request) -> Sequence[Backend]:
    """The engine, in one way or, if one of them takes long, in both."""
    both = request.encoding is Encoding.AUTO and request.rounds is None
    return (engine, order) if both else (engine,)


def induction(asked: Asked) -> Searcher:
    """Beside the engine, where loops may iterate for ever: invariants."""
    from unthread.induction.searcher import InductionSearcher

    now = time.monotonic()
    until = now + min(_INDUCTION * (asked.deadline - now), _MOST_INDUCTION)
    return InductionSearcher(asked.program, asked.request, asked.settled, until)


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
    backends: Sequence[Backend] = (),
    program: Program | None = None,
    deadline: float | None = None,
    warn: Warn = warn,
) -> Verdict:
    """Searches for violations until one is found, nothing is left to search, or a limit is reached. `program`
    and `deadline` are given if the source has been read before. `warn` is told what is odd about the text.
    Without `backends`, the engine searches as the request says."""
    backends = backends or engines(request)
    deadline = time.monotonic() + limits.seconds if deadline is None else deadline
    if program is None:
        progress(Told("", Working("reading", request.bounds, 0)))
    whole = read_within(source, limits, deadline, warn) if program is None else program
    if isinstance(whole, Unknown):
        return whole
    progress(Told("", Working("preparing", request.bounds, 0)))
    try:
        with memory_limit(limits.memory):
            with time_limit(deadline):
                asked = prepare(whole, source, request, limits, deadline)
            asked, verdict = proved(asked, progress) if engine in backends else (asked, None)
            if verdict is not None:
                return verdict
            late = (induction,) if engine in backends and _wants_invariants(asked) else ()
            return conclude(asked, backends, progress, late)
    except TimeUp:
        return _too_late(limits)
    except MemoryError:
        return _too_large(limits)


def read_within(source: Source, limits: Limits, deadline: float, warn: Warn = warn) -> Program | Unknown:
    """A program that can be started, or which limit is in the way."""
    try:
        with memory_limit(limits.memory), time_limit(deadline):
            program = load(source, warn)
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
    asked = Asked(program, with_places(program, request.with_lines), source, request, limits, deadline)
    return asked if request.ahead is None else _ahead(asked, request.ahead)


def _ahead(asked: Asked, least: int) -> Asked:
    """What depends on no input is executed, not searched, in a share of the time."""
    from unthread.bound.resume import CannotResume, has_loops, resumed
    from unthread.interpreter.ahead import run_ahead  # the interpreter, which few need

    now, properties = time.monotonic(), asked.request.properties
    left = asked.deadline - now
    try:
        seconds, until = min(_AHEAD * left, _MOST_AHEAD), now + _LONGEST_AHEAD * left
        start = run_ahead(asked.marked, properties, least, seconds, until)
        started = None if start is None else replace(asked.marked, start=start)
        shorter = None if started is None else resumed(started)
    except (CannotResume, MemoryError):
        return asked
    if shorter is None or not has_loops(shorter, asked.request.bounds.unwind_loops):
        return asked
    return replace(asked, started=started, resumed=shorter)


def proved(asked: Asked, progress: Progress) -> tuple[Asked, Verdict | None]:
    """What holds of all executions need not be searched for. It is looked for in a small share of the time,
    and not where the user wants to do without analyses. There is a verdict if that is all."""
    from unthread.proof.searcher import ProofSearcher

    now = time.monotonic()
    if not asked.request.reductions >= USUAL or asked.deadline - now < _LEAST_FOR_PROOFS:
        return asked, None
    seconds = min(_PROVING * (asked.deadline - now), _MOST_PROVING)
    limited = replace(asked, patience=seconds, deadline=now + _LONGEST_PROVING * seconds)
    search = ChildSearch(limited, ProofSearcher(asked.program, asked.request))
    try:
        search.start()
        while not search.is_done:
            search.take(search.receive(_PATIENCE))
            progress(None)
    except KeyboardInterrupt:
        if not asked.request.answers_interrupt:
            raise
        return asked, Unknown(UnknownCause.INTERRUPTED, "interrupted")
    finally:
        search.stop()
    coverage = search.findings.coverage
    if coverage is None:
        return asked, None
    if coverage.properties == asked.request.properties:
        return asked, _unless_it_ends(replace(asked, settled=coverage.properties), search, progress)
    granted = coverage.assumptions if coverage.proofs else ()
    return replace(asked, proved=coverage.proofs, settled=coverage.properties, granted=granted), None


def _unless_it_ends(asked: Asked, search: ChildSearch, progress: Progress) -> Verdict:
    """A proof speaks of executions up to where they violate what nobody has asked for, also if there are none
    past an assumption: the engine looks for such ends, too, for a while, and says what it gets to. It finds
    arithmetic that has no result without asking for it."""
    verdict, others = search.proof(), ENDING - asked.request.properties
    if not isinstance(verdict, Safe | NoBugFound):
        return verdict
    others -= verdict.coverage.proved
    if not others:
        return verdict
    now = time.monotonic()
    seconds = min(_ENDS * (asked.deadline - now), _MOST_ENDS)
    request = replace(asked.request, properties=others, sample=False, every=False, with_lines=False)
    found = conclude(
        replace(asked, request=request, patience=seconds, settled=frozenset()), (engine,), progress
    )
    if isinstance(found, Unsafe):
        search.note_ends([end_of(found.traces[0].violation)])
    if found.coverage is not None:
        search.note_ends(item for item in found.coverage.omissions if item.cause in _ENDED)
        search.note_visits(found.coverage.ledger)
    return search.proof()


def _wants_invariants(asked: Asked) -> bool:
    """Loops may iterate for ever, and nobody has said how often they shall be followed."""
    request = asked.request
    is_bounded = request.fixed or request.rounds is not None or request.bounds.unwind_loops
    if not request.with_invariants or is_bounded or request.every or not request.reductions >= USUAL:
        return False
    from unthread.induction.searcher import may_loop_for_ever  # which few need

    return may_loop_for_ever(asked.program)


def conclude(
    asked: Asked, backends: Sequence[Backend], progress: Progress, late: Sequence[Backend] = ()
) -> Verdict:
    """`late` ones join the race where it takes some time."""
    at_once = [backend for backend in backends if backend is not order]
    share = replace(asked.limits, memory=asked.limits.memory // (len(at_once) + len(late)))
    asked = replace(asked, limits=share)
    story = Story(asked, [backend(asked) for backend in at_once], progress, order in backends, late)
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
    if result.name == INDUCTION and isinstance(result.verdict, Safe):
        return _unless_it_ends(asked, story.search_of(INDUCTION), progress)
    return result.verdict


def _explained(asked: Asked, verdict: Unsafe, story: Story) -> Unsafe:
    """Why the violations come about takes a share of the time that it took to find them."""
    from unthread.results.explain import explain  # the interpreter, which few need

    now = time.monotonic()
    share = max(_EXPLAINING * (now - story.began), _LEAST_EXPLAINING)
    deadline = min(asked.deadline, now + min(share, _MOST_EXPLAINING))
    try:
        traces = tuple(
            explain(asked.started if trace.ahead and asked.started else asked.marked, trace, deadline)
            for trace in verdict.traces
        )
    except KeyboardInterrupt:
        if not asked.request.answers_interrupt:
            raise
        return verdict
    except MemoryError:  # what was found is not lost for want of an explanation
        return verdict
    return replace(verdict, traces=traces)


def _looked_for(asked: Asked, result: SearchResult, progress: Progress) -> Verdict:
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
    there is none. With `with_order`, an engine that takes long goes on beside a search for all schedules at
    once (docs/decisions/0014-order.md); `late` ones join where it takes some time. Afterwards,
    `is_interrupted` says whether the user did not want to wait."""

    def __init__(
        self,
        asked: Asked,
        searchers: Sequence[Searcher],
        progress: Progress,
        with_order: bool = False,
        late: Sequence[Backend] = (),
    ) -> None:
        self.asked = asked
        self._late = late
        self.has_engine = any(searcher.is_engine for searcher in searchers)
        self.is_interrupted = False
        self.began = time.monotonic()
        self._grace: Patience | None = None  # with those who may contradict
        self._is_decided = False
        self._progress = progress
        self._quiet = replace(asked, request=replace(asked.request, sample=False))
        self._is_own = all(searcher.is_engine for searcher in searchers)  # nobody is there to contradict
        self._searches = [ChildSearch(self._quiet if n else asked, item) for n, item in enumerate(searchers)]
        self._may_add = with_order
        self._second: ChildSearch | None = None

    def search_of(self, name: str) -> ChildSearch:
        return next(search for search in self._searches if search.searcher.name == name)

    def results(self) -> list[SearchResult]:
        """All that came in before the race was over."""
        try:
            for search in self._searches:
                search.start()
            while not self._is_over():
                self._go_on()
                self._let_in()
        except KeyboardInterrupt:
            if not self.asked.request.answers_interrupt:
                raise
            self.is_interrupted = True
        finally:
            for search in self._searches:
                search.stop()
        cause = UnknownCause.INTERRUPTED if self.is_interrupted else UnknownCause.STOPPED
        return [search.result(Stopped(cause, str(cause))) for search in self._searches]

    def _is_over(self) -> bool:
        if self._is_decided or (self._grace is not None and self._grace.is_over):
            return True
        return all(search.is_done for search in self._searches) and not self._late

    def _let_in(self) -> None:
        """Those that come late, if there is still something to do."""
        is_time = time.monotonic() >= self.began + _BEFORE_INDUCTION
        is_alone = all(search.is_done for search in self._searches)
        if self._late and not self._is_decided and self._grace is None and (is_time or is_alone):
            new = [ChildSearch(self._quiet, backend(self.asked)) for backend in self._late]
            self._late = ()
            self._searches += new
            for search in new:
                search.start()

    def _go_on(self) -> None:
        """One event of each searcher, if there is one."""
        if self._may_add and self._is_hard():
            self._add_order()
        running = [search for search in self._searches if not search.is_done]
        patience = _CALM if self._second in running else _PATIENCE
        for search in running:
            event = search.receive(patience / len(running))
            self._progress(None if event is None else Told(search.searcher.name, event))
            search.take(event)
            if search.is_done:
                search.stop()
                self._note(search.result(None).verdict)
                self._note_both(search)

    def _is_hard(self) -> bool:
        """For rounds: they have taken long. A busy machine makes nothing harder."""
        rounds = self._searches[0]
        has_time = time.monotonic() - self.began >= _ALONE and not rounds.is_done
        return has_time and rounds.spent >= _ALONE

    def _add_order(self) -> None:
        """Unless there is too little memory for both."""
        self._may_add = False
        memory, (first, *_) = self.asked.limits.memory, self._searches
        share = memory // _MEMORY_BESIDE
        if first.restrict(memory - share):
            asked = replace(self._quiet, limits=replace(self.asked.limits, memory=share))
            self._second = ChildSearch(asked, order(asked), _NICE)
            self._searches.append(self._second)
            self._second.start()

    def _note_both(self, done: ChildSearch) -> None:
        """Rounds have all memory again when they are alone, and the last word if they were not cut short."""
        if done is self._second:
            self._searches[0].restrict(self.asked.limits.memory)
        elif self._second is not None and done is self._searches[0] and not done.was_stopped:
            self._is_decided = all(search.is_done or search is self._second for search in self._searches)

    def _note(self, verdict: Verdict) -> None:
        """A violation that was shown ends the race; who says that there is none may be contradicted."""
        if isinstance(verdict, Unsafe):
            self._is_decided = True
        elif is_decided(verdict, self.asked.request.properties) and self._grace is None:
            seconds = max(_LEAST_GRACE, min(_MOST_GRACE, time.monotonic() - self.began))
            self._grace = Patience(0.0 if self._is_own else seconds, self._spent)

    def _spent(self) -> float:
        """Seconds of CPU that the engine has taken if it is still at work; tools do not say."""
        working = (search for search in self._searches if search.searcher.is_engine and not search.is_done)
        return min((search.spent for search in working), default=math.inf)
