"""A verdict as one JSON document; docs/VERDICT.md describes it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from unthread import __version__
from unthread.core.source import Loc
from unthread.core.verdict import Coverage, Effort, Safe, Unknown, Unsafe, Verdict, exit_code
from unthread.results.trace_json import document

FORMAT = "unthread verdict"
VERSION = 1  # of the schema: grows when a reader of the older one would go wrong


def verdict_document(verdict: Verdict, seconds: float) -> dict[str, Any]:
    common: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "tool": __version__,
        "verdict": type(verdict).__name__.lower(),
        "exit_code": int(exit_code(verdict)),
        "seconds": round(seconds, 3),
    }
    match verdict:
        case Safe(coverage, stopped):
            return {**common, "stopped": stopped or None, "coverage": _coverage(coverage)}
        case Unsafe(traces, searched, effort):
            return {
                **common,
                "traces": [document(trace) for trace in traces],
                "effort": _effort(effort),
                "coverage": _coverage(searched),
            }
        case Unknown(reason, loc, hint, searched):
            return {
                **common,
                "reason": reason,
                "position": _position(loc),
                "hint": hint or None,
                "coverage": _coverage(searched),
            }


def _position(loc: Loc | None) -> dict[str, Any] | None:
    if loc is None:
        return None
    return {"file": loc.file, "line": loc.line, "column": loc.column, "function": loc.function}


def _coverage(coverage: Coverage | None) -> dict[str, Any] | None:
    if coverage is None:
        return None
    bounds = asdict(coverage.bounds)
    bounds["unwind_loops"] = [
        {"file": file, "line": line, "times": times} for file, line, times in coverage.bounds.unwind_loops
    ]
    return {
        "complete": coverage.complete,
        "rounds": coverage.rounds,
        "all_schedules": coverage.all_schedules,
        "bounds": bounds,
        "bounds_reached": list(coverage.reached),
        "properties": sorted(coverage.properties),
        "memory_model": "sc",
        "threads": list(coverage.threads),
        "never_started": list(coverage.never_started),
        "loops": [
            {
                "position": _position(loop.loc),
                "function": loop.function,
                "kind": loop.kind,
                "times": loop.rounds,
                "wants_more": loop.wants_more,
            }
            for loop in coverage.loops
        ],
        "assumptions": list(coverage.taken_for_granted),
        "effort": _effort(coverage.effort),
    }


def _effort(effort: Effort | None) -> dict[str, Any] | None:
    if effort is None:
        return None
    return {name: round(value, 3) for name, value in asdict(effort).items()}
