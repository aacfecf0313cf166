"""What SARIF 2.1.0 asks of a document, as far as unthread's have it: names, types, and how parts relate."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote_to_bytes

# Objects by the property that holds them: what they may have, and what they must have.
_MAY: dict[str, set[str]] = {
    "": {"$schema", "version", "runs"},
    "runs": {"tool", "columnKind", "invocations", "artifacts", "results", "properties"},
    "tool": {"driver"},
    "driver": {"name", "version", "rules", "informationUri"},
    "rules": {"id", "name", "shortDescription", "defaultConfiguration"},
    "defaultConfiguration": {"level"},
    "shortDescription": {"text"},
    "invocations": {"executionSuccessful", "exitCode", "toolExecutionNotifications"},
    "toolExecutionNotifications": {"level", "message", "locations"},
    "artifacts": {"location", "sourceLanguage", "hashes"},
    "results": {
        *("ruleId", "ruleIndex", "level", "message", "locations", "relatedLocations"),
        *("partialFingerprints", "stacks", "codeFlows", "properties", "suppressions"),
    },
    "suppressions": {"kind", "status"},
    "message": {"text"},
    "locations": {"id", "physicalLocation", "logicalLocations", "message"},
    "physicalLocation": {"artifactLocation", "region", "contextRegion"},
    "artifactLocation": {"uri"},
    "region": {"startLine", "startColumn"},
    "contextRegion": {"startLine", "snippet"},
    "snippet": {"text"},
    "logicalLocations": {"name", "kind"},
    "stacks": {"message", "frames"},
    "frames": {"location", "threadId"},
    "codeFlows": {"threadFlows"},
    "threadFlows": {"id", "message", "locations"},
    "steps": {"location", "executionOrder", "nestingLevel", "importance", "state"},
}
_MAY["relatedLocations"] = _MAY["location"] = _MAY["locations"]
_MUST = {
    "": {"version", "runs"},
    "runs": {"tool"},
    "driver": {"name"},
    "invocations": {"executionSuccessful"},
    "results": {"message"},
    "suppressions": {"kind"},
    "stacks": {"frames"},
    "codeFlows": {"threadFlows"},
    "threadFlows": {"locations"},
    "snippet": {"text"},
}
_INNER = {("threadFlows", "locations"): "steps", ("artifacts", "location"): "artifactLocation"}
_FREE = ("properties", "partialFingerprints", "hashes", "state")  # names of the tool's own
_ARGUMENT = re.compile(r"(?<!\{)(\{\{)*\{(?!\{)|\[[^\[\]]*\]\(")  # a place for one, or a link
_URI = re.compile(r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-F]{2})*")


def sarif_faults(document: dict[str, Any]) -> list[str]:
    faults = [*_object(document, "", "$")]
    if document.get("version") != "2.1.0":
        faults.append("version is not 2.1.0")
    for run in document["runs"]:
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        for result in run["results"]:
            faults += _result(result, rules)
    return faults


def _object(found: dict[str, Any], kind: str, path: str) -> Iterator[str]:
    if kind in _FREE:
        return
    yield from (f"{path}: {name} is unknown" for name in found.keys() - _MAY[kind])
    yield from (f"{path}: {name} is missing" for name in _MUST.get(kind, set()) - found.keys())
    for name, value in found.items():
        inner = _INNER.get((kind, name), name)
        yield from _value(value, inner, f"{path}.{name}")


def _value(value: Any, name: str, path: str) -> Iterator[str]:
    match value:
        case dict():
            yield from _object(value, name, path)
        case list():
            for number, item in enumerate(value):
                yield from _value(item, name, f"{path}[{number}]")
        case _:
            yield from _scalar(value, name, path)


_LEAST = {"startLine": 1, "startColumn": 1, "executionOrder": 0, "nestingLevel": 0, "threadId": 0}
_WORDS = {
    "level": ("none", "note", "warning", "error"),
    "importance": ("essential", "important", "unimportant"),
    "columnKind": ("utf16CodeUnits", "unicodeCodePoints"),
}


def _scalar(value: Any, name: str, path: str) -> Iterator[str]:
    is_wrong = (
        (name in _LEAST and (type(value) is not int or value < _LEAST[name]))
        or (name in _WORDS and value not in _WORDS[name])
        or (name == "text" and not (isinstance(value, str) and _is_text(value)))
        or (name == "text" and ".message." in path and _ARGUMENT.search(value))
        or (name == "uri" and not _is_uri(value))
    )
    if is_wrong:
        yield f"{path}: {value!r}"


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_uri(value: str) -> bool:
    """RFC 3986; in a relative one, the first segment has no colon."""
    if value.startswith("file://"):
        return bool(_URI.fullmatch(value[7:])) and value[7:].startswith("/")
    return bool(value and _URI.fullmatch(value)) and ":" not in value.partition("/")[0]


def _result(result: dict[str, Any], rules: list[str]) -> Iterator[str]:
    if rules[result["ruleIndex"]] != result["ruleId"]:
        yield "ruleIndex is that of another rule"
    ids = [item["id"] for item in result["relatedLocations"]]
    if len({*ids}) != len(ids):
        yield "two related locations have the same id"
    for flow in result["codeFlows"]:
        for thread in flow["threadFlows"]:
            orders = [item["executionOrder"] for item in thread["locations"]]
            if not orders or orders != sorted({*orders}):
                yield f"steps are not in order: {orders}"


def decoded(uri: str) -> bytes:
    return unquote_to_bytes(uri.removeprefix("file://"))
