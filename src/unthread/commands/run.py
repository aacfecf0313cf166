"""`unthread run`: the program in the interpreter."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from unthread.commands.arguments import read_properties
from unthread.commands.output import message, write
from unthread.core.diagnostics import (
    Diagnostic,
    InputError,
    Severity,
    UsageError,
    render,
    source_lines,
)
from unthread.core.source import Loc, Source
from unthread.core.verdict import ExitCode
from unthread.options import RunOptions

if TYPE_CHECKING:
    from unthread.core.properties import Frame, Violation
    from unthread.core.trace import Step
    from unthread.interpreter.inputs import InputSource
    from unthread.interpreter.machine import Machine, Outcome
    from unthread.interpreter.schedulers import Scheduler
    from unthread.program.program import Program
    from unthread.program.types import Type
    from unthread.values.cells import Value

_PACKAGE = Path(__file__).parent.parent


def run(options: RunOptions, source: Source, rest: tuple[str, ...]) -> int:
    """Execute the program in the interpreter, and exit with its status.

    Data races are reported and the run continues; any other violation ends it."""
    from unthread.frontend.load import load
    from unthread.interpreter.machine import Machine

    scheduler, properties = _scheduler(options), read_properties(options.properties)
    inputs = _inputs(options)
    given = replace(source.arguments, words=(*source.arguments.words, *rest))
    program = load(replace(source, arguments=given))
    if not program.entry:
        raise InputError("there is no function 'main' to run")
    races: dict[Loc, None] = {}  # one at each position is told

    def on_race(violation: Violation) -> bool:
        if violation.loc not in races:
            races[violation.loc] = None
            _tell_violation(machine, violation)
        return False

    machine = Machine(
        program,
        inputs,
        properties,
        _print,
        undefined=options.undefined,
        limit=options.steps,
        observer=_trace if options.trace else None,
        on_race=on_race,
    )
    started = time.process_time()
    outcome = machine.run(scheduler)
    seconds = time.process_time() - started
    code = _tell(machine, outcome)
    for name in inputs.unused():
        message(str(Diagnostic(Severity.WARNING, f"the input '{name}' was not used")))
    if options.statistics:
        message(f"{machine.instructions} instructions, {machine.steps} steps, {seconds:.2f} s CPU")
    return ExitCode.UNSAFE if races else code


def _scheduler(options: RunOptions) -> Scheduler:
    from unthread.core.trace import parse_schedule
    from unthread.interpreter.schedulers import GivenSchedule, InOrder, RandomScheduler

    if options.schedule is not None and options.seed is not None:
        raise UsageError("--seed and --schedule are mutually exclusive")
    if options.schedule is not None:
        return GivenSchedule(parse_schedule(options.schedule))
    return InOrder() if options.seed is None else RandomScheduler(options.seed)


def _inputs(options: RunOptions) -> _UserInputs:
    from unthread.interpreter.inputs import RandomInputs, StandardInput

    values: dict[str, list[int | float]] = {}
    for text in options.inputs:
        name, equals, value = text.rpartition("=")
        if not equals or not name:
            raise UsageError(f"'{text}' is not of the form NAME=VALUE")
        values.setdefault(name, []).append(_number(value, text))
    return _UserInputs(
        values, StandardInput(lambda: sys.stdin.buffer.read(1), RandomInputs(options.seed or 0))
    )


class _UserInputs:
    """Inputs given on the command line: several of one name are used in order, the last one again and
    again. Other names come from `otherwise`."""

    def __init__(self, values: dict[str, list[int | float]], otherwise: InputSource) -> None:
        self.values = values
        self.used = dict.fromkeys(values, 0)
        self.otherwise = otherwise

    def value(self, name: str, type: Type, loc: Loc, thread: int) -> Value:
        from unthread.program.text.c_types import type_name
        from unthread.program.types import FloatType, bits_of, value_type
        from unthread.values.scalars import fit

        if name not in self.values:
            return self.otherwise.value(name, type, loc, thread)
        given = self.values[name]
        value = given[min(self.used[name], len(given) - 1)]
        self.used[name] += 1
        if not isinstance(value_type(type), FloatType):
            bits = bits_of(value_type(type))
            if isinstance(value, float) or not -(1 << bits) < 2 * value < 2 << bits:
                raise InputError(f"the input {name}={value} does not fit into {type_name(type)}", loc)
        return fit(value, type)

    def unused(self) -> list[str]:
        return [name for name, count in self.used.items() if not count]


def _number(value: str, text: str) -> int | float:
    """A number as C writes it, or a character in quotes."""
    if len(value) == 3 and value[0] == value[2] == "'":
        return ord(value[1])
    for kind in (
        lambda: int(value, 0),
        lambda: int(value),
        lambda: float(value),
        lambda: float.fromhex(value),
    ):
        with suppress(ValueError, OverflowError):
            return kind()
    raise UsageError(f"'{value}' in '{text}' is not a number")


def _print(stream: int, data: bytes) -> None:
    """Output of the program, at once: others may be waiting for it."""
    write(sys.stderr if stream == 2 else sys.stdout, data)


def _trace(step: Step) -> None:
    where, line = str(step.loc), ""
    if Path(step.loc.file).is_relative_to(_PACKAGE):
        where = "(library)"  # before a thread gets to the user's text, and after
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
    text = Diagnostic(Severity.VIOLATION, violation.message, violation.loc, detail=violation.property)
    message(render(text))
    start = f"thread {violation.thread}, in"
    frames = list(_user_frames(machine.program, violation.stack))
    for number, (frame, is_library) in enumerate(frames):
        if _STACK_TOP <= number < len(frames) - _STACK_BOTTOM:
            if number == _STACK_TOP:
                message(f"  ... {len(frames) - _STACK_TOP - _STACK_BOTTOM} more calls")
            continue
        message(f"  {start} {frame.function}" + ("" if is_library else f" ({frame.loc})"))
        start = "called from"


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
