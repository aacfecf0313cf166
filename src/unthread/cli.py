"""The command `unthread`: subcommands, exit codes, and the only try/except for users.

In: the command line. Out: text on stdout, messages on stderr, an exit code. Everything but click is
imported by the subcommand that needs it, so that `--help` answers at once.
"""

from __future__ import annotations

import io
import os
import re
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, TypeVar

import click

from unthread import __version__
from unthread.core.diagnostics import (
    Diagnostic,
    InputError,
    Severity,
    Unsupported,
    UnthreadError,
    UsageError,
    render,
    source_lines,
)
from unthread.core.source import DataModel, Loc, Source
from unthread.core.verdict import ExitCode
from unthread.options import (
    METADATA,
    BoundOptions,
    CheckOptions,
    CompilerOptions,
    Declaration,
    LoopsOptions,
    ReplayOptions,
    RunOptions,
    ShowOptions,
    SvOptions,
)

if TYPE_CHECKING:
    from rich.console import Console

    from unthread.bound.visible import Reduction
    from unthread.core.bounds import Bounds
    from unthread.core.properties import Frame, Property, Violation
    from unthread.core.trace import Step, Trace
    from unthread.core.verdict import Verdict
    from unthread.engine.deepen import Request
    from unthread.pipeline import Limits
    from unthread.program.cells import Value
    from unthread.program.inputs import InputSource
    from unthread.program.interpret import Machine, Outcome
    from unthread.program.program import Program
    from unthread.program.schedulers import Scheduler
    from unthread.program.types import Type
    from unthread.results.replay import Replayed
    from unthread.svcomp.properties import Specification
    from unthread.svcomp.task import Expectation

OptionsType = TypeVar("OptionsType", bound=CompilerOptions)


_DEEPEST = 40_000  # nested calls; C text that is nested deeply takes a few for each level
_STACK = 100 << 20  # bytes; Linux leaves at least 128 MB below the first thread's stack


def main() -> NoReturn:
    """Entry point of the command."""
    _make_room()
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # None: the caller closed it  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # whatever the terminal's encoding lacks
    sys.exit(execute(sys.argv[1:]))


def _make_room() -> None:
    """A stack that also deeply nested programs fit on."""
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    unlimited = resource.RLIM_INFINITY
    wanted = _STACK if hard == unlimited else min(_STACK, hard)
    if soft != unlimited and soft < wanted:
        resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))
    if wanted == _STACK:
        sys.setrecursionlimit(_DEEPEST)


def execute(arguments: Sequence[str]) -> int:
    """Carries out a command line. Whatever goes wrong becomes a message and an exit code."""
    try:
        code = _invoke(arguments)
        sys.stdout.flush()
        return code
    except click.exceptions.Exit as request:
        return request.exit_code
    except click.ClickException as error:
        error.show(sys.stderr)
        return ExitCode.USAGE
    except UnthreadError as error:
        return _report(error)
    except (KeyboardInterrupt, click.Abort):
        _message("unthread: interrupted")
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        _abandon_output()
        return ExitCode.BROKEN_PIPE
    except OSError as error:
        _abandon_output()
        _message(f"unthread: error: {error}")
        return ExitCode.INPUT
    except MemoryError:
        return _report(Unsupported("out of memory"))
    except RecursionError as error:
        _report_place(error, _is_verbose(arguments))
        return _report(Unsupported("the program is nested too deeply"))
    except Exception as error:
        _report_bug(error, verbose=_is_verbose(arguments))
        return ExitCode.INTERNAL


def _invoke(arguments: Sequence[str]) -> int:
    with unthread.make_context("unthread", list(arguments)) as context:
        code: int | None = unthread.invoke(context)
    return code or 0


def _report(error: UnthreadError) -> ExitCode:
    for diagnostic in error.diagnostics:
        _message(render(diagnostic))
    match error:
        case UsageError():
            return ExitCode.USAGE
        case Unsupported():
            return ExitCode.UNKNOWN
        case _:
            return ExitCode.INPUT


