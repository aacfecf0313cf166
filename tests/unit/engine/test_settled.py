"""Where the analyses can answer, no formula is made."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.bounds import Bounds
from unthread.core.events import Covered, Event, Found, Reply
from unthread.core.properties import Property
from unthread.core.request import Reduction, Request
from unthread.core.source import Source
from unthread.core.verdict import Coverage
from unthread.engine.deepen import deepen
from unthread.engine.encode.execute import RoundsEncoding
from unthread.frontend.load import load

RACE = frozenset({Property.RACE})
TEXT = """#include <pthread.h>
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *add(void *unused) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
int main(void) {
    pthread_t t, u;
    x = 1;
    pthread_create(&t, 0, add, 0); pthread_create(&u, 0, add, 0);
    pthread_join(t, 0); pthread_join(u, 0);
    return x == 3;
}
"""


def search(directory: Path, text: str, request: Request) -> tuple[list[Found], Coverage]:
    """What was found, and the last that was covered."""
    file = directory / "program.c"
    file.write_text(text)
    events: list[Event] = []

    def tell(event: Event) -> Reply:
        events.append(event)
        return Reply()

    deepen(load(Source((file,))), request, tell)
    covered = [event.coverage for event in events if isinstance(event, Covered)]
    return [event for event in events if isinstance(event, Found)], covered[-1]


def without_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(encoding: RoundsEncoding) -> None:
        raise AssertionError("a formula is made")

    monkeypatch.setattr(RoundsEncoding, "add_round", refuse)


SIMPLE = """#include <pthread.h>
int x, y;
void *add(void *unused) { x++; return 0; }
int main(void) { pthread_t t; x = 1; pthread_create(&t, 0, add, 0); y = 2; return 0; }
"""


def test_no_round_is_encoded_where_nothing_can_go_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_rounds(monkeypatch)
    found, coverage = search(tmp_path, SIMPLE, Request(RACE, Bounds()))
    assert not found
    assert coverage.complete
    assert (coverage.rounds, coverage.threads) == (0, ("main", "add"))


@pytest.mark.parametrize(
    "request_",
    [
        Request(RACE, Bounds()),  # somebody might misuse the lock
        Request(RACE | {Property.REACH}, Bounds()),  # something else is asked as well
        Request(RACE, Bounds(), reductions=frozenset(Reduction) - {Reduction.LOCKS}),
    ],
    ids=["lock", "reach", "without locks"],
)
def test_otherwise_one_is_and_the_answer_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request_: Request
) -> None:
    found, coverage = search(tmp_path, TEXT, request_)
    assert not found
    assert coverage.complete
    without_rounds(monkeypatch)
    with pytest.raises(AssertionError, match="a formula is made"):
        search(tmp_path, TEXT, request_)


def test_a_race_is_found(tmp_path: Path) -> None:
    found, _ = search(
        tmp_path, TEXT.replace("x = 1;", "").replace("return x", "x++; return x"), Request(RACE, Bounds())
    )
    assert not found
    racy = TEXT.replace("pthread_join(t, 0);", "x = 2; pthread_join(t, 0);")
    found, _ = search(tmp_path, racy, Request(RACE, Bounds()))
    assert {event.witness.violation.property for event in found} == {Property.RACE}
