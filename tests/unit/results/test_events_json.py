"""Events as lines of JSON; tests/unit/test_schemas.py holds whole runs against the schema."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from unthread.core.bounds import Bounds
from unthread.core.events import Closing, Event, Extent, Finished, Found, Gap, Stopped, Told, Unshown, Working
from unthread.core.properties import Property, Violation
from unthread.core.source import Loc
from unthread.core.trace import Witness
from unthread.core.verdict import UnknownCause
from unthread.results.events_json import event_document, line, start_document

LOC = Loc("a.c", 3, 1, "main")
WITHIN = Extent(Bounds(unwind=4), 2)
VIOLATION = Violation(Property.RACE, "data race", 1, LOC)


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (Working("solving", Bounds(), 3, 2, 17, 99), {"phase": "solving", "rounds": 3, "terms": 99}),
        (Found(Witness(VIOLATION, (), ()), WITHIN, ()), {"property": "race", "rounds": 2}),
        (Unshown("why", None, WITHIN), {"reason": "why", "position": None}),
        (Gap("asm", LOC), {"what": "asm", "hint": None}),
        (Closing(), {}),
        (Finished(), {}),
        (Stopped(UnknownCause.OUT_OF_TIME), {"cause": "out of time", "reason": None}),
    ],
)
def test_each_event(event: Event, expected: dict[str, object]) -> None:
    found = event_document(Told("embedded", event), 1.23456)
    assert found["event"] == type(event).__name__.lower()
    assert (found["seconds"], found["backend"]) == (1.235, "embedded")
    assert expected.items() <= found.items()


def test_one_line_each() -> None:
    text = line(start_document([Path("a\n.c")], 60.0))
    assert text.count("\n") == 1
    assert json.loads(text)["files"] == ["a\n.c"]
