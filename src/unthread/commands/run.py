"""`unthread run`: the program in the interpreter."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from unthread.api.running import Running, Surroundings
from unthread.commands.output import message, warn, write
from unthread.core.diagnostics import Diagnostic, Severity, render, source_lines
from unthread.core.exit_codes import ExitCode
from unthread.core.source import Source
from unthread.options import RunOptions

if TYPE_CHECKING:
    from unthread.core.properties import Frame, Violation
    from unthread.core.trace import Step
    from unthread.interpreter.machine import Machine, Outcome
    from unthread.program.program import Program

_PACKAGE = Path(__file__).parent.parent


def run(options: RunOptions, source: Source, rest: tuple[str, ...]) -> int:
    given = replace(source.arguments, words=(*source.arguments.words, *rest))
    surroundings = Surroundings(
        lambda: sys.stdin.buffer.read(1), _print, _tell_violation, _trace if options.trace else None, warn
    )
    running = Running(options, replace(source, arguments=given), surroundings)
    started = time.process_time()
    outcome = running.run()
    seconds = time.process_time() - started
    machine = running.machine
    code = _tell(machine, outcome)
    for name in running.unused_inputs():
        message(str(Diagnostic(Severity.WARNING, f"the input '{name}' was not used")))
    if options.statistics:
        message(f"{machine.instructions} instructions, {machine.steps} steps, {seconds:.2f} s CPU")
    return ExitCode.UNSAFE if running.races else code


def _print(stream: int, data: bytes) -> None:
    """Output of the program, at once: others may be waiting for it."""
    write(sys.stderr if stream == 2 else sys.stdout, data)


def _trace(step: Step) -> None:
    where, line = str(step.loc), ""
    if Path(step.loc.file).is_relative_to(_PACKAGE):
        where = "(library)"  # before a thread reaches the user's text, and after
    else:
        lines = source_lines(step.loc.file)
        line = lines[step.loc.line - 1].strip() if 0 < step.loc.line <= len(lines) else ""
    relation = " = " if step.value else ""
    what = f"{step.kind} {step.place}{relation}{step.value}".rstrip()
    message(f"{step.thread}  {where.ljust(20)}  {line.ljust(40)}  // {what}")


def _tell(machine: Machine, outcome: Outcome) -> int:
    """Messages about how the run ended; gives the exit code."""
    from unthread.interpreter.machine import Blocked, Exited, Infeasible, OutOfSteps, Violated

    match outcome:
        case Exited(status):
            return status & 0xFF
        case Violated(violation):
            _tell_violation(machine, violation)
            return ExitCode.UNSAFE
        case OutOfSteps(loc):
            message(render(Diagnostic(Severity.NOTE, "the step limit was reached", loc)))
        case Infeasible(loc):
            message(
                render(Diagnostic(Severity.NOTE, "an assumption fails: this execution does not count", loc))
            )
            return ExitCode.UNKNOWN
        case Blocked():
            message("unthread: note: no thread can move, but deadlock is not among the properties")
        case _:
            raise AssertionError(f"a run does not end in {outcome}")
    for number in machine.live():
        message(f"  thread {number} is at {machine.position(number)}")
    return ExitCode.UNKNOWN


_STACK_TOP, _STACK_BOTTOM = 10, 3  # how much of a long call stack is shown


def _tell_violation(machine: Machine, violation: Violation) -> None:
    from unthread.results.violation_text import heap_text
    from unthread.results.words import function_name

    text = Diagnostic(Severity.VIOLATION, violation.message, violation.loc, detail=violation.property)
    message(render(text))
    start = f"thread {violation.thread}, in"
    frames = list(_user_frames(machine.program, violation.stack))
    for number, (frame, is_library) in enumerate(frames):
        if _STACK_TOP <= number < len(frames) - _STACK_BOTTOM:
            if number == _STACK_TOP:
                message(f"  ... {len(frames) - _STACK_TOP - _STACK_BOTTOM} more calls")
            continue
        message(f"  {start} {function_name(frame.function)}" + ("" if is_library else f" ({frame.loc})"))
        start = "called from"
    for heap in machine.runtime.memory.heap_names.spoken_of():
        message(f"  {heap_text(heap)}")


def _user_frames(program: Program, stack: Sequence[Frame]) -> Iterator[tuple[Frame, bool]]:
    """The frames of the user's functions, and of the library functions that those call."""
    functions = program.functions
    inner: Frame | None = None
    for frame in stack:
        if frame.function == program.entry:
            return
        is_library = frame.function in functions and functions[frame.function].library
        if not is_library:
            if inner is not None:
                yield inner, True
            yield frame, False
        inner = frame if is_library else None
