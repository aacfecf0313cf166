"""A verdict as one JSON document; docs/VERDICT.md describes it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from unthread import __version__
from unthread.core.bounds import Bounds
from unthread.core.source import Loc
from unthread.core.verdict import (
    Coverage,
    Effort,
    NoBugFound,
    Omission,
    PlaceKind,
    Safe,
    Unknown,
    Unsafe,
    Verdict,
    Visit,
    exit_code,
)
from unthread.results.trace_json import ahead_document, document

FORMAT = "unthread verdict"
VERSION = 2  # of the schema: grows when a reader of the older one would go wrong


_WORDS = {Safe: "safe", NoBugFound: "no bug found", Unsafe: "unsafe", Unknown: "unknown"}
_IN_LEDGER = (PlaceKind.ASSERTION, PlaceKind.THREAD, PlaceKind.END)


def verdict_document(verdict: Verdict, seconds: float, require_complete: bool = False) -> dict[str, Any]:
    accepted = () if isinstance(verdict, Safe) else verdict.accepted
    found = _verdict_document(verdict, seconds, require_complete)
    return {**found, "accepted": [document(trace) for trace in accepted]} if accepted else found


def _verdict_document(verdict: Verdict, seconds: float, require_complete: bool) -> dict[str, Any]:
    common: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "tool": __version__,
        "verdict": _WORDS[type(verdict)],
        "exit_code": int(exit_code(verdict, require_complete)),
        "seconds": round(seconds, 3),
    }
    match verdict:
        case Safe(coverage):
            return {**common, "coverage": coverage_document(coverage)}
        case NoBugFound(coverage, stopped):
            return {**common, "stopped": stopped or None, "coverage": coverage_document(coverage)}
        case Unsafe(traces, searched, effort):
            return {
                **common,
                "traces": [document(trace) for trace in traces],
                "effort": _effort(effort),
                "coverage": coverage_document(searched),
            }
        case Unknown(cause, reason, loc, hint, searched):
            return {
                **common,
                "cause": str(cause),
                "reason": reason,
                "position": position_document(loc),
                "hint": hint or None,
                "coverage": coverage_document(searched),
            }


def position_document(loc: Loc | None) -> dict[str, Any] | None:
    if loc is None:
        return None
    return {"file": loc.file, "line": loc.line, "column": loc.column, "function": loc.function}


def coverage_document(coverage: Coverage | None) -> dict[str, Any] | None:
    if coverage is None:
        return None
    return {
        "complete": coverage.complete,
        "rounds": coverage.rounds,
        "all_schedules": coverage.all_schedules,
        "bounds": bounds_document(coverage.bounds),
        "left_out": [_omission(item) for item in coverage.omissions],
        "properties": sorted(coverage.properties),
        "proofs": [
            {
                "properties": sorted(proof.properties),
                "method": str(proof.method),
                **({"invariant": proof.invariant} if proof.invariant else {}),
            }
            for proof in coverage.proofs
        ],
        "not_looked_for": sorted(coverage.not_looked_for),
        "memory_model": "sc",
        "threads": list(coverage.threads),
        "never_started": list(coverage.never_started),
        "loops": [
            {
                "position": position_document(loop.loc),
                "function": loop.function,
                "kind": loop.kind,
                "times": loop.times,
                "wants_more": loop.wants_more,
            }
            for loop in coverage.loops
        ],
        **({"start": ahead_document(coverage.ahead)} if coverage.ahead else {}),
        "assumptions": list(coverage.assumptions),
        "ledger": [_visit(visit) for visit in coverage.ledger if visit.place.kind in _IN_LEDGER],
        "lines": [_line(visit) for visit in coverage.ledger if visit.place.kind is PlaceKind.LINE],
        "effort": _effort(coverage.effort),
    }


def bounds_document(bounds: Bounds) -> dict[str, Any]:
    found = asdict(bounds)
    found["unwind_loops"] = [
        {"file": file, "line": line, "times": times} for file, line, times in bounds.unwind_loops
    ]
    return found


def _omission(omission: Omission) -> dict[str, Any]:
    return {
        "cause": str(omission.cause),
        "what": omission.what,
        "position": position_document(omission.loc),
        "bound": None if omission.bound is None else str(omission.bound),
        "property": None if omission.property is None else str(omission.property),
    }


def _visit(visit: Visit) -> dict[str, Any]:
    place = visit.place
    return {
        "kind": str(place.kind),
        "what": place.what,
        "position": position_document(place.loc),
        "reached": visit.is_reached,
        "threads": list(visit.threads),
    }


def _line(visit: Visit) -> dict[str, Any]:
    loc = visit.place.loc
    return {
        "file": loc.file,
        "line": loc.line,
        "reached": visit.is_reached,
        "threads": list(visit.threads),
    }


def _effort(effort: Effort | None) -> dict[str, Any] | None:
    if effort is None:
        return None
    return {name: round(value, 3) for name, value in asdict(effort).items()}
