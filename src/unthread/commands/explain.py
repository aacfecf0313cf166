"""`unthread explain`: a stored trace as something to read, or for another tool."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from unthread.commands.output import check_writable, new_console, write, write_whole
from unthread.core.verdict import ExitCode
from unthread.options import ExplainOptions

if TYPE_CHECKING:
    from unthread.core.trace import Trace

_WIDTH = 120  # of text in a file, in columns


def explain(options: ExplainOptions, file: Path) -> int:
    """Show a stored trace again, as text or in the format of another tool.

    The program is neither needed nor executed: TRACE has the lines that are shown."""
    from unthread.results.terminal import render_trace
    from unthread.results.trace_json import read_trace

    if options.output is not None:
        check_writable(options.output, "--output")
    trace = read_trace(file)
    if options.output is not None:
        write_whole(Path(options.output), _text(trace, options, str(file)))
    elif options.format == "text":
        render_trace(trace, new_console(sys.stdout), options.full)
    else:
        write(sys.stdout, _text(trace, options, str(file)).encode())
    return ExitCode.SAFE


def _text(trace: Trace, options: ExplainOptions, stored: str) -> str:
    from unthread.core.verdict import Unsafe
    from unthread.reports.checked import Checked
    from unthread.reports.formats import Format, rendered
    from unthread.results.trace_json import to_json

    if options.format == "json":
        return to_json(trace)
    if options.format == "text":
        return _plain_text(trace, options.full)
    checked = Checked(Unsafe((trace,), None), trace.source, stored=stored)
    (text,) = rendered(Format(options.format), checked)
    return text


def _plain_text(trace: Trace, full: bool) -> str:
    from rich.console import Console

    from unthread.results.terminal import render_trace
    from unthread.results.words import clean

    file = io.StringIO()
    console = Console(file=file, width=_WIDTH, color_system=None, force_terminal=False)
    render_trace(trace, console, full)
    return clean(file.getvalue())