def _report_bug(error: Exception, verbose: bool) -> None:
    _report_place(error, verbose)
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    _message(f"unthread: internal error: {what}")
    hint = "" if verbose else "; UNTHREAD_DEBUG=1 shows where it happened"
    _message(f"  This is a bug in unthread. Please report it together with the input{hint}.")


def _report_place(error: Exception, verbose: bool) -> None:
    if verbose:
        import traceback

        _message("".join(traceback.format_exception(error)).rstrip())


def _is_verbose(arguments: Sequence[str]) -> bool:
    own, _ = _split(arguments)
    return os.environ.get("UNTHREAD_DEBUG") == "1" or not {"-v", "--verbose"}.isdisjoint(own)


def _message(text: str) -> None:
    """A message on stderr, behind all output so far. Nobody may be reading either any more."""
    try:
        sys.stdout.flush()
    except OSError:
        _abandon_output()
    with suppress(OSError):  # there may be no one left to tell
        print(text, file=sys.stderr, flush=True)


def _write(stream: TextIO, data: bytes) -> None:
    """All the bytes: with PYTHONUNBUFFERED, one write may take only some of them."""
    stream.flush()
    left = memoryview(data)
    while left:
        left = left[stream.buffer.write(left) :]
    stream.buffer.flush()


def _abandon_output() -> None:
    """Sends what is still buffered for stdout nowhere, so that Python does not complain at its end."""
    with suppress(OSError, ValueError):  # stdout may be no file
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


# Commands from options


