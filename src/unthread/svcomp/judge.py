"""A verdict on what SV-COMP asks, and the word of the answer.

In: C files and a `Specification`. Out: a `Judgement`. unthread's properties are wider than SV-COMP's: a failed
assert is not a call of reach_error, and a division by zero is no overflow. A violation that the specification
does not ask about is neither `true` nor `false`: what might follow it was not searched.

Which kind a violation is can be told by the words of the interpreter alone so far; words that nobody has
listed here belong to no goal, and lead to `unknown`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from unthread.core.properties import Property, Violation
from unthread.core.source import Loc, Source
from unthread.core.trace import Trace
from unthread.core.verdict import Safe, Unknown, Unsafe, Verdict
from unthread.engine.deepen import Request
from unthread.engine.worker import Message
from unthread.frontend.load import load
from unthread.pipeline import Limits, verify
from unthread.program.expressions import Binary, BinaryOperator, Expression, FunctionAddress, operands
from unthread.program.graph import registers_read
from unthread.program.instructions import Assert, Instruction, expressions
from unthread.program.program import Program
from unthread.program.types import is_signed
from unthread.svcomp.properties import ERROR_FUNCTIONS, Goal, Specification

_CALLED = re.compile(rf"({'|'.join(ERROR_FUNCTIONS)})\(\) is reached")
_LABEL = "label ERROR is reached"
_OVERFLOW = re.compile(r"signed overflow: .*")
_FREE = re.compile(r"free of .*")
_DEREF = re.compile(r"(read|write) of \d+ bytes? .*|call through a null pointer|call of address .*")
_ABRUPT = ("abort", "__assert_fail", "_Exit", "_exit", "quick_exit")  # ends that leave everything as it is


@dataclass(frozen=True, slots=True)
class Judgement:
    """`verdict` counts nothing but what the specification asks; in `Unsafe`, `goal` is violated first.
    `doubt` says why a complete search is not the answer `true` all the same."""

    verdict: Verdict
    goal: Goal | None = None
    doubt: str = ""


def judge(
    source: Source,
    specification: Specification,
    request: Request,
    limits: Limits,
    progress: Callable[[Message], None] = lambda message: None,
) -> Judgement:
    """Searches for the properties of the request, which are those of the specification."""
    if not specification.goals:
        return Judgement(_not_checked(specification))
    return _Judge(source, specification, request, limits, progress).judgement()


def answer(judgement: Judgement, bounded_true: bool) -> str:
    """The word that BenchExec expects. With `bounded_true`, bounds do not matter."""
    match judgement.verdict:
        case Unsafe():
            return f"false({judgement.goal})"
        case Safe(coverage) if bounded_true or (coverage.complete and not judgement.doubt):
            return "true"
    return "unknown"


def _not_checked(specification: Specification) -> Unknown:
    return Unknown(f"{', '.join(specification.others)}: not checked by unthread")


class _Judge:
    def __init__(
        self,
        source: Source,
        specification: Specification,
        request: Request,
        limits: Limits,
        progress: Callable[[Message], None],
    ) -> None:
        self.source = source
        self.specification = specification
        self.request = request
        self.limits = limits
        self.progress = progress
        self.program: Callable[[], Program] = cache(lambda: load(source))

    def judgement(self) -> Judgement:
        verdict = self._verdict()
        match verdict:
            case Unsafe(traces, coverage):
                wanted = tuple(trace for trace in traces if self._goal(trace.violation) is not None)
                if not wanted:
                    return Judgement(_besides(traces[0], self.specification))
                return Judgement(Unsafe(wanted, coverage), self._goal(wanted[0].violation))
            case Safe(coverage):
                return self._safe(verdict)
            case Unknown():
                return Judgement(verdict)

    def _verdict(self) -> Verdict:
        """A violation that nobody asked about may be in the way of one that counts: then all of them are
        looked for, in the time that is left."""
        started = time.monotonic()
        first = verify(self.source, self.request, self.limits, self.progress)
        if not isinstance(first, Unsafe) or self.request.every or self._counts(first):
            return first
        left = self.limits.seconds - (time.monotonic() - started)
        if left <= 0:
            return first
        all_of_them = replace(self.request, every=True, sample=False)
        second = verify(self.source, all_of_them, replace(self.limits, seconds=left), self.progress)
        return second if isinstance(second, Unsafe) and self._counts(second) else first

    def _counts(self, verdict: Unsafe) -> bool:
        return any(self._goal(trace.violation) is not None for trace in verdict.traces)

    def _safe(self, verdict: Safe) -> Judgement:
        specification = self.specification
        if specification.others:
            return Judgement(replace(_not_checked(specification), coverage=verdict.coverage))
        blind = next(_blind_spots(self.program(), specification), None)
        if blind is not None:
            return Judgement(Unknown(blind[1], blind[0], coverage=verdict.coverage))
        doubt = "the arguments of main are not searched" if _reads_arguments(self.program()) else ""
        return Judgement(verdict, doubt=doubt)

    # Which goal a violation is one of

    def _goal(self, violation: Violation) -> Goal | None:
        goal = self._kind(violation)
        return goal if goal in self.specification.goals else None

    def _kind(self, violation: Violation) -> Goal | None:
        text = violation.message
        match violation.property:
            case Property.REACH:
                return Goal.UNREACH_CALL if self._is_call(violation) else None
            case Property.RACE:
                return Goal.NO_DATA_RACE
            case Property.DEADLOCK:
                return Goal.NO_DEADLOCK
            case Property.ARITH:
                return Goal.NO_OVERFLOW if _OVERFLOW.fullmatch(text) else None
            case Property.MEMORY if _FREE.fullmatch(text):
                return Goal.VALID_FREE
            case Property.MEMORY if _DEREF.fullmatch(text):
                return Goal.VALID_DEREF
            case Property.LEAK if not _is_abrupt(violation):
                return Goal.VALID_MEMCLEANUP
            case _:
                return None

    def _is_call(self, violation: Violation) -> bool:
        """The label ERROR counts where nothing but the call comes behind it, as in most tasks."""
        if violation.message == _LABEL:
            return all(map(self._is_forbidden, _behind_labels(self.program(), violation.loc)))
        found = _CALLED.fullmatch(violation.message)
        return found is not None and found[1] in self.specification.functions

    def _is_forbidden(self, instruction: Instruction) -> bool:
        if not isinstance(instruction, Assert) or instruction.property is not Property.REACH:
            return False
        found = _CALLED.fullmatch(instruction.message)
        return found is not None and found[1] in self.specification.functions


def _is_abrupt(violation: Violation) -> bool:
    """Tasks abort where an assumption fails; nobody says that this leaks."""
    return bool(violation.stack) and violation.stack[0].function in _ABRUPT


def _besides(trace: Trace, specification: Specification) -> Unknown:
    violation = trace.violation
    goals = ", ".join(sorted(specification.goals))
    reason = (
        f"{violation.message} [{violation.property}] is besides {goals}, and nobody searched what follows"
    )
    return Unknown(reason, violation.loc)


# What the program has that the search does not see


def _behind_labels(program: Program, loc: Loc) -> Iterator[Instruction]:
    for function in program.functions.values():
        for index, instruction in enumerate(function.body):
            if isinstance(instruction, Assert) and instruction.message == _LABEL and instruction.loc == loc:
                yield function.body[index + 1]


def _blind_spots(program: Program, specification: Specification) -> Iterator[tuple[Loc | None, str]]:
    """Where the program could violate the specification without unthread noticing."""
    if Goal.NO_OVERFLOW in specification.goals:
        for loc, expression in _expressions(program):
            match expression:
                case Binary(BinaryOperator.SHIFT_LEFT) if is_signed(expression.type):
                    yield loc, "whether a signed << overflows is not checked by unthread"
    if Goal.UNREACH_CALL in specification.goals:
        for loc, expression in _expressions(program):
            match expression:
                case FunctionAddress(name) if name in specification.functions:
                    yield loc, f"calls of {name} through a pointer are not seen by unthread"


def _expressions(program: Program) -> Iterator[tuple[Loc | None, Expression]]:
    """All expressions of the user's text, each before its parts."""
    pending: list[tuple[Loc | None, Expression]] = [
        (None, part.value) for item in program.globals.values() for part in item.initial
    ]
    for function in program.functions.values():
        if not function.library:
            pending += [(step.loc, found) for step in function.body for found in expressions(step)]
    while pending:
        loc, expression = pending.pop()
        yield loc, expression
        pending += [(loc, part) for part in operands(expression)]


def _reads_arguments(program: Program) -> bool:
    main = program.functions.get("main")
    if main is None:
        return False
    given = set(main.parameters)
    return any(variable in given for step in main.body for variable in registers_read(step))
