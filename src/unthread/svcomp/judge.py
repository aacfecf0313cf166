"""A verdict on what SV-COMP asks.

In: C files and a `Specification`. Out: a `Judgement`. unthread's properties are wider than SV-COMP's: a
failed assert is not a call of reach_error, and a division by zero is not an overflow. A violation that the
specification does not ask about is neither `true` nor `false`: what might follow it was not searched.

A kind of violation that is not listed here belongs to no goal, and leads to `unknown`: whether a shift into
the sign bit is an overflow is disputed, and the least number % -1 is 0, which fits.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from unthread.core.events import Told, Working
from unthread.core.properties import Property, Violation, ViolationKind
from unthread.core.records import dataclass
from unthread.core.request import Request
from unthread.core.source import Loc, Source
from unthread.core.trace import Trace
from unthread.core.verdict import NoBugFound, Safe, Unknown, UnknownCause, Unsafe, Verdict
from unthread.frontend.load import Warn, warn
from unthread.program.instructions import Assert, Instruction
from unthread.program.program import Program
from unthread.story import Limits, Progress, check, read_within
from unthread.svcomp.blind_spots import blind_spots, left_out
from unthread.svcomp.lost import is_lost
from unthread.svcomp.properties import Goal, Specification

_ABRUPT = ("abort", "__assert_fail", "_Exit", "_exit", "quick_exit")  # ends that leave everything as it is

_GOALS = {
    ViolationKind.RACE: Goal.NO_DATA_RACE,
    ViolationKind.DEADLOCK: Goal.NO_DEADLOCK,
    ViolationKind.OVERFLOW: Goal.NO_OVERFLOW,
    ViolationKind.FREE: Goal.VALID_FREE,
    ViolationKind.ACCESS: Goal.VALID_DEREF,
    ViolationKind.CALL: Goal.VALID_DEREF,
}
_AT_THE_END = (Property.LEAK_ALL, Property.DEADLOCK)


@dataclass(frozen=True, slots=True)
class Judgement:
    """`verdict` counts nothing but what the specification asks; in `Unsafe`, `goal` is violated first.
    `doubt` says why a complete search is nevertheless not the answer `true`."""

    verdict: Verdict
    goal: Goal | None = None
    doubt: str = ""


def judge(
    source: Source,
    specification: Specification,
    request: Request,
    limits: Limits,
    progress: Progress = lambda event: None,
    warn: Warn = warn,
) -> Judgement:
    """Searches for the properties of the request, which are those of the specification."""
    if not specification.goals:
        return Judgement(_not_checked(specification))
    deadline = time.monotonic() + limits.seconds
    progress(Told("", Working("reading", request.bounds, 0)))
    program = read_within(source, limits, deadline, warn)
    if isinstance(program, Unknown):
        return Judgement(program)
    return _Judge(source, specification, request, limits, program, deadline, progress).judgement()


def _not_checked(specification: Specification) -> Unknown:
    reason = f"{', '.join(specification.others)}: not checked by unthread"
    return Unknown(UnknownCause.NOT_MODELLED, reason)


class _Judge:
    def __init__(
        self,
        source: Source,
        specification: Specification,
        request: Request,
        limits: Limits,
        program: Program,
        deadline: float,
        progress: Progress,
    ) -> None:
        self.source = source
        self.specification = specification
        self.request = request
        self.limits = limits
        self.program = program
        self.deadline = deadline
        self.progress = progress

    def judgement(self) -> Judgement:
        verdict = self._verdict()
        match verdict:
            case Unsafe(traces):
                wanted = tuple(trace for trace in traces if self._goal(trace) is not None)
                if not wanted:
                    return Judgement(_besides(traces[0], self.specification))
                return Judgement(replace(verdict, traces=wanted), self._goal(wanted[0]))
            case Safe() | NoBugFound():
                return self._safe(verdict)
            case Unknown():
                return Judgement(verdict)

    def _verdict(self) -> Verdict:
        """A violation that was not asked about may hide one that counts: then the search continues
        beside it, in the time that is left."""
        first = self._search(self.request)
        if not isinstance(first, Unsafe) or self.request.every or self._counts(first):
            return first
        if time.monotonic() >= self.deadline:
            return first
        second = self._search(self._beside(first.traces[0].violation))
        return second if isinstance(second, Unsafe) and self._counts(second) else first

    def _search(self, request: Request) -> Verdict:
        return check(
            self.source,
            request,
            self.limits,
            self.progress,
            program=self.program,
            deadline=self.deadline,
        )

    def _beside(self, violation: Violation) -> Request:
        """The end of the program hides nothing that comes before it."""
        if violation.property in _AT_THE_END and Property.MEMORY in self.request.properties:
            return replace(self.request, properties=frozenset({Property.MEMORY}))
        return replace(self.request, every=True, sample=False)

    def _counts(self, verdict: Unsafe) -> bool:
        return any(self._goal(trace) is not None for trace in verdict.traces)

    def _safe(self, verdict: Safe | NoBugFound) -> Judgement:
        specification = self.specification
        if specification.others:
            return Judgement(replace(_not_checked(specification), coverage=verdict.coverage))
        blind = next(blind_spots(self.program, self.source, verdict.coverage, specification), None)
        if blind is not None:
            unknown = Unknown(UnknownCause.NOT_MODELLED, blind.what, blind.loc, coverage=verdict.coverage)
            return Judgement(unknown)
        doubt = next(left_out(self.program, self.source), "")
        return Judgement(verdict, doubt=doubt)

    # Which goal a violation is one of

    def _goal(self, trace: Trace) -> Goal | None:
        """None: the specification does not ask about it, or it is not known."""
        return next((goal for goal in self._kinds(trace) if goal in self.specification.goals), None)

    def _kinds(self, trace: Trace) -> Iterator[Goal]:
        violation = trace.violation
        match violation.kind:
            case ViolationKind.LEAK if not _is_abrupt(violation, self.program):
                yield Goal.VALID_MEMCLEANUP
                if is_lost(self.program, trace):
                    yield Goal.VALID_MEMTRACK
            case ViolationKind.ERROR_LABEL if self._is_before_call(violation.loc):
                yield Goal.UNREACH_CALL
            case ViolationKind.ERROR_CALL if violation.function in self.specification.functions:
                yield Goal.UNREACH_CALL
            case kind if kind in _GOALS:
                yield _GOALS[kind]

    def _is_before_call(self, loc: Loc) -> bool:
        """The label ERROR counts where nothing but the call comes after it, as in most tasks."""
        after = [*_after_labels(self.program, loc)]
        return bool(after) and all(map(self._is_forbidden, after))

    def _is_forbidden(self, instruction: Instruction) -> bool:
        return isinstance(instruction, Assert) and instruction.function in self.specification.functions


def _is_abrupt(violation: Violation, program: Program) -> bool:
    """Tasks abort where an assumption fails; this does not count as a leak. A function of the task's own with
    such a name is another."""
    if not violation.stack or violation.stack[0].function not in _ABRUPT:
        return False
    function = program.functions.get(violation.stack[0].function)
    return function is None or function.library


def _besides(trace: Trace, specification: Specification) -> Unknown:
    violation = trace.violation
    goals = ", ".join(sorted(specification.goals))
    reason = (
        f"{violation.message} [{violation.property}]: not a violation of {goals}, and not explored further"
    )
    return Unknown(UnknownCause.NOT_EXPLORED, reason, violation.loc)


def _after_labels(program: Program, loc: Loc) -> Iterator[Instruction]:
    for function in program.functions.values():
        for index, instruction in enumerate(function.body):
            is_label = isinstance(instruction, Assert) and instruction.kind is ViolationKind.ERROR_LABEL
            if is_label and instruction.loc == loc:
                yield function.body[index + 1]
