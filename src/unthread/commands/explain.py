"""`unthread explain`: a stored trace as something to read, or for another tool."""

from __future__ import annotations

import sys
from pathlib import Path

from unthread.api.files import check_writable, must_spare, write_whole
from unthread.api.traces import explanation
from unthread.commands.output import new_console, write
from unthread.core.exit_codes import ExitCode
from unthread.options import ExplainOptions


def explain(options: ExplainOptions, file: Path) -> int:
    from unthread.results.terminal import render_trace
    from unthread.results.trace_reading import read_trace

    if options.output is not None:
        check_writable(options.output, "--output")
        must_spare([file], options.output, "--output")
    trace = read_trace(file)
    if options.output is not None:
        write_whole(Path(options.output), explanation(trace, options.format, options.full, str(file)))
    elif options.format == "text":
        render_trace(trace, new_console(sys.stdout), options.full)
    else:
        write(sys.stdout, explanation(trace, options.format, options.full, str(file)).encode())
    return ExitCode.SAFE
