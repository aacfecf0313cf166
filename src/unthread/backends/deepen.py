"""Deeper and deeper with an external tool: bounds and rounds that grow where they were too small.

In: a program and what to ask a tool. Out: what happens, one level after the other, as with the engine:
`Working`, `Covered`, `Gap`, `Finished`; and `Claimed`, which somebody has to confirm, or `Stopped`.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import field, replace
from typing import TypeAlias

from unthread.analysis.addresses import compared_after_free
from unthread.analysis.call_graph import call_graph
from unthread.analysis.environment import not_searched_of
from unthread.analysis.points_to import points_to_in
from unthread.backends.apart import make_apart
from unthread.backends.base import LOOP_FREE, GaveUp, NoViolation, Task, Tool, Violation, cut_lines
from unthread.bound.threads import bound
from unthread.bound.visible import ALL, visible_points
from unthread.core.bounds import Bound, Bounds
from unthread.core.diagnostics import UsageError
from unthread.core.process import Limits, Log
from unthread.core.properties import ASSERTED
from unthread.core.records import dataclass
from unthread.core.verdict import Cause, Coverage, LoopCoverage, Omission
from unthread.engine.deepen import Covered, Finished, Gap, Request, Working
from unthread.program.bounded import LoopUse
from unthread.program.program import Program
from unthread.sequentialize.emit import Emission, emit
from unthread.sequentialize.emitted import CutOrigin, Emitted, GapOrigin, Schema
from unthread.sequentialize.lazy import LazyOptions, lazy

_FIRST_ROUNDS = 2
_FIRST_STEPS = 16  # how often a tool goes round the loop of all steps at first


@dataclass(frozen=True, slots=True)
class Choice:
    """A tool and how to use it. Without `schema`, the tool's favorite."""

    tool: Tool
    schema: Schema | None = None
    solver: str = ""
    options: tuple[str, ...] = ()
    log: Log | None = None

    @property
    def chosen_schema(self) -> Schema:
        return self.schema or self.tool.schemas[0]


@dataclass(frozen=True, slots=True)
class Claimed:
    """The tool says that an assertion of the text fails, within these bounds. `rounds` is 0 where schedules
    are not counted in rounds."""

    violation: Violation
    emitted: Emitted
    bounds: Bounds
    rounds: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """The tool has no answer."""

    why: GaveUp


Event: TypeAlias = Working | Covered | Claimed | Gap | Finished | Stopped


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
            f"--all does not go with the backend {tool.name}, which stops at the first violation"
        )
    if schema in LOOP_FREE:
        return
    if request.rounds is not None:
        raise UsageError(f"--rounds does not go with the schema {schema}, which has no rounds")
    if request.bounds.unwind_loops:
        raise UsageError(f"--unwind-loop does not go with the schema {schema}, whose loops stay loops")
    if request.bounds.unwind_max != Bounds().unwind_max:
        raise UsageError(f"--unwind-max does not go with the schema {schema}, whose loops stay loops")
    if request.reductions != ALL:
        raise UsageError(f"--reduce does not go with the schema {schema}, in which every step counts")
    if Bound.UNWIND in request.fixed and not tool.needs_unwind:
        raise UsageError(f"--unwind does not go with {tool.name} and {schema}: nothing is unwound")


def deepen(
    program: Program,
    request: Request,
    choice: Choice,
    limits: Limits,
    should_stop: Callable[[], bool] = lambda: False,
) -> Iterator[Event]:
    search = _LoopFree if choice.chosen_schema in LOOP_FREE else _Looping
    return search(program, request, choice, limits, should_stop).events()


@dataclass(frozen=True, slots=True)
class _Level:
    """A text, and what is known of it. `enough`: rounds in which every schedule fits."""

    emitted: Emitted
    threads: tuple[str, ...]
    loops: tuple[LoopUse, ...] = ()
    rounds: int = 0
    enough: int = 0


