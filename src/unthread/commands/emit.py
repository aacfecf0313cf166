"""`unthread emit`: the program as sequential C."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from unthread.commands.arguments import (
    bounds_of,
    given_flags,
    read_properties,
    read_reductions,
)
from unthread.commands.output import check_writable, message, write, write_whole
from unthread.core.diagnostics import InputError, UsageError
from unthread.core.source import Source
from unthread.core.verdict import ExitCode
from unthread.options import EmitOptions

if TYPE_CHECKING:
    from unthread.program.program import Program
    from unthread.sequentialize.emit import Emission

_LAZY_ONLY = ("rounds", "order", "unwind", "unwind_loops", "unwind_max", "reduce", "no_reduce")
_INTERLEAVE_ONLY = ("por", "invariants")


def emit(options: EmitOptions, source: Source, rest: tuple[str, ...]) -> int:
    """Print the program as sequential C, which any checker of sequential programs can read: all its schedules
    within the bounds have become choices."""
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
    for flag in given_flags(options, EmitOptions, ("rounds", "order")):
        raise UsageError(f"{flag} cannot be combined with --trace, which determines the rounds")


def _emit_with_choices(options: EmitOptions, program: Program, emission: Emission) -> int:
    """The text, and beside it the choices that make it run as the trace did."""
    from unthread.results.choices import choices_of
    from unthread.results.trace_json import read_trace

    output = Path(options.output)
    emitted, choices = choices_of(read_trace(Path(options.trace)), program, emission)
    file = output.with_suffix(".choices")
    check_writable(str(file), "-o")
    write_whole(output, emitted.text)
    write_whole(file, choices.text)
    native = output.with_suffix("")
    message(f"gcc -g -fwrapv -fno-strict-aliasing -o {native} {output} && {native} < {file}")
    return ExitCode.SAFE


def _read_order(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")] if text else []
    if not all(part.isdecimal() for part in parts):
        raise UsageError(f"--order: '{text}' is not a list such as 0,2,1")
    return tuple(map(int, parts))
