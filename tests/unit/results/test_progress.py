"""One line about what a search is at, and what is said when it has to end."""

from __future__ import annotations

import io

from rich.console import Console

from unthread.core.bounds import Bounds
from unthread.core.events import Covered, Extent, Finished, Found, Remark, Told, Working
from unthread.core.properties import Property, Violation
from unthread.core.source import Loc
from unthread.core.trace import Witness
from unthread.core.verdict import Coverage
from unthread.results.progress import Progress, doing, smaller

WORK = Working("solving", Bounds(unwind=4), 3, 2, 17, 12_345)
COVERED = Covered(Coverage(Bounds(unwind=2), 2, False, (), (), (), (), frozenset(), ()))


def test_what_matters_most_comes_first() -> None:
    progress = Progress(None, 900)
    progress.show(Told("", Working("reading", Bounds(), 0)))
    assert progress.line() == "0 s of 15 min  ·  reading  ·  loops 1x"
    progress.show(Told("embedded", WORK))
    progress.show(Told("embedded", COVERED))
    progress.show(None)
    parts = progress.line().split("  ·  ")
    assert parts[0] == "0 s of 15 min"
    assert parts[1:] == [
        "solving",
        "round 3, loops 4x",
        "covered: 2 rounds, loops 2x",
        "2 threads, 17 visible points, 12,345 terms",
    ]


def test_a_loop_with_a_bound_of_its_own_counts() -> None:
    progress = Progress(None, 1.5)
    bounds = Bounds(2, unwind_loops=(("a.c", 3, 9),), depth=4, threads=1)
    progress.show(Told("embedded", Working("unwinding", bounds, 0)))
    assert progress.line() == "0 s of 1.5 s  ·  unwinding  ·  loops 9x, depth 4, up to 1 thread"


def test_several_backends_are_named() -> None:
    progress = Progress(None, 60)
    progress.show(Told("", Working("preparing", Bounds(), 0)))
    progress.show(Told("embedded", WORK))
    progress.show(Told("cbmc", Working("searching with cbmc", Bounds(unwind=2), 2)))
    progress.show(Told("embedded", COVERED))
    progress.show(Told("cbmc", Finished()))
    assert progress.line().split("  ·  ") == [
        "0 s of 1 min",
        "embedded: solving, round 3, loops 4x, covered: 2 rounds, loops 2x",
        "cbmc: done",
    ]


def test_a_claim_is_replayed() -> None:
    progress = Progress(None, 60)
    progress.show(Told("embedded", WORK))
    violation = Violation(Property.REACH, "m", 0, Loc("a.c", 1, 1))
    progress.show(Told("embedded", Found(Witness(violation, (), ()), Extent(Bounds(), 1), ())))
    assert "replaying what was found" in progress.line()
    progress.show(Told("embedded", WORK))
    assert "solving" in progress.line()


def test_how_far_a_search_has_come() -> None:
    assert doing(WORK) == "while solving (round 3, loops 4x; 2 threads, 17 visible points, 12,345 terms)"
    assert doing(Working("unwinding", Bounds(unwind=8), 0)) == "while unwinding (loops 8x)"


def test_what_makes_it_smaller_depends_on_what_was_too_large() -> None:
    assert "--unwind-loop" in smaller(Working("unwinding", Bounds(), 0))
    assert "--rounds" in smaller(WORK)


def test_a_narrow_terminal_gets_one_line() -> None:
    out = io.StringIO()
    with Progress(Console(file=out, width=30, force_terminal=True), 60) as progress:
        progress.show(Told("embedded", WORK))
        progress.show(Told("embedded", COVERED))
    assert "12,345 terms" not in out.getvalue()


def test_remarks_are_passed_on() -> None:
    progress, told = Progress(None, 60), list[str]()
    progress.show(Told("embedded", Remark("unheard")))
    progress.remark = told.append
    progress.show(Told("embedded", Remark("heard")))
    assert told == ["heard"]
