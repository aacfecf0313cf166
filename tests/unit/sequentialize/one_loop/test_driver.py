"""What calls the procedures of the threads."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.emitted import HEADER
from tests.support.sources import loaded
from unthread.sequentialize.c.names import CNames
from unthread.sequentialize.emitted import Dialect
from unthread.sequentialize.one_loop.driver import Control
from unthread.sequentialize.one_loop.procedures import THREAD_VARIABLE
from unthread.sequentialize.one_loop.stepwise import StepwiseOptions, stepwise

CALLS = """static int add(int v) { return x + v; }
void *f(void *a) { x = add(1); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); y = add(2); return 0; }"""
ALONE = "int main(void) { x = 1; return 0; }"


def emitted(text: str, directory: Path, dialect: Dialect) -> str:
    return stepwise(loaded(HEADER + text, directory), StepwiseOptions(dialect)).text


def test_names_that_the_program_has_are_not_taken() -> None:
    control = Control.of(CNames(["tid", "pct"]))
    assert (control.tid, control.pct, control.silent) == ("tid_2", "pct_2", "silent")
    assert control.ptid == THREAD_VARIABLE


def test_a_thread_runs_only_what_it_can_come_to(tmp_path: Path) -> None:
    text = emitted(CALLS, tmp_path, Dialect.SVCOMP)
    first = text.partition("static void simulate_main(int tid)")[2].partition("\n}\n")[0]
    others = text.partition("static void simulate(int tid)")[2].partition("\n}\n")[0]
    assert "main_0(tid)" in first
    assert "f_0(tid)" not in first
    assert "f_0(tid)" in others
    assert "main_0(tid)" not in others
    assert all("add_0(tid)" in part and "default: assume(0);" in part for part in (first, others))


def test_after_a_call_the_same_thread_continues(tmp_path: Path) -> None:
    assert "if (!silent) select();" in emitted(CALLS, tmp_path, Dialect.SVCOMP)
    text = emitted(ALONE, tmp_path, Dialect.SVCOMP)
    assert "silent" not in text
    assert "static void simulate(" not in text


def test_the_loop_ends_when_all_threads_have(tmp_path: Path) -> None:
    assert "terminated = pct[0] == 0 && pct[1] == 0;" in emitted(CALLS, tmp_path, Dialect.SVCOMP)


@pytest.mark.parametrize(("dialect", "count"), [(Dialect.FRAMAC, 1), (Dialect.CBMC, 0)])
def test_contracts_only_for_those_who_read_them(dialect: Dialect, count: int, tmp_path: Path) -> None:
    text = emitted(CALLS, tmp_path, dialect)
    assert text.count("loop invariant 0 <= ptid < 2;") == count
    assert text.count("ensures 0 <= ptid < 2;") == count
