"""The order encoding finds exactly what the oracle finds, which tries every interleaving of the same program,
and of the original one; each violation replays. Where it does not fit, it says so."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle import explore
from tests.properties.concurrent import concurrent_programs
from tests.properties.counting import counting_programs
from tests.properties.pointers import pointer_programs
from tests.properties.stopping import hard_programs
from tests.properties.synchronized import touching_programs, waiting_programs
from tests.support.answers import FEW_STATES, MORE, PROPERTIES, THREADS, engine_answer, oracle_answer
from tests.support.ends import compare as compare_ends
from tests.support.engine import engine_violations
from tests.support.generated import QUICK, REDUCTIONS
from tests.support.sources import loaded
from unthread.bound.ledger import with_places
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.request import ALL, Reduction
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.order.encoding import OrderEncoding
from unthread.engine.order.search import OrderSearch
from unthread.engine.order.unfit import Unfit
from unthread.engine.search import Search
from unthread.results.match import match

DEADLOCKS = frozenset({Property.REACH, Property.LOCK, Property.DEADLOCK})
FEW_ROUNDS = 4
ATTACKS = sorted((Path(__file__).parent.parent / "programs" / "engine" / "order").glob("*.c"))


def compare(
    text: str,
    directory: Path,
    reductions: frozenset[Reduction] = ALL,
    properties: frozenset[Property] = PROPERTIES,
    unwind: int = 3,
) -> str:
    """Bounded program, original program and replay; empty if all were compared, otherwise why not."""
    program = loaded(text, directory)
    bounded = bound(program, Bounds(unwind=unwind), properties)
    points = visible_points(bounded, reductions)
    try:
        search = OrderSearch(OrderEncoding(bounded, points, properties))
    except Unfit as reason:
        return str(reason)
    everything = oracle_answer(bounded, points, None)
    if not everything.complete:
        return "too many states"
    assert engine_answer(search, True) == everything
    violations = dict(engine_violations(search))
    for witness in violations.values():
        assert match(program, witness, properties) is not None, f"no replay: {witness.violation.message}"
    original = explore(program, properties, max_states=FEW_STATES)
    reachable = frozenset(v for v in original.violations if v[0] in properties)
    if original.complete:
        assert violations.keys() <= reachable
    if not search.cuts():
        assert reachable <= violations.keys()
    return ""


@pytest.mark.parametrize("properties", [PROPERTIES, MORE], ids=["default", "more"])
@pytest.mark.parametrize("reductions", [ALL, frozenset()], ids=["reduced", "plain"])
@pytest.mark.parametrize("program", THREADS, ids=lambda program: program.stem)
def test_programs_that_once_went_wrong(
    program: Path, reductions: frozenset[Reduction], properties: frozenset[Property], tmp_path: Path
) -> None:
    assert compare(program.read_text(), tmp_path, reductions, properties) == ""


@pytest.mark.parametrize("properties", [PROPERTIES, MORE], ids=["default", "more"])
@pytest.mark.parametrize("reductions", [ALL, frozenset()], ids=["reduced", "plain"])
@pytest.mark.parametrize("program", ATTACKS, ids=lambda program: program.stem)
def test_programs_built_to_go_wrong(
    program: Path, reductions: frozenset[Reduction], properties: frozenset[Property], tmp_path: Path
) -> None:
    assert compare(program.read_text(), tmp_path, reductions, properties) == ""


@pytest.mark.parametrize("program", [*ATTACKS, *THREADS], ids=lambda program: program.stem)
def test_executions_get_to_the_same_places_as_in_rounds(program: Path, tmp_path: Path) -> None:
    bounded = bound(with_places(loaded(program.read_text(), tmp_path), True), Bounds(unwind=2), PROPERTIES)
    points = visible_points(bounded)
    rounds = Search(RoundsEncoding(bounded, points, PROPERTIES))
    for _ in range(FEW_ROUNDS):
        rounds.add_round()
        if not rounds.last_round_is_used():
            break
    order = set(OrderSearch(OrderEncoding(bounded, points, PROPERTIES)).arrivals(()))
    assert set(rounds.arrivals(())) <= order
    if not rounds.last_round_is_used():
        assert set(rounds.arrivals(())) == order


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=100)
@given(text=concurrent_programs(budget=3), reductions=REDUCTIONS)
def test_the_order_finds_what_the_oracle_finds(
    text: str, reductions: frozenset[Reduction], tmp_path: Path
) -> None:
    compare(text, tmp_path, reductions)


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=60)
@given(text=pointer_programs(budget=3), properties=st.sampled_from((PROPERTIES, MORE)))
def test_the_order_follows_pointers(text: str, properties: frozenset[Property], tmp_path: Path) -> None:
    compare(text, tmp_path, properties=properties)


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=50)
@given(text=hard_programs(budget=2), unwind=st.sampled_from((1, 2)), reductions=REDUCTIONS)
def test_the_order_knows_what_stops_threads(
    text: str, unwind: int, reductions: frozenset[Reduction], tmp_path: Path
) -> None:
    compare(text, tmp_path, reductions, unwind=unwind)


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=12)
@given(text=counting_programs(), reductions=REDUCTIONS, properties=st.sampled_from((PROPERTIES, MORE)))
def test_the_order_counts(
    text: str, reductions: frozenset[Reduction], properties: frozenset[Property], tmp_path: Path
) -> None:
    compare(text, tmp_path, reductions, properties)


@pytest.mark.parametrize("properties", [DEADLOCKS, frozenset({Property.RACE})], ids=["deadlock", "race"])
@pytest.mark.parametrize("program", ATTACKS, ids=lambda program: program.stem)
def test_programs_built_to_go_wrong_in_the_end(
    program: Path, properties: frozenset[Property], tmp_path: Path
) -> None:
    compare_ends(program.read_text(), tmp_path, properties, in_order=True)


def _ends(
    text: str, directory: Path, properties: frozenset[Property], reductions: frozenset[Reduction]
) -> None:
    """Where the order does not fit, rounds search."""
    with suppress(Unfit):
        compare_ends(text, directory, properties, reductions, states=700, in_order=True)


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=30)
@given(text=waiting_programs(budget=2), reductions=REDUCTIONS)
def test_the_order_knows_who_is_stuck(text: str, reductions: frozenset[Reduction], tmp_path: Path) -> None:
    _ends(text, tmp_path, DEADLOCKS, reductions)


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=30)
@given(text=touching_programs(budget=2), reductions=REDUCTIONS)
def test_the_order_knows_who_races(text: str, reductions: frozenset[Reduction], tmp_path: Path) -> None:
    _ends(text, tmp_path, frozenset({Property.RACE}), reductions)


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=1500, derandomize=False)
@given(
    text=concurrent_programs(budget=4),
    reductions=REDUCTIONS,
    unwind=st.sampled_from((1, 3)),
    properties=st.sampled_from((PROPERTIES, MORE)),
)
def test_the_order_finds_what_the_oracle_finds_1500(
    text: str, reductions: frozenset[Reduction], unwind: int, properties: frozenset[Property], tmp_path: Path
) -> None:
    compare(text, tmp_path, reductions, properties, unwind)


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=700, derandomize=False)
@given(text=pointer_programs(budget=5), reductions=REDUCTIONS, properties=st.sampled_from((PROPERTIES, MORE)))
def test_the_order_follows_pointers_700(
    text: str, reductions: frozenset[Reduction], properties: frozenset[Property], tmp_path: Path
) -> None:
    compare(text, tmp_path, reductions, properties)


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=600, derandomize=False)
@given(text=counting_programs(), reductions=REDUCTIONS, properties=st.sampled_from((PROPERTIES, MORE)))
def test_the_order_counts_600(
    text: str, reductions: frozenset[Reduction], properties: frozenset[Property], tmp_path: Path
) -> None:
    compare(text, tmp_path, reductions, properties)


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=800, derandomize=False)
@given(text=hard_programs(budget=4), reductions=REDUCTIONS, properties=st.sampled_from((PROPERTIES, MORE)))
def test_the_order_knows_what_stops_threads_800(
    text: str, reductions: frozenset[Reduction], properties: frozenset[Property], tmp_path: Path
) -> None:
    compare(text, tmp_path, reductions, properties)


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=400, derandomize=False)
@given(text=waiting_programs(budget=3), reductions=REDUCTIONS)
def test_the_order_knows_who_is_stuck_400(
    text: str, reductions: frozenset[Reduction], tmp_path: Path
) -> None:
    _ends(text, tmp_path, DEADLOCKS, reductions)


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=400, derandomize=False)
@given(text=touching_programs(budget=3), reductions=REDUCTIONS)
def test_the_order_knows_who_races_400(text: str, reductions: frozenset[Reduction], tmp_path: Path) -> None:
    _ends(text, tmp_path, frozenset({Property.RACE}), reductions)
