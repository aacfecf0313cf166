"""Verdicts for people to read."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from tests.support.made_traces import at, made
from unthread.core.bounds import Bound, Bounds
from unthread.core.properties import Property, Violation
from unthread.core.source import Loc
from unthread.core.trace import HeapObject
from unthread.core.verdict import (
    Cause,
    Coverage,
    NoBugFound,
    Omission,
    Safe,
    Unknown,
    UnknownCause,
    Unsafe,
    Verdict,
)
from unthread.results.verdict_text import asked, render_verdict

HERE = Loc("a.c", 3, 7, "main")
CUT = Omission(Cause.BOUND, "more than 2 iterations of the loop", HERE, Bound.UNWIND)


def coverage(
    *omissions: Omission, threads: tuple[str, ...] = ("main",), never: tuple[str, ...] = ()
) -> Coverage:
    asked = frozenset({Property.REACH, Property.LOCK})
    return Coverage(Bounds(unwind=2), 3, True, omissions, threads, never, (), asked, ())


def rendered(verdict: Verdict, quiet: bool = False) -> str:
    out = io.StringIO()
    render_verdict(verdict, 1.23, Console(file=out, width=100), quiet)
    return out.getvalue()


def test_safe() -> None:
    out = rendered(Safe(coverage()))
    assert out.startswith("SAFE  no execution violates reach or lock\n")
    assert out.endswith("  took       1.2 s\n")
    assert rendered(Safe(coverage()), quiet=True) == "SAFE  no execution violates reach or lock\n"


def test_no_bug_found_says_what_was_left_out_and_what_to_try() -> None:
    out = rendered(NoBugFound(coverage(CUT), "time is up"))
    assert out.startswith("NO BUG FOUND  no violation of reach or lock within the limits below\n")
    assert "executions with more than 2 iterations of the loop at a.c:3:7" in out
    assert "  stopped    time is up\n" in out
    assert "  try next   " in out


def test_a_search_without_a_second_thread_says_so() -> None:
    out = rendered(NoBugFound(coverage(CUT, never=("work",))))
    assert "in main alone: no other thread was started" in out.splitlines()[0]


def test_unknown_has_a_place_and_a_hint() -> None:
    out = rendered(
        Unknown(UnknownCause.NOT_MODELLED, "not modelled: setjmp", HERE, "leave it out"), quiet=True
    )
    assert out.startswith("UNKNOWN  a.c:3:7: not modelled: setjmp\n")
    assert "hint: leave it out" in out


@pytest.mark.parametrize(
    ("properties", "text"),
    [
        ({Property.REACH}, "reach"),
        ({Property.LOCK, Property.REACH}, "reach or lock"),
        ({Property.ARITH, Property.RACE, Property.REACH}, "reach, race or arith"),
    ],
)
def test_properties_in_words(properties: set[Property], text: str) -> None:
    found = Coverage(Bounds(), 1, True, (), (), (), (), frozenset(properties), ())
    assert asked(found, "or") == text


RACE = Violation(Property.RACE, "data race on heap#1.count: this write and another", 1, at(5))
OBJECTS = (HeapObject("heap#1", "struct queue", 16, 0, at(2)), HeapObject("heap#10", "int", 4, 0, at(3)))
EXPLAINED = "heap#1: struct queue, 16 bytes, allocated by thread 0 at made.c:2"


def told(verdict: Unsafe, quiet: bool) -> list[str]:
    file = io.StringIO()
    render_verdict(verdict, 1.0, Console(file=file, width=400), quiet)
    return file.getvalue().splitlines()


def test_heap_objects_of_what_is_only_named_are_explained() -> None:
    race = replace(made([], RACE), objects=OBJECTS)
    (alone,) = told(Unsafe((race,), None), quiet=True)
    assert alone.endswith(f"[race]; {EXPLAINED}")
    also = told(Unsafe((made([]), race), None), quiet=False)[-2]
    assert also.startswith("  also, a possible cause: ")
    assert also.endswith(EXPLAINED)