class _Command(click.Command):
    """Keeps what follows `--` apart from the files, and remembers the order of -D and -U."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own, rest = _split(args)
        ctx.meta["rest"] = tuple(rest)
        ctx.meta["macros"] = tuple(_macros(own))
        return super().parse_args(ctx, list(own))


def _split(arguments: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    if "--" not in arguments:
        return arguments, ()
    position = list(arguments).index("--")
    return arguments[:position], arguments[position + 1 :]


def _macros(arguments: Sequence[str]) -> Iterator[str]:
    """Flags -D and -U in the order given, which matters when both name one macro."""
    iterator = iter(arguments)
    for argument in iterator:
        if argument in ("-D", "-U"):
            yield argument + next(iterator, "")
        elif argument.startswith(("-D", "-U")):
            yield argument


def _command(
    name: str,
    options: type[OptionsType],
    carry_out: Callable[[OptionsType, Source, tuple[str, ...]], int],
    rest: str,
    files: str = "FILE...",
) -> _Command:
    """The subcommand that calls `carry_out` with its options, the source, and what followed `--`."""

    def callback(files: tuple[str, ...], **values: Any) -> int:
        chosen = options(**values)
        context = click.get_current_context()
        behind: tuple[str, ...] = context.meta["rest"]
        flags = (*context.meta["macros"], *(behind if name != "run" else ()))
        return carry_out(chosen, _source(files, chosen, flags), behind)

    return _Command(
        name,
        callback=callback,
        params=[click.Argument(["files"], nargs=-1, required=True, metavar=files), *_parameters(options)],
        help=carry_out.__doc__,
        options_metavar="[OPTIONS]",
        epilog=rest,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )


def _parameters(options: type[CompilerOptions]) -> Iterator[click.Option]:
    for field in fields(options):
        declaration: Declaration = field.metadata[METADATA]
        kind: Any = declaration.kind
        if declaration.least is not None:
            kind = click.IntRange(min=declaration.least)
        if declaration.choices:
            kind = click.Choice(declaration.choices)
        is_switch = declaration.kind is bool
        yield click.Option(
            [*declaration.flags, field.name],
            is_flag=is_switch,
            type=None if is_switch else kind,
            default=declaration.default,
            multiple=declaration.multiple,
            metavar=declaration.metavar,
            help=declaration.help,
            show_default=bool(declaration.default) and not is_switch,
        )


def _source(files: Sequence[str], options: CompilerOptions, more: Sequence[str]) -> Source:
    if options.m32 and options.m64:
        raise UsageError("--m32 and --m64 exclude each other")
    flags = [f"-I{directory}" for directory in options.directories]
    for file in options.includes:
        flags += ["-include", file]
    if options.standard:
        flags.append(f"-std={options.standard}")
    model = DataModel.M32 if options.m32 else DataModel.M64
    paths = tuple(Path(file) for file in files)
    return Source(
        paths, (*flags, *options.clang, *more), model, options.atomic_statements, not options.no_spurious
    )


# Subcommands


def _check(options: CheckOptions, source: Source, rest: tuple[str, ...]) -> int:
    """Find a violation, or say what was covered without finding one."""
    from unthread.core.verdict import exit_code
    from unthread.pipeline import verify
    from unthread.results.progress import Progress
    from unthread.results.verdict_json import verdict_document
    from unthread.results.verdict_text import render_verdict

    specification = _specification(options.properties)
    request, limits = _request(options, specification), _limits(options)
    if options.trace is not None:
        _check_writable(options.trace)
    started = time.monotonic()
    with Progress(_console(sys.stderr, options.quiet)) as progress:
        if specification is None:
            verdict = verify(source, request, limits, progress.show)
        else:
            from unthread.svcomp.judge import judge

            verdict = judge(source, specification, request, limits, progress.show).verdict
    seconds = time.monotonic() - started
    if options.json:
        from unthread.results.trace_json import as_text

        _write(sys.stdout, as_text(verdict_document(verdict, seconds)).encode())
    else:
        render_verdict(verdict, seconds, _console(sys.stdout), options.quiet, options.every)
    if options.trace is not None:
        _store_traces(verdict, Path(options.trace))
    return exit_code(verdict)


def _console(stream: TextIO, quiet: bool = False) -> Console:
    from rich.console import Console

    class Plain(Console):
        """Rich would end the process when nobody reads any more; `execute` knows what to do then."""

        def on_broken_pipe(self) -> None:
            raise

    return Plain(file=stream, quiet=quiet)


def _specification(text: str) -> Specification | None:
    """What a property file of SV-COMP asks; None if the text names no such file."""
    if not text.endswith(".prp"):
        return None
    from unthread.svcomp.properties import read_specification

    return read_specification(Path(text))


def _request(options: CheckOptions, specification: Specification | None) -> Request:
    from unthread.core.bounds import Bounds
    from unthread.engine.deepen import Request
    from unthread.program.instructions import Bound

    properties = specification.properties if specification else _properties(options.properties)
    first = Bounds(unwind=2)
    bounds = Bounds(
        first.unwind if options.unwind is None else options.unwind,
        _named_loops(options.unwind_loops),
        options.unwind_max,
        first.depth if options.depth is None else options.depth,
        first.threads if options.threads is None else options.threads,
    )
    given = {Bound.UNWIND: options.unwind, Bound.DEPTH: options.depth, Bound.THREADS: options.threads}
    fixed = frozenset(name for name, value in given.items() if value is not None)
    reductions = _reductions(options.reduce, options.no_reduce)
    sample = not (options.no_sample or options.every or fixed or options.rounds)
    return Request(properties, bounds, fixed, options.rounds, reductions, options.every, sample)


def _limits(options: CheckOptions) -> Limits:
    from unthread.pipeline import Limits, default_limits

    usual = default_limits()
    seconds = _quantity("--time", options.time, _SECONDS)
    memory = _quantity("--memory", options.memory, _BYTES) if options.memory else usual.memory
    return Limits(seconds, int(memory))


_SECONDS = {"": 1, "s": 1, "m": 60, "min": 60, "h": 3600}
_BYTES = {"": 1 << 20, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


def _quantity(name: str, text: str, units: dict[str, int]) -> float:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([a-zA-Z]*)", text.strip())
    unit = units.get(found[2].lower().removesuffix("b") or "") if found else None
    if found is None or unit is None or float(found[1]) == 0:
        example = "90s, 15m, 2h" if units is _SECONDS else "512M, 8G"
        raise UsageError(f"{name}: '{text}' is not like {example}")
    return float(found[1]) * unit


def _check_writable(name: str) -> None:
    """Before the search, which may take long."""
    file = Path(name)
    if not name or file.is_dir():
        raise InputError(f"--trace: '{name}' is not a file")
    directory = file.resolve().parent
    if not directory.is_dir():
        raise InputError(f"--trace: there is no directory '{file.parent}'")
    if not os.access(file if file.exists() else directory, os.W_OK):
        raise InputError(f"--trace: '{name}' cannot be written")


def _store_traces(verdict: Verdict, file: Path) -> None:
    """The first trace to the file, others to files whose names have the number of the trace."""
    from unthread.core.verdict import Unsafe
    from unthread.results.trace_json import to_json

    if not isinstance(verdict, Unsafe):
        _message(f"unthread: note: there is no violation to write to '{file}'")
        return
    for number, trace in enumerate(verdict.traces, start=1):
        place = file if number == 1 else file.with_stem(f"{file.stem}-{number}")
        _write_whole(place, to_json(trace))


def _write_whole(file: Path, text: str) -> None:
    """All of it or nothing; devices and pipes have no such choice."""
    if file.is_relative_to("/dev") or (file.exists() and not file.is_file()):
        file.write_text(text, encoding="utf-8")
        return
    file = file.resolve()  # a symbolic link stays one
    scratch = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        scratch.write_text(text, encoding="utf-8")
        scratch.replace(file)
    finally:
        scratch.unlink(missing_ok=True)


def _show(options: ShowOptions, source: Source, rest: tuple[str, ...]) -> int:
    """Print the program as goto code: what unthread takes it for, step by step."""
    from unthread.frontend.load import load
    from unthread.program.show import show

    program = load(source)
    if options.bounded:
        return _show_bounded(options, program)
    for name in _given(options, ShowOptions, ("why", "no_reduce", "reduce", *_BOUNDS)):
        raise UsageError(f"{name} goes with --bounded")
    for name in options.functions:
        _check_function(program, name)
    text = show(program, options.functions, options.library)
    _write(sys.stdout, text.encode(sys.stdout.encoding, "backslashreplace"))
    return ExitCode.SAFE


def _show_bounded(options: ShowOptions, program: Program) -> int:
    from unthread.bound.report import show_bounded
    from unthread.bound.threads import bound

    if options.functions or options.library:
        raise UsageError("--function and --library do not go with --bounded, in which calls are gone")
    reductions = _reductions(options.reduce, options.no_reduce)
    bounded = bound(program, _bounds(options))
    sys.stdout.write(show_bounded(bounded, reductions, why=options.why))
    return ExitCode.SAFE


def _reductions(text: str, none: bool) -> frozenset[Reduction]:
    from unthread.bound.visible import ALL, Reduction

    names = [name.strip() for name in text.split(",") if name.strip()]
    if none and set(names) != set(ALL):
        raise UsageError("--no-reduce and --reduce exclude each other")
    for name in names:
        if name not in set(Reduction):
            raise UsageError(f"--reduce: '{name}' is none of {', '.join(Reduction)}")
    return frozenset() if none else frozenset(map(Reduction, names))


def _loops(options: LoopsOptions, source: Source, rest: tuple[str, ...]) -> int:
    """List every loop with its position and the bound that is in force."""
    from unthread.bound.report import COUNT_TO, show_loops
    from unthread.bound.threads import bound
    from unthread.frontend.load import load

    program = load(source)
    bounded = bound(program, _bounds(options), count_to=COUNT_TO)
    sys.stdout.write(show_loops(program, bounded))
    return ExitCode.SAFE


_BOUNDS = ("unwind", "unwind_loops", "unwind_max", "depth", "threads")


def _given(options: CompilerOptions, kind: type[CompilerOptions], names: Sequence[str]) -> list[str]:
    """The flags of those options that differ from their defaults."""
    declared = {field.name: field.metadata[METADATA] for field in fields(kind)}
    return [declared[name].flags[0] for name in names if getattr(options, name) != declared[name].default]


def _bounds(options: BoundOptions) -> Bounds:
    from unthread.core.bounds import Bounds

    named = _named_loops(options.unwind_loops)
    return Bounds(options.unwind, named, options.unwind_max, options.depth, options.threads)


def _named_loops(texts: Sequence[str]) -> tuple[tuple[str, int, int], ...]:
    named = []
    for text in texts:
        place, _, times = text.rpartition("=")
        file, _, line = place.rpartition(":")
        if not (file and line.isdecimal() and times.isdecimal()):
            raise UsageError(f"--unwind-loop: '{text}' is not FILE:LINE=N")
        named.append((file, int(line), int(times)))
    return tuple(named)


def _check_function(program: Program, name: str) -> None:
    if name in program.functions:
        return
    from difflib import get_close_matches

    similar = get_close_matches(name, program.functions, 1)
    hint = f"did you mean '{similar[0]}'?" if similar else ""
    what = "has neither body nor model" if name in program.undefined else "does not exist"
    raise InputError(f"function '{name}' {what}", hint=hint)


def _run(options: RunOptions, source: Source, rest: tuple[str, ...]) -> int:
    """Execute the program with the interpreter, and exit as it did."""
    from unthread.frontend.load import load
    from unthread.program.interpret import Machine

    scheduler, properties = _scheduler(options), _properties(options.properties)
    inputs = _inputs(options)
    program = load(source)
    if not program.entry:
        raise InputError("there is no function 'main' to run")
    machine = Machine(
        program,
        inputs,
        properties,
        _print,
        arguments=rest,
        undefined=options.undefined,
        limit=options.steps,
        observer=_trace if options.trace else None,
    )
    started = time.process_time()
    outcome = machine.run(scheduler)
    seconds = time.process_time() - started
    code = _tell(machine, outcome)
    for name in inputs.unused():
        _message(str(Diagnostic(Severity.WARNING, f"nobody asked for the input '{name}'")))
    if options.statistics:
        _message(f"{machine.instructions} instructions, {machine.steps} steps, {seconds:.2f} s CPU")
    return code


def _scheduler(options: RunOptions) -> Scheduler:
    from unthread.core.trace import parse_schedule
    from unthread.program.schedulers import GivenSchedule, InOrder, RandomScheduler

    if options.schedule is not None and options.seed is not None:
        raise UsageError("--seed and --schedule exclude each other")
    if options.schedule is not None:
        return GivenSchedule(parse_schedule(options.schedule))
    return InOrder() if options.seed is None else RandomScheduler(options.seed)


def _properties(text: str) -> frozenset[Property]:
    from unthread.core.properties import Property

    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in (*Property, "all"):
            known = ", ".join(Property)
            raise UsageError(f"'{name}' is no property", hint=f"the properties are {known}, and all")
    return frozenset(Property) if "all" in names else frozenset(map(Property, names))


def _inputs(options: RunOptions) -> _UserInputs:
    from unthread.program.inputs import RandomInputs, StandardInput

    values: dict[str, list[int | float]] = {}
    for text in options.inputs:
        name, equals, value = text.rpartition("=")
        if not equals or not name:
            raise UsageError(f"'{text}' is not NAME=VALUE")
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
        from unthread.program.c_types import type_name
        from unthread.program.inputs import fit
        from unthread.program.types import FloatType, bits_of, value_type

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
    raise UsageError(f"'{value}' in '{text}' is no number")


def _print(stream: int, data: bytes) -> None:
    """Output of the program, at once: others may be waiting for it."""
    _write(sys.stderr if stream == 2 else sys.stdout, data)


def _trace(step: Step) -> None:
    where, line = str(step.loc), ""
    if Path(step.loc.file).is_relative_to(Path(__file__).parent):
        where = "(library)"  # before a thread gets to the user's text, and after
    else:
        lines = source_lines(step.loc.file)
        line = lines[step.loc.line - 1].strip() if 0 < step.loc.line <= len(lines) else ""
    relation = " = " if step.value else ""
    what = f"{step.kind} {step.place}{relation}{step.value}".rstrip()
    _message(f"{step.thread}  {where.ljust(20)}  {line.ljust(40)}  // {what}")


def _tell(machine: Machine, outcome: Outcome) -> int:
    """Messages about how the run ended; gives the exit code."""
    from unthread.program.interpret import Blocked, Exited, Infeasible, OutOfSteps, Violated

    match outcome:
        case Exited(status):
            return status & 0xFF
        case Violated(violation):
            _tell_violation(machine, violation)
            return ExitCode.UNSAFE
        case OutOfSteps(loc):
            _message(render(Diagnostic(Severity.NOTE, "the step limit is reached", loc)))
        case Infeasible(loc):
            _message(
                render(Diagnostic(Severity.NOTE, "an assumption fails: this execution does not count", loc))
            )
            return ExitCode.UNKNOWN
        case Blocked():
            _message("unthread: note: no thread can move, and deadlock is not among the properties")
        case _:
            raise AssertionError(f"a run does not end in {outcome}")
    for number in machine.live():
        _message(f"  thread {number} is at {machine.position(number)}")
    return ExitCode.UNKNOWN


_STACK_TOP, _STACK_BOTTOM = 10, 3  # how much of a long call stack is shown


def _tell_violation(machine: Machine, violation: Violation) -> None:
    text = Diagnostic(Severity.VIOLATION, violation.message, violation.loc, detail=violation.property)
    _message(render(text))
    start = f"thread {violation.thread}, in"
    frames = list(_user_frames(machine.program, violation.stack))
    for number, (frame, is_library) in enumerate(frames):
        if _STACK_TOP <= number < len(frames) - _STACK_BOTTOM:
            if number == _STACK_TOP:
                _message(f"  ... {len(frames) - _STACK_TOP - _STACK_BOTTOM} more calls")
            continue
        _message(f"  {start} {frame.function}" + ("" if is_library else f" ({frame.loc})"))
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


def _replay(options: ReplayOptions, source: Source, rest: tuple[str, ...]) -> int:
    """Run a stored trace again. Without FILE, on the files that it was found in.

    The flags for the compiler are those of the trace, and behind them the ones given here."""
    from unthread.frontend.load import load
    from unthread.results.replay import replay
    from unthread.results.trace_json import read_trace

    *files, stored = source.files
    trace = read_trace(stored)
    chosen = trace.source.data_model if not (options.m32 or options.m64) else source.data_model
    source = Source(
        tuple(files) or trace.source.files,
        (*trace.source.flags, *source.flags),
        chosen,
        trace.source.atomic_statements or source.atomic_statements,
        source.spurious,
    )
    _warn_of_changes(source, trace)
    program = load(source)
    if not program.entry:
        raise InputError("there is no function 'main' to run")
    result = replay(program, source, trace)
    if options.json:
        _print_replay(result)
    else:
        _render_replay(result)
    return ExitCode.UNSAFE if result.is_reproduced else ExitCode.UNKNOWN


def _warn_of_changes(source: Source, trace: Trace) -> None:
    from unthread.results.replay import digest

    if len(source.files) != len(trace.digests):
        count = len(trace.digests)
        warning = f"the trace was found in {count} file{'s' * (count != 1)}, not in {len(source.files)}"
        _message(str(Diagnostic(Severity.WARNING, warning)))
        return
    for file, stored in zip(source.files, trace.digests, strict=True):
        if digest(file) != stored:
            warning = f"'{file}' is not the text in which the trace was found"
            _message(str(Diagnostic(Severity.WARNING, warning)))


def _print_replay(result: Replayed) -> None:
    """The trace document of what happened, which says also how that relates to the stored one."""
    from unthread.results.trace_json import as_text, document

    found = document(result.trace)
    if result.violation is None:
        found["violation"] = None
    departure = result.departure
    found["replay"] = {
        "reproduced": result.is_reproduced,
        "ending": result.ending,
        "departure": departure
        and {
            "slice": departure.number,
            "step": departure.step,
            "expected": departure.expected,
            "found": departure.found,
        },
    }
    _write(sys.stdout, as_text(found).encode())


def _render_replay(result: Replayed) -> None:
    from unthread.results.terminal import render_steps, render_trace

    console = _console(sys.stdout)
    if result.is_reproduced:
        render_trace(result.trace, console)
        return
    render_steps(result.trace, console)
    departure = result.departure
    assert departure is not None, "what is not reproduced departs somewhere"
    sys.stdout.flush()
    _message("unthread: the trace does not lead to its violation any more")
    _message(f"  it departs {departure}")
    _message(f"  expected: {departure.expected}")
    _message(f"  found:    {departure.found}")
    if result.ending != departure.found:
        _message(f"  it ends:  {result.ending}")


# SV-COMP


def _sv(options: SvOptions, source: Source, rest: tuple[str, ...]) -> int:
    """Check a task of SV-COMP, and answer with the words of BenchExec.

    TASK is a task definition (.yml), or the C files themselves; then --property says what to check."""
    from unthread.svcomp.answers import chosen_properties, chosen_task

    task = chosen_task(source, is_model_given=options.m32 or options.m64)
    source = replace(source, files=task.inputs, data_model=task.data_model or source.data_model)
    codes = [_answer(options, source, item) for item in chosen_properties(options.properties, task)]
    return next(code for code in (ExitCode.UNSAFE, ExitCode.UNKNOWN, ExitCode.SAFE) if code in codes)


def _answer(options: SvOptions, source: Source, expectation: Expectation) -> ExitCode:
    """Checks one property and prints what came out."""
    from unthread.results.progress import Progress
    from unthread.results.verdict_text import render_verdict
    from unthread.svcomp.answers import Answer
    from unthread.svcomp.judge import judge
    from unthread.svcomp.properties import read_specification

    names = {"unwind", "rounds", "threads", "time", "memory"}
    check = CheckOptions(**{name: getattr(options, name) for name in names})
    specification = read_specification(expectation.file)
    request, limits = _request(check, specification), _limits(check)
    started = time.monotonic()
    with Progress(_console(sys.stderr, options.quiet)) as progress:
        judgement = judge(source, specification, request, limits, progress.show)
    if not options.quiet:
        render_verdict(judgement.verdict, time.monotonic() - started, _console(sys.stdout))
    answer = Answer(judgement, expectation, options.bounded_true)
    print(answer.line, flush=True)
    return answer.exit_code


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="Finds bugs in multi-threaded C programs, and says exactly what it covered when it finds none.",
    epilog="Exit codes: 0 safe, 10 violation, 5 unknown, 1 wrong usage, 2 wrong input, 6 bug in unthread. "
    "`run` exits as the program did, or 10 on a violation.",
)
@click.version_option(__version__, prog_name="unthread", message="%(prog)s %(version)s")
def unthread() -> None: ...


unthread.add_command(_command("check", CheckOptions, _check, "What follows -- are flags for clang."))
unthread.add_command(_command("run", RunOptions, _run, "What follows -- are the arguments of the program."))
unthread.add_command(_command("loops", LoopsOptions, _loops, "What follows -- are flags for clang."))
unthread.add_command(
    _command("replay", ReplayOptions, _replay, "What follows -- are flags for clang.", "[FILE]... TRACE")
)
unthread.add_command(_command("sv", SvOptions, _sv, "What follows -- are flags for clang.", "TASK..."))
unthread.add_command(_command("show", ShowOptions, _show, "What follows -- are flags for clang."))
