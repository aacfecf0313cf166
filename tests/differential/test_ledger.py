"""Whenever a search finds nothing and is complete, its ledger equals what the oracle reaches, which tries
every interleaving of the same program: no place is called reached that is not, or the other way round. Random
executions, which usually know most of it, are kept from helping."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle import ScriptedInputs, few_values
from tests.oracle import Search as OracleSearch
from tests.properties.concurrent import concurrent_programs
from tests.properties.stopping import hard_programs
from tests.properties.synchronized import touching_programs, waiting_programs
from tests.support.generated import QUICK
from unthread.bound.ledger import with_places
from unthread.bound.loops.spinning import with_waits
from unthread.core.bounds import Bound, Bounds
from unthread.core.events import Covered, Event, Finished, Found, Gap, Reply
from unthread.core.ledger import Arrival, with_ledger
from unthread.core.properties import LEAKS, Property
from unthread.core.request import Request
from unthread.core.source import Source
from unthread.core.verdict import Cause, Coverage
from unthread.engine.deepen import deepen
from unthread.frontend.load import load
from unthread.interpreter.machine import Machine
from unthread.program.program import Program

REACH = frozenset({Property.REACH, Property.LOCK})
MOST = frozenset(Property) - {Property.RACE} - LEAKS
FEW_STATES = 1500
_STUCK = (Cause.BLOCKED, Cause.VACUOUS)  # which the ledger itself has added

HOLDING = "do { if (condition) { reached(); } } while (0)"
DEFINITION = f"static void reached(void) {{ }}\n#undef assert\n#define assert(condition) {HOLDING}\n"


def without_claims(text: str) -> str:
    """The same program, in which nothing is claimed and the places remain: each statement has its line."""
    head, include, rest = text.partition("#include <pthread.h>\n")
    return f"{head}{include}{DEFINITION}{on_lines(rest)}"


def on_lines(text: str) -> str:
    """Each statement on a line of its own."""
    return re.sub(r"([;{}]) (?=[^;]*;)", r"\1\n    ", text)


@st.composite
def cases(draw: st.DrawFn, budget: int) -> tuple[str, frozenset[Property]]:
    """A program and what to look for."""
    kind = draw(st.integers(0, 9))
    if kind < 4:
        return without_claims(draw(concurrent_programs(budget))), REACH
    if kind < 5:
        return draw(concurrent_programs(budget)), MOST
    if kind < 6:
        return without_claims(draw(hard_programs(budget))), draw(st.sampled_from((REACH, MOST)))
    if kind < 7:
        return on_lines(draw(touching_programs(budget))), REACH
    return on_lines(draw(waiting_programs(budget))), draw(st.sampled_from((REACH, MOST)))


class _Ear:
    """Hears what a search has to say until it is done, or a violation is found."""

    def __init__(self) -> None:
        self.coverage: Coverage | None = None
        self.is_done = False

    def __call__(self, event: Event) -> Reply | None:
        match event:
            case Covered(coverage):
                self.coverage = coverage
            case Found() | Gap():
                return None
            case Finished():
                self.is_done = True
        return Reply()


def engine_coverage(program: Program, properties: frozenset[Property]) -> Coverage | None:
    """What the engine covers by itself; None unless that is all there is, and nothing goes wrong."""
    hears = _Ear()
    request = Request(properties, Bounds(unwind=3), frozenset(Bound), is_sequential=True)
    deepen(program, request, hears)
    if not hears.is_done or hears.coverage is None or not hears.coverage.all_schedules:
        return None
    is_all = all(item.cause in _STUCK for item in hears.coverage.omissions)
    return hears.coverage if is_all else None


def oracle_arrivals(program: Program, properties: frozenset[Property]) -> frozenset[Arrival] | None:
    inputs = ScriptedInputs(few_values)
    machine = Machine(program, inputs, properties, lambda stream, text: None, undefined="any")
    found = OracleSearch(machine, inputs, None, FEW_STATES).run()
    return frozenset(machine.runtime.arrived) if found.complete else None


def compare(text: str, directory: Path, properties: frozenset[Property]) -> bool:
    """False if there is nothing to compare: a violation, a bound, or too much for the oracle."""
    file = directory / "program.c"
    file.write_text(text)
    program = with_places(with_waits(load(Source((file,))), properties), with_lines=True)
    reached = oracle_arrivals(program, properties)
    if reached is None:
        return False
    coverage = engine_coverage(program, properties)
    if coverage is None:
        return False
    plain = replace(coverage, ledger=(), omissions=())
    expected = with_ledger(plain, program.places, reached, is_all=True)
    assert coverage.ledger == expected.ledger
    assert coverage.omissions == expected.omissions
    return True


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=100)
@given(case=cases(budget=3))
def test_the_ledger_is_what_the_oracle_reaches(case: tuple[str, frozenset[Property]], tmp_path: Path) -> None:
    compare(case[0], tmp_path, case[1])


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=1000, derandomize=False)
@given(case=cases(budget=4))
def test_the_ledger_is_what_the_oracle_reaches_1000(
    case: tuple[str, frozenset[Property]], tmp_path: Path
) -> None:
    compare(case[0], tmp_path, case[1])


BLOCKED = """#include <pthread.h>
#include <semaphore.h>
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void exit(int);
int x, y;
sem_t never;
void *work(void *unused) {
    WORK
    return 0;
}
int main(void) {
    pthread_t t;
    sem_init(&never, 0, 0);
    FIRST
    pthread_create(&t, 0, work, 0);
    MORE
    return 0;
}
"""
IN_MAIN = {
    "semaphore": "x = 1;\n    sem_wait(&never);\n    x = 2;",
    "one way": "if (x)\n    sem_wait(&never);\n    x = 2;",
    "assumption": "x = 1;\n    __VERIFIER_assume(x == 2);\n    x = 2;",
    "exit": "x = 1;\n    exit(0);\n    x = 2;",
}
IN_SECTION = {
    "assumption": "__VERIFIER_assume(x == 7);\n    y = 2;",
    "branch": "if (x)\n    __VERIFIER_assume(y == 7);\n    y = 2;",
    "semaphore": "sem_wait(&never);\n    y = 2;",
    "exit": "y = 1;\n    exit(0);\n    y = 2;",
}


@pytest.mark.parametrize("properties", [REACH, MOST - {Property.DEADLOCK}], ids=["reach", "most"])
@pytest.mark.parametrize("first", IN_MAIN.values(), ids=IN_MAIN)
def test_what_main_gets_to_before_it_is_stopped(
    first: str, properties: frozenset[Property], tmp_path: Path
) -> None:
    text = BLOCKED.replace("FIRST", first).replace("WORK", "x = 3;").replace("MORE", "x = 4;")
    assert compare(text, tmp_path, properties)


@pytest.mark.parametrize("properties", [REACH, MOST], ids=["reach", "most"])
@pytest.mark.parametrize("inside", IN_SECTION.values(), ids=IN_SECTION)
def test_what_a_section_gets_to_before_it_is_stopped(
    inside: str, properties: frozenset[Property], tmp_path: Path
) -> None:
    section = (
        f"__VERIFIER_atomic_begin();\n    x = 1;\n    {inside}\n    __VERIFIER_atomic_end();\n    x = 3;"
    )
    text = BLOCKED.replace("FIRST", "").replace("WORK", section).replace("MORE", "x = 4;\n    y = 5;")
    if compare(text, tmp_path, properties):
        return
    assert Property.DEADLOCK in properties
