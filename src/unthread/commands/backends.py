"""`unthread backends`: who can search, what is installed, and how to get the rest."""

from __future__ import annotations

import sys

from unthread.commands.output import write
from unthread.core.exit_codes import ExitCode
from unthread.options import BackendsOptions


def backends(options: BackendsOptions, flags: tuple[str, ...]) -> int:
    rows = [_row(name) for name in _names()]
    if options.json:
        from unthread.results.trace_json import as_text

        write(sys.stdout, as_text({"format": "unthread backends", "version": 1, "backends": rows}).encode())
        return ExitCode.SAFE
    for row in rows:
        print(f"{row['name']:<11}{_what(row)}")
    return ExitCode.SAFE


def _what(row: dict[str, object]) -> str:
    if row["trouble"]:
        return str(row["trouble"]).removeprefix(f"{row['name']} ").removeprefix("is ")
    version = str(row["version"] or "installed, version unknown")
    return f"{version} ({row['program']})" if row["program"] else version


def _names() -> list[str]:
    from unthread.backends import BACKENDS

    return list(BACKENDS)


def _row(name: str) -> dict[str, object]:
    from unthread.backends import BACKENDS
    from unthread.backends.base import ExternalTool

    backend = BACKENDS[name]
    is_tool = isinstance(backend, ExternalTool)
    version = backend.version()
    trouble = backend.trouble() if isinstance(backend, ExternalTool) else ""
    return {
        "name": name,
        "version": version,
        "program": backend.place() if isinstance(backend, ExternalTool) else None,
        "usable": not trouble,
        "trouble": trouble or None,
        "dialect": str(backend.dialect) if isinstance(backend, ExternalTool) else None,
        "schemas": [str(schema) for schema in backend.schemas] if isinstance(backend, ExternalTool) else [],
        "solvers": list(backend.solvers) if isinstance(backend, ExternalTool) else [],
        "get": backend.get if is_tool else None,
    }
