"""A trace for people to read: what each thread did, in order, up to the violation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from unthread.core.diagnostics import Diagnostic, Severity, render, source_lines
from unthread.core.properties import Frame, Violation
from unthread.core.records import dataclass
from unthread.core.source import Loc, is_own
from unthread.core.trace import OFFER, InputValue, Step, StepKind, Trace
from unthread.program.library import OWN

_WIDEST_TEXT = 64  # characters of a source line
_MOST_LINES = 200  # of one slice; more are cut out of its middle
_STACK_TOP, _STACK_BOTTOM = 10, 3  # how much of a long call stack is shown
_CALL = re.compile(r"\w+\s*\(")


@dataclass(frozen=True, slots=True)
class _Line:
    """`what` happened in `thread` at a position, None where there is no text of the user's."""

    thread: int
    loc: Loc | None
    what: str


def render_trace(trace: Trace, console: Console) -> None:
    """What led to the violation, then the violation."""
    render_steps(trace, console)
    render_violation(trace.violation, _name(trace, trace.violation.thread), console)


def render_steps(trace: Trace, console: Console) -> None:
    """One line for each visible step, under a heading for each context switch."""
    lines = list(_lines(trace))
    places = max((len(_place(line)) for line in lines), default=0)
    texts = max((len(_text(line)) for line in lines), default=0)
    for thread, group in _slices(lines):
        _print(console, Text(f"thread {thread} ({_name(trace, thread)})", "bold cyan"))
        shown: tuple[object, ...] = ()
        for line in _without_middle(group):
            if isinstance(line, int):
                _print(console, Text(f"  ... {line} more steps", "dim"))
                shown = ()
                continue
            here = (line.loc and (line.loc.file, line.loc.line),)
            _print(console, _row(line, places, texts, is_first=here != shown))
            shown = here
        console.print()


def _row(line: _Line, places: int, texts: int, is_first: bool) -> Text:
    """Position and text stand in the first of several rows about the same line."""
    place, text = (_place(line), _text(line)) if is_first else ("", "")
    what = "" if text.rstrip(";").rstrip() == line.what else line.what
    row = Text("  ").append(place.ljust(places), "dim").append("  ").append(text.ljust(texts))
    row.append("  ").append(what, "bold")
    row.rstrip()
    return row


def render_violation(violation: Violation, routine: str, console: Console) -> None:
    """The property that is broken, with the line of text and the calls that led there."""
    text = Diagnostic(Severity.VIOLATION, violation.message, violation.loc, detail=violation.property)
    first, *rest = render(text).split("\n")
    _print(console, Text(first, "bold red"))
    for line in rest:
        _print(console, Text(line))
    start = f"thread {violation.thread} ({routine}), in"
    frames = list(_user_frames(violation.stack))
    for number, (frame, is_library) in enumerate(frames):
        if _STACK_TOP <= number < len(frames) - _STACK_BOTTOM:
            if number == _STACK_TOP:
                _print(console, Text(f"  ... {len(frames) - _STACK_TOP - _STACK_BOTTOM} more calls"))
            continue
        _print(console, Text(f"  {start} {frame.function}" + ("" if is_library else f" ({frame.loc})")))
        start = "called from"


def _print(console: Console, text: Text) -> None:
    """As it is: lines are not broken, and nothing in them is markup."""
    console.print(text, soft_wrap=True, highlight=False, markup=False, emoji=False)


def _name(trace: Trace, thread: int) -> str:
    return trace.threads[thread] if thread < len(trace.threads) else "?"


def _user_frames(stack: Sequence[Frame]) -> Iterator[tuple[Frame, bool]]:
    """The frames of the user's functions, and of the library functions that those call."""
    inner: Frame | None = None
    for frame in stack:
        if frame.function.startswith(OWN):  # what calls main
            continue
        if is_own(frame.loc):
            inner = frame
            continue
        if inner is not None:
            yield inner, True
        yield frame, False
        inner = None


def _slices(lines: Sequence[_Line]) -> Iterator[tuple[int, list[_Line]]]:
    group: list[_Line] = []
    for line in lines:
        if group and group[-1].thread != line.thread:
            yield group[0].thread, group
            group = []
        group.append(line)
    if group:
        yield group[0].thread, group


