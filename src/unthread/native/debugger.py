"""gdb at the failing step, with all threads where the trace has them."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

from unthread.core.diagnostics import InputError
from unthread.core.process import Limits, run_tool
from unthread.native.plan import Plan
from unthread.native.run import REPORT, is_same

COMMANDS = "failing.gdb"  # the name of the file
_FAILING_STEP = "unthread_failing_step"
_WATCHER = 2  # gdb's number of the runtime's own thread, which is started before all but main


def find_gdb() -> str:
    found = shutil.which("gdb")
    if found is None:
        raise InputError("--gdb: there is no gdb", hint="install gdb, or leave --gdb out")
    return found


def commands_text(plan: Plan) -> str:
    """Commands for gdb: stop where the runtime says that the program fails, in the user's function."""
    violation = plan.violation
    thread = 1 if violation.thread == 0 else violation.thread + _WATCHER
    user = next((frame.function for frame in violation.stack if frame.loc == violation.loc), "")
    select = [f"frame function {user}"] if user.isidentifier() else []
    lines = [
        "# gdb -x this file on the program: it stops right before the failure.",
        "set pagination off",
        "set confirm off",
        "set breakpoint pending on",
        "set disable-randomization off",
        "set print thread-events off",
        f"break {_FAILING_STEP}",
        "run",
        f"thread {thread}",
        *select,
        "info threads",
    ]
    return "".join(f"{line}\n" for line in lines)


def debug(gdb: str, program: Path, plan: Plan, directory: Path, limits: Limits) -> bool:
    """Whether the program came to its failure. On a terminal, gdb has it until the user leaves; otherwise it
    prints all stacks."""
    commands, report = directory / COMMANDS, directory / "report"
    commands.write_text(f"set environment {REPORT} {report}\n{commands_text(plan)}", encoding="utf-8")
    if sys.stdin.isatty() and sys.stdout.isatty():
        _interactive([gdb, "-q", "-x", str(commands), str(program)])
    else:
        command = [
            gdb,
            "-q",
            "-batch",
            "-x",
            str(commands),
            "-ex",
            "thread apply all backtrace",
            str(program),
        ]
        ran = run_tool(command, directory, limits, is_memory_limited=False)
        print(ran.stdout, end="", flush=True)
    return is_same(report, plan)


def _interactive(command: list[str]) -> None:
    """Ctrl-C is for gdb."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        subprocess.run(command, check=False, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    finally:
        signal.signal(signal.SIGINT, before)
