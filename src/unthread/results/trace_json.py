"""Traces as JSON: docs/TRACE.md says what is in it. `trace_reading.py` reads it again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from unthread.core.properties import Frame, Participant, Violation
from unthread.core.source import Loc, ProgramArguments, Source
from unthread.core.trace import (
    Ahead,
    Explanation,
    HeapObject,
    InputValue,
    Protection,
    Schedule,
    Start,
    Step,
    Trace,
)

FORMAT = "unthread trace"
VERSION = 3  # of the schema: grows when a reader of the older one would go wrong
LATER = 4  # of traces that begin in the middle of main: a reader of version 3 would begin at its beginning
PER_FILE = 5  # of traces whose files have flags of their own: a reader of version 4 would miss them


def document(trace: Trace) -> dict[str, Any]:
    """The trace as JSON has it."""
    source = trace.source
    files = [
        {"path": str(path), "sha256": found, **_own_flags(source, number)}
        for number, (path, found) in enumerate(zip(source.files, trace.digests, strict=True))
    ]
    return {
        "format": FORMAT,
        "version": PER_FILE if source.file_flags else VERSION if trace.ahead is None else LATER,
        "tool": trace.tool,
        "source": {
            "files": files,
            "flags": list(source.flags),
            "data_model": source.data_model.value,
            "atomic_statements": source.atomic_statements,
            "volatile_is_atomic": source.volatile_is_atomic,
            **({"stubs": [str(path) for path in source.stubs]} if source.stubs else {}),
            **({"asm_models": [str(path) for path in source.asm_models]} if source.asm_models else {}),
            **({"havoc": list(source.havoc)} if source.havoc else {}),
            **({"assumed": list(source.assumed)} if source.assumed else {}),
            **({"build": source.build} if source.build else {}),
            **({"malloc_may_fail": True} if source.malloc_may_fail else {}),
            **_arguments(source.arguments),
            **_own_main(source),
        },
        "properties": sorted(trace.properties),
        "violation": _violation(trace.violation),
        "threads": list(trace.threads),
        "starts": [start and _start(start) for start in trace.starts],
        "objects": [_object(item) for item in trace.objects],
        **({"start": ahead_document(trace.ahead)} if trace.ahead else {}),
        "schedule": _schedule(trace.schedule),
        "inputs": [_input(value) for value in trace.inputs],
        "steps": [_step(step) for step in trace.steps],
        **({"held": [list(locks) for locks in trace.held]} if any(trace.held) else {}),
        "explanation": trace.explanation and _explanation(trace.explanation),
        "lines": {
            file: {str(number): text for number, text in lines.items()} for file, lines in trace.lines.items()
        },
    }


def ahead_document(ahead: Ahead) -> dict[str, Any]:
    return {"steps": ahead.steps, "instructions": ahead.instructions, "position": _position(ahead.loc)}


def to_json(trace: Trace) -> str:
    return as_text(document(trace))


def as_text(content: dict[str, Any]) -> str:
    """One line for each field, and for each item of a list."""
    fields = ",\n".join(f"  {json.dumps(name)}: {_field(value)}" for name, value in content.items())
    return f"{{\n{fields}\n}}\n"


def _field(value: Any) -> str:
    if not isinstance(value, list) or not value or not isinstance(value[0], dict):
        return json.dumps(value)
    items = ",\n".join(f"    {json.dumps(item)}" for item in value)
    return f"[\n{items}\n  ]"


def _own_flags(source: Source, number: int) -> dict[str, Any]:
    return {"flags": list(source.own_flags(number))} if source.file_flags else {}


def _violation(violation: Violation) -> dict[str, Any]:
    return {
        "property": violation.property.value,
        "kind": violation.kind.value,
        "message": violation.message,
        "function": violation.function,
        "thread": violation.thread,
        "position": _position(violation.loc),
        "stack": _stack(violation.stack),
        "participants": [_participant(part) for part in violation.participants],
        "values": [{"text": text, "value": value} for text, value in violation.values],
        "related": [
            {"what": item.what, "thread": item.thread, "position": _position(item.loc)}
            for item in violation.related
        ],
    }


def _stack(stack: Sequence[Frame]) -> list[dict[str, Any]]:
    return [{"function": frame.function, "position": _position(frame.loc)} for frame in stack]


def _participant(part: Participant) -> dict[str, Any]:
    return {
        "thread": part.thread,
        "routine": part.routine,
        "position": _position(part.loc),
        "stack": _stack(part.stack),
        "access": part.access,
        "place": part.place,
        "call": part.call,
        "waits_for": part.waits_for,
        "holds": [
            {"lock": held.lock, "sort": held.sort, "position": _position(held.loc)} for held in part.holds
        ],
    }


def _position(loc: Loc) -> dict[str, Any]:
    return {"file": loc.file, "line": loc.line, "column": loc.column, "function": loc.function}


def _input(value: InputValue) -> dict[str, Any]:
    return {
        "thread": value.thread,
        "name": value.name,
        "type": value.type,
        "value": value.value,
        "position": _position(value.loc),
        "step": value.step,
        "call": value.call,
        "depth": value.depth,
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "thread": step.thread,
        "kind": step.kind.value,
        "place": step.place,
        "text": step.text,
        "value": step.value,
        "before": step.before,
        "call": step.call,
        "note": step.note,
        "effects": [
            {"kind": item.kind, "place": item.place, "value": item.value, "before": item.before}
            for item in step.effects
        ],
        "position": _position(step.loc),
        "depth": step.depth,
        "sees": list(step.sees),
        "holds": list(step.holds),
    }


def _start(start: Start) -> dict[str, Any]:
    return {"thread": start.thread, "step": start.step, "position": _position(start.loc)}


def _object(item: HeapObject) -> dict[str, Any]:
    freed = item.freed and {"thread": item.freed[0], "position": _position(item.freed[1])}
    return {
        "name": item.name,
        "type": item.type,
        "size": item.size,
        "thread": item.thread,
        "position": _position(item.loc),
        "freed": freed,
    }


def _explanation(found: Explanation) -> dict[str, Any]:
    return {
        "essential": list(found.essential),
        "passing": _schedule(found.passing),
        "decisive": found.decisive and list(found.decisive),
        "early": found.early and _early(*found.early),
        "protection": found.protection and _protection(found.protection),
        **({"spurious": list(found.spurious)} if found.spurious else {}),
        **({"missing": found.is_missing} if found.decisive else {}),
    }


def _early(step: int, thread: int, loc: Loc) -> dict[str, Any]:
    return {"step": step, "thread": thread, "position": _position(loc)}


def _protection(found: Protection) -> dict[str, Any]:
    return {
        "place": found.place,
        "lock": found.lock,
        "holding": found.holding,
        "without": [{"thread": thread, "position": _position(loc)} for thread, loc in found.without],
    }


def _arguments(given: ProgramArguments) -> dict[str, Any]:
    words = {"arguments": list(given.words)} if given.words else {}
    return {**words, **({"any_arguments": given.any} if given.any else {})}


def _own_main(source: Source) -> dict[str, Any]:
    """What is run where the program has no main."""
    found: dict[str, Any] = {}
    if source.entries.functions:
        entries = source.entries
        found["entries"] = {
            "functions": list(entries.functions),
            "times": entries.times,
            "null": entries.null,
        }
    if source.linearizable is not None:
        histories = source.linearizable
        found["linearizable"] = {
            "threads": histories.threads,
            "operations": histories.operations,
            "type": histories.type,
        }
    return found


def _schedule(schedule: Schedule) -> list[dict[str, int]]:
    return [{"thread": part.thread, "steps": part.steps} for part in schedule]
