"""The built program runs under limits, and how it ends is compared with the trace: `run`."""

from __future__ import annotations

import signal
from pathlib import Path

from unthread.core.process import End, Limits, Ran, run_tool
from unthread.core.records import dataclass
from unthread.native.plan import Failure, Plan

REPORT = "UNTHREAD_REPORT"
_MOST_OUTPUT = 64 << 20
# What the runtime notes when a failure of this kind comes about.
_NOTES = {
    Failure.ASSERTION: ("assertion", "abort"),
    Failure.ERROR_CALL: ("error call",),
    Failure.ERROR_LABEL: ("error label",),
    Failure.DEADLOCK: ("deadlock",),
    Failure.RACE: ("race",),
    Failure.BAD_ACCESS: ("access", "signal"),
    Failure.BAD_FREE: ("free",),
    Failure.BAD_LOCK: ("lock",),
    Failure.LEAK: ("leak",),
    Failure.ARITHMETIC: ("signal",),
    Failure.DIVISION: ("signal",),
}


@dataclass(frozen=True, slots=True)
class Native:
    """How the real program ended. `ending` says it in words."""

    is_reproduced: bool
    ending: str
    stdout: str
    stderr: str


def run(program: Path, plan: Plan, directory: Path, limits: Limits, is_memory_limited: bool) -> Native:
    report = directory / "report"
    ran = run_tool(
        ["env", f"{REPORT}={report}", str(program)],
        directory,
        limits,
        is_memory_limited=is_memory_limited,
        most_output=_MOST_OUTPUT,
    )
    is_reproduced = ran.end is End.DONE and ran.status < 0 and is_same(report, plan)
    return Native(is_reproduced, _ending(ran), ran.stdout, ran.stderr)


def is_same(report: Path, plan: Plan) -> bool:
    """The first failure is the one of the trace: of this kind, in this thread, in this line."""
    notes = report.read_text().splitlines() if report.exists() else []
    if not notes:
        return False
    outcome, thread, _, line = notes[0].split("\t")
    if outcome not in _NOTES[plan.failure] or int(thread) != plan.violation.thread:
        return False
    return outcome in ("deadlock", "leak") or int(line) == plan.violation.loc.line


def _ending(ran: Ran) -> str:
    if ran.end is not End.DONE:
        return f"stopped: {ran.end} after {ran.seconds:.1f} s"
    if ran.status < 0:
        return f"ended by {signal.Signals(-ran.status).name}"
    return f"ended with exit status {ran.status}"
