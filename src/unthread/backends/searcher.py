"""An external tool as a searcher: `ToolSearcher`. Bounds and rounds grow where they were too small.

In: a program and what to ask a tool. Out: what happens, one level after the other, as with the engine.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import field, replace

from unthread.analysis.addresses import compared_after_free, followed_numbers
from unthread.analysis.call_graph import call_graph
from unthread.analysis.environment import not_searched_of
from unthread.analysis.points_to import points_to_in
from unthread.backends.base import (
    LOOP_FREE,
    ExternalTool,
    GaveUp,
    NoViolation,
    ToolTask,
    ToolViolation,
    cut_lines,
)
from unthread.backends.witness import claim_at, witness_of
from unthread.bound.growth import Reached, enlarged
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bound, Bounds
from unthread.core.diagnostics import UsageError
from unthread.core.events import Covered, Event, Extent, Found, Gap, Listener, Stopped, Unshown, Working
from unthread.core.process import Limits, Log
from unthread.core.properties import ASSERTED, Property
from unthread.core.records import dataclass
from unthread.core.request import USUAL, Request
from unthread.core.verdict import Cause, Coverage, LoopCoverage, Omission, UnknownCause
from unthread.program.bounded import LoopUse
from unthread.program.program import Program
from unthread.sequentialize.emit import Emission, emit
from unthread.sequentialize.emitted import CutOrigin, Emitted, GapOrigin, Schema
from unthread.sequentialize.lazy import LazyOptions, lazy

_FIRST_ROUNDS = 2
_FIRST_STEPS = 16  # iterations of the loop over all steps at first


@dataclass(frozen=True, slots=True)
class Choice:
    """A tool and how to use it. Without `schema`, the tool's favorite."""

    tool: ExternalTool
    schema: Schema | None = None
    solver: str = ""
    options: tuple[str, ...] = ()
    log: Log | None = None

    @property
    def chosen_schema(self) -> Schema:
        return self.schema or self.tool.schemas[0]


def check_choice(choice: Choice, request: Request) -> None:
    """What cannot be asked of an external tool, or not in this schema."""
    tool, schema = choice.tool, choice.chosen_schema
    tool.check_solver(choice.solver)
    others = sorted(request.properties - ASSERTED)
    if others:
        known = ", ".join(sorted(ASSERTED))
        raise UsageError(
            f"--property: {others[0]} cannot be checked with {tool.name}",
            hint=f"external tools check {known}",
        )
    if request.every:
        raise UsageError(
            f"--all cannot be combined with the backend {tool.name}, which stops at the first violation"
        )
    if request.accepted:
        raise UsageError(
            f"--baseline cannot be combined with the backend {tool.name}, which stops at the first violation"
        )
    if schema in LOOP_FREE:
        return
    if request.rounds is not None:
        raise UsageError(f"--rounds cannot be combined with the schema {schema}, which has no rounds")
    if request.bounds.unwind_loops:
        raise UsageError(f"--unwind-loop cannot be combined with the schema {schema}, which keeps loops")
    if request.bounds.unwind_max != Bounds().unwind_max:
        raise UsageError(f"--unwind-max cannot be combined with the schema {schema}, which keeps loops")
    if request.reductions != USUAL:
        raise UsageError(
            f"--reduce cannot be combined with the schema {schema}, in which every step is visible"
        )
    if Bound.UNWIND in request.fixed and not tool.needs_unwind:
        raise UsageError(f"--unwind cannot be combined with {tool.name} and {schema}: nothing is unwound")


@dataclass(frozen=True, slots=True)
class ToolSearcher:
    """`deadline` is a time of `time.monotonic`."""

    program: Program
    request: Request
    choice: Choice
    memory: int
    deadline: float
    is_engine: bool = False

    @property
    def name(self) -> str:
        return self.choice.tool.name

    @property
    def properties(self) -> frozenset[Property]:
        """Tools look for less than the engine."""
        return self.request.properties & ASSERTED

    def search(self, tell: Listener) -> None:
        for event in self.events():
            tell(event)

    def events(self) -> Iterator[Event]:
        levels = _LoopFree if self.choice.chosen_schema in LOOP_FREE else _Looping
        request = replace(self.request, properties=self.properties)
        return levels(self.program, request, self.choice, self.memory, self.deadline).events()


