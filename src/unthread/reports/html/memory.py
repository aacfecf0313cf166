"""What a trace's rows show of memory: each place, the values it has had, and which threads touched it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from unthread.core.trace import StepKind
from unthread.reports.html.rows import PageRow


def places(rows: Sequence[PageRow]) -> list[dict[str, Any]]:
    """Those that several threads touch come first. `first` is the value before all rows, if it is known;
    `changes` are rows with the value that the place has afterwards."""
    found: dict[str, dict[str, Any]] = {}
    for number, row in enumerate(rows):
        for effect in row.effects:
            is_write = effect.kind is StepKind.WRITE
            before = effect.before if is_write else effect.value
            place = found.setdefault(
                effect.place, {"name": effect.place, "first": before, "threads": [], "changes": []}
            )
            _touched(place, row.thread)
            if is_write or effect.value != _current(place):
                place["changes"].append([number, effect.value])
    return sorted(found.values(), key=lambda place: len(place["threads"]) < 2)


def _touched(place: dict[str, Any], thread: int) -> None:
    if thread not in place["threads"]:
        place["threads"].append(thread)


def _current(place: dict[str, Any]) -> str:
    changes = place["changes"]
    return str(changes[-1][1] if changes else place["first"])
