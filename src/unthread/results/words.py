"""How traces speak: threads and functions by name, the program's text at a position, calls in it.

The text is that which the trace keeps, so that the files may have changed or be gone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from unthread.core.properties import Frame
from unthread.core.records import dataclass
from unthread.core.source import Loc, is_own
from unthread.core.trace import OFFER, InputValue, Step, StepKind, Trace
from unthread.program.library import FAILS_WEAKLY, OWN

_CALL = re.compile(r"(\w+)\s*\(")
_UNSET = re.compile(r"(heap|stack):(\d+)")  # what the interpreter calls memory that nobody has written
_LONE_SURROGATES = re.compile("[\ud800-\udfff]")
_NO_BYTES = re.compile("[\ud800-\udc7f\udd00-\udfff]")  # surrogates that stand for nothing


# Threads and functions


def routine(trace: Trace, thread: int) -> str:
    """The function that the thread started with."""
    return function_name(trace.threads[thread]) if thread < len(trace.threads) else "?"


def thread_name(trace: Trace, thread: int) -> str:
    """`thread 1 (work)`."""
    return f"thread {thread} ({routine(trace, thread)})"


def function_name(name: str) -> str:
    """As the program has it: where several files have a function of that name, unthread adds the file's."""
    return name.partition("@")[0]


def started_thread(step: Step) -> int | None:
    """The thread that the step has started."""
    if step.kind not in (StepKind.SECTION, StepKind.SPAWN):
        return None
    found = re.fullmatch(r"thread (\d{1,9})", step.value if step.kind is StepKind.SECTION else step.place)
    return int(found[1]) if found else None


def user_frames(stack: Sequence[Frame]) -> list[Frame]:
    """Those of the program's own functions, innermost first."""
    return [frame for frame in stack if not is_own(frame.loc) and not frame.function.startswith(OWN)]


def user_position(loc: Loc, stack: Sequence[Frame]) -> Loc | None:
    """Where the user's text is at the time: the position itself, or the call that led to it."""
    if not is_own(loc):
        return loc
    return next((frame.loc for frame in user_frames(stack)), None)


# Inputs


def input_text(value: InputValue) -> str:
    """What was decided, in words; names of the library's own mean nothing to users."""
    unset = _UNSET.fullmatch(value.name)
    if value.name == OFFER:
        return "waits in this loop"
    if value.name == FAILS_WEAKLY:
        return "this weak exchange fails spuriously"
    if unset:
        return f"reads memory that was never written (allocated at line {unset[2]}): {value.value}, by chance"
    if value.call and not value.call.startswith(OWN):  # in what surrounds main, it has a name
        return f"{value.call}: input {value.value}"
    kind = f" ({value.type})" if value.type else ""
    return f"input {value.name}{kind}: {value.value}"


def is_declined(value: InputValue) -> bool:
    """What may happen there does not: a loop iterates as it would anyway, an exchange does not fail."""
    return value.name in (OFFER, FAILS_WEAKLY) and str(value.value) == "0"


# The program's text


def line_of(trace: Trace, loc: Loc) -> str:
    """The line of the program's text, empty if the trace does not have it. Bytes that are no text are lone
    surrogates."""
    return trace.lines.get(loc.file, {}).get(loc.line, "")


def before_column(line: str, column: int) -> str:
    """The part of a line before a column, which clang counts in bytes."""
    return as_bytes(line)[: max(column - 1, 0)].decode(errors="replace")


def as_bytes(text: str) -> bytes:
    """As they were read."""
    return _NO_BYTES.sub("?", text).encode(errors="surrogateescape")


def clean(text: str) -> str:
    """Without the lone surrogates that stand for bytes which are no text."""
    return _LONE_SURROGATES.sub("\ufffd", text)


def call_text(step: Step, trace: Trace) -> str:
    """The library call of a step as the user wrote it; the function's name, if that is not known."""
    found = call_at(line_of(trace, step.loc), step.loc.column)
    return function_name(step.call) if found is None else clean(found.text)


@dataclass(frozen=True, slots=True)
class CallText:
    """A call in a line of text. `end` is the column of its last parenthesis, in characters from 1."""

    name: str
    text: str
    end: int


def call_at(line: str, column: int) -> CallText | None:
    """The call that begins at a column (in bytes), if all of it is in this line."""
    start = len(before_column(line, column))
    found = _CALL.match(line, start)
    depth = 0
    for end in range(start, len(line)) if found else ():
        depth += {"(": 1, ")": -1}.get(line[end], 0)
        if found and line[end] == ")" and not depth:
            return CallText(found[1], line[start : end + 1], end + 1)
    return None
