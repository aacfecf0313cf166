"""What stands above the steps: what is wrong, where, with which values, why, and how to see it again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from unthread.core.properties import Frame, Participant, Violation, is_behind
from unthread.core.source import DataModel, Loc, is_own
from unthread.core.trace import HeapObject, Trace
from unthread.program.library import OWN
from unthread.reports.html.texts import Texts
from unthread.reports.html.words import heading
from unthread.results.violation_text import schedules, why
from unthread.results.words import function_name


def summary(trace: Trace, texts: Texts) -> dict[str, Any]:
    violation = trace.violation
    return {
        "property": str(violation.property),
        "heading": heading(violation),
        "message": violation.message,
        "thread": violation.thread,
        "place": place(violation.loc, texts),
        "stack": _stack(violation.stack, texts),
        "values": [list(pair) for pair in violation.values],
        "participants": [_participant(part, violation, texts) for part in violation.participants],
        "related": [
            {"what": item.what, "thread": item.thread, "place": place(item.loc, texts)}
            for item in violation.related
        ],
        "objects": [_object(item, texts) for item in trace.objects],
        "why": [*why(trace)],
        "schedules": [*schedules(trace)],
        "find": find_again(trace),
    }


def place(loc: Loc, texts: Texts) -> list[int] | None:
    """Number of the file, line and column; None outside of the program's text."""
    return None if is_own(loc) else [texts.number(loc.file), loc.line, loc.column]


def find_again(trace: Trace) -> str:
    """The command that looks for violations in the same program."""
    source = trace.source
    switches = [
        *(["-p", source.build] if source.build else []),
        *(["--m32"] if source.data_model is DataModel.M32 else []),
        *(["--atomic-statements"] if source.atomic_statements else []),
        *(["--volatile-is-atomic"] if source.volatile_is_atomic else []),
        *(["--malloc-may-fail"] if source.malloc_may_fail else []),
        *(word for file in source.stubs for word in ("--stub", str(file))),
        *(word for file in source.asm_models for word in ("--asm-model", str(file))),
        *(word for name in source.havoc for word in ("--havoc", name)),
    ]
    words = ["unthread", "check", *switches, *map(str, source.files)]
    return shlex.join([*words, "--", *source.flags] if source.flags else words)


def _stack(stack: Sequence[Frame], texts: Texts) -> list[dict[str, Any]]:
    """The program's functions, innermost first."""
    users = [frame for frame in stack if not frame.function.startswith(OWN) and not is_own(frame.loc)]
    return [{"function": function_name(frame.function), "place": place(frame.loc, texts)} for frame in users]


def _participant(part: Participant, violation: Violation, texts: Texts) -> dict[str, Any]:
    return {
        "thread": part.thread,
        "what": _doing(part, violation),
        "place": place(part.loc, texts),
        "stack": _stack(part.stack, texts),
        "waits_for": part.waits_for,
        "behind": is_behind(part, violation.participants),
        "holds": [
            {"lock": held.lock, "sort": held.sort, "place": place(held.loc, texts)} for held in part.holds
        ],
    }


def _doing(part: Participant, violation: Violation) -> str:
    if part.access:
        return f"{part.access} of {part.place}" if part.place else part.access
    if part.call:
        return f"waits in {part.call}" + (f" for {part.place}" if part.place else "")
    return violation.message if part.thread == violation.thread else ""


def _object(item: HeapObject, texts: Texts) -> dict[str, Any]:
    return {
        "name": item.name,
        "type": item.type,
        "size": item.size,
        "thread": item.thread,
        "place": place(item.loc, texts),
        "freed": item.freed and {"thread": item.freed[0], "place": place(item.freed[1], texts)},
    }
