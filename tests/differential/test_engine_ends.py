"""Deadlocks, data races and leaks: the engine finds exactly what the oracle finds, which tries every
interleaving of the same program and of the original one, and each of its witnesses replays."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.synchronized import holding_programs, touching_programs, waiting_programs
from tests.support.ends import (
    STATES,
    EndsOracle,
    compare,
)
from tests.support.generated import QUICK, REDUCTIONS
from tests.support.sources import loaded
from unthread.core.properties import Property
from unthread.core.request import ALL, Reduction

DEADLOCK = frozenset({Property.DEADLOCK})
STUCK = frozenset({Property.REACH, Property.LOCK, Property.DEADLOCK})
RACE = frozenset({Property.RACE})
LEAK = frozenset({Property.LEAK})
LEAK_ALL = frozenset({Property.LEAK_ALL})
FEW_STATES = 700
KINDS = (DEADLOCK, STUCK, RACE, LEAK, LEAK_ALL, LEAK | {Property.MEMORY}, LEAK_ALL | {Property.MEMORY})
PROGRAMS = sorted((Path(__file__).parent.parent / "programs" / "engine" / "ends").glob("*.c"))


@pytest.mark.parametrize("properties", KINDS, ids=lambda kind: "+".join(sorted(kind)))
@pytest.mark.parametrize("reductions", [ALL, frozenset()], ids=["reduced", "plain"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_programs_that_once_went_wrong(
    program: Path, reductions: frozenset[Reduction], properties: frozenset[Property], tmp_path: Path
) -> None:
    assert compare(program.read_text(), tmp_path, properties, reductions)


ENDS = """
#include <alloca.h>
#include <pthread.h>
pthread_t t, s;
void *work(void *argument) { *(int *)argument = 1; return 0; }
void on_stack(void) { int *block = alloca(sizeof *block); *block = 0; pthread_create(&t, 0, work, block); }
void array(int count) { int block[count]; block[0] = 0; pthread_create(&s, 0, work, block); }
int main(void) { CALLS return 0; }
"""


@pytest.mark.parametrize("reductions", [ALL, frozenset()], ids=["reduced", "plain"])
@pytest.mark.parametrize("calls", ["on_stack();", "array(2);", "on_stack(); array(3);"])
def test_the_end_of_a_frame_is_no_access(
    calls: str, reductions: frozenset[Reduction], tmp_path: Path
) -> None:
    text = ENDS.replace("CALLS", calls)
    assert compare(text, tmp_path, RACE, reductions)
    original = EndsOracle(loaded(text, tmp_path, spurious=False), RACE, [], STATES).expected()
    assert not original.races


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=40)
@given(text=waiting_programs(budget=2), properties=st.sampled_from((DEADLOCK, STUCK)), reductions=REDUCTIONS)
def test_the_engine_knows_who_is_stuck(
    text: str, properties: frozenset[Property], reductions: frozenset[Reduction], tmp_path: Path
) -> None:
    compare(text, tmp_path, properties, reductions, states=FEW_STATES)


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=40)
@given(text=touching_programs(budget=2), reductions=REDUCTIONS)
def test_the_engine_knows_who_races(text: str, reductions: frozenset[Reduction], tmp_path: Path) -> None:
    compare(text, tmp_path, RACE, reductions, states=FEW_STATES)


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=20)
@given(text=holding_programs(budget=2), reductions=REDUCTIONS)
def test_the_engine_knows_what_leaks(text: str, reductions: frozenset[Reduction], tmp_path: Path) -> None:
    compare(text, tmp_path, LEAK, reductions, states=FEW_STATES)


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=400, derandomize=False)
@given(
    text=waiting_programs(budget=4),
    properties=st.sampled_from((DEADLOCK, STUCK)),
    reductions=REDUCTIONS,
    spurious=st.booleans(),
)
def test_the_engine_knows_who_is_stuck_400(
    text: str,
    properties: frozenset[Property],
    reductions: frozenset[Reduction],
    spurious: bool,
    tmp_path: Path,
) -> None:
    compare(text, tmp_path, properties, reductions, spurious)


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=400, derandomize=False)
@given(text=touching_programs(budget=4), reductions=REDUCTIONS)
def test_the_engine_knows_who_races_400(text: str, reductions: frozenset[Reduction], tmp_path: Path) -> None:
    compare(text, tmp_path, RACE, reductions)


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=200, derandomize=False)
@given(
    text=holding_programs(budget=4),
    properties=st.sampled_from((LEAK, LEAK | {Property.MEMORY})),
    reductions=REDUCTIONS,
)
def test_the_engine_knows_what_leaks_200(
    text: str, properties: frozenset[Property], reductions: frozenset[Reduction], tmp_path: Path
) -> None:
    compare(text, tmp_path, properties, reductions)
