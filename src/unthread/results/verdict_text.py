"""A verdict for people to read: the word, why, and what was covered."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

from unthread.core.diagnostics import Diagnostic, Severity, render
from unthread.core.properties import Property, Violation
from unthread.core.trace import Trace, format_schedule
from unthread.core.verdict import Coverage, LoopCoverage, Safe, Unknown, Unsafe, Verdict
from unthread.results.terminal import render_trace

_MOST_LOOPS = 20
_LOOP_BOUND = re.compile(r"loop unwound (?:once|(\d+) times) at (.*)")
_FAILURES = {
    Property.REACH: "fails an assertion",
    Property.LOCK: "misuses a lock",
    Property.DEADLOCK: "ends in a deadlock",
    Property.RACE: "has a data race",
    Property.MEMORY: "accesses memory wrongly",
    Property.LEAK: "leaves memory that is never freed",
    Property.ARITH: "overflows, divides by zero or shifts too far",
}


def render_verdict(
    verdict: Verdict, seconds: float, console: Console, quiet: bool = False, every: bool = False
) -> None:
    """With `quiet`, the verdict alone; with `every`, also where all violations were looked for."""
    match verdict:
        case Unsafe(traces, coverage):
            _unsafe(traces, console, quiet)
            if every and coverage is not None and not quiet:
                _line(console, f"every violation was looked for in {_extent(coverage)}:")
                _coverage(coverage, "", console)
        case Safe(coverage, stopped):
            _headline(console, "SAFE", "bold green", _safe_text(coverage))
            if not quiet:
                _coverage(coverage, stopped, console)
        case Unknown(reason, loc, hint, coverage):
            text = render(Diagnostic(Severity.NOTE, reason, loc, hint)).split("\n")[1:]
            _headline(console, "UNKNOWN", "bold yellow", f"{loc}: {reason}" if loc else reason)
            for line in text:
                _line(console, line)
            if coverage is not None and not quiet:
                _line(console, f"before that, no violation was found in {_extent(coverage)}:")
                _coverage(coverage, "", console)
    if not quiet:
        _line(console, f"  took       {seconds:.1f} s")


def _unsafe(traces: tuple[Trace, ...], console: Console, quiet: bool) -> None:
    if not quiet:
        for trace in traces:
            render_trace(trace, console)
            _line(console, f"  schedule {format_schedule(trace.schedule)} (thread:steps), replayed")
            console.print()
    if len(traces) == 1:
        _headline(console, "UNSAFE", "bold red", _violation(traces[0].violation))
        return
    _headline(console, "UNSAFE", "bold red", f"{len(traces)} violations")
    for trace in traces:
        _line(console, f"  {_violation(trace.violation)}")


def _violation(violation: Violation) -> str:
    return f"{violation.loc}: {violation.message} [{violation.property}]"


def _headline(console: Console, word: str, style: str, text: str) -> None:
    console.print(Text(word, style).append(f"  {text}", "default"), soft_wrap=True, highlight=False)


def _line(console: Console, text: str) -> None:
    console.print(Text(text), soft_wrap=True, highlight=False)


def _safe_text(coverage: Coverage) -> str:
    wrong = [_FAILURES[item] for item in Property if item in coverage.properties]
    *most, last = wrong
    what = f"{', '.join(most)} or {last}" if most else last
    if coverage.complete:
        return f"no execution {what} (complete: nothing is left out)"
    return f"no execution within these bounds {what} (not complete)"


def _extent(coverage: Coverage) -> str:
    return "all executions" if coverage.complete else "the executions within these bounds"


def _coverage(coverage: Coverage, stopped: str, console: Console) -> None:
    for name, text in _rows(coverage, stopped):
        _line(console, f"  {name:<11}{text}")


def _rows(coverage: Coverage, stopped: str) -> Iterator[tuple[str, str]]:
    yield "checked", ", ".join(item for item in Property if item in coverage.properties)
    yield "threads", _threads(coverage)
    if len(coverage.threads) > 1:
        yield "schedules", _schedules(coverage)
        yield "memory", "all threads see all writes at once and in one order (sequential consistency)"
    yield from _labelled("loops", _loops(coverage))
    yield from _labelled("left out", _left_out(coverage))
    yield from _labelled("assumed", coverage.taken_for_granted)
    if stopped:
        yield "stopped", stopped


def _labelled(label: str, texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The label stands in the first row."""
    for text in texts:
        yield label, text
        label = ""


def _threads(coverage: Coverage) -> str:
    counted = Counter(coverage.threads)
    text = ", ".join(f"{name} x{count}" if count > 1 else name for name, count in counted.items())
    if len(coverage.threads) == 1:
        text += " alone"
    if coverage.never_started:
        never = "never started" if coverage.complete else "not started within these bounds"
        text += f"; {never}: {', '.join(coverage.never_started)}"
    return text


def _schedules(coverage: Coverage) -> str:
    """All of them are known to be covered when no execution needs the last round. Some backends know no
    rounds."""
    if not coverage.rounds:
        return "all of them"
    if coverage.all_schedules:
        return f"all of them (none needs more than {_several(max(1, coverage.rounds - 1), 'round')})"
    rounds = _several(coverage.rounds, "round")
    return f"up to {rounds}; in a round, each thread in turn runs as far as it likes"


def _loops(coverage: Coverage) -> Iterator[str]:
    for loop in coverage.loops[:_MOST_LOOPS]:
        yield f"{loop.loc} in {loop.function}: {_times(loop, coverage.complete)}"
    if len(coverage.loops) > _MOST_LOOPS:
        yield f"and {len(coverage.loops) - _MOST_LOOPS} more"


def _times(loop: LoopCoverage, is_complete: bool) -> str:
    """Executions that are left out may go round more often, unless the number is known by itself."""
    if loop.kind == "waiting":
        return "waits for other threads; going round changes nothing"
    is_all = is_complete or (loop.kind == "counted" and not loop.wants_more)
    counting = ", rounds that change nothing not counted" if loop.kind == "idle" else ""
    return f"{'never more than' if is_all else 'up to'} {_several(loop.rounds, 'time')}{counting}"


def _left_out(coverage: Coverage) -> Iterator[str]:
    places = {str(loop.loc) for loop in coverage.loops}
    for reached in coverage.reached:
        loop = _LOOP_BOUND.fullmatch(reached)
        if loop is None:
            yield f"executions with {reached}"
            continue
        which = "the loop" if loop[2] in places else "a loop of the library function called"
        yield f"executions that repeat {which} at {loop[2]} more than {_several(int(loop[1] or 1), 'time')}"
    if not coverage.all_schedules:
        yield f"schedules of more than {_several(coverage.rounds, 'round')}"


def _several(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
