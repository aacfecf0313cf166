"""Frama-C with its plug-in Eva, https://frama-c.com: abstract interpretation.

Eva covers all executions: if it proves every assertion of the text and gives no alarm, the text is safe.
Otherwise nothing is known, since an alarm may be a false one. The statuses come from `-report-csv`, which
lists every property of the text; an assertion that is missing there was not understood.
"""

from __future__ import annotations

import csv
from pathlib import Path

from unthread.backends.base import Answer, ExternalTool, GaveUp, NoViolation, ToolTask
from unthread.core.process import Ran
from unthread.core.source import DataModel
from unthread.sequentialize.emitted import ClaimOrigin, Dialect, Emitted, GapOrigin, Schema

_REPORT = "report.csv"
_STATES = 10_000  # that are kept apart in one place: those of the threads together are many
_PROVED = ("Valid", "Unreachable", "Dead", "Considered valid")
_BESIDES = ("assigns clause", "from clause", "behavior", "allocates clause")  # of functions without a body


class FramaC(ExternalTool):
    name = "framac"
    program = "frama-c"
    dialect = Dialect.FRAMAC
    schemas = (Schema.INTERLEAVE, Schema.STEPWISE, Schema.LAZY, Schema.LAZY_PRUNED)
    get = "package frama-c-base of Debian, or https://frama-c.com/html/get-frama-c.html"
    oldest = (24,)
    version_flag = "-version"
    is_option_last = False

    def command(self, file: Path, task: ToolTask) -> list[str]:
        machine = "gcc_x86_32" if task.emitted.data_model is DataModel.M32 else "gcc_x86_64"
        return [
            "-machdep",
            machine,
            "-cpp-extra-args=-CC",  # assertions are comments in macros
            "-no-warn-signed-overflow",  # the text says itself where that counts
            "-no-warn-signed-downcast",
            "-eva",
            "-eva-slevel",
            str(_STATES),
            "-eva-msg-key=-initial-state,-final-states",
            *task.options,
            file.name,
            "-then",
            "-report-csv",
            _REPORT,
        ]

    def read(self, ran: Ran, task: ToolTask, directory: Path) -> Answer:
        report = directory / _REPORT
        if ran.status != 0 or not report.is_file():
            return self.not_understood(ran, task)
        with report.open(encoding="utf-8", errors="replace", newline="") as rows:
            properties = [*csv.DictReader(rows, delimiter="\t", quoting=csv.QUOTE_NONE)]
        if not _is_analyzed(ran):
            return self.not_understood(ran, task)
        missing = asserted_lines(task.emitted) - {int(row["line"]) for row in properties}
        if missing:
            return GaveUp(
                f"framac does not see the assertion in line {min(missing)} of the sequential C", ran.tail()
            )
        open_ones = [row for row in properties if row["property kind"] not in _BESIDES]
        for row in open_ones:
            if row["status"] not in _PROVED:
                what = f"{row['property kind']} {row['property']}"
                return GaveUp(
                    f"framac does not prove line {row['line']} of the sequential C: {what}", ran.tail()
                )
        return NoViolation(None)


def _is_analyzed(ran: Ran) -> bool:
    """Eva has come to its end, without giving up a part of the program."""
    is_done = "[eva] done for function main" in ran.stdout
    return is_done and "eva] Clean exit" not in ran.stdout and "DEGENERATION" not in ran.stdout


def asserted_lines(emitted: Emitted) -> set[int]:
    return {
        line
        for line, origins in emitted.origins.items()
        if any(isinstance(origin, ClaimOrigin | GapOrigin) for origin in origins)
    }
