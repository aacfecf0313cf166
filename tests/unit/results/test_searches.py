"""One searcher in its child process: what becomes of what it tells, and of how it ends."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.searchers import REACH, Fake, covering, written
from unthread.core.bounds import Bounds
from unthread.core.diagnostics import InputError, Unsupported, UsageError
from unthread.core.events import Event, Finished, Gap, Stopped, Working
from unthread.core.process import Limits
from unthread.core.properties import Property
from unthread.core.request import Request
from unthread.core.source import Entries, Loc, Source
from unthread.core.verdict import (
    Method,
    NoBugFound,
    Proof,
    Safe,
    Unknown,
    UnknownCause,
)
from unthread.frontend.load import load
from unthread.results.searches import Asked, ChildSearch, CrashedError, as_chosen

PROOF = Proof(frozenset({Property.LOCK}), Method.LOCKS)
AT = Loc("a.c", 1, 1)


def asked(directory: Path, seconds: float = 60.0) -> Asked:
    source = Source((written("int main(void) { return 0; }\n", directory),))
    program = load(source)
    request = Request(REACH, Bounds(), is_sequential=True)
    return Asked(program, program, source, request, Limits(seconds, 4 << 30), time.monotonic() + seconds)


def ended(asked: Asked, *events: Event, work: Callable[[], None] | None = None) -> ChildSearch:
    """After all that it tells."""
    search = ChildSearch(asked, Fake(events, work=work))
    search.start()
    try:
        while not search.is_done:
            search.take(search.receive(10.0))
    finally:
        search.stop()
    return search


def test_what_is_covered_is_the_answer(tmp_path: Path) -> None:
    done = ended(asked(tmp_path), covering(False), covering(True), Finished())
    assert isinstance(done.result(None).verdict, Safe)
    assert isinstance(ended(asked(tmp_path), covering(False)).result(None).verdict, NoBugFound)


def test_what_was_proved_before_is_told_with_it(tmp_path: Path) -> None:
    proved = replace(asked(tmp_path), proved=(PROOF,), granted=("locks are locks",))
    coverage = ended(proved, covering(False)).findings.coverage
    assert coverage is not None
    assert coverage.proofs == (PROOF,)
    assert "locks are locks" in coverage.assumptions
    complete = ended(proved, covering(True)).findings.coverage
    assert complete is not None
    assert "locks are locks" not in complete.assumptions  # all executions were searched


def test_a_gap_outweighs_what_was_covered(tmp_path: Path) -> None:
    verdict = ended(asked(tmp_path), Gap("a thing", AT), covering(True)).result(None).verdict
    assert isinstance(verdict, Unknown)
    assert (verdict.cause, verdict.loc) == (UnknownCause.NOT_MODELLED, AT)


def test_an_end_says_what_was_being_done(tmp_path: Path) -> None:
    working = Working("solving", Bounds(unwind=4), 2, 3, 7, 1000)
    told = ended(asked(tmp_path), working, Stopped(UnknownCause.OUT_OF_MEMORY, "out of memory"))
    verdict = told.result(None).verdict
    assert isinstance(verdict, Unknown)
    assert verdict.reason.startswith("out of memory")
    assert "solving" in verdict.reason
    assert verdict.hint
    other = ended(asked(tmp_path), working, Stopped(UnknownCause.FAILED, "it broke")).result(None).verdict
    assert isinstance(other, Unknown)
    assert (other.reason, other.hint) == ("it broke", "")


def test_time_that_is_up(tmp_path: Path) -> None:
    late = asked(tmp_path, 0.0)
    search = ChildSearch(replace(late, deadline=time.monotonic() - 1), Fake([], seconds=3600.0))
    search.start()
    try:
        assert search.receive(1.0) == Stopped(UnknownCause.OUT_OF_TIME)
    finally:
        search.stop()


def test_patience_that_is_over(tmp_path: Path) -> None:
    """What was said before is heard; others may have more of it."""
    search = ChildSearch(replace(asked(tmp_path), patience=0.1), Fake([covering(True)], seconds=3600.0))
    search.start()
    try:
        while not search.is_done:
            search.take(search.receive(1.0))
    finally:
        search.stop()
    verdict = search.result(None).verdict
    assert isinstance(verdict, NoBugFound)
    assert verdict.coverage.complete
    assert verdict.stopped


def refuse(error: Exception) -> Callable[[], None]:
    def work() -> None:
        raise error

    return work


def test_what_is_wrong_with_the_program_is_raised(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="odd"):
        ended(asked(tmp_path), work=refuse(InputError("odd", AT)))
    with pytest.raises(UsageError, match="no such"):
        ended(asked(tmp_path), work=refuse(UsageError("no such option")))


def test_what_is_not_modelled_is_an_answer(tmp_path: Path) -> None:
    search = ended(asked(tmp_path), covering(True), work=refuse(Unsupported("a thing", AT)))
    verdict = search.result(None).verdict
    assert isinstance(verdict, Unknown)
    assert (verdict.cause, verdict.reason) == (UnknownCause.NOT_MODELLED, "not modelled: a thing")
    assert verdict.coverage is not None


def test_a_bug_keeps_its_traceback(tmp_path: Path) -> None:
    with pytest.raises(CrashedError, match="nobody expects this") as caught:
        ended(asked(tmp_path), work=refuse(ZeroDivisionError("nobody expects this")))
    assert "in work" in "".join(caught.value.__notes__)


def test_a_child_that_is_killed_has_no_memory_left(tmp_path: Path) -> None:
    search = ended(asked(tmp_path), work=lambda: os.kill(os.getpid(), signal.SIGKILL))
    verdict = search.result(None).verdict
    assert isinstance(verdict, Unknown)
    assert verdict.cause is UnknownCause.OUT_OF_MEMORY


def test_a_search_that_is_broken_off_says_why(tmp_path: Path) -> None:
    search = ChildSearch(asked(tmp_path), Fake([covering(True)], seconds=3600.0))
    search.start()
    search.take(search.receive(30.0))
    search.stop()
    verdict = search.result(Stopped(UnknownCause.INTERRUPTED, "interrupted")).verdict
    assert isinstance(verdict, Unknown)
    assert verdict.cause is UnknownCause.INTERRUPTED
    assert verdict.coverage is not None


def test_what_the_user_has_chosen_is_assumed(tmp_path: Path) -> None:
    plain = asked(tmp_path)
    coverage = covering(True).coverage
    assert as_chosen(coverage, plain).assumptions == ()
    source = replace(
        plain.source,
        atomic_statements=True,
        spurious=False,
        volatile_is_atomic=True,
        havoc=("unknown",),
        assumed=("-fwrapv",),
        entries=Entries(("push", "pop"), 2, False),
    )
    chosen = as_chosen(coverage, replace(plain, source=source))
    assert len(chosen.assumptions) == 5
    assert "-fwrapv" in chosen.assumptions
    assert "push, pop called 2 times each" in chosen.assumptions[-1]
    assert "'unknown'" in chosen.omissions[-1].what
