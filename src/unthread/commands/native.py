"""`unthread replay --native`: a stored trace, carried out by the real program."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from unthread.api.values import SECONDS, given_flags, read_quantity
from unthread.commands.output import message, write
from unthread.core.diagnostics import Diagnostic, Severity, UsageError
from unthread.core.exit_codes import ExitCode
from unthread.options import ReplayOptions

if TYPE_CHECKING:
    from unthread.core.process import Limits
    from unthread.core.source import Source
    from unthread.core.trace import Trace
    from unthread.native.force import Forced, Kit
    from unthread.program.program import Program

_NATIVE_ONLY = ("compiler", "asan", "gdb", "emit", "time")
_NEXT_BEST = (
    "unthread emit FILE --dialect plain --trace TRACE -o FILE.c makes sequential C that takes the steps"
)
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
    """What is missing is reported before the program is read."""
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
    from unthread.native.emit import emit
    from unthread.native.force import ReplayTask, force

    task = ReplayTask(program, source, trace, find_compiler(options.compiler), _wants_asan(options, source))
    limits = Limits(read_quantity("--time", options.time, SECONDS), _MEMORY)
    forced = force(task, limits)
    kit = forced.kit
    if options.gdb and forced.native.is_reproduced:
        return _debug(kit, limits)
    _tell(forced)
    if options.emit and forced.native.is_reproduced:
        emit(kit.recipe, kit.plan, kit.text, Path(options.emit), limits)
        write(sys.stdout, f"written to {options.emit}: make -C {shlex.quote(options.emit)} run\n".encode())
    return ExitCode.UNSAFE if forced.native.is_reproduced else ExitCode.UNKNOWN


def _wants_asan(options: ReplayOptions, source: Source) -> bool:
    return options.asan or "-fsanitize=address" in source.flags


def _debug(kit: Kit, limits: Limits) -> int:
    from unthread.native.debugger import find_gdb
    from unthread.native.force import force_in_debugger

    is_reproduced = force_in_debugger(kit, find_gdb(), limits)
    return ExitCode.UNSAFE if is_reproduced else ExitCode.UNKNOWN


def _tell(forced: Forced) -> None:
    """What the program printed, and how it ended."""
    native, plan = forced.native, forced.kit.plan
    write(sys.stdout, native.stdout.encode())
    sys.stderr.write(native.stderr)
    sys.stderr.flush()
    what = f"{plan.violation.loc}: {plan.violation.property}: {plan.violation.message}"
    if not native.is_reproduced:
        _tell_why_not(forced, what)
        return
    lines = [f"the real program fails as in the trace, {native.ending}", f"  {what}"]
    if forced.is_steadied:
        lines.append(
            "  context switches stand at other places in their lines, which the compiler evaluates in"
        )
        lines.append("  another order")
    write(sys.stdout, "".join(f"{line}\n" for line in lines).encode())


def _tell_why_not(forced: Forced, expected: str) -> None:
    message(f"unthread: the real program does not fail as in the trace: it {forced.native.ending}")
    message(f"  expected: {expected}")
    for obstacle in forced.kit.plan.obstacles:
        message(str(Diagnostic(Severity.WARNING, obstacle)))
    message(f"  hint: {_NEXT_BEST}")
