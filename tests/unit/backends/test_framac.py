"""Frama-C: proofs, and what it cannot prove."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referees import FRAMA_C, GCC
from tests.support.fakes import line_with, task, text
from tests.support.tools import require
from unthread.backends.base import GaveUp, NoViolation
from unthread.backends.framac import FramaC
from unthread.sequentialize.emitted import Dialect


@pytest.fixture
def frama_c() -> FramaC:
    require(FRAMA_C, GCC)
    return FramaC()


def test_framac_proves_it(frama_c: FramaC) -> None:
    emitted = text(Dialect.FRAMAC, claim="sizeof x == 4")
    without_gap = replace(emitted, text=emitted.text.replace("n == 6", "n == 6 && n == 7"))
    assert frama_c.solve(task(without_gap)) == NoViolation(None)


@pytest.mark.parametrize(("claim", "line"), [("x != -3", "ASSERT"), ("sizeof x == 4", "GAP")])
def test_framac_cannot_prove_it(frama_c: FramaC, claim: str, line: str) -> None:
    emitted = text(Dialect.FRAMAC, claim=claim)
    if line == "ASSERT":
        emitted = replace(emitted, text=emitted.text.replace("n == 6", "n == 6 && n == 7"))
    answer = frama_c.solve(task(emitted))
    assert isinstance(answer, GaveUp)
    assert f"does not prove line {line_with(emitted, line)} of the sequential C" in answer.reason


def test_framac_with_an_alarm(frama_c: FramaC) -> None:
    more = "    { int a[2] = {0}; x = a[n]; }"
    emitted = text(Dialect.FRAMAC, claim="sizeof x == 4", more=more)
    answer = frama_c.solve(task(replace(emitted, text=emitted.text.replace("n == 6", "n == 6 && n == 7"))))
    assert isinstance(answer, GaveUp)
    assert "does not prove" in answer.reason


def test_framac_that_does_not_see_an_assertion(frama_c: FramaC) -> None:
    """Preprocessors drop comments; then nothing would be claimed, and all of it be true."""
    emitted = text(Dialect.FRAMAC)
    hidden = emitted.text.replace("/*@ assert ut_holds == 1; */", "")
    answer = frama_c.solve(task(replace(emitted, text=hidden)))
    assert isinstance(answer, GaveUp)
    assert "does not see the assertion in line" in answer.reason