@dataclass(frozen=True, slots=True)
class _Level:
    """A text, and what is known of it. `enough`: rounds in which every schedule fits."""

    emitted: Emitted
    threads: tuple[str, ...]
    loops: tuple[LoopUse, ...] = ()
    rounds: int = 0
    enough: int = 0

    def cuts(self, answer: NoViolation) -> list[CutOrigin]:
        """Bounds that are too small, or may be if the tool does not say."""
        lines = cut_lines(self.emitted) if answer.reached is None else answer.reached
        origins = [origin for line in sorted(lines) for origin in self.emitted.origins.get(line, ())]
        return list(dict.fromkeys(origin for origin in origins if isinstance(origin, CutOrigin)))


@dataclass
class _Deepening(ABC):
    program: Program
    request: Request
    choice: Choice
    memory: int
    deadline: float
    bounds: Bounds = field(init=False)
    rounds: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.bounds = self.request.bounds

    def events(self) -> Iterator[Event]:
        tool = self.choice.tool
        while True:
            yield Working("emitting", self.bounds, self.rounds)
            level = self.level()
            self.rounds = level.rounds
            yield Working(f"searching with {tool.name}", self.bounds, self.rounds)
            answer = tool.solve(self._task(level.emitted))
            match answer:
                case GaveUp():
                    yield _stopped(answer)
                    return
                case ToolViolation():
                    yield self._claim(answer, level.emitted)
                    return
                case NoViolation():
                    yield from self._told(answer, level)
                    if not self.grow(answer, level):
                        return

    def _told(self, answer: NoViolation, level: _Level) -> Iterator[Event]:
        for line in sorted(answer.gaps)[:1]:
            origins = level.emitted.origins.get(line, ())
            yield from (Gap(origin.what, origin.loc) for origin in origins if isinstance(origin, GapOrigin))
        # What the sequential C does after a wrong access, or a division by zero, is up to the tool.
        name = self.choice.tool.name
        unchecked = f"an invalid memory access or a division by zero, which {name} does not check"
        coverage = self.coverage(answer, level)
        omissions = (*coverage.omissions, Omission(Cause.ENVIRONMENT, unchecked))
        yield Covered(replace(coverage, omissions=omissions))

    def _claim(self, violation: ToolViolation, emitted: Emitted) -> Found | Unshown:
        within = Extent(self.bounds, self.rounds)
        witness = witness_of(emitted, violation)
        if witness is not None:
            return Found(witness, within, emitted.loose)
        name, line = self.choice.tool.name, violation.failed_line
        claim = claim_at(emitted, line)
        if line is not None and claim is None:
            reason = f"{name} reports a failure in line {line} of the sequential C, where nothing is asserted"
        else:
            reason = f"{name} claims a violation without a readable counterexample"
        return Unshown(reason, claim.loc if claim else None, within)

    def _task(self, emitted: Emitted) -> ToolTask:
        choice = self.choice
        left = Limits(max(0.0, self.deadline - time.monotonic()), self.memory)
        return ToolTask(emitted, left, self.unwind(), choice.solver, choice.options, choice.log)

    def enlarge(self, cuts: Iterable[CutOrigin], level: _Level) -> bool:
        before = self.bounds
        reached = (Reached.of(cut.bound, cut.loc, level.loops) for cut in cuts)
        self.bounds = enlarged(before, reached, self.request)
        return self.bounds != before

    def omissions(self, cuts: Iterable[CutOrigin]) -> list[Omission]:
        bounds = (Omission(Cause.BOUND, cut.what, cut.loc, cut.bound) for cut in cuts)
        fixed = not_searched_of(self.program, self.request.is_sequential)
        what = "a comparison of an object with a freed one whose address it reuses"
        reused = (Omission(Cause.ENVIRONMENT, what, loc) for loc in compared_after_free(self.program))
        return [*bounds, *fixed, *reused, *self._unplaced()]

    def _unplaced(self) -> Iterator[Omission]:
        """Tools know pointers as objects and offsets: what the bits of an address add up to may be none."""
        name = self.choice.tool.name
        what = f"an access to an address that is computed as a number, which {name} may not find,"
        return (Omission(Cause.GAP, what, loc) for loc in followed_numbers(self.program))

    # What differs from schema to schema

    @abstractmethod
    def level(self) -> _Level: ...

    @abstractmethod
    def unwind(self) -> int:
        """How often the tool is to unwind the loops of the text."""

    @abstractmethod
    def coverage(self, answer: NoViolation, level: _Level) -> Coverage: ...

    @abstractmethod
    def grow(self, answer: NoViolation, level: _Level) -> bool:
        """False: there is nothing to enlarge."""


