"""A sequence diagram for Mermaid: threads side by side, who starts whom, whose effect is seen by whom.

In: a `Trace`. Out: text that code hosts and editors draw. No text of the program can end a line, begin a
comment or be taken for a word of Mermaid: whatever is not plain is written as the number of its character.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from unthread.core.trace import Trace
from unthread.reports.moments import Moment, moments, participant_text
from unthread.results.violation_text import why
from unthread.results.words import clean, function_name, thread_name

_MOST_ROWS = 10  # of a note; more are cut out of its middle
_MOST_CHARACTERS = 100  # of a row
_HEAD, _TAIL = 12_000, 30_000  # characters; more are cut out between them
_PLAIN = re.compile(r"[A-Za-z0-9 _.,()=+*/!|?@^~\[\]'-]")
_KEYWORD = re.compile(r"\bend\b", re.IGNORECASE)  # would end a block of the diagram


def mermaid(trace: Trace) -> str:
    names = (thread_name(trace, number) for number in range(len(trace.threads)))
    participants = [f"participant t{number} as {escaped(name)}" for number, name in enumerate(names)]
    lines = [*participants, *_without_middle([*_lines(trace)], len(trace.threads) - 1)]
    return "\n".join(["sequenceDiagram", *(f"    {line}" for line in lines)]) + "\n"


def _without_middle(lines: list[str], last: int) -> list[str]:
    """Mermaid draws no more than 50,000 characters."""
    head = _within(lines, _HEAD)
    tail = _within(lines[head:][::-1], _TAIL)
    cut = len(lines) - head - tail
    if not cut:
        return lines
    span = "t0" if last == 0 else f"t0,t{last}"
    return [
        *lines[:head],
        f"Note over {span}: ... {cut} more notes and messages",
        *lines[len(lines) - tail :],
    ]


def _within(lines: Sequence[str], most: int) -> int:
    """How many of them fit."""
    ends = accumulate(len(line) + 5 for line in lines)
    return sum(1 for end in ends if end <= most)


def _lines(trace: Trace) -> Iterator[str]:
    rows: list[str] = []
    thread = 0
    for moment in moments(trace):
        messages = list(_messages(moment, trace))
        if rows and (messages or moment.thread != thread or moment.is_violation):
            yield _note(thread, rows)
            rows = []
        yield from messages
        thread = moment.thread
        if moment.is_violation:
            yield from _violation(moment, trace)
        elif moment.started is None:
            rows.append(_row(moment))


def _messages(moment: Moment, trace: Trace) -> Iterator[str]:
    """From a thread whose effect is seen here, and to one that is started."""
    sources = (trace.steps[number] for number in moment.sees if number < len(trace.steps))
    for step in {step.thread: step for step in sources if step.thread != moment.thread}.values():
        what = step.call or step.place
        yield f"t{step.thread}--)t{moment.thread}: {escaped(function_name(what))}"
    if moment.started is not None and moment.started < len(trace.threads):
        yield f"t{moment.thread}->>t{moment.started}: {escaped(_row_text(moment))}"


def _violation(moment: Moment, trace: Trace) -> Iterator[str]:
    yield "rect rgba(220, 60, 60, 0.3)"
    yield _note(moment.thread, [_row(moment)])
    parts = trace.violation.participants
    for part in parts[1:]:
        yield _note(part.thread, [escaped(f"line {part.loc.line}: {participant_text(part, parts)}")])
    yield from (_note(moment.thread, [escaped(f"why: {text}")]) for text in why(trace))
    yield "end"


def _note(thread: int, rows: list[str]) -> str:
    if len(rows) > _MOST_ROWS:
        cut = len(rows) - _MOST_ROWS + 1
        rows = [*rows[: _MOST_ROWS // 2], f"... {cut} more steps", *rows[_MOST_ROWS // 2 + cut :]]
    return f"Note over t{thread}: {'<br/>'.join(rows)}"


def _row(moment: Moment) -> str:
    return escaped(_row_text(moment))


def _row_text(moment: Moment) -> str:
    text = f"line {moment.loc.line}: {moment.what}" if moment.loc else moment.what
    limit = None if moment.is_violation or len(text) <= _MOST_CHARACTERS else _MOST_CHARACTERS - 3
    return text if limit is None else f"{text[:limit]}..."


def escaped(text: str) -> str:
    """As Mermaid shows it again."""
    text = clean(" ".join(text.split()))
    numbered = {found.start() for found in _KEYWORD.finditer(text)}
    return "".join(
        character if _PLAIN.match(character) and number not in numbered else f"#{ord(character)};"
        for number, character in enumerate(text)
    )
