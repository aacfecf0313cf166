"""The file of accepted findings: read, written, and what is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.traces import program_trace
from unthread.core.diagnostics import InputError, render
from unthread.project.baseline import Baseline, baseline_of, baseline_text, by_identity, read_baseline

RACE, REACH = program_trace("race"), program_trace("reach")
HEAD: dict[str, Any] = {"format": "unthread baseline", "version": 1}


def stored(file: Path, traces: dict[str, Any]) -> Baseline:
    file.write_text(baseline_text(baseline_of(traces, Baseline())))
    return read_baseline(file)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    found = stored(tmp_path / "b.json", by_identity([RACE, REACH]))
    assert [entry.property for entry in found.entries] == ["race", "reach"]
    assert str(found.entries[1]) == f"{REACH.violation.loc}: {REACH.violation.message} [reach]"


def test_says_what_fits_nothing_any_more(tmp_path: Path) -> None:
    found = stored(tmp_path / "b.json", by_identity([RACE, REACH]))
    unused = found.unused(by_identity([RACE]))
    assert [entry.property for entry in unused] == ["reach"]


def test_reasons_are_kept(tmp_path: Path) -> None:
    content = json.loads(baseline_text(baseline_of(by_identity([RACE]), Baseline())))
    content["accepted"][0]["reason"] = "statistics only"
    (tmp_path / "b.json").write_text(json.dumps(content))
    again = baseline_of(by_identity([RACE, REACH]), read_baseline(tmp_path / "b.json"))
    assert [entry.reason for entry in again.entries] == ["statistics only", ""]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({}, "is not a baseline of unthread"),
        ([], "is not a baseline of unthread"),
        ({**HEAD, "version": 7, "accepted": []}, "is of version 7, not 1"),
        ({**HEAD, "accepted": 3}, "has no list 'accepted'"),
        ({**HEAD, "accepted": [3]}, "entry 1 is not an object of strings"),
        ({**HEAD, "accepted": [{"identity": 3}]}, "entry 1 is not an object of strings"),
        ({**HEAD, "accepted": [{"property": "race"}]}, "entry 1 has no 'identity'"),
    ],
)
def test_says_what_is_wrong(content: Any, message: str, tmp_path: Path) -> None:
    file = tmp_path / "b.json"
    file.write_text(json.dumps(content))
    with pytest.raises(InputError, match=message):
        read_baseline(file)


def test_what_is_said_of_an_entry_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "b.json"
    more = [{"identity": f"{'a' * 64}:1", "where": "a.c\n:1"}, {"identity": f"{'b' * 64}:2"}]
    more[0] |= {"message": "two\n\nlines", "property": "race"}
    file.write_text("\ufeff" + json.dumps({**HEAD, "accepted": more}))
    assert [*map(str, read_baseline(file).entries)] == ["a.c :1: two lines [race]", f"{'b' * 64}:2"]


def test_json_that_is_none_has_a_position(tmp_path: Path) -> None:
    file = tmp_path / "b.json"
    file.write_text("{\n  x}")
    with pytest.raises(InputError) as caught:
        read_baseline(file)
    assert f"{file}:2:3: error: this is not JSON" in render(caught.value.diagnostics[0])
    with pytest.raises(InputError, match="cannot read"):
        read_baseline(tmp_path / "gone.json")
