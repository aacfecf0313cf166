"""One check: what is told meanwhile, and which files are written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.commands import Write, write
from tests.support.racing import RACE
from unthread.api.checking import Listener, checked, store
from unthread.core.diagnostics import Diagnostic, InputError, UsageError
from unthread.core.events import Told, Working
from unthread.core.source import Source
from unthread.core.verdict import Safe, Unsafe
from unthread.options import CheckOptions

__all__ = ["write"]  # the fixture
SAFE = "int main(void) { return 0; }\n"


def source(write: Write, text: str) -> Source:
    return Source((Path(write(text)),))


def test_events_and_files(write: Write) -> None:
    told: list[Told | None] = []
    options = CheckOptions(trace="t.json", junit="j.xml", mermaid="m.mmd")
    verdict = checked(options, source(write, RACE), Listener(told.append))
    assert isinstance(verdict.answer, Unsafe)
    phases = [item.event.phase for item in told if item and isinstance(item.event, Working)]
    assert phases[:2] == ["reading", "preparing"]
    assert {item.backend for item in told if item} == {"", "embedded"}
    assert sorted(os.listdir()) == ["a.c"]
    assert [*store(verdict, options)] == []
    assert sorted(os.listdir()) == ["a.c", "j.xml", "m.mmd", "t.json"]


def test_what_there_is_nothing_to_write_of(write: Write) -> None:
    options = CheckOptions(trace="t.json", mermaid="m.mmd")
    verdict = checked(options, source(write, SAFE), Listener())
    assert isinstance(verdict.answer, Safe)
    assert [*store(verdict, options)] == [
        "there is no violation to write to 't.json'",
        "there is nothing to write to 'm.mmd': no violation and no proof",
    ]
    assert os.listdir() == ["a.c"]


def test_the_words_of_a_property_file(write: Write) -> None:
    Path("p.prp").write_text("CHECK( init(main()), LTL(G ! data-race) )\n")
    verdict = checked(CheckOptions(properties="p.prp"), source(write, RACE), Listener())
    assert verdict.specification == ("CHECK( init(main()), LTL(G ! data-race) )",)
    assert [violation.property for violation in verdict.violations] == ["race"]
    with pytest.raises(UsageError, match="only be checked with the embedded engine"):
        checked(CheckOptions(properties="p.prp", backends="all"), source(write, RACE), Listener())


def test_what_cannot_be_written_is_told_before(write: Write) -> None:
    with pytest.raises(InputError, match="--html: there is no directory"):
        checked(CheckOptions(html="no/x.html"), source(write, "this is no C"), Listener())


def test_notes_are_diagnostics() -> None:
    heard: list[Diagnostic] = []
    Listener(warn=heard.append).note("text")
    assert [*map(str, heard)] == ["unthread: note: text"]
