"""unthread finds bugs in multi-threaded C programs, and says exactly what it covered when it finds none.

The public names below are imported when first used, so that the command line starts quickly. docs/API.md
describes them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from unthread.api.functions import check, load, show
    from unthread.api.running import Run, run
    from unthread.api.traces import explain, read_trace, replay
    from unthread.api.verdict import Verdict
    from unthread.core.bounds import Bounds
    from unthread.core.diagnostics import (
        Diagnostic,
        InputError,
        InternalError,
        Severity,
        Unsupported,
        UnthreadError,
        UsageError,
    )
    from unthread.core.events import Covered, Found, Gap, Told, Working
    from unthread.core.exit_codes import ExitCode
    from unthread.core.properties import Property, Violation
    from unthread.core.source import DataModel, Loc, Source
    from unthread.core.trace import Step, Trace
    from unthread.core.verdict import Coverage, NoBugFound, Safe, Unknown, Unsafe
    from unthread.program.program import Program
    from unthread.reports.formats import Format
    from unthread.results.replay import Replayed
    from unthread.story import DisagreementError

_HOMES = {
    "Bounds": "unthread.core.bounds",
    "Coverage": "unthread.core.verdict",
    "Covered": "unthread.core.events",
    "DataModel": "unthread.core.source",
    "Diagnostic": "unthread.core.diagnostics",
    "DisagreementError": "unthread.story",
    "ExitCode": "unthread.core.exit_codes",
    "Format": "unthread.reports.formats",
    "Found": "unthread.core.events",
    "Gap": "unthread.core.events",
    "InputError": "unthread.core.diagnostics",
    "InternalError": "unthread.core.diagnostics",
    "Loc": "unthread.core.source",
    "NoBugFound": "unthread.core.verdict",
    "Program": "unthread.program.program",
    "Property": "unthread.core.properties",
    "Replayed": "unthread.results.replay",
    "Run": "unthread.api.running",
    "Safe": "unthread.core.verdict",
    "Severity": "unthread.core.diagnostics",
    "Source": "unthread.core.source",
    "Step": "unthread.core.trace",
    "Told": "unthread.core.events",
    "Trace": "unthread.core.trace",
    "Unknown": "unthread.core.verdict",
    "Unsafe": "unthread.core.verdict",
    "Unsupported": "unthread.core.diagnostics",
    "UnthreadError": "unthread.core.diagnostics",
    "UsageError": "unthread.core.diagnostics",
    "Verdict": "unthread.api.verdict",
    "Violation": "unthread.core.properties",
    "Working": "unthread.core.events",
    "check": "unthread.api.functions",
    "explain": "unthread.api.traces",
    "load": "unthread.api.functions",
    "read_trace": "unthread.api.traces",
    "replay": "unthread.api.traces",
    "run": "unthread.api.running",
    "show": "unthread.api.functions",
}

__all__ = [
    "Bounds",
    "Coverage",
    "Covered",
    "DataModel",
    "Diagnostic",
    "DisagreementError",
    "ExitCode",
    "Format",
    "Found",
    "Gap",
    "InputError",
    "InternalError",
    "Loc",
    "NoBugFound",
    "Program",
    "Property",
    "Replayed",
    "Run",
    "Safe",
    "Severity",
    "Source",
    "Step",
    "Told",
    "Trace",
    "Unknown",
    "Unsafe",
    "Unsupported",
    "UnthreadError",
    "UsageError",
    "Verdict",
    "Violation",
    "Working",
    "__version__",
    "check",
    "explain",
    "load",
    "read_trace",
    "replay",
    "run",
    "show",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'unthread' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
