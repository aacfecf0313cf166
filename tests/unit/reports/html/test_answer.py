"""Verdicts as data: the word, what it says, what was covered."""

from __future__ import annotations

from tests.support.made_traces import at, made
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.verdict import (
    Coverage,
    NoBugFound,
    PlaceKind,
    ProgramPlace,
    Safe,
    Unknown,
    UnknownCause,
    Unsafe,
    Visit,
)
from unthread.reports.html.answer import answer_of


def coverage(all_schedules: bool = True) -> Coverage:
    ledger = (
        Visit(ProgramPlace(PlaceKind.ASSERTION, "assertion", at(9)), True, ("work",)),
        Visit(ProgramPlace(PlaceKind.END, "end of main", at(12, "main")), None),
        Visit(ProgramPlace(PlaceKind.LINE, "", at(5)), False),
    )
    asked = frozenset({Property.REACH, Property.RACE})
    return Coverage(Bounds(unwind=2), 2, all_schedules, (), ("main", "work"), (), (), asked, (), ledger)


def test_safe() -> None:
    found = answer_of(Safe(coverage()))
    assert (found["verdict"], found["mood"]) == ("SAFE", "good")
    assert found["heading"] == "no execution violates reach or race"
    rows = dict(found["coverage"]["rows"])
    assert rows["threads"] == ["main, work"]
    assert rows["not looked"] == ["for: lock, deadlock, memory, leak, arith"]
    assert "unreached" not in rows  # the ledger says it


def test_the_ledger() -> None:
    found = answer_of(Safe(coverage()))["coverage"]
    assert [(visit["what"], visit["reached"], visit["threads"]) for visit in found["ledger"]] == [
        ("assertion", True, ["work"]),
        ("end of main", None, []),
    ]
    assert [(visit["place"], visit["reached"]) for visit in found["lines"]] == [([0, 5, 5], False)]


def test_no_bug_found() -> None:
    found = answer_of(NoBugFound(coverage(all_schedules=False), "out of time"))
    assert (found["verdict"], found["mood"]) == ("NO BUG FOUND", "warn")
    assert found["hints"][0] == "The search stopped: out of time"
    assert not found["coverage"]["complete"]
    hints = answer_of(NoBugFound(coverage(all_schedules=False)))["hints"]
    assert hints == ["Try next: --rounds 3, or no bounds at all: then they grow"]


def test_unknown() -> None:
    found = answer_of(Unknown(UnknownCause.NOT_MODELLED, "inline assembly", at(4), "use a stub", coverage()))
    assert found["heading"] == "made.c:4:5: inline assembly"
    assert found["hints"] == ["use a stub", "Apart from that, no violation was found in all executions."]
    assert answer_of(Unknown(UnknownCause.FAILED, "broken"))["coverage"] is None


def test_unsafe() -> None:
    found = answer_of(Unsafe((made([]),), None))
    assert (found["verdict"], found["heading"]) == ("UNSAFE", "assertion violated: x == 2")
