"""What happens in a check, each as one line of JSON; docs/EVENTS.md describes them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from unthread import __version__
from unthread.core.bounds import Bounds
from unthread.core.events import (
    Closing,
    Covered,
    Event,
    Finished,
    Found,
    Gap,
    Remark,
    Stopped,
    Told,
    Unshown,
    Working,
)
from unthread.results.verdict_json import bounds_document, coverage_document, position_document

FORMAT = "unthread events"
VERSION = 1  # of the schema: grows when a reader of the older one would go wrong


def line(document: dict[str, Any]) -> str:
    return json.dumps(document) + "\n"


def start_document(files: Sequence[Path], limit: float, target: str = "") -> dict[str, Any]:
    """The first line. `limit`: seconds that the check may take. `target`: which of several it is."""
    return {
        "event": "start",
        "format": FORMAT,
        "version": VERSION,
        "tool": __version__,
        "target": target or None,
        "files": [*map(str, files)],
        "limit": limit,
    }


def event_document(told: Told, seconds: float) -> dict[str, Any]:
    word, more = _event(told.event)
    return {"event": word, "seconds": round(seconds, 3), "backend": told.backend or None, **more}


def _event(event: Event) -> tuple[str, dict[str, Any]]:
    match event:
        case Working(phase, bounds, round, threads, points, terms):
            size = {"threads": threads, "points": points, "terms": terms}
            return "working", {"phase": phase, **_extent(bounds, round), **size}
        case Covered(coverage):
            return "covered", {"coverage": coverage_document(coverage)}
        case Found(witness, within):
            violation = witness.violation
            claim = {
                "property": str(violation.property),
                "message": violation.message,
                "position": position_document(violation.loc),
            }
            return "found", {**claim, **_extent(within.bounds, within.rounds)}
        case Unshown(reason, loc, within):
            where = {"reason": reason, "position": position_document(loc)}
            return "unshown", {**where, **_extent(within.bounds, within.rounds)}
        case Gap(what, loc, hint):
            return "gap", {"what": what, "position": position_document(loc), "hint": hint or None}
        case Remark(text):
            return "remark", {"text": text}
        case Closing():
            return "closing", {}
        case Finished():
            return "finished", {}
        case Stopped(cause, reason, hint):
            return "stopped", {"cause": str(cause), "reason": reason or None, "hint": hint or None}


def _extent(bounds: Bounds, rounds: int) -> dict[str, Any]:
    return {"rounds": rounds, "bounds": bounds_document(bounds)}
