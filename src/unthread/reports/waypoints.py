"""A trace as what witnesses of SV-COMP can say of it.

In: a `Trace`. Out: `Waypoint`s in their order, the last ones being the violation. Only what is surely so in
the program's text is said: a witness that says less still has the violation among the executions that it
allows, one that says something wrong has it no longer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto

from unthread.core.properties import ViolationKind
from unthread.core.records import dataclass
from unthread.core.source import Loc, is_own
from unthread.core.trace import InputValue, Step, StepKind, Trace
from unthread.results.words import (
    before_column,
    call_at,
    function_name,
    line_of,
    started_thread,
    user_position,
)

_NONDET = "__VERIFIER_nondet_"
_NUMBER = re.compile(r"-?(\d+|0x[0-9a-f]+(\.[0-9a-f]*)?p[+-]?\d+)")


class WaypointKind(Enum):
    ENTER = auto()  # a function
    LEAVE = auto()
    START = auto()  # a thread
    INPUT = auto()  # a function that may return anything has returned this
    STATEMENT = auto()  # is about to be executed
    TARGET = auto()  # the violation


@dataclass(frozen=True, slots=True)
class Waypoint:
    """Something that a thread does. `loc` is None where the position is not known; `end` is the column of the
    closing parenthesis of a call, counted in characters, 0 if it is not known. `function` is the one that is
    entered, left or has returned `value`; `started` the thread that is started."""

    kind: WaypointKind
    thread: int
    loc: Loc | None = None
    function: str = ""
    value: str = ""
    started: int = 0
    end: int = 0


def waypoints(trace: Trace) -> Iterator[Waypoint]:
    inputs = list(trace.inputs)
    functions, statements = _Functions(trace), _Statements(trace)
    yield from functions.begin(0)
    for number, step in enumerate(trace.steps):
        while inputs and inputs[0].step <= number:
            yield from functions.begin(inputs[0].thread)
            yield from _given(inputs.pop(0), trace)
        yield from functions.at(step)
        begun, started = list(statements.at(step)), list(_start(step, trace))
        yield from started or begun  # to enter the call that starts a thread is to begin the statement
    for value in inputs:
        yield from functions.begin(value.thread)
        yield from _given(value, trace)
    for point in _targets(trace):
        yield from functions.begin(point.thread)
        yield point


def _targets(trace: Trace) -> Iterator[Waypoint]:
    """Of a data race the two accesses; otherwise where the property is violated."""
    violation = trace.violation
    ends = [(violation.thread, user_position(violation.loc, violation.stack))]
    if violation.kind is ViolationKind.RACE and violation.participants:
        ends = [(part.thread, user_position(part.loc, part.stack)) for part in violation.participants]
    for thread, loc in ends:
        yield Waypoint(WaypointKind.TARGET, thread, loc or _last_position(trace))


def _last_position(trace: Trace) -> Loc | None:
    """Where the program was at the end, if the violation itself has no position in it."""
    return next((step.loc for step in reversed(trace.steps) if not is_own(step.loc)), None)


def _given(value: InputValue, trace: Trace) -> Iterator[Waypoint]:
    call = None if is_own(value.loc) else call_at(line_of(trace, value.loc), value.loc.column)
    text = str(value.value)
    if call is not None and call.name.startswith(_NONDET) and _NUMBER.fullmatch(text):
        yield Waypoint(WaypointKind.INPUT, value.thread, value.loc, call.name, text, end=call.end)


def _start(step: Step, trace: Trace) -> Iterator[Waypoint]:
    started = started_thread(step)
    if started is None or is_own(step.loc):
        return
    call = call_at(line_of(trace, step.loc), step.loc.column)
    end = call.end if call is not None and call.name == step.call else 0
    yield Waypoint(WaypointKind.START, step.thread, step.loc, started=started, end=end)


class _Functions:
    """Which functions threads are in, as far as their steps show it."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.stacks: dict[int, list[tuple[int, str]]] = {}  # depth and function, outermost first

    def begin(self, thread: int) -> Iterator[Waypoint]:
        if thread not in self.stacks:
            routine = function_name(self.trace.threads[thread])
            self.stacks[thread] = [(0, routine)]
            yield Waypoint(WaypointKind.ENTER, thread, function=routine)

    def at(self, step: Step) -> Iterator[Waypoint]:
        yield from self.begin(step.thread)
        stack = self.stacks[step.thread]
        if step.kind is StepKind.END:
            yield from self._leave(step.thread, 0) if step.thread else ()  # a leak is found in main
        elif not is_own(step.loc) and step.loc.function and stack:
            here = (step.depth, function_name(step.loc.function))
            if here not in stack:
                yield from self._leave(step.thread, max(step.depth, 1))
                yield from self._enter(step.thread, here)
            else:
                yield from self._leave(step.thread, step.depth + 1)

    def _enter(self, thread: int, here: tuple[int, str]) -> Iterator[Waypoint]:
        if here[0] > 0:
            self.stacks[thread].append(here)
            yield Waypoint(WaypointKind.ENTER, thread, function=here[1])

    def _leave(self, thread: int, depth: int) -> Iterator[Waypoint]:
        """The functions at this depth and deeper."""
        stack = self.stacks[thread]
        while stack and stack[-1][0] >= depth:
            yield Waypoint(WaypointKind.LEAVE, thread, function=stack.pop()[1])


class _Statements:
    """Where a thread begins a statement: the first of its steps in a line that has one statement and nothing
    else is that statement's assignment or call of a library function. If an operand is read before, the
    position of that step is another one, and nothing is said."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.lines: dict[int, dict[int, Loc]] = {}  # by depth: where each function of a thread is

    def at(self, step: Step) -> Iterator[Waypoint]:
        if is_own(step.loc):
            return
        lines = self.lines.setdefault(step.thread, {})
        for returned in [depth for depth in lines if depth > step.depth]:
            del lines[returned]
        here = Loc(step.loc.file, step.loc.line, 0, step.loc.function)
        is_new, lines[step.depth] = lines.get(step.depth) != here, here
        if is_new and self._begins_statement(step):
            yield Waypoint(WaypointKind.STATEMENT, step.thread, step.loc)

    def _begins_statement(self, step: Step) -> bool:
        """`x = ...;` or `f(...);` alone in its line, `x` or `f` being what this step accesses or calls."""
        line = line_of(self.trace, step.loc)
        before = before_column(line, step.loc.column)
        is_act = bool(step.call) or step.kind is StepKind.WRITE
        text = line.strip()
        is_whole = text.endswith(";") and text.count(";") == 1 and text.count("(") == text.count(")")
        return is_act and is_whole and not before.strip()
