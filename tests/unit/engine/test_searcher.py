"""The engine as a searcher: it tells what it finds, and stops when nobody listens."""

from __future__ import annotations

from pathlib import Path

from tests.support.sources import loaded
from unthread.core.bounds import Bounds
from unthread.core.events import Covered, Event, Finished, Found, Reply
from unthread.core.properties import Property
from unthread.core.request import Request
from unthread.engine.searcher import EngineSearcher

TEXT = "#include <assert.h>\nint nondet(void); int main(void) { assert(nondet() != 5); }"


def searcher(directory: Path, text: str) -> EngineSearcher:
    return EngineSearcher(loaded(text, directory), Request(frozenset({Property.REACH}), Bounds()))


def test_what_is_found_is_told(tmp_path: Path) -> None:
    events: list[Event] = []

    def tell(event: Event) -> Reply:
        events.append(event)
        return Reply()

    engine = searcher(tmp_path, TEXT)
    assert (engine.name, engine.is_engine, engine.properties) == (
        "embedded",
        True,
        frozenset({Property.REACH}),
    )
    engine.search(tell)
    (found,) = [event for event in events if isinstance(event, Found)]
    assert [value.value for value in found.witness.inputs] == [5]
    assert any(isinstance(event, Covered) for event in events)
    assert isinstance(events[-1], Finished)


def test_a_listener_that_is_gone_ends_the_search(tmp_path: Path) -> None:
    events: list[Event] = []
    searcher(tmp_path, TEXT).search(events.append)
    assert len(events) == 1
