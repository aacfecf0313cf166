"""Witnesses of SV-COMP in GraphML: format 1.0.

In: what was `Checked`. Out: for each violation an automaton, which is one path: an edge for each thing that a
thread does, with the thread that does it. For a program that is safe, an automaton of one state without an
invariant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from xml.etree.ElementTree import Element, SubElement

from unthread import __version__
from unthread.core.source import DataModel
from unthread.core.trace import Trace
from unthread.core.verdict import Safe
from unthread.reports.checked import Checked
from unthread.reports.markup import as_xml, child
from unthread.reports.waypoints import Waypoint, WaypointKind, waypoints
from unthread.results.words import function_name

_ARCHITECTURES = {DataModel.M32: "32bit", DataModel.M64: "64bit"}
_KEYS = {  # name: what it belongs to, its type
    "witness-type": ("graph", "string"),
    "sourcecodelang": ("graph", "string"),
    "producer": ("graph", "string"),
    "specification": ("graph", "string"),
    "programfile": ("graph", "string"),
    "programhash": ("graph", "string"),
    "architecture": ("graph", "string"),
    "creationtime": ("graph", "string"),
    "entry": ("node", "boolean"),
    "violation": ("node", "boolean"),
    "originfile": ("edge", "string"),
    "startline": ("edge", "int"),
    "threadId": ("edge", "string"),
    "createThread": ("edge", "string"),
    "enterFunction": ("edge", "string"),
    "returnFromFunction": ("edge", "string"),
    "assumption": ("edge", "string"),
    "assumption.scope": ("edge", "string"),
    "assumption.resultfunction": ("edge", "string"),
}
_NAMESPACES = {
    "xmlns": "http://graphml.graphdrawing.org/xmlns",
    "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
}
_LONG_LONG = 1 << 63


def graphml_witnesses(checked: Checked, now: datetime) -> list[str]:
    """One for each violation; one for a proof; none otherwise."""
    if isinstance(checked.verdict, Safe):
        formulas = checked.proved(checked.verdict.coverage.properties)
        root, graph = _frame(checked, "correctness_witness", formulas, now)
        _node(graph, 0, "entry")
        return [as_xml(root)]
    return [_violation(checked, trace, now) for trace in checked.traces]


def _violation(checked: Checked, trace: Trace, now: datetime) -> str:
    root, graph = _frame(checked, "violation_witness", checked.violated(trace), now)
    _node(graph, 0, "entry")
    edges = list(_edges(trace, str(checked.source.files[0])))
    for number, data in enumerate(edges, start=1):
        _node(graph, number, "violation" if number == len(edges) else "")
        edge = child(graph, "edge", source=f"N{number - 1}", target=f"N{number}")
        for key, value in data:
            child(edge, "data", value, key=key)
    return as_xml(root)


def _frame(checked: Checked, kind: str, formulas: Sequence[str], now: datetime) -> tuple[Element, Element]:
    root = Element("graphml", _NAMESPACES)
    for name, (owner, sort) in _KEYS.items():
        key = SubElement(root, "key", {"id": name, "for": owner, "attr.name": name, "attr.type": sort})
        if sort == "boolean":
            child(key, "default", "false")
    graph = child(root, "graph", edgedefault="directed")
    data = [
        ("witness-type", kind),
        ("sourcecodelang", "C"),
        ("producer", f"unthread {__version__}"),
        *(("specification", formula) for formula in formulas),
        ("programfile", str(checked.source.files[0])),
        ("programhash", checked.digests[0]),
        ("architecture", _ARCHITECTURES[checked.source.data_model]),
        ("creationtime", now.isoformat(timespec="seconds")),
    ]
    for name, value in data:
        child(graph, "data", value, key=name)
    return root, graph


def _node(graph: Element, number: int, mark: str) -> None:
    node = child(graph, "node", id=f"N{number}")
    if mark:
        child(node, "data", "true", key=mark)


def _edges(trace: Trace, program: str) -> Iterator[list[tuple[str, str]]]:
    """The path ends at the violation: of several positions, only the first has an edge."""
    for point in waypoints(trace):
        data = [("threadId", str(point.thread))]
        if point.loc is not None:
            data.append(("startline", str(point.loc.line)))
            if point.loc.file != program:
                data.append(("originfile", point.loc.file))
        yield data + list(_said(point))
        if point.kind is WaypointKind.TARGET:
            return


def _said(point: Waypoint) -> Iterator[tuple[str, str]]:
    match point.kind:
        case WaypointKind.ENTER:
            if point.thread == 0 and point.function == "main":
                yield "createThread", "0"
            yield "enterFunction", point.function
        case WaypointKind.LEAVE:
            yield "returnFromFunction", point.function
        case WaypointKind.START:
            yield "createThread", str(point.started)
        case WaypointKind.INPUT:
            yield "assumption", f"\\result == {_literal(point.value)}"
            yield "assumption.resultfunction", point.function
            if point.loc is not None and point.loc.function:
                yield "assumption.scope", function_name(point.loc.function)
        case WaypointKind.STATEMENT | WaypointKind.TARGET:
            pass


def _literal(value: str) -> str:
    """C has no negative literals, and takes large ones for signed."""
    number = int(value) if value.removeprefix("-").isdecimal() else 0
    if number == -_LONG_LONG:
        return f"({number + 1}LL - 1)"
    return f"{value}ULL" if number >= _LONG_LONG else value
