"""The engine finds exactly what the oracle finds, which tries every interleaving of the same program: all of
them, once the engine says that more rounds would add nothing, and those of K round-robin rounds for K = 1, 2,
3. Each violation is also one of the original program, where its witness replays."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle import explore
from tests.properties.concurrent import concurrent_programs
from tests.properties.pointers import pointer_programs
from tests.properties.stopping import hard_programs
from tests.support.answers import FEW_STATES, MORE, PROPERTIES, THREADS, engine_answer, oracle_answer
from tests.support.engine import MOST_ROUNDS, engine_violations
from tests.support.generated import QUICK, REDUCTIONS
from tests.support.sources import loaded
from unthread.bound.threads import bound
from unthread.bound.visible import Points, visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.request import ALL, Reduction
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.search import Search
from unthread.program.bounded import BoundedProgram
from unthread.results.match import match

# ---- both


def compare_rounds(
    program: BoundedProgram, points: tuple[Points, ...], rounds: Collection[int]
) -> Search | None:
    """With so many rounds, and with as many as are needed. The search that has them, if they are not too many
    and the oracle got through; otherwise nothing was compared at last."""
    everything = oracle_answer(program, points, None)
    search = Search(RoundsEncoding(program, points, program.properties))
    for number in range(1, MOST_ROUNDS + 1):
        search.add_round()
        if number in rounds:
            few = oracle_answer(program, points, number)
            if few.complete:
                assert engine_answer(search, True) == few, f"with {number} rounds"
        if not search.last_round_is_used():
            break
    else:
        return None
    if not everything.complete:
        return None
    assert engine_answer(search, True) == everything, f"complete with {number} rounds"
    return search


def compare(
    text: str,
    directory: Path,
    reductions: frozenset[Reduction] = ALL,
    properties: frozenset[Property] = PROPERTIES,
    unwind: int = 3,
    rounds: Collection[int] = (1, 2, 3),
) -> bool:
    """Bounded program, original program and replay; False if the oracle did not get through."""
    program = loaded(text, directory)
    bounded = bound(program, Bounds(unwind=unwind), properties)
    search = compare_rounds(bounded, visible_points(bounded, reductions), rounds)
    if search is None:
        return False
    violations = dict(engine_violations(search))
    for witness in violations.values():
        assert match(program, witness, properties) is not None, f"no replay: {witness.violation.message}"
    original = explore(program, properties, max_states=FEW_STATES)
    reachable = frozenset(v for v in original.violations if v[0] in properties)
    if original.complete:
        assert violations.keys() <= reachable
    if not search.cuts():
        assert reachable <= violations.keys()
    return True


# ---- tests


@pytest.mark.parametrize("properties", [PROPERTIES, MORE], ids=["default", "more"])
@pytest.mark.parametrize("reductions", [ALL, frozenset()], ids=["reduced", "plain"])
@pytest.mark.parametrize("program", THREADS, ids=lambda program: program.stem)
def test_programs_that_once_went_wrong(
    program: Path, reductions: frozenset[Reduction], properties: frozenset[Property], tmp_path: Path
) -> None:
    assert compare(program.read_text(), tmp_path, reductions, properties)


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=90)
@given(text=concurrent_programs(budget=3), reductions=REDUCTIONS)
def test_the_engine_finds_what_the_oracle_finds(
    text: str, reductions: frozenset[Reduction], tmp_path: Path
) -> None:
    compare(text, tmp_path, reductions, rounds=(1, 2))


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=60)
@given(text=pointer_programs(budget=3), properties=st.sampled_from((PROPERTIES, MORE)))
def test_the_engine_follows_pointers(text: str, properties: frozenset[Property], tmp_path: Path) -> None:
    compare(text, tmp_path, properties=properties, rounds=(1, 2))


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=50)
@given(text=hard_programs(budget=2), unwind=st.sampled_from((1, 2)), reductions=REDUCTIONS)
def test_the_engine_knows_what_stops_threads(
    text: str, unwind: int, reductions: frozenset[Reduction], tmp_path: Path
) -> None:
    compare(text, tmp_path, reductions, unwind=unwind, rounds=(1, 2))


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=1200, derandomize=False)
@given(text=concurrent_programs(budget=4), reductions=REDUCTIONS, unwind=st.sampled_from((1, 3)))
def test_the_engine_finds_what_the_oracle_finds_1200(
    text: str, reductions: frozenset[Reduction], unwind: int, tmp_path: Path
) -> None:
    compare(text, tmp_path, reductions, MORE, unwind)


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=800, derandomize=False)
@given(text=pointer_programs(budget=5), reductions=REDUCTIONS, properties=st.sampled_from((PROPERTIES, MORE)))
def test_the_engine_follows_pointers_800(
    text: str, reductions: frozenset[Reduction], properties: frozenset[Property], tmp_path: Path
) -> None:
    compare(text, tmp_path, reductions, properties)


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=1000, derandomize=False)
@given(
    text=hard_programs(budget=4),
    reductions=REDUCTIONS,
    unwind=st.sampled_from((1, 3)),
    properties=st.sampled_from((PROPERTIES, MORE)),
)
def test_the_engine_knows_what_stops_threads_1000(
    text: str, reductions: frozenset[Reduction], unwind: int, properties: frozenset[Property], tmp_path: Path
) -> None:
    compare(text, tmp_path, reductions, properties, unwind)
