"""`unthread show`: the program as goto code."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from unthread.api.functions import shown
from unthread.api.values import BOUNDS, bounds_of, given_flags, read_reductions
from unthread.commands.output import write
from unthread.core.diagnostics import UsageError
from unthread.core.exit_codes import ExitCode
from unthread.core.source import Source
from unthread.options import ShowOptions

if TYPE_CHECKING:
    from unthread.program.program import Program


def show(options: ShowOptions, source: Source, rest: tuple[str, ...]) -> int:
    from unthread.frontend.load import load

    program = load(source)
    if options.bounded:
        return _show_bounded(options, program)
    for name in given_flags(options, ShowOptions, ("why", "no_reduce", "reduce", *BOUNDS)):
        raise UsageError(f"{name} requires --bounded")
    text = shown(program, options.functions, options.library)
    write(sys.stdout, text.encode(sys.stdout.encoding, "backslashreplace"))
    return ExitCode.SAFE


def _show_bounded(options: ShowOptions, program: Program) -> int:
    from unthread.bound.report import show_bounded
    from unthread.bound.threads import bound

    if options.functions or options.library:
        raise UsageError(
            "--function and --library cannot be combined with --bounded, where calls are inlined"
        )
    reductions = read_reductions(options.reduce, options.no_reduce)
    bounded = bound(program, bounds_of(options))
    sys.stdout.write(show_bounded(bounded, reductions, why=options.why))
    return ExitCode.SAFE
