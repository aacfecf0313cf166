"""SARIF 2.1.0: what editors and code hosts show beside the program's text.

In: a `Verdict`. Out: one JSON document with a result for each trace. Viewers show only the first thread flow
of a code flow: the first code flow tells the whole story in one thread flow, with the thread in each message,
the second one has a thread flow for each thread. `executionOrder` is the same in both.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from unthread import __version__
from unthread.core.properties import Frame, Participant, Property
from unthread.core.source import Loc, is_own
from unthread.core.trace import Trace
from unthread.core.verdict import NoBugFound, Safe, Unknown, Unsafe, Verdict, exit_code
from unthread.reports.moments import Moment, held_text, moments, participant_text, related_text
from unthread.results.fingerprint import identities
from unthread.results.violation_text import why
from unthread.results.words import (
    as_bytes,
    before_column,
    clean,
    function_name,
    line_of,
    thread_name,
    user_frames,
    user_position,
)

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "unthreadViolation/v1"

_RULES = {
    Property.REACH: (
        "ReachableError",
        "An assertion fails, or a function or label that is an error is reached.",
    ),
    Property.LOCK: ("LockMisuse", "A synchronization object is used in a way that is not allowed."),
    Property.DEADLOCK: ("Deadlock", "Threads are alive, and none of them can move."),
    Property.RACE: ("DataRace", "Two threads access an object at the same time, one of them writing."),
    Property.MEMORY: ("InvalidMemoryAccess", "Memory is accessed or freed where that is not allowed."),
    Property.LEAK: ("MemoryLeak", "Heap memory is never freed and no longer reachable."),
    Property.LEAK_ALL: ("MemoryNotFreed", "Heap memory is never freed."),
    Property.ARITH: ("UndefinedArithmetic", "An arithmetic operation has no defined result."),
}
_ALL = [*_RULES]


def sarif(verdict: Verdict) -> str:
    return json.dumps(document(verdict), indent=1) + "\n"


def document(verdict: Verdict) -> dict[str, Any]:
    new = verdict.traces if isinstance(verdict, Unsafe) else ()
    accepted = () if isinstance(verdict, Safe) else verdict.accepted
    traces = (*accepted, *new)
    run = {
        "tool": {"driver": _driver()},
        "columnKind": "utf16CodeUnits",
        "invocations": [_invocation(verdict)],
        "artifacts": list(_artifacts(traces)),
        "results": _results(traces, len(accepted)),
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _driver() -> dict[str, Any]:
    rules = [
        {
            "id": str(item),
            "name": name,
            "shortDescription": {"text": text},
            "defaultConfiguration": {"level": "error"},
        }
        for item, (name, text) in _RULES.items()
    ]
    return {"name": "unthread", "version": __version__, "rules": rules}


def _invocation(verdict: Verdict) -> dict[str, Any]:
    """An unknown verdict is not a success: readers must not take "no results" for an answer."""
    found: dict[str, Any] = {
        "executionSuccessful": not isinstance(verdict, Unknown),
        "exitCode": int(exit_code(verdict)),
    }
    match verdict:
        case Unknown(_, reason, loc):
            notification: dict[str, Any] = {"level": "error", "message": _message(reason)}
            if loc is not None and loc.line > 0:
                notification["locations"] = [{"physicalLocation": _physical(loc, "")}]
            found["toolExecutionNotifications"] = [notification]
        case NoBugFound(coverage, stopped):
            left_out = "; ".join(map(str, coverage.omissions)) or stopped or "schedules with more rounds"
            text = f"No bug was found within limits. Not explored: {left_out}."
            found["toolExecutionNotifications"] = [{"level": "note", "message": _message(text)}]
        case Safe() | Unsafe():
            pass
    return found


def _artifacts(traces: Sequence[Trace]) -> Iterator[dict[str, Any]]:
    digests = {
        str(path): digest
        for trace in traces
        for path, digest in zip(trace.source.files, trace.digests, strict=True)
    }
    for path, digest in digests.items():
        yield {"location": {"uri": uri(path)}, "sourceLanguage": "c", "hashes": {"sha-256": digest}}


def merged(documents: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Several as one with a single run, as code hosts want it. What several have is one result."""
    runs = [item["runs"][0] for item in documents]
    results: dict[str, Any] = {}
    artifacts: dict[str, Any] = {}
    for run in runs:
        results |= {item["partialFingerprints"][FINGERPRINT]: item for item in run["results"]}
        artifacts |= {item["location"]["uri"]: item for item in run["artifacts"]}
    run = {
        "tool": {"driver": _driver()},
        "columnKind": "utf16CodeUnits",
        "invocations": [item for one in runs for item in one["invocations"]],
        "artifacts": [*artifacts.values()],
        "results": [*results.values()],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


# Results


def _results(traces: Sequence[Trace], accepted: int) -> list[dict[str, Any]]:
    """The first ones are accepted: they are listed, but not as new."""
    results = [_result(trace, name) for trace, name in zip(traces, identities(traces), strict=True)]
    for result in results[:accepted]:
        result["suppressions"] = [{"kind": "external", "status": "accepted"}]
    return results


def _result(trace: Trace, identity: str) -> dict[str, Any]:
    violation = trace.violation
    place = user_position(violation.loc, violation.stack)
    parts = violation.participants
    return {
        "ruleId": str(violation.property),
        "ruleIndex": _ALL.index(violation.property),
        "level": "error",
        "message": _message(_headline(trace)),
        "locations": [] if place is None else [_location(trace, place)],
        "relatedLocations": [
            {"id": number, **_location(trace, loc, text)}
            for number, (loc, text) in enumerate(_related(trace), start=1)
        ],
        "partialFingerprints": {FINGERPRINT: identity},
        "stacks": [_stack(trace, part) for part in parts if user_frames(part.stack)],
        "codeFlows": _flows(trace),
        "properties": {"kind": str(violation.kind), "schedule": [str(part) for part in trace.schedule]},
    }


def _headline(trace: Trace) -> str:
    """What is wrong, and below it why."""
    violation = trace.violation
    values = ", ".join(f"{text} = {value}" for text, value in violation.values)
    said = f"{violation.message} ({values})" if values else violation.message
    return "\n".join([said, *(f"why: {text}" for text in why(trace))])


def _related(trace: Trace) -> Iterator[tuple[Loc, str]]:
    """Where the other threads are, where locks were taken, where threads started and objects came from."""
    violation = trace.violation
    for number, part in enumerate(violation.participants):
        place = user_position(part.loc, part.stack)
        if number > 0 and place is not None:
            yield place, participant_text(part, violation.participants)
        yield from ((held.loc, held_text(part, held)) for held in part.holds)
        start = trace.starts[part.thread] if part.thread < len(trace.starts) else None
        if start is not None:
            yield start.loc, f"{thread_name(trace, part.thread)} is started"
    yield from ((item.loc, related_text(item)) for item in violation.related)
    yield from _about_objects(trace)
    yield from _unprotected(trace)


def _about_objects(trace: Trace) -> Iterator[tuple[Loc, str]]:
    for item in trace.objects:
        if not is_own(item.loc):
            yield item.loc, f"{item.name} is allocated by {thread_name(trace, item.thread)}"
        if item.freed is not None and not is_own(item.freed[1]):
            yield item.freed[1], f"{item.name} is freed by {thread_name(trace, item.freed[0])}"


def _unprotected(trace: Trace) -> Iterator[tuple[Loc, str]]:
    found = trace.explanation.protection if trace.explanation else None
    if found is not None:
        for thread, loc in found.without:
            yield loc, f"{thread_name(trace, thread)} accesses {found.place} without holding {found.lock}"


def _stack(trace: Trace, part: Participant) -> dict[str, Any]:
    frames = [_frame(trace, frame, part.thread) for frame in user_frames(part.stack)]
    return {"message": _message(participant_text(part, trace.violation.participants)), "frames": frames}


def _frame(trace: Trace, frame: Frame, thread: int) -> dict[str, Any]:
    return {
        "location": _location(trace, frame.loc, f"in {function_name(frame.function)}"),
        "threadId": thread,
    }


# Flows


def _flows(trace: Trace) -> list[dict[str, Any]]:
    ordered = [*enumerate(moments(trace), start=1)]
    whole = {
        "id": "all",
        "message": {"text": "all threads in the order in which they were executed"},
        "locations": [_step(trace, order, moment, with_thread=True) for order, moment in ordered],
    }
    return [{"threadFlows": [whole]}, {"threadFlows": list(_flow_of_each(trace, ordered))}]


def _flow_of_each(trace: Trace, ordered: Sequence[tuple[int, Moment]]) -> Iterator[dict[str, Any]]:
    for thread in sorted({moment.thread for _, moment in ordered}):
        own = [(order, moment) for order, moment in ordered if moment.thread == thread]
        yield {
            "id": str(thread),
            "message": _message(thread_name(trace, thread)),
            "locations": [_step(trace, order, moment, with_thread=False) for order, moment in own],
        }


def _step(trace: Trace, order: int, moment: Moment, with_thread: bool) -> dict[str, Any]:
    said = f"{thread_name(trace, moment.thread)}: {moment.what}" if with_thread else moment.what
    location = {"message": _message(said)} if moment.loc is None else _location(trace, moment.loc, said)
    found: dict[str, Any] = {
        "location": location,
        "executionOrder": order,
        "nestingLevel": moment.depth,
        "importance": "essential" if _is_essential(moment, trace) else "important",
    }
    if moment.values:
        found["state"] = {clean(place): _message(value) for place, value in moment.values}
    return found


def _is_essential(moment: Moment, trace: Trace) -> bool:
    """The violation, and the two steps whose order decides."""
    decisive = (trace.explanation and trace.explanation.decisive) or ()
    return moment.is_violation or moment.number in decisive


# Texts and positions


def _message(text: str) -> dict[str, str]:
    """Braces would be places for arguments, and `[...](...)` a link."""
    return {"text": clean(text).replace("{", "{{").replace("}", "}}").replace("](", "] (")}


def _location(trace: Trace, loc: Loc, message: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {"physicalLocation": _physical(loc, line_of(trace, loc))}
    if loc.function:
        found["logicalLocations"] = [{"name": clean(function_name(loc.function)), "kind": "function"}]
    if message:
        found["message"] = _message(message)
    return found


def _physical(loc: Loc, line: str) -> dict[str, Any]:
    """Without a column where the line is not known: SARIF's columns do not count bytes."""
    found: dict[str, Any] = {"artifactLocation": {"uri": uri(loc.file)}}
    if loc.line > 0:
        found["region"] = {"startLine": loc.line}
    if loc.line > 0 and line and loc.column > 0:
        found["region"]["startColumn"] = len(before_column(line, loc.column).encode("utf-16-le")) // 2 + 1
        found["contextRegion"] = {"startLine": loc.line, "snippet": {"text": clean(line)}}
    return found


def uri(file: str) -> str:
    """Relative paths stay relative; whatever is not plain is percent-encoded, byte by byte."""
    path = quote(as_bytes(file))
    return f"file://{path}" if path.startswith("/") else path
