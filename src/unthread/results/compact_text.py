"""An answer as lines that editors and CI systems find places in, as they do in what compilers print:

FILE:LINE:COLUMN: error: what is wrong [property]
FILE:LINE:COLUMN: note: who else has a part in it
WORD: what there is to say without a place
"""

from __future__ import annotations

from collections.abc import Iterator

from unthread.core.diagnostics import printable
from unthread.core.properties import Participant, Property, Violation
from unthread.core.source import is_own
from unthread.core.trace import Trace
from unthread.core.verdict import NoBugFound, Safe, Unknown, Unsafe, Verdict
from unthread.results.verdict_text import asked
from unthread.results.words import clean, function_name


def compact_lines(verdict: Verdict) -> list[str]:
    """Nothing in them is more than one line."""
    return [printable(" ".join(clean(line).splitlines())) for line in _lines(verdict)]


def _lines(verdict: Verdict) -> Iterator[str]:
    match verdict:
        case Unsafe(traces):
            for trace in traces:
                yield from _violation(trace)
        case Safe(coverage):
            yield f"SAFE: no execution violates {asked(coverage, 'or')}"
        case NoBugFound(coverage):
            yield f"NO BUG FOUND: no violation of {asked(coverage, 'or')} within limits"
        case Unknown(_, reason, loc):
            yield f"UNKNOWN: {reason}" if loc is None else f"{loc}: warning: unknown: {reason}"


def _violation(trace: Trace) -> Iterator[str]:
    violation = trace.violation
    yield f"{violation.loc}: error: {violation.message} [{violation.property}]"
    for part in violation.participants[1:]:
        if not is_own(part.loc):
            yield f"{part.loc}: note: {_part(part, violation)}"
    for item in violation.related:
        yield f"{item.loc}: note: {item.what} here"


def _part(part: Participant, violation: Violation) -> str:
    who = f"thread {part.thread} ({function_name(part.routine)})"
    if violation.property is Property.RACE and part.access:
        return f"{who}: {part.access} of {part.place}" if part.place else f"{who}: {part.access}"
    if part.call:
        return f"{who} waits in {part.call}" + (f" for {part.place}" if part.place else "")
    return f"{who} is here"
