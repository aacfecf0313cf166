"""Files that `check`, `sv` and `explain` write in the formats of other tools."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from unthread.commands.output import check_writable, write_whole
from unthread.options import ReportOptions

if TYPE_CHECKING:
    from unthread.core.verdict import Verdict

_FORMATS = ("sarif",)


def check_reports(options: ReportOptions) -> None:
    """Whether they can be written, before the search."""
    for name in _FORMATS:
        file = getattr(options, name)
        if file is not None:
            check_writable(file, f"--{name}")


def write_reports(verdict: Verdict, options: ReportOptions) -> None:
    if options.sarif is not None:
        from unthread.reports.sarif import sarif

        write_whole(Path(options.sarif), sarif(verdict))
