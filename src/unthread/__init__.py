"""unthread finds bugs in multi-threaded C programs, and says exactly what it covered when it finds none.

The public names below are imported when first used, so that the command line starts quickly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from unthread.core.diagnostics import InputError, Unsupported, UnthreadError
    from unthread.core.properties import Property, Violation
    from unthread.core.source import DataModel, Loc, Source
    from unthread.core.verdict import ExitCode
    from unthread.frontend.load import load
    from unthread.program.program import Program
    from unthread.program.text.show import show

_HOMES = {
    "DataModel": "unthread.core.source",
    "ExitCode": "unthread.core.verdict",
    "InputError": "unthread.core.diagnostics",
    "Loc": "unthread.core.source",
    "Program": "unthread.program.program",
    "Property": "unthread.core.properties",
    "Source": "unthread.core.source",
    "UnthreadError": "unthread.core.diagnostics",
    "Unsupported": "unthread.core.diagnostics",
    "Violation": "unthread.core.properties",
    "load": "unthread.frontend.load",
    "show": "unthread.program.text.show",
}

__all__ = [
    "DataModel",
    "ExitCode",
    "InputError",
    "Loc",
    "Program",
    "Property",
    "Source",
    "Unsupported",
    "UnthreadError",
    "Violation",
    "__version__",
    "load",
    "show",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'unthread' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
