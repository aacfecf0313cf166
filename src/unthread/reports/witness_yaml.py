"""Witnesses of SV-COMP in YAML: format 2.0, and 2.2, which knows threads, where there is more than one.

In: what was `Checked`. Out: for each violation a sequence of segments, each with one waypoint to follow; of a
data race, the last segment has both accesses. Threads are numbered as the format has it: main is 0, and the
others count in the order in which calls that start them are entered. For a program that is safe, a set of
invariants, which is empty: none is needed to search all executions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import yaml

from unthread import __version__
from unthread.core.source import DataModel
from unthread.core.trace import Trace
from unthread.core.verdict import Safe
from unthread.reports.checked import Checked
from unthread.reports.waypoints import Waypoint, WaypointKind, waypoints
from unthread.results.words import clean, function_name

_MODELS = {DataModel.M32: "ILP32", DataModel.M64: "LP64"}
_SEQUENTIAL, _CONCURRENT = "2.0", "2.2"
_TYPES = {
    WaypointKind.START: "function_enter",
    WaypointKind.INPUT: "function_return",
    WaypointKind.STATEMENT: "assumption",
    WaypointKind.TARGET: "target",
}


def yaml_witnesses(checked: Checked, now: datetime, identity: UUID) -> list[str]:
    """One for each violation; one for a proof; none otherwise."""
    if isinstance(checked.verdict, Safe):
        formulas = checked.proved(checked.verdict.coverage.properties)
        metadata = _metadata(checked, formulas, _SEQUENTIAL, now, identity)
        return [_text("invariant_set", metadata, [])]
    return [_violation(checked, trace, now, identity) for trace in checked.traces]


def _violation(checked: Checked, trace: Trace, now: datetime, identity: UUID) -> str:
    version = _SEQUENTIAL if len(trace.threads) <= 1 else _CONCURRENT
    metadata = _metadata(checked, checked.violated(trace), version, now, identity)
    return _text("violation_sequence", metadata, list(_segments(trace, version)))


def _text(kind: str, metadata: dict[str, Any], content: Sequence[Any]) -> str:
    entry = {"entry_type": kind, "metadata": metadata, "content": content}
    text: str = yaml.safe_dump([entry], sort_keys=False, allow_unicode=True, width=100)
    return text


def _metadata(
    checked: Checked, formulas: Sequence[str], version: str, now: datetime, identity: UUID
) -> dict[str, Any]:
    files = [clean(str(file)) for file in checked.source.files]
    return {
        "format_version": version,
        "uuid": str(identity),
        "creation_time": now.isoformat(timespec="seconds"),
        "producer": {"name": "unthread", "version": __version__},
        "task": {
            "input_files": files,
            "input_file_hashes": dict(zip(files, checked.digests, strict=True)),
            "specification": "\n".join(formulas),
            "data_model": _MODELS[checked.source.data_model],
            "language": "C",
        },
    }


def _segments(trace: Trace, version: str) -> Iterator[dict[str, Any]]:
    """The targets share the last segment: no order among them is part of the violation."""
    last = []
    for point in waypoints(trace):
        if point.kind not in _TYPES or point.loc is None:
            continue
        found = {"waypoint": _waypoint(point, version)}
        if point.kind is WaypointKind.TARGET:
            last.append(found)
        else:
            yield {"segment": [found]}
    if last:
        yield {"segment": last}


def _waypoint(point: Waypoint, version: str) -> dict[str, Any]:
    assert point.loc is not None, "waypoints have positions"
    location: dict[str, Any] = {"file_name": clean(point.loc.file), "line": point.loc.line}
    if point.end:
        location["column"] = point.end
    if point.loc.function:
        location["function"] = clean(function_name(point.loc.function))
    found: dict[str, Any] = {"type": _TYPES[point.kind], "action": "follow", "location": location}
    if point.kind is WaypointKind.STATEMENT:
        found["constraint"] = {"value": "1", "format": "c_expression"}
    elif point.kind is WaypointKind.INPUT:
        found["constraint"] = {"value": f"\\result == {point.value}", "format": "acsl_expression"}
    if version == _CONCURRENT:
        found["thread_id"] = point.thread
    return found