@dataclass
class _Deepening(ABC):
    program: Program
    request: Request
    choice: Choice
    limits: Limits
    should_stop: Callable[[], bool]
    bounds: Bounds = field(init=False)
    rounds: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.bounds = self.request.bounds
        self.deadline = time.monotonic() + self.limits.seconds

    def events(self) -> Iterator[Event]:
        tool = self.choice.tool
        while True:
            yield Working("emitting", self.bounds, self.rounds)
            level = make_apart(self.level, self._left(), self.should_stop)
            if isinstance(level, GaveUp):
                yield Stopped(level)
                return
            emitted, self.rounds = level.emitted, level.rounds
            yield Working(f"{tool.name} searches", self.bounds, self.rounds)
            answer = tool.solve(self._task(emitted))
            match answer:
                case GaveUp():
                    yield Stopped(answer)
                    return
                case Violation():
                    yield Claimed(answer, emitted, self.bounds, self.rounds)
                    return
                case NoViolation(_, gaps):
                    for line in sorted(gaps)[:1]:
                        origins = emitted.origins.get(line, ())
                        yield from (Gap(o.what, o.loc) for o in origins if isinstance(o, GapOrigin))
                    cuts = self._cuts(answer, emitted)
                    yield Covered(self.coverage(answer, level, cuts))
                    if not self.grow(answer, level, cuts):
                        yield Finished()
                        return

    def _task(self, emitted: Emitted) -> Task:
        choice, left = self.choice, self._left()
        return Task(emitted, left, self.unwind(), choice.solver, choice.options, choice.log, self.should_stop)

    def _left(self) -> Limits:
        return Limits(max(0.0, self.deadline - time.monotonic()), self.limits.memory)

    def _cuts(self, answer: NoViolation, emitted: Emitted) -> list[CutOrigin]:
        """Bounds that are too small, or may be if the tool does not say."""
        lines = cut_lines(emitted) if answer.reached is None else answer.reached
        origins = [origin for line in sorted(lines) for origin in emitted.origins.get(line, ())]
        return list(dict.fromkeys(origin for origin in origins if isinstance(origin, CutOrigin)))

    def _enlarge(self, cuts: list[CutOrigin]) -> bool:
        """Bounds that were too small, and that nobody has fixed, are doubled."""
        before, fixed = self.bounds, self.request.fixed
        kinds = {
            cut.bound
            for cut in cuts
            if cut.bound not in fixed
            and not (cut.bound is Bound.UNWIND and before.named(cut.loc) is not None)
        }
        if Bound.UNWIND in kinds:
            self.bounds = replace(self.bounds, unwind=max(1, 2 * before.unwind))
        if Bound.DEPTH in kinds:
            self.bounds = replace(self.bounds, depth=2 * before.depth)
        if Bound.THREADS in kinds:
            self.bounds = replace(self.bounds, threads=max(1, 2 * before.threads))
        return self.bounds != before

    def _omissions(self, cuts: list[CutOrigin]) -> list[Omission]:
        bounds = (Omission(Cause.BOUND, cut.what, cut.loc, cut.bound) for cut in cuts)
        fixed = not_searched_of(self.program, self.request.is_sequential)
        what = "objects that get the address of one that was freed before, compared"
        reused = (Omission(Cause.ENVIRONMENT, what, loc) for loc in compared_after_free(self.program))
        return [*bounds, *fixed, *reused]

    # What differs from schema to schema

    @abstractmethod
    def level(self) -> _Level: ...

    @abstractmethod
    def unwind(self) -> int:
        """How often the tool is to go round the loops of the text."""

    @abstractmethod
    def coverage(self, answer: NoViolation, level: _Level, cuts: list[CutOrigin]) -> Coverage: ...

    @abstractmethod
    def grow(self, answer: NoViolation, level: _Level, cuts: list[CutOrigin]) -> bool:
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
        threads = tuple(thread.name.partition("#")[0] for thread in bounded.threads)
        return _Level(lazy(bounded, points, options), threads, bounded.loops, rounds, enough)

    def unwind(self) -> int:
        return self.rounds + 1

    def coverage(self, answer: NoViolation, level: _Level, cuts: list[CutOrigin]) -> Coverage:
        places = {cut.loc for cut in cuts if cut.bound is Bound.UNWIND}
        return Coverage(
            self.bounds,
            self.rounds,
            self.rounds > level.enough,
            tuple(self._omissions(cuts)),
            level.threads,
            (),
            tuple(
                LoopCoverage(use.loc, use.function, str(use.kind), use.rounds, use.cut and use.loc in places)
                for use in level.loops
            ),
            self.request.properties,
            (*level.emitted.assumptions, *level.emitted.loose),
        )

    def grow(self, answer: NoViolation, level: _Level, cuts: list[CutOrigin]) -> bool:
        is_larger = self._enlarge(cuts)
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

    def coverage(self, answer: NoViolation, level: _Level, cuts: list[CutOrigin]) -> Coverage:
        omissions = self._omissions(cuts)
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

    def grow(self, answer: NoViolation, level: _Level, cuts: list[CutOrigin]) -> bool:
        is_larger = self._enlarge([cut for cut in cuts if cut.bound is not Bound.UNWIND])
        if answer.is_bounded and Bound.UNWIND not in self.request.fixed:
            self.bounds = replace(self.bounds, unwind=2 * self.bounds.unwind)
            return True
        return is_larger
