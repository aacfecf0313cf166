"""`unthread replay --native`: a stored trace, carried out by the real program."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from unthread.commands.arguments import SECONDS, given_flags, read_quantity
from unthread.commands.output import message, write
from unthread.core.diagnostics import Diagnostic, Severity, UsageError
from unthread.core.verdict import ExitCode
from unthread.options import ReplayOptions

if TYPE_CHECKING:
    from unthread.core.source import Source
    from unthread.core.trace import Trace
    from unthread.native.force import Kit
    from unthread.native.run import Native
    from unthread.program.program import Program

_NATIVE_ONLY = ("compiler", "asan", "gdb", "emit", "time")
_MEMORY = 8 << 30  # bytes that the compiler or the program may take


def check_options(options: ReplayOptions) -> None:
    """Before anything is read."""
    if options.native and options.json:
        raise UsageError("--json cannot be combined with --native")
    for flag in () if options.native else given_flags(options, ReplayOptions, _NATIVE_ONLY):
        raise UsageError(f"{flag} requires --native")
    if options.gdb and options.emit:
        raise UsageError("--gdb and --emit are mutually exclusive")
    read_quantity("--time", options.time, SECONDS)
    if options.native:
        _check_machine(options)


def _check_machine(options: ReplayOptions) -> None:
    """What is missing is told before the program is read."""
    from unthread.native.build import find_compiler
    from unthread.native.debugger import find_gdb
    from unthread.native.emit import check_place

    find_compiler(options.compiler)
    if options.gdb:
        find_gdb()
    if options.emit:
        check_place(Path(options.emit))


def force(options: ReplayOptions, source: Source, program: Program, trace: Trace) -> int:
    """Builds the program, runs it, and says how that went."""
    from unthread.core.process import Limits
    from unthread.native.build import find_compiler
    from unthread.native.debugger import find_gdb
    from unthread.native.emit import emit
    from unthread.native.force import force, force_in_debugger, kit_of

    kit = kit_of(program, source, trace, find_compiler(options.compiler), options.asan)
    limits = Limits(read_quantity("--time", options.time, SECONDS), _MEMORY)
    if options.gdb:
        is_reproduced = force_in_debugger(kit, find_gdb(), limits)
        return ExitCode.UNSAFE if is_reproduced else ExitCode.UNKNOWN
    native = force(kit, limits)
    _tell(kit, native)
    if options.emit and native.is_reproduced:
        emit(kit.recipe, kit.plan, kit.text, Path(options.emit), limits)
        write(sys.stdout, f"written to {options.emit}: make -C {shlex.quote(options.emit)} run\n".encode())
    return ExitCode.UNSAFE if native.is_reproduced else ExitCode.UNKNOWN


def _tell(kit: Kit, native: Native) -> None:
    """What the program printed, and how it ended."""
    write(sys.stdout, native.stdout.encode())
    sys.stdout.flush()
    sys.stderr.write(native.stderr)
    violation = kit.plan.violation
    what = f"{violation.loc}: {violation.property}: {violation.message}"
    if native.is_reproduced:
        write(sys.stdout, f"the real program fails as in the trace, {native.ending}\n  {what}\n".encode())
        return
    message(f"unthread: the real program does not fail as in the trace: it {native.ending}")
    message(f"  expected: {what}")
    for obstacle in kit.plan.obstacles:
        message(str(Diagnostic(Severity.WARNING, obstacle)))
    message(
        "  hint: unthread emit FILE --dialect plain --trace TRACE -o FILE.c makes C that takes the same steps"
    )
