"""JUnit's XML: a check as one test case, which continuous integration shows among the tests.

In: a `Verdict`. UNSAFE is a failure that tells the story, UNKNOWN an error; SAFE and NO BUG FOUND have
passed, and say what was covered in `system-out`.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from xml.etree.ElementTree import Element

from rich.console import Console

from unthread.core.trace import Trace
from unthread.core.verdict import NoBugFound, Safe, Unknown, Unsafe, Verdict
from unthread.reports.markup import as_xml, child
from unthread.results.terminal import render_trace
from unthread.results.verdict_text import render_verdict
from unthread.results.violation_text import schedules

_WIDTH = 120  # of the text, in columns


def junit(verdict: Verdict, files: Sequence[Path], seconds: float) -> str:
    time = f"{seconds:.3f}"
    counts = {
        "tests": "1",
        "failures": str(int(isinstance(verdict, Unsafe))),
        "errors": str(int(isinstance(verdict, Unknown))),
        "time": time,
    }
    root = Element("testsuites", {"name": "unthread", **counts})
    suite = child(root, "testsuite", name="unthread", skipped="0", **counts)
    case = child(
        suite, "testcase", classname="unthread", name=f"check {' '.join(map(str, files))}", time=time
    )
    match verdict:
        case Unsafe(traces):
            first = traces[0].violation
            more = f" (and {len(traces) - 1} more)" if len(traces) > 1 else ""
            said = f"{first.loc}: {first.message}{more}"
            child(case, "failure", "\n".join(map(_story, traces)), message=said, type=first.property)
        case Unknown(cause, reason, loc):
            said = f"{loc}: {reason}" if loc else reason
            child(case, "error", _covered(verdict, seconds), message=said, type=cause)
        case Safe() | NoBugFound():
            child(case, "system-out", _covered(verdict, seconds))
    return as_xml(root)


def _story(trace: Trace) -> str:
    file = io.StringIO()
    render_trace(trace, _console(file))
    return file.getvalue() + "".join(f"{line}\n" for line in schedules(trace))


def _covered(verdict: Verdict, seconds: float) -> str:
    file = io.StringIO()
    render_verdict(verdict, seconds, _console(file))
    return file.getvalue()


def _console(file: io.StringIO) -> Console:
    return Console(file=file, width=_WIDTH, color_system=None, force_terminal=False)