class _LoopFree(_Deepening):
    """A bounded program, in rounds."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.rounds = self.request.rounds or _FIRST_ROUNDS

    def level(self) -> _Level:
        bounded = bound(self.program, self.bounds, self.request.properties)
        points = visible_points(bounded, self.request.reductions)
        # Each slice has a step that is visible or is the first of its thread, and a round has room for one.
        enough = sum(len(found.visible) + 1 for found in points) if len(points) > 1 else 0
        rounds = self.request.rounds or min(self.rounds, enough + 1)
        options = LazyOptions(rounds, self.choice.chosen_schema, self.choice.tool.dialect)
        threads = tuple(thread.routine for thread in bounded.threads)
        return _Level(lazy(bounded, points, options), threads, bounded.loops, rounds, enough)

    def unwind(self) -> int:
        return self.rounds + 1

    def coverage(self, answer: NoViolation, level: _Level) -> Coverage:
        cuts = level.cuts(answer)
        places = {cut.loc for cut in cuts if cut.bound is Bound.UNWIND}
        return Coverage(
            self.bounds,
            self.rounds,
            self.rounds > level.enough,
            tuple(self.omissions(cuts)),
            level.threads,
            (),
            tuple(
                LoopCoverage(
                    use.loc, use.function, str(use.kind), use.iterations, use.cut and use.loc in places
                )
                for use in level.loops
            ),
            self.request.properties,
            (*level.emitted.assumptions, *level.emitted.loose),
        )

    def grow(self, answer: NoViolation, level: _Level) -> bool:
        is_larger = self.enlarge(level.cuts(answer), level)
        if self.request.rounds is None and (is_larger or self.rounds <= level.enough):
            self.rounds += 1
            return True
        return is_larger


class _Looping(_Deepening):
    """A program with its loops, any step of which may be the next."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if Bound.UNWIND not in self.request.fixed:
            self.bounds = replace(self.bounds, unwind=_FIRST_STEPS)

    def level(self) -> _Level:
        schema, dialect = self.choice.chosen_schema, self.choice.tool.dialect
        emission = Emission(schema, dialect, self.bounds, properties=self.request.properties)
        starts = call_graph(points_to_in(self.program)).starts
        routines = dict.fromkeys(name for start in starts for name in sorted(start.routines))
        return _Level(emit(self.program, emission), ("main", *routines))

    def unwind(self) -> int:
        return max(1, self.bounds.unwind)

    def coverage(self, answer: NoViolation, level: _Level) -> Coverage:
        omissions = self.omissions(level.cuts(answer))
        if answer.is_bounded:
            what = f"{self.unwind()} iterations or more of a loop of the sequential program"
            omissions.append(Omission(Cause.BOUND, what, bound=Bound.UNWIND))
        return Coverage(
            self.bounds,
            0,
            True,
            tuple(omissions),
            level.threads,
            (),
            (),
            self.request.properties,
            (*level.emitted.assumptions, *level.emitted.loose),
        )

    def grow(self, answer: NoViolation, level: _Level) -> bool:
        cuts = (cut for cut in level.cuts(answer) if cut.bound is not Bound.UNWIND)
        is_larger = self.enlarge(cuts, level)
        if answer.is_bounded and Bound.UNWIND not in self.request.fixed:
            self.bounds = replace(self.bounds, unwind=2 * self.bounds.unwind)
            return True
        return is_larger


def _stopped(why: GaveUp) -> Stopped:
    if why.is_over_time:
        return Stopped(UnknownCause.OUT_OF_TIME)
    hint = "\n    ".join(["its last lines were", *why.tail]) if why.tail else ""
    return Stopped(UnknownCause.FAILED, why.reason, hint)
