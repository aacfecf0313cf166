"""A verdict for people to read: the word, why, and what was covered."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

from unthread.core.bounds import Bound
from unthread.core.diagnostics import Diagnostic, Severity, printable, render
from unthread.core.properties import Property, Violation
from unthread.core.trace import Ahead, Trace
from unthread.core.verdict import (
    EXECUTED,
    Cause,
    Coverage,
    LoopCoverage,
    Method,
    NoBugFound,
    Omission,
    PlaceKind,
    Safe,
    Unknown,
    Unsafe,
    Verdict,
)
from unthread.results.terminal import render_trace
from unthread.results.violation_text import heap_text, schedules
from unthread.results.words import function_name

_MOST_LOOPS = 20
_ON_WHOLE = dict.fromkeys((Method.LOCKS, Method.INTERVALS, Method.INDUCTION), ", without bounds")
_MOST_LEFT_OUT = 12


def render_verdict(
    verdict: Verdict,
    seconds: float,
    console: Console,
    quiet: bool = False,
    every: bool = False,
    full: bool = False,
    stored: str | None = None,
) -> None:
    """With `quiet`, the verdict alone; with `every`, also where all violations were looked for; with `full`,
    all steps of a trace. `stored` is the file that the first trace is written to."""
    match verdict:
        case Unsafe(traces, coverage):
            _unsafe(traces, console, quiet, every, full, stored)
            if every and coverage is not None and not quiet:
                _line(console, f"every violation was looked for in {extent(coverage)}:")
                _coverage(coverage, console)
        case Safe(coverage):
            _headline(console, "SAFE", "bold green", f"no execution violates {asked(coverage, 'or')}")
            if not quiet:
                _coverage(coverage, console)
        case NoBugFound(coverage, stopped):
            other = "other " if verdict.accepted else ""
            text = f"no {other}violation of {asked(coverage, 'or')} {_within(coverage)}"
            _headline(console, "NO BUG FOUND", "bold yellow", text)
            if not quiet:
                _coverage(coverage, console)
                _rows(console, "stopped", [stopped] if stopped else [])
                _rows(console, "try next", next_steps(coverage, stopped))
        case Unknown(_, reason, loc, hint, coverage):
            lines = render(Diagnostic(Severity.NOTE, reason, loc, hint)).split("\n")[1:]
            _headline(console, "UNKNOWN", "bold yellow", f"{loc}: {reason}" if loc else reason)
            for line in lines:
                _line(console, line)
            if coverage is not None and not quiet:
                _line(console, f"apart from that, no violation was found in {extent(coverage)}:")
                _coverage(coverage, console)
    _rows(console, "accepted", map(_alone, () if isinstance(verdict, Safe) else verdict.accepted))
    if not quiet:
        _rows(console, "took", [f"{seconds:.1f} s"])


def _unsafe(
    traces: tuple[Trace, ...], console: Console, quiet: bool, every: bool, full: bool, stored: str | None
) -> None:
    """One trace in full, or every one; data races that were found on the way are only named."""
    shown = traces if every else traces[:1]
    if not quiet:
        for trace in shown:
            render_trace(trace, console, full)
            for line in schedules(trace):
                _line(console, f"  {line}")
            is_stored = stored is not None and trace is traces[0]
            if is_stored:
                _line(console, f"  reproduce with: unthread replay {shlex.quote(stored or '')}")
            console.print()
    if len(shown) > 1:
        _headline(console, "UNSAFE", "bold red", f"{len(traces)} violations")
        for trace in traces:
            _line(console, f"  {_alone(trace)}")
        return
    first = traces[0]
    _headline(console, "UNSAFE", "bold red", _alone(first) if quiet else _violation(first.violation))
    for trace in traces[1:]:
        _line(console, f"  also, a possible cause: {_alone(trace)}")


def _alone(trace: Trace) -> str:
    """A violation that is shown without its steps: what the heap objects are that it names."""
    message = trace.violation.message
    named = (heap for heap in trace.objects if re.search(rf"{heap.name}\b", message))
    return "; ".join([_violation(trace.violation), *map(heap_text, named)])


def _violation(violation: Violation) -> str:
    return f"{violation.loc}: {violation.message} [{violation.property}]"


def _headline(console: Console, word: str, style: str, text: str) -> None:
    console.print(
        Text(word, style).append(f"  {printable(text)}", "default"), soft_wrap=True, highlight=False
    )


def _line(console: Console, text: str) -> None:
    console.print(Text(printable(text)), soft_wrap=True, highlight=False)


def asked(coverage: Coverage, last: str) -> str:
    *most, final = [item for item in Property if item in coverage.properties]
    return f"{', '.join(most)} {last} {final}" if most else str(final)


def _within(coverage: Coverage) -> str:
    if len(coverage.threads) == 1 and coverage.never_started:
        return "in main alone: no other thread was started within the limits below"
    return "within the limits below"


def extent(coverage: Coverage) -> str:
    return "all executions" if coverage.complete else "the executions within these limits"


def _coverage(coverage: Coverage, console: Console) -> None:
    for label, texts in coverage_rows(coverage):
        _rows(console, label, texts)


def coverage_rows(coverage: Coverage) -> Iterator[tuple[str, Iterable[str]]]:
    """What was searched and what was not: a label, and texts, of which there may be none."""
    many = len(coverage.threads) > 1
    yield "proved", _proofs(coverage)
    yield "not looked", [f"for: {', '.join(coverage.not_looked_for)}"] * bool(coverage.not_looked_for)
    yield "start", [start_text(coverage.ahead)] if coverage.ahead else []
    yield "threads", [_threads(coverage)]
    yield "schedules", [_schedules(coverage)] * many
    yield "memory", ["sequential consistency: all threads see all writes in one order"] * many
    yield "loops", _loops(coverage)
    yield "left out", _left_out(coverage)
    yield "unreached", _unreached(coverage)
    yield "assumed", coverage.assumptions


def start_text(ahead: Ahead) -> str:
    """Where the search starts."""
    done = f"{ahead.instructions:,} instructions before it were executed"
    return f"at {ahead.loc}: {done}, they depend on no input"


def _rows(console: Console, label: str, texts: Iterable[str]) -> None:
    """The label stands in the first row."""
    for text in texts:
        _line(console, f"  {label:<11}{text}")
        label = ""


def next_steps(coverage: Coverage, stopped: str) -> Iterator[str]:
    """What the user can do to get a better answer."""
    if stopped:
        yield "more time (--time), or fewer threads and smaller loops in the program"
        return
    bounds, reached = coverage.bounds, {item.bound for item in coverage.omissions}
    larger = {
        Bound.UNWIND: f"--unwind {2 * max(1, bounds.unwind)}",
        Bound.DEPTH: f"--depth {2 * bounds.depth}",
        Bound.THREADS: f"--threads {2 * max(1, bounds.threads)}",
    }
    flags = [flag for bound, flag in larger.items() if bound in reached]
    if not coverage.all_schedules:
        flags.append(f"--rounds {coverage.rounds + 1}")
    if flags:
        yield f"{' '.join(flags)}, or no bounds at all: then they grow"


def _threads(coverage: Coverage) -> str:
    counted = Counter(map(function_name, coverage.threads))
    text = ", ".join(f"{name} x{count}" if count > 1 else name for name, count in counted.items())
    if len(coverage.threads) == 1:
        text += " alone"
    if coverage.never_started:
        never = "never started" if coverage.complete else "not started within these bounds"
        text += f"; {never}: {', '.join(map(function_name, coverage.never_started))}"
    return text


def _schedules(coverage: Coverage) -> str:
    """All of them are known to be covered when no execution needs the last round. Some backends know no
    rounds."""
    if not coverage.rounds:
        return "all of them"
    if coverage.all_schedules:
        return f"all of them (none needs more than {_several(max(1, coverage.rounds - 1), 'round')})"
    rounds = _several(coverage.rounds, "round")
    return f"up to {rounds}; in a round, each thread takes one turn of any length"


def _proofs(coverage: Coverage) -> Iterator[str]:
    for proof in coverage.proofs:
        names = ", ".join(item for item in Property if item in proof.properties)
        yield f"{names}: by {proof.method}{_ON_WHOLE.get(proof.method, '')}"


def _loops(coverage: Coverage) -> Iterator[str]:
    for loop in coverage.loops[:_MOST_LOOPS]:
        yield f"{loop.loc} in {function_name(loop.function)}: {_times(loop, coverage.complete)}"
    if len(coverage.loops) > _MOST_LOOPS:
        yield f"and {len(coverage.loops) - _MOST_LOOPS} more"


def _times(loop: LoopCoverage, is_complete: bool) -> str:
    """Executions that are left out may iterate more often, unless the number is known by itself."""
    if loop.kind == EXECUTED:
        return "executed before the search starts, not unwound"
    if loop.kind == "waiting":
        return "waits for other threads; iterating changes nothing"
    is_all = is_complete or (loop.kind == "counted" and not loop.wants_more)
    counting = ", not counting those that change nothing" if loop.kind == "idle" else ""
    return f"{'never more than' if is_all else 'up to'} {_several(loop.times, 'iteration')}{counting}"


def _left_out(coverage: Coverage) -> Iterator[str]:
    for omission in coverage.omissions[:_MOST_LEFT_OUT]:
        yield _omission(omission)
    if len(coverage.omissions) > _MOST_LEFT_OUT:
        yield f"and {len(coverage.omissions) - _MOST_LEFT_OUT} more (--json lists them)"
    if not coverage.all_schedules:
        yield f"schedules of more than {_several(coverage.rounds, 'round')}"


def _omission(omission: Omission) -> str:
    match omission.cause:
        case Cause.ENDED:
            return f"executions past a violation of {omission.property}: {omission}"
        case Cause.ACCEPTED:
            return f"what comes after {omission}"
        case Cause.VACUOUS | Cause.BLOCKED:
            return f"whatever comes after {omission.loc}: {omission.what}"
        case _:
            return f"executions with {omission}"


_IN_LEDGER = (PlaceKind.ASSERTION, PlaceKind.THREAD, PlaceKind.END)


def _unreached(coverage: Coverage) -> Iterator[str]:
    for visit in coverage.ledger:
        if visit.place.kind in _IN_LEDGER and not visit.is_reached:
            doubt = "" if visit.is_reached is not None else " (unknown)"
            yield f"{visit.place.what} at {visit.place.loc}{doubt}"


def _several(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
