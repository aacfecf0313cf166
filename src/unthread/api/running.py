"""One execution in the interpreter, whoever asks for it: `Running`; for scripts, `run` gives a `Run`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Unpack

from unthread.api.functions import Files, Warn, source_from
from unthread.api.guest import guest, relayed
from unthread.api.keywords import RunKeywords, in_python, options_of, with_options
from unthread.api.values import read_properties
from unthread.core.diagnostics import Diagnostic, InputError, UsageError
from unthread.core.records import dataclass
from unthread.core.source import Loc, Source
from unthread.options import RunOptions

if TYPE_CHECKING:
    from unthread.core.properties import Property, Violation
    from unthread.core.trace import Step
    from unthread.interpreter.inputs import InputSource
    from unthread.interpreter.machine import Machine, Outcome
    from unthread.interpreter.schedulers import Scheduler
    from unthread.program.types import Type
    from unthread.values.cells import Value


_OBSERVED = ("trace",)  # the observer gets the steps


@dataclass(frozen=True, slots=True)
class Run:
    """What an execution did. `status` is what the program ended with, None if it did not come to its end, and
    `violation` what ended it; data races end nothing, there is one for each position. `ending` says how it
    ended, in a word, and `loc` where, if it was broken off."""

    ending: str  # "exit", "violation", "steps" are used up, an "assumption" fails, "blocked"
    status: int | None
    violation: Violation | None
    races: tuple[Violation, ...]
    loc: Loc | None
    stdout: bytes
    stderr: bytes
    steps: int
    instructions: int


@with_options(RunOptions, _OBSERVED)
def run(
    files: Files,
    /,
    *,
    stdin: bytes = b"",
    observer: Callable[[Step], object] | None = None,
    warn: Warn | None = None,
    **options: Unpack[RunKeywords],
) -> Run:
    """Executes a program in the interpreter, under a schedule or at random. The keywords are the options of
    `unthread run`; `observer` gets each visible step. Nothing is printed: what the program prints is in the
    result."""
    with guest(), in_python(RunOptions):
        chosen = options_of(RunOptions, options, _OBSERVED)
        source = source_from(files, chosen, options)
        if not isinstance(stdin, bytes):
            raise UsageError(f"stdin: {stdin!r} is not bytes")
        given = iter(stdin)
        printed: tuple[list[bytes], list[bytes]] = ([], [])
        surroundings = Surroundings(
            lambda: bytes([byte]) if (byte := next(given, None)) is not None else b"",
            lambda stream, data: printed[stream == 2].append(data),
            observer=relayed(observer, "observer") if observer is not None else None,
            warn=relayed(warn, "warn"),
        )
        running = Running(chosen, source, surroundings)
        return _result(running, running.run(), *map(b"".join, printed))


def _result(running: Running, outcome: Outcome, stdout: bytes, stderr: bytes) -> Run:
    from unthread.interpreter.machine import Blocked, Exited, Infeasible, OutOfSteps, Violated

    status: int | None = None
    violation: Violation | None = None
    loc: Loc | None = None
    match outcome:
        case Exited(code):
            ending, status = "exit", code & 0xFF
        case Violated(found):
            ending, violation, loc = "violation", found, found.loc
        case OutOfSteps(place):
            ending, loc = "steps", place
        case Infeasible(place):
            ending, loc = "assumption", place
        case Blocked():
            ending = "blocked"
        case _:
            raise AssertionError(f"a run does not end in {outcome}")
    machine, races = running.machine, tuple(running.races.values())
    return Run(ending, status, violation, races, loc, stdout, stderr, machine.steps, machine.instructions)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a run reads, a byte at a time, and where it prints; who hears of races, steps, what is odd."""

    read: Callable[[], bytes]
    printed: Callable[[int, bytes], None]
    on_race: Callable[[Machine, Violation], None] | None = None
    observer: Callable[[Step], None] | None = None
    warn: Callable[[Diagnostic], None] = lambda diagnostic: None


class Running:
    """A machine that is ready to run. `races` has one for each position."""

    def __init__(self, options: RunOptions, source: Source, around: Surroundings) -> None:
        from unthread.frontend.load import load
        from unthread.interpreter.machine import Machine

        self.races: dict[Loc, Violation] = {}
        self._around = around
        self._scheduler, properties = _scheduler(options), _properties(options)
        self._inputs = _inputs(options, around.read)
        program = load(source, around.warn)
        if not program.entry:
            raise InputError("there is no function 'main' to run")
        self.machine = Machine(
            program,
            self._inputs,
            properties,
            around.printed,
            undefined=options.undefined,
            limit=options.steps,
            observer=around.observer,
            on_race=self._note,
        )

    def run(self) -> Outcome:
        return self.machine.run(self._scheduler)

    def unused_inputs(self) -> Iterable[str]:
        return self._inputs.unused()

    def _note(self, race: Violation) -> bool:
        if race.loc not in self.races:
            self.races[race.loc] = race
            if self._around.on_race is not None:
                self._around.on_race(self.machine, race)
        return False


def _scheduler(options: RunOptions) -> Scheduler:
    from unthread.core.trace import parse_schedule
    from unthread.interpreter.schedulers import GivenSchedule, InOrder, RandomScheduler

    if options.schedule is not None and options.seed is not None:
        raise UsageError("--seed and --schedule are mutually exclusive")
    if options.schedule is not None:
        return GivenSchedule(parse_schedule(options.schedule))
    return InOrder() if options.seed is None else RandomScheduler(options.seed)


def _inputs(options: RunOptions, read: Callable[[], bytes]) -> _UserInputs:
    from unthread.interpreter.inputs import RandomInputs, StandardInput

    values: dict[str, list[int | float]] = {}
    for text in options.inputs:
        name, equals, value = text.rpartition("=")
        if not equals or not name:
            raise UsageError(f"'{text}' is not of the form NAME=VALUE")
        values.setdefault(name, []).append(_number(value, text))
    return _UserInputs(values, StandardInput(read, RandomInputs(options.seed or 0)))


class _UserInputs:
    """Inputs that are given: several of one name are used in order, the last one again and
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


def _properties(options: RunOptions) -> frozenset[Property]:
    """Operations may have to wait in the sequential runs they are compared with, which is not a deadlock."""
    from unthread.core.properties import Property

    found = read_properties(options.properties)
    return found - {Property.DEADLOCK} if options.linearizable else found