def _without_middle(group: list[_Line]) -> Iterator[_Line | int]:
    """The lines; for those cut out, how many they are."""
    if len(group) <= _MOST_LINES:
        yield from group
        return
    yield from group[: _MOST_LINES // 4]
    yield len(group) - _MOST_LINES
    yield from group[len(group) - _MOST_LINES * 3 // 4 :]


# What happened, in words


def _lines(trace: Trace) -> Iterator[_Line]:
    """Steps and inputs in order. What a library function does inside is one line; what the library does
    on its own, before a thread's first line and behind its last, is none."""
    inputs = [value for value in trace.inputs if not _is_declined(value)]
    previous: Step | None = None
    for number, step in enumerate(trace.steps):
        while inputs and inputs[0].step <= number:
            yield _asked(inputs.pop(0))
        what = _what(step, trace)
        goes_on = previous is not None and _call(previous) == _call(step) is not None and not _born(step)
        if what is not None and not goes_on:
            yield _Line(step.thread, None if is_own(step.loc) else step.loc, what)
        previous = step
    yield from map(_asked, inputs)


def _is_declined(value: InputValue) -> bool:
    """A thread goes round as it would anyway."""
    return value.name == OFFER and value.value == "0"


def _asked(value: InputValue) -> _Line:
    kind = f" ({value.type})" if value.type else ""
    said = "waits in this loop" if value.name == OFFER else f"input {value.name}{kind}: {value.value}"
    return _Line(value.thread, None if is_own(value.loc) else value.loc, said)


def _call(step: Step) -> tuple[object, ...] | None:
    return (step.thread, step.loc, step.call) if step.call else None


def _what(step: Step, trace: Trace) -> str | None:
    """None for what users need not know of."""
    match step.kind:
        case StepKind.END:
            return "the program ends" if step.thread == 0 and not step.call else "the thread ends"
        case _ if is_own(step.loc) or (step.place.startswith(OWN) and not step.call):
            return None
        case StepKind.SECTION | StepKind.SPAWN if born := _born(step):
            return f"starts {born} ({_name(trace, int(born.removeprefix('thread ')))})"
        case _ if step.call:
            return _call_text(step)
        case StepKind.READ | StepKind.WRITE:
            return _access(step.kind, step.place, step.value)
        case StepKind.WAIT:
            return "waits no longer"
        case StepKind.FREE:
            return f"frees {step.place}"
        case StepKind.SECTION:
            users = (effect for effect in step.effects if not effect.place.startswith(OWN))
            done = (_access(effect.kind, effect.place, effect.value) for effect in users)
            return ": ".join(filter(None, ("atomic", ", ".join(done))))
        case _:
            return ""


def _access(kind: StepKind, place: str, value: str) -> str:
    if not place:
        return "writes" if kind is StepKind.WRITE else "reads"
    return f"{place} = {value}" if kind is StepKind.WRITE else f"reads {place}: {value}"


def _born(step: Step) -> str:
    """`thread 1`, if the step has started it."""
    found = step.value if step.kind is StepKind.SECTION else step.place
    return found if re.fullmatch(r"thread \d+", found) else ""


def _call_text(step: Step) -> str:
    """The call as the user wrote it; the function's name, if that cannot be told."""
    line = _source(step.loc)
    start = max(step.loc.column - 1, 0)
    if not _CALL.match(line, start):
        return step.call
    depth = 0
    for end in range(start, len(line)):
        depth += {"(": 1, ")": -1}.get(line[end], 0)
        if line[end] == ")" and not depth:
            return line[start : end + 1]
    return step.call


def _source(loc: Loc) -> str:
    lines = source_lines(loc.file)
    return lines[loc.line - 1] if 0 < loc.line <= len(lines) else ""


def _place(line: _Line) -> str:
    return f"{line.loc.file}:{line.loc.line}" if line.loc else ""


def _text(line: _Line) -> str:
    """The line of the user's text, in one piece that any terminal can show."""
    text = _source(line.loc).strip() if line.loc else ""
    text = "".join(c if c.isprintable() else " " if c == "\t" else "\ufffd" for c in text)
    return text if len(text) <= _WIDEST_TEXT else text[: _WIDEST_TEXT - 3] + "..."
