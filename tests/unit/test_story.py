"""Searchers race; what they claim is confirmed, what contradicts is a bug, and limits are named."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.support.searchers import REACH, Fake, covering, written
from unthread import story
from unthread.core.bounds import Bounds
from unthread.core.diagnostics import InputError
from unthread.core.events import (
    Covered,
    Event,
    Extent,
    Finished,
    Found,
    Listener,
    Searcher,
    Stopped,
    Told,
    Unshown,
)
from unthread.core.process import Limits
from unthread.core.properties import Property, Violation
from unthread.core.request import Encoding, Request
from unthread.core.source import Loc, Source
from unthread.core.trace import Witness
from unthread.core.verdict import NoBugFound, Safe, Unknown, UnknownCause, Unsafe, Verdict
from unthread.results.searches import Asked, ChildSearch, NotReplayedError
from unthread.story import Backend, DisagreementError, check, engine, engines, read_within

SAFE = "int main(void) { return 0; }\n"
UNSAFE = "#include <assert.h>\nint main(void) { assert(0); }\n"
LIMITS = Limits(60.0, 4 << 30)


def saying(*events: Event, **more: object) -> Backend:
    def backend(asked: Asked) -> Searcher:
        return Fake(events, **more)  # type: ignore[arg-type]

    return backend


def checked(
    text: str, directory: Path, *backends: Backend, progress: Callable[[Told | None], None] | None = None
) -> Verdict:
    file = written(text, directory)
    request = Request(REACH, Bounds(), is_sequential=True)
    return check(Source((file,)), request, LIMITS, progress or (lambda told: None), backends)


def claim(line: int) -> Found:
    at = Loc("a.c", line, 5, "main")
    witness = Witness(Violation(Property.REACH, "assertion violated: 0", 0, at), (), ())
    return Found(witness, Extent(Bounds(), 1), ())


def test_nothing_more_to_search_is_safe(tmp_path: Path) -> None:
    verdict = checked(SAFE, tmp_path, saying(covering(True), Finished()))
    assert isinstance(verdict, Safe)


def test_schedules_that_were_left_out_are_a_limit(tmp_path: Path) -> None:
    verdict = checked(SAFE, tmp_path, saying(covering(False), Finished()))
    assert isinstance(verdict, NoBugFound)


def test_a_reason_to_stop_is_told(tmp_path: Path) -> None:
    verdict = checked(SAFE, tmp_path, saying(Stopped(UnknownCause.FAILED, "it broke")))
    assert isinstance(verdict, Unknown)
    assert (verdict.cause, "it broke" in str(verdict.reason)) == (UnknownCause.FAILED, True)


def test_a_claim_of_the_engine_that_does_not_replay_is_a_bug(tmp_path: Path) -> None:
    with pytest.raises(NotReplayedError):
        checked(SAFE, tmp_path, saying(claim(1), Finished(), is_engine=True))


def test_a_claim_of_a_tool_that_does_not_replay_is_not_believed(tmp_path: Path) -> None:
    verdict = checked(SAFE, tmp_path, saying(claim(1), covering(True), Finished()))
    assert isinstance(verdict, Unknown)
    assert verdict.cause is UnknownCause.NOT_CONFIRMED


def test_a_claim_without_a_counterexample_is_searched_for_by_the_engine(tmp_path: Path) -> None:
    shown = Unshown("it says so", None, Extent(Bounds(), 1))
    found = checked(UNSAFE, tmp_path, saying(shown, Finished()))
    assert isinstance(found, Unsafe)
    assert found.traces[0].violation.loc.line == 2
    missing = checked(SAFE, tmp_path, saying(shown, Finished()))
    assert isinstance(missing, Unknown)
    assert missing.cause is UnknownCause.NOT_CONFIRMED


@dataclass
class Late:
    """The engine, from when a file is there."""

    engine: Searcher
    file: Path
    name: str = "embedded"
    is_engine: bool = True
    properties: frozenset[Property] = REACH

    def search(self, tell: Listener) -> None:
        while not self.file.exists():
            time.sleep(0.01)
        self.engine.search(tell)


def test_a_proof_and_a_violation_contradict_each_other(tmp_path: Path) -> None:
    """Although the race is over before the first one is done."""
    wrong = saying(covering(True), name="wrong", seconds=3600.0)
    heard = tmp_path / "heard"

    def progress(told: Told | None) -> None:
        if told is not None and isinstance(told.event, Covered):
            heard.touch()

    with pytest.raises(DisagreementError, match="wrong"):
        checked(UNSAFE, tmp_path, wrong, lambda asked: Late(engine(asked), heard), progress=progress)


def test_a_violation_outside_of_what_was_covered_contradicts_nothing(tmp_path: Path) -> None:
    verdict = checked(UNSAFE, tmp_path, saying(name="slow", seconds=3600.0), engine)
    assert isinstance(verdict, Unsafe)  # without waiting for the other


def test_every_event_is_told_with_the_name_of_its_searcher(tmp_path: Path) -> None:
    told: list[Told | None] = []
    checked(SAFE, tmp_path, saying(covering(True), Finished()), progress=told.append)
    events = [item for item in told if item is not None]
    assert [item.backend for item in events if isinstance(item.event, Covered | Finished)] == ["fake", "fake"]
    assert events[0].backend == ""  # reading


def test_a_program_without_main(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'main'"):
        checked("int f(void) { return 0; }\n", tmp_path, saying(Finished()))


def test_no_time_to_read(tmp_path: Path) -> None:
    file = written(SAFE, tmp_path)
    verdict = read_within(Source((file,)), Limits(0.0, 4 << 30), time.monotonic() - 1)
    assert isinstance(verdict, Unknown)
    assert verdict.cause is UnknownCause.OUT_OF_TIME


# ---- the order beside rounds


@pytest.fixture
def second(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """What stands for the order, which begins at once."""

    def begins(*events: Event, **more: object) -> None:
        monkeypatch.setattr(story, "_ALONE", 0.0)
        monkeypatch.setattr(story, "order", saying(*events, name="order", is_engine=True, **more))

    return begins


def test_whoever_is_done_first_has_answered(second: Callable[..., None], tmp_path: Path) -> None:
    second(covering(True), Finished())
    rounds = saying(covering(False), is_engine=True, seconds=3600.0)
    assert isinstance(checked(SAFE, tmp_path, rounds, story.order), Safe)


def test_when_rounds_are_done_so_is_the_search(second: Callable[..., None], tmp_path: Path) -> None:
    second(seconds=3600.0)
    rounds = saying(covering(False), is_engine=True, seconds=1.0)
    assert isinstance(checked(SAFE, tmp_path, rounds, story.order), NoBugFound)


def test_when_rounds_are_out_of_memory_the_order_goes_on(second: Callable[..., None], tmp_path: Path) -> None:
    def work() -> None:
        time.sleep(0.5)
        raise MemoryError

    second(covering(True), seconds=2.0)
    rounds = saying(covering(False), is_engine=True, work=work)
    assert isinstance(checked(SAFE, tmp_path, rounds, story.order), Safe)


def test_the_order_is_left_out_where_memory_is_short(
    second: Callable[..., None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    second(covering(True), Finished())
    monkeypatch.setattr(ChildSearch, "restrict", lambda search, memory: False)
    rounds = saying(covering(False), is_engine=True, seconds=0.5)
    assert isinstance(checked(SAFE, tmp_path, rounds, story.order), NoBugFound)


def test_the_order_does_not_begin_while_rounds_have_done_little(
    second: Callable[..., None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """However long they have waited for the machine."""
    second(covering(True), Finished())
    monkeypatch.setattr(story, "_ALONE", 0.3)
    rounds = saying(covering(False), is_engine=True, seconds=1.0)
    assert isinstance(checked(SAFE, tmp_path, rounds, story.order), NoBugFound)


def test_who_searches_beside_whom() -> None:
    request = Request(REACH, Bounds(), encoding=Encoding.AUTO)
    assert engines(request) == (engine, story.order)
    assert engines(replace(request, rounds=2)) == (engine,)
    assert engines(replace(request, encoding=Encoding.ORDER)) == (engine,)
