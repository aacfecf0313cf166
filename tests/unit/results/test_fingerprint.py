"""What identifies a violation does not depend on where its lines stand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.traces import PROGRAMS, program_trace
from unthread.core.trace import Trace
from unthread.results.fingerprint import divided, fingerprint, identities
from unthread.results.trace_json import document
from unthread.results.trace_reading import from_json


def moved(trace: Trace, lines: int) -> Trace:
    """As if lines were added at the top of the file."""

    def down(value: Any) -> Any:
        match value:
            case {"file": _, "line": int(line)}:
                return value | {"line": line + lines}
            case dict():
                return {name: down(item) for name, item in value.items()}
            case list():
                return [*map(down, value)]
        return value

    found = down(document(trace))
    found["lines"] = {
        file: {str(int(number) + lines): text for number, text in kept.items()}
        for file, kept in found["lines"].items()
    }
    return from_json(json.dumps(found), "moved")


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_fingerprint_does_not_depend_on_other_lines(name: str) -> None:
    trace = program_trace(name)
    assert moved(trace, 7).violation.loc.line == trace.violation.loc.line + 7
    assert fingerprint(moved(trace, 7)) == fingerprint(trace)


def test_fingerprints_of_different_violations_differ() -> None:
    assert len({fingerprint(program_trace(name)) for name in PROGRAMS}) == len(PROGRAMS)


def test_one_that_was_accepted_does_not_hide_another_that_is_alike() -> None:
    race, reach = program_trace("race"), program_trace("reach")
    first, second, _ = identities([race, race, reach])
    assert second == first.removesuffix("1") + "2"
    assert divided([race, race, reach], {first}) == ([race, reach], [race])
    assert divided([race], ()) == ([race], [])
