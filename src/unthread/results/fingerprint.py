"""What identifies a violation wherever its lines stand in the file: `fingerprint`; with numbers where several
are alike: `identities`."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Collection, Sequence

from unthread.core.properties import ViolationKind
from unthread.core.source import Loc
from unthread.core.trace import Trace
from unthread.results.words import function_name, line_of, user_position

_TOGETHER = (ViolationKind.RACE, ViolationKind.DEADLOCK)  # it is chance which thread is the first of them


def fingerprint(trace: Trace) -> str:
    """The same for the same violation, wherever its lines stand in the file."""
    violation = trace.violation
    together = violation.kind in _TOGETHER
    ends = {(violation.loc, violation.stack)} if not together else set()
    ends |= {(part.loc, part.stack) for part in violation.participants if together}
    places = sorted(_place(trace, user_position(loc, stack)) for loc, stack in ends)
    routines = sorted(part.routine for part in violation.participants)
    parts = [violation.property, violation.kind, violation.function, *routines, *map("\0".join, places)]
    return hashlib.sha256("\0\0".join(parts).encode(errors="backslashreplace")).hexdigest()


def _place(trace: Trace, loc: Loc | None) -> tuple[str, str, str]:
    if loc is None:
        return "", "", ""
    return os.path.basename(loc.file), function_name(loc.function), " ".join(line_of(trace, loc).split())


def identities(traces: Sequence[Trace]) -> list[str]:
    """Several violations of the same kind in the same lines have numbers."""
    found, seen = [], Counter[str]()
    for trace in traces:
        print_ = fingerprint(trace)
        seen[print_] += 1
        found.append(f"{print_}:{seen[print_]}")
    return found


def divided(traces: Sequence[Trace], accepted: Collection[str]) -> tuple[list[Trace], list[Trace]]:
    """Those that are new, and those that were accepted."""
    new: list[Trace] = []
    old: list[Trace] = []
    for trace, identity in zip(traces, identities(traces), strict=True):
        (old if identity in accepted else new).append(trace)
    return new, old
