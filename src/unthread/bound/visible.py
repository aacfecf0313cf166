"""Where threads may be switched: the steps that another thread can notice.

A step needs no switch before it if whatever other threads can do at that time commutes with it. Each
reduction is one reason for that, can be turned off, and is shown to users who ask why (`--why`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from unthread.analysis.locations import UnknownObject
from unthread.analysis.locksets import Locksets
from unthread.analysis.parallel import Parallel
from unthread.analysis.steps import ThreadStep, Touch, Touches, steps_of
from unthread.analysis.unpublished import Unpublished
from unthread.core.properties import LEAKS
from unthread.core.records import dataclass
from unthread.core.request import USUAL, Reduction
from unthread.program.bounded import BoundedProgram, Thread
from unthread.program.build.fold import integer
from unthread.program.instructions import Assume, AtomicBegin, AtomicEnd, Free, Instruction, Region
from unthread.program.program import Program


@dataclass(frozen=True, slots=True)
class Points:
    """For one thread: the visible steps in order, and those that are not, with the reason."""

    visible: tuple[ThreadStep, ...]
    hidden: tuple[tuple[ThreadStep, Reduction], ...]


def visible_points(program: BoundedProgram, reductions: frozenset[Reduction] = USUAL) -> tuple[Points, ...]:
    touches = Touches(program)
    steps = [steps_of(thread, touches) for thread in program.threads]
    if program.properties & LEAKS:
        steps = [
            [_seen_at_exit(step, thread) for step in found]
            for thread, found in zip(program.threads, steps, strict=True)
        ]
    parallel = Parallel(program, touches)
    unpublished = Unpublished(program, touches)
    judge = Judge(steps, parallel, unpublished, Locksets(program, touches, parallel), reductions)
    return tuple(judge.points(found) for found in steps)


def _seen_at_exit(step: ThreadStep, thread: Thread) -> ThreadStep:
    """Where leaks count, the end of the process notices what is freed before and what is not."""
    members = (thread.body[index] for index in step.members)
    frees = any(isinstance(item, Free) and item.region is Region.HEAP for item in members)
    return replace(step, open=True) if frees else step


class Judge:
    """Which of the steps of all threads need a switch before them."""

    def __init__(
        self,
        steps: list[list[ThreadStep]],
        parallel: Parallel,
        unpublished: Unpublished,
        locksets: Locksets,
        reductions: frozenset[Reduction],
    ) -> None:
        self._parallel = parallel
        self._unpublished = unpublished
        self._locksets = locksets
        self._reductions = reductions
        self._answers: dict[tuple[int, tuple[Touch, ...]], tuple[bool, list[ThreadStep]]] = {}
        self._by_object: dict[object, list[ThreadStep]] = {}
        self._unknown: list[ThreadStep] = []
        for step in (step for found in steps for step in found):
            for item in {touch.location.object for touch in step.touches}:
                self._by_object.setdefault(item, []).append(step)
                if isinstance(item, UnknownObject):
                    self._unknown.append(step)
        self._all = [step for found in steps for step in found]

    def points(self, steps: list[ThreadStep]) -> Points:
        reasons = [self._reason(step) for step in steps]
        # Sections that end together, having begun in different branches, are sections or none are.
        whole = [
            step
            for step, reason in zip(steps, reasons, strict=True)
            if reason is None and step.first < step.last
        ]
        inside = {index for step in whole for index in step.members}
        visible: list[ThreadStep] = []
        hidden: list[tuple[ThreadStep, Reduction]] = []
        for step, reason in zip(steps, reasons, strict=True):
            if reason is None or not inside.isdisjoint(step.members):
                visible.append(step)
            else:
                hidden.append((step, reason))
        return Points(tuple(visible), tuple(hidden))

    def _reason(self, step: ThreadStep) -> Reduction | None:
        """Why no switch is needed before the step; None if one is."""
        if step.open or step.waits:
            return None
        touched, conflicts = self._conflicts(step)
        if not touched and Reduction.PRIVATE in self._reductions:
            return Reduction.PRIVATE
        if not conflicts and Reduction.CONFLICT in self._reductions:
            return Reduction.CONFLICT
        ordered = Reduction.ORDER in self._reductions
        if ordered and not any(self._may_clash(step, other) for other in conflicts):
            return Reduction.ORDER
        if Reduction.LOCKS in self._reductions and all(
            self._common_lock(step, other) or (ordered and not self._may_clash(step, other))
            for other in conflicts
        ):
            return Reduction.LOCKS
        return None

    def rivals(self, step: ThreadStep) -> list[ThreadStep]:
        """The steps of other threads because of which one is needed."""
        return [
            other
            for other in self._conflicts(step)[1]
            if self._may_clash(step, other) and not self._common_lock(step, other)
        ]

    def _conflicts(self, step: ThreadStep) -> tuple[bool, list[ThreadStep]]:
        """Whether others touch what the step touches, and the steps of them that clash with it. Of a
        thread, all steps that touch the same are answered at once."""
        key = (step.thread, step.touches)
        answer = self._answers.get(key)
        if answer is None:
            others = self._others(step)
            answer = self._answers[key] = bool(others), [o for o in others if _conflict(step, o)]
        return answer

    def _others(self, step: ThreadStep) -> list[ThreadStep]:
        """Steps of other threads that touch an object that this one touches."""
        objects = {touch.location.object for touch in step.touches}
        if any(isinstance(item, UnknownObject) for item in objects):
            candidates: Iterable[ThreadStep] = self._all
        else:
            candidates = [*self._unknown, *(s for item in objects for s in self._by_object[item])]
        return list({id(s): s for s in candidates if s.thread != step.thread}.values())

    def _may_clash(self, one: ThreadStep, other: ThreadStep) -> bool:
        return self._parallel.may_meet(one, other) and not self._unpublished.is_apart(one, other)

    def _common_lock(self, one: ThreadStep, other: ThreadStep) -> bool:
        ours = self._locksets.held(one.thread, one.first)
        return bool(ours & self._locksets.held(other.thread, other.first))


def _conflict(one: ThreadStep, other: ThreadStep) -> bool:
    return any(ours.conflicts(theirs) for ours in one.touches for theirs in other.touches)


def reduced_program(program: BoundedProgram, points: tuple[Points, ...]) -> Program:
    """The bounded program as one that switches threads only at visible steps."""
    result = program.as_program()
    for thread, found in zip(program.threads, points, strict=True):
        body = list(thread.body)
        for step, _ in found.hidden:
            for index in step.members:
                if isinstance(body[index], AtomicBegin | AtomicEnd):
                    body[index] = _nothing(body[index])
        visible = frozenset(step.first for step in found.visible)
        function = replace(result.functions[thread.name], body=tuple(body), visible=visible)
        result.functions[thread.name] = function
    return result


def _nothing(instruction: Instruction) -> Instruction:
    return Assume(integer(1), instruction.loc)
