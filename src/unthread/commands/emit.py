"""`unthread emit`: the program as sequential C."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from unthread.api.files import check_writable, files_read, must_spare, write_whole
from unthread.api.values import bounds_of, given_flags, read_properties, read_reductions
from unthread.commands.output import message, write
from unthread.core.diagnostics import InputError, UsageError
from unthread.core.exit_codes import ExitCode
from unthread.core.source import Source
from unthread.options import EmitOptions

if TYPE_CHECKING:
    from unthread.core.trace import Trace
    from unthread.program.program import Program
    from unthread.results.choices import Choices
    from unthread.sequentialize.emit import Emission
    from unthread.sequentialize.emitted import Emitted

_LAZY_ONLY = ("rounds", "order", "unwind", "unwind_loops", "unwind_max", "reduce", "no_reduce")
_INTERLEAVE_ONLY = ("por", "invariants")
_MOST_UNWOUND = 64  # iterations that a trace is followed through unless more are asked for


def emit(options: EmitOptions, source: Source, rest: tuple[str, ...]) -> int:
    from unthread.frontend.load import load
    from unthread.sequentialize.emit import Emission, emit
    from unthread.sequentialize.emitted import Dialect, Schema

    schema = Schema(options.schema)
    is_lazy = schema in (Schema.LAZY, Schema.LAZY_PRUNED)
    for flag in () if is_lazy else given_flags(options, EmitOptions, _LAZY_ONLY):
        raise UsageError(f"{flag} cannot be combined with --schema {schema}, which keeps loops")
    for flag in () if schema is Schema.INTERLEAVE else given_flags(options, EmitOptions, _INTERLEAVE_ONLY):
        raise UsageError(f"{flag} requires --schema {Schema.INTERLEAVE}")
    if options.output:
        check_writable(options.output, "-o")
        must_spare(files_read(source), options.output, "-o")
    if options.trace:
        _check_trace(options)
    emission = Emission(
        schema,
        Dialect(options.dialect),
        bounds_of(options),
        options.rounds,
        _read_order(options.order),
        read_reductions(options.reduce, options.no_reduce),
        read_properties(options.properties),
        options.por,
        options.invariants,
    )
    program = load(source)
    if not program.entry or program.entry not in program.functions:
        raise InputError("there is no function 'main' to start from")
    if options.trace:
        return _emit_with_choices(options, program, emission)
    emitted = emit(program, emission)
    if options.output:
        write_whole(Path(options.output), emitted.text)
    else:
        write(sys.stdout, emitted.text.encode())
    return ExitCode.SAFE


def _check_trace(options: EmitOptions) -> None:
    if options.dialect != "plain" or options.schema != "lazy" or not options.output:
        raise UsageError("--trace requires --schema lazy --dialect plain -o FILE")
    for flag in given_flags(options, EmitOptions, ("rounds", "order", "properties")):
        raise UsageError(f"{flag} cannot be combined with --trace, which determines it")


def _emit_with_choices(options: EmitOptions, program: Program, emission: Emission) -> int:
    """The text, and beside it the choices that make it run as the trace did."""
    from unthread.core.properties import Property
    from unthread.results.trace_reading import read_trace

    output = Path(options.output)
    trace = read_trace(Path(options.trace))
    if trace.ahead is not None:
        raise InputError(
            "the trace does not begin at the start of the program",
            hint="find the violation again with 'unthread check --no-run-ahead'",
        )
    emitted, choices = _followed(trace, program, emission, str(output.absolute()), options)
    file = output.with_suffix(".choices")
    check_writable(str(file), "-o")
    write_whole(output, emitted.text)
    write_whole(file, choices.text)
    native = output.with_suffix("")
    checks = " -fsanitize=address" if trace.violation.property is Property.MEMORY else ""
    program_file, text, given = (_in_shell(path) for path in (native, output, file))
    message(
        f"gcc -g -fwrapv -fno-strict-aliasing{checks} -o {program_file} {text} && {program_file} < {given}"
    )
    return ExitCode.SAFE


def _in_shell(path: Path) -> str:
    """As a word of a command, which a name alone would be looked up for."""
    return shlex.quote(str(path) if path.is_absolute() else f"./{path}")


def _followed(
    trace: Trace, program: Program, emission: Emission, file: str, options: EmitOptions
) -> tuple[Emitted, Choices]:
    """Within the bounds that are asked for; otherwise, loops are unwound until the trace fits in."""
    from unthread.bound.loops.spinning import with_waits
    from unthread.results.choices import choices_of

    program = with_waits(program, trace.properties)
    is_given = given_flags(options, EmitOptions, ("unwind", "unwind_loops", "unwind_max"))
    while True:
        try:
            return choices_of(trace, program, emission, file)
        except InputError:
            unwind = emission.bounds.unwind * 2
            if is_given or unwind > _MOST_UNWOUND:
                raise
            emission = replace(emission, bounds=replace(emission.bounds, unwind=unwind))


def _read_order(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")] if text else []
    if not all(part.isdecimal() for part in parts):
        raise UsageError(f"--order: '{text}' is not a list such as 0,2,1")
    return tuple(map(int, parts))
