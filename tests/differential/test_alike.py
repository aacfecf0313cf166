"""Of schedules in which interchangeable threads have changed places, one is enough: with that, both encodings
find what the oracle finds, which tries all of them. The argument is in docs/decisions/0021-symmetry.md."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.alike import alike_programs
from tests.support.answers import FEW_STATES, MORE, PROPERTIES, Answer, engine_answer, oracle_answer
from tests.support.ends import compare as compare_ends
from tests.support.engine import MOST_ROUNDS, engine_violations
from tests.support.generated import QUICK
from tests.support.sources import loaded
from unthread.bound.alike.classes import Alike, alike_threads
from unthread.bound.ledger import with_places
from unthread.bound.threads import bound
from unthread.bound.visible import Points, visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.request import ALL, Reduction
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.order.encoding import OrderEncoding
from unthread.engine.order.search import OrderSearch
from unthread.engine.order.unfit import Unfit
from unthread.engine.search import Search
from unthread.program.bounded import BoundedProgram
from unthread.results.match import match

DEADLOCKS = frozenset({Property.REACH, Property.LOCK, Property.DEADLOCK})
RACES = frozenset({Property.RACE})
PROGRAMS = sorted((Path(__file__).parent.parent / "programs" / "engine" / "alike").glob("*.c"))
COMPARED = [
    one for one in PROGRAMS if one.stem not in ("stack_addresses", "address_in_a_union")
]  # where the oracle knows one place for each object
FULL = (ALL, frozenset({Reduction.SYMMETRY}))
# Programs whose threads are not told apart, and how many of them there are.
ALIKE = {
    "branches": [2],
    "held_by_main": [2],
    "lock_owners": [3],
    "meeting": [2],
    "one_between": [2],
    "own_memory": [2],
    "stuck_second": [2],
    "two_kinds": [2, 2],
    "written_between_and_back": [2],
}


def in_rounds(
    program: BoundedProgram, points: tuple[Points, ...], alike: Sequence[Alike]
) -> tuple[Search, int]:
    """With as many rounds as are needed."""
    search = Search(RoundsEncoding(program, points, program.properties, alike=alike))
    for number in range(1, MOST_ROUNDS + 1):
        search.add_round()
        if not search.last_round_is_used():
            return search, number
    raise AssertionError("too many rounds")


def compare(
    text: str, directory: Path, properties: frozenset[Property], reductions: frozenset[Reduction] = ALL
) -> int:
    """How many classes of threads there are, if the oracle got through; 0 otherwise."""
    program = loaded(text, directory)
    bounded = bound(program, Bounds(unwind=2), properties)
    points = visible_points(bounded, reductions)
    everything = oracle_answer(bounded, points, None)
    if not everything.complete:
        return 0
    alike = alike_threads(bounded, points, properties)
    search, rounds = in_rounds(bounded, points, alike)
    _agree(search, everything, directory / "program.c", text, properties)
    if alike:
        assert rounds <= in_rounds(bounded, points, ())[1], "fewer schedules, more rounds"
    with suppress(Unfit):
        order = OrderSearch(OrderEncoding(bounded, points, properties, alike=alike))
        _agree(order, everything, directory / "program.c", text, properties)
    return len(alike)


def _agree(
    search: Search, everything: Answer, file: Path, text: str, properties: frozenset[Property]
) -> None:
    assert engine_answer(search, True) == everything
    program = loaded(text, file.parent)
    for _, witness in engine_violations(search):
        assert match(program, witness, properties) is not None, f"no replay: {witness.violation.message}"


def found(program: Path, properties: frozenset[Property], directory: Path) -> tuple[Alike, ...]:
    bounded = bound(with_places(loaded(program.read_text(), directory)), Bounds(unwind=2), properties)
    return alike_threads(bounded, visible_points(bounded), properties)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_threads_are_alike_where_nobody_tells_them_apart(program: Path, tmp_path: Path) -> None:
    sizes = [len(one.threads) for one in found(program, MORE, tmp_path)]
    assert sizes == ALIKE.get(program.stem, [])


@pytest.mark.parametrize("reductions", FULL, ids=["reduced", "plain"])
@pytest.mark.parametrize("properties", [PROPERTIES, MORE], ids=["default", "more"])
@pytest.mark.parametrize("program", COMPARED, ids=lambda program: program.stem)
def test_what_tells_threads_apart_is_found(
    program: Path, properties: frozenset[Property], reductions: frozenset[Reduction], tmp_path: Path
) -> None:
    compare(program.read_text(), tmp_path, properties, reductions)


@pytest.mark.parametrize("in_order", [False, True], ids=["rounds", "order"])
@pytest.mark.parametrize("properties", [DEADLOCKS, RACES], ids=["deadlock", "race"])
@pytest.mark.parametrize("program", COMPARED, ids=lambda program: program.stem)
def test_who_is_stuck_and_who_races_does_not_change(
    program: Path, properties: frozenset[Property], in_order: bool, tmp_path: Path
) -> None:
    with suppress(Unfit):
        compare_ends(program.read_text(), tmp_path, properties, in_order=in_order, alike=True)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_executions_get_to_the_same_places(program: Path, tmp_path: Path) -> None:
    bounded = bound(with_places(loaded(program.read_text(), tmp_path), True), Bounds(unwind=2), PROPERTIES)
    points = visible_points(bounded)
    alike = alike_threads(bounded, points, PROPERTIES)
    expected = set(in_rounds(bounded, points, ())[0].arrivals(()))
    assert set(in_rounds(bounded, points, alike)[0].arrivals(())) == expected
    with suppress(Unfit):
        order = OrderSearch(OrderEncoding(bounded, points, PROPERTIES, alike=alike))
        assert set(order.arrivals(())) == expected


@pytest.mark.timeout(1200)
def test_generated_programs_with_threads_that_are_alike(tmp_path: Path) -> None:
    classes: list[int] = []

    @settings(QUICK, max_examples=120)
    @given(
        text=alike_programs(),
        properties=st.sampled_from((PROPERTIES, MORE)),
        reductions=st.sampled_from(FULL),
    )
    def check(text: str, properties: frozenset[Property], reductions: frozenset[Reduction]) -> None:
        classes.append(compare(text, tmp_path, properties, reductions))

    check()
    assert sum(map(bool, classes)) > len(classes) // 4, "hardly any program has threads that are alike"


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=60)
@given(text=alike_programs(), properties=st.sampled_from((DEADLOCKS, RACES)), in_order=st.booleans())
def test_generated_programs_with_threads_that_are_stuck_or_race(
    text: str, properties: frozenset[Property], in_order: bool, tmp_path: Path
) -> None:
    _ends(text, tmp_path, properties, in_order)


def _ends(text: str, directory: Path, properties: frozenset[Property], in_order: bool) -> None:
    with suppress(Unfit):
        compare_ends(text, directory, properties, states=FEW_STATES // 2, in_order=in_order, alike=True)


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=1500, derandomize=False)
@given(
    text=alike_programs(budget=4),
    properties=st.sampled_from((PROPERTIES, MORE)),
    reductions=st.sampled_from(FULL),
)
def test_generated_programs_with_threads_that_are_alike_1500(
    text: str, properties: frozenset[Property], reductions: frozenset[Reduction], tmp_path: Path
) -> None:
    compare(text, tmp_path, properties, reductions)


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=500, derandomize=False)
@given(text=alike_programs(budget=4), properties=st.sampled_from((DEADLOCKS, RACES)), in_order=st.booleans())
def test_generated_programs_with_threads_that_are_stuck_or_race_500(
    text: str, properties: frozenset[Property], in_order: bool, tmp_path: Path
) -> None:
    _ends(text, tmp_path, properties, in_order)


@pytest.mark.parametrize("program", COMPARED, ids=lambda program: program.stem)
def test_races_are_told_wherever_they_were_told_before(program: Path, tmp_path: Path) -> None:
    bounded = bound(loaded(program.read_text(), tmp_path), Bounds(unwind=2), RACES)
    points = visible_points(bounded)
    alike = alike_threads(bounded, points, RACES)
    told = [
        {claim for claim, _ in engine_violations(in_rounds(bounded, points, some)[0])} for some in ((), alike)
    ]
    assert told[0] == told[1]
