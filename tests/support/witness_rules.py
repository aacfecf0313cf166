"""What the formats of SV-COMP's witnesses ask of a document: GraphML 1.0 and YAML 2.0 to 2.2."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import yaml

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)")
_HASH = re.compile("[0-9a-f]{64}")
_CHECK = re.compile(r"CHECK\( init\(main\(\)\), LTL\(.+\) \)")

# GraphML

_SPACE = "{http://graphml.graphdrawing.org/xmlns}"
_ONCE = {
    "witness-type",
    "sourcecodelang",
    "producer",
    "programfile",
    "programhash",
    "architecture",
    "creationtime",
}


def graphml_faults(text: str, program: str = "") -> list[str]:
    """`program` is the text of the program file, if it is to be compared."""
    has_schema = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' in text
    return [*_graphml(ElementTree.fromstring(text), program), *(() if has_schema else ("xsi",))]


def _graphml(root: Element, program: str) -> Iterator[str]:
    keys = {key.get("id"): key for key in root.findall(f"{_SPACE}key")}
    graphs = root.findall(f"{_SPACE}graph")
    if root.tag != f"{_SPACE}graphml" or len(graphs) != 1 or graphs[0].get("edgedefault") != "directed":
        yield "this is not one directed graph"
    for element in root.iter():
        for item in element.findall(f"{_SPACE}data"):
            name = item.get("key")
            kind = element.tag.removeprefix(_SPACE)
            if name not in keys or keys[name].get("for") != kind:
                yield f"the key {name} is not declared for {kind}"
            if not item.text or not item.text.strip():
                yield f"{name} has no value"
    yield from _graph_data(graphs[0])
    yield from _path(graphs[0], program)


def _data(element: Element) -> dict[str, str]:
    return {item.get("key", ""): item.text or "" for item in element.findall(f"{_SPACE}data")}


def _graph_data(graph: Element) -> Iterator[str]:
    counts = Counter(item.get("key", "") for item in graph.findall(f"{_SPACE}data"))
    yield from (f"{name} is there {counts[name]} times" for name in _ONCE if counts[name] != 1)
    found = _data(graph)
    if counts["specification"] < 1 or not _CHECK.fullmatch(found["specification"]):
        yield "specification"
    if not _TIME.fullmatch(found["creationtime"]):
        yield "creationtime"
    if not _HASH.fullmatch(found["programhash"]):
        yield "programhash"
    if found["architecture"] not in ("32bit", "64bit") or found["sourcecodelang"] != "C":
        yield "architecture or language"


def _path(graph: Element, program: str) -> Iterator[str]:
    nodes = {node.get("id"): _data(node) for node in graph.findall(f"{_SPACE}node")}
    edges = graph.findall(f"{_SPACE}edge")
    if [name for name, data in nodes.items() if data.get("entry") == "true"] != [next(iter(nodes))]:
        yield "there is not one entry, or not at the start"
    marked = [name for name, data in nodes.items() if data.get("violation") == "true"]
    is_violation = _data(graph)["witness-type"] == "violation_witness"
    if len(marked) != is_violation or (marked and any(edge.get("source") in marked for edge in edges)):
        yield "the violation is not the end"
    for edge in edges:
        if edge.get("source") not in nodes or edge.get("target") not in nodes:
            yield "an edge leads nowhere"
    yield from _threads([_data(edge) for edge in edges], program)


def _threads(edges: list[dict[str, str]], program: str) -> Iterator[str]:
    """Threads are created before they do something, begin by entering a function, and return from those that
    they are in."""
    stacks: dict[str, list[str]] = {}
    lines = program.count("\n") + 1
    for data in edges:
        if "createThread" in data:
            if data["createThread"] in stacks:
                yield f"thread {data['createThread']} is created twice"
            stacks[data["createThread"]] = []
        thread = data["threadId"]
        if thread not in stacks:
            yield f"thread {thread} does something before it is created"
            continue
        stack = stacks[thread]
        if "enterFunction" in data:
            stack.append(data["enterFunction"])
        elif not stack:
            yield f"thread {thread} is in no function"
        if "returnFromFunction" in data and (not stack or stack.pop() != data["returnFromFunction"]):
            yield f"thread {thread} returns from a function that it is not in"
        if "\\result" in data.get("assumption", "") and "assumption.resultfunction" not in data:
            yield "whose result?"
        if program and not 0 < int(data.get("startline", 1)) <= lines:
            yield "there is no such line"
        for name in ("enterFunction", "returnFromFunction", "assumption.resultfunction", "assumption.scope"):
            if program and name in data and not re.search(rf"\b{re.escape(data[name])}\b", program):
                yield f"there is no function {data[name]}"


# YAML

_METADATA = {"format_version", "uuid", "creation_time", "producer", "task"}
_TASK = {"input_files", "input_file_hashes", "specification", "data_model", "language"}
_TYPES = {"assumption", "branching", "function_enter", "function_return", "target"}
_FORMATS = {"assumption": "c_expression", "function_return": "acsl_expression"}
_RESULT = re.compile(r"\\result (==|!=|<=|>=|<|>) -?[0-9a-fx.p+-]+")


def yaml_faults(text: str) -> list[str]:
    """Of a document with one entry."""
    entries = yaml.safe_load(text)
    if not isinstance(entries, list) or len(entries) != 1:
        return ["this is not one entry"]
    (entry,) = entries
    if entry.keys() != {"entry_type", "metadata", "content"}:
        return [f"keys of an entry: {entry.keys()}"]
    faults = [*_metadata(entry["metadata"])]
    match entry["entry_type"]:
        case "invariant_set":
            return faults if entry["content"] == [] else [*faults, "where is that from?"]
        case "violation_sequence":
            return [*faults, *_sequence(entry["content"], entry["metadata"])]
    return [*faults, "entry_type"]


def _metadata(found: dict[str, Any]) -> Iterator[str]:
    if found.keys() != _METADATA or found["task"].keys() != _TASK:
        yield "keys of metadata"
    if found["format_version"] not in ("2.0", "2.1", "2.2"):
        yield "format_version"
    UUID(found["uuid"])
    if not _TIME.fullmatch(found["creation_time"]):
        yield "creation_time"
    if not {"name", "version"} <= found["producer"].keys():
        yield "producer"
    task = found["task"]
    if [*task["input_file_hashes"]] != task["input_files"]:
        yield "hashes are of other files"
    if not all(_HASH.fullmatch(item) for item in task["input_file_hashes"].values()):
        yield "hashes"
    if not all(map(_CHECK.fullmatch, task["specification"].split("\n"))):
        yield "specification"
    if task["data_model"] not in ("ILP32", "LP64") or task["language"] != "C":
        yield "data_model or language"


def _sequence(content: list[Any], metadata: dict[str, Any]) -> Iterator[str]:
    """Each segment ends with a waypoint to follow; targets are in the last one, and only there."""
    has_threads = metadata["format_version"] == "2.2"
    if not content:
        yield "there is no segment"
    started = 0
    for number, item in enumerate(content, start=1):
        points = [point["waypoint"] for point in item["segment"]]
        types = {point["type"] for point in points}
        if ("target" in types) != (number == len(content)):
            yield "targets belong into the last segment"
        if len(points) > 1 and (types != {"target"} or "data-race" not in metadata["task"]["specification"]):
            yield "more than one waypoint to follow"
        for point in points:
            yield from _waypoint(point)
            if ("thread_id" in point) != has_threads or point.get("thread_id", 0) > started:
                yield f"thread_id: {point}"
        started += types == {"function_enter"}


def _waypoint(point: dict[str, Any]) -> Iterator[str]:
    if point["type"] not in _TYPES or point["action"] != "follow":
        yield f"waypoint: {point}"
    location = point["location"]
    if not {"file_name", "line"} <= location.keys() <= {"file_name", "line", "column", "function"}:
        yield f"location: {location}"
    if location["line"] < 1 or location.get("column", 1) < 1:
        yield f"location: {location}"
    if ("constraint" in point) != (point["type"] in _FORMATS):
        yield f"constraint: {point}"
    constraint = point.get("constraint", {"format": None, "value": ""})
    if constraint["format"] != _FORMATS.get(point["type"]):
        yield f"format: {constraint}"
    if point["type"] == "function_return" and not _RESULT.fullmatch(constraint["value"]):
        yield f"value: {constraint}"


def ends_of_calls_faults(text: str) -> list[str]:
    """Waypoints at calls stand at their closing parentheses."""
    (entry,) = yaml.safe_load(text)
    faults = []
    for item in entry["content"]:
        for point in item["segment"]:
            location = point["waypoint"]["location"]
            if "column" in location:
                line = Path(location["file_name"]).read_text().split("\n")[location["line"] - 1]
                faults += [] if line[location["column"] - 1] == ")" else [f"{location}: {line}"]
    return faults
