"""Findings that a project has accepted: `Baseline`, read from a file and written to one.

In and out: JSON. An entry is known by its identity (`results/fingerprint.py`), which stays the same when
lines move; the rest of it is for people.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from unthread.core.diagnostics import InputError
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.core.trace import Trace
from unthread.results.fingerprint import identities
from unthread.results.words import clean

FORMAT = "unthread baseline"
VERSION = 1
_IDENTITY = re.compile(r"[0-9a-f]{64}:[1-9][0-9]{0,5}")


@dataclass(frozen=True, slots=True)
class Accepted:
    """`where` and `message` were so when it was accepted; `reason` is the user's."""

    identity: str
    property: str
    where: str
    message: str
    reason: str = ""

    def __str__(self) -> str:
        if not self.message:
            return self.identity
        return " ".join(f"{self.where}: {self.message} [{self.property}]".split())


class Baseline:
    def __init__(self, entries: Iterable[Accepted] = ()) -> None:
        self.entries = tuple(entries)

    @cached_property
    def identities(self) -> frozenset[str]:
        return frozenset(entry.identity for entry in self.entries)

    def unused(self, found: Collection[str]) -> list[Accepted]:
        """Entries that fit none of these findings."""
        return [entry for entry in self.entries if entry.identity not in found]


def read_baseline(file: Path) -> Baseline:
    try:
        content = json.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"--baseline: cannot read '{file}': {error.strerror or error}") from None
    except json.JSONDecodeError as error:
        raise InputError(
            f"this is not JSON: {error.msg}", Loc(str(file), error.lineno, error.colno)
        ) from None
    except (ValueError, RecursionError):
        raise InputError(f"--baseline: '{file}' is not JSON") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(
            f"--baseline: '{file}' is not a baseline of unthread", hint="--write-baseline FILE writes one"
        )
    if content.get("version") != VERSION:
        raise InputError(f"--baseline: '{file}' is of version {content.get('version')}, not {VERSION}")
    if not isinstance(content.get("accepted"), list):
        raise InputError(f"--baseline: '{file}' has no list 'accepted'")
    return Baseline(_entry(item, number, file) for number, item in enumerate(content["accepted"], start=1))


def _entry(item: Any, number: int, file: Path) -> Accepted:
    names = ("identity", "property", "where", "message", "reason")
    texts = [item.get(name, "") for name in names] if isinstance(item, dict) else []
    if not texts or not all(isinstance(text, str) for text in texts):
        raise InputError(f"--baseline: '{file}': entry {number} is not an object of strings")
    if not _IDENTITY.fullmatch(texts[0]):
        raise InputError(f"--baseline: '{file}': entry {number} has no 'identity'")
    return Accepted(*texts)


def baseline_of(found: Mapping[str, Trace], before: Baseline) -> Baseline:
    """Of findings by their identities; reasons are kept."""
    reasons = {entry.identity: entry.reason for entry in before.entries}
    return Baseline(
        Accepted(
            identity,
            str(trace.violation.property),
            clean(str(trace.violation.loc)),
            clean(trace.violation.message),
            reasons.get(identity, ""),
        )
        for identity, trace in found.items()
    )


def by_identity(traces: Collection[Trace]) -> dict[str, Trace]:
    return dict(zip(identities([*traces]), traces, strict=True))


def baseline_text(baseline: Baseline) -> str:
    accepted = [
        {
            "identity": entry.identity,
            "property": entry.property,
            "where": entry.where,
            "message": entry.message,
            "reason": entry.reason,
        }
        for entry in baseline.entries
    ]
    return json.dumps({"format": FORMAT, "version": VERSION, "accepted": accepted}, indent=1) + "\n"
