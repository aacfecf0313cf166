"""The engine finds exactly what the oracle finds, which tries every interleaving of the same program: all of
them, once the engine says that more rounds would add nothing, and those of K round-robin rounds for K = 1, 2,
3. Each violation is also one of the original program, where its witness replays."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle import Script, ScriptedInputs, explore, few_values
from tests.oracle import Search as OracleSearch
from tests.properties.concurrent import concurrent_programs
from tests.properties.pointers import pointer_programs
from tests.properties.stopping import hard_programs
from tests.support.engine import MOST_ROUNDS, engine_violations
from tests.support.generated import QUICK, REDUCTIONS
from tests.support.sources import loaded
from unthread.bound.threads import bound
from unthread.bound.visible import Points, reduced_program, visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.request import ALL, Reduction
from unthread.core.source import Loc
from unthread.engine.encode.execute import Encoding
from unthread.engine.search import Search
from unthread.interpreter.machine import Ended, Machine, Progressed, Snapshot, Violated
from unthread.program.bounded import BoundedProgram
from unthread.program.build.fold import integer
from unthread.program.instructions import Assert, Cut
from unthread.program.program import Program
from unthread.results.match import match

PROPERTIES = frozenset({Property.REACH, Property.LOCK})
FEW_STATES = 1500
CUT = "cut: "

Violations = frozenset[tuple[Property, Loc]]
Cuts = frozenset[tuple[str, Loc]]


@dataclass(frozen=True, slots=True)
class Answer:
    """What can go wrong, and which bounds can be reached; `complete`: nothing was left out."""

    violations: Violations
    cuts: Cuts
    complete: bool


# ---- the oracle's answer


class _Order(OracleSearch):
    """Turns go by the numbers of the threads in the bounded program, whoever was started first. Where a bound
    ends stands an assertion, so that it is noticed."""

    def __init__(
        self, machine: Machine, inputs: ScriptedInputs, rounds: int | None, order: list[str]
    ) -> None:
        super().__init__(machine, inputs, rounds, FEW_STATES)
        self.order = order
        self.cuts: set[tuple[str, Loc]] = set()

    def expand_turn(self, state: Snapshot, live: object, round: int, turn: int) -> dict[int, Script]:
        assert self.rounds is not None
        names = [self.order[0], *(thread.start for thread in self.machine.threads[1:])]
        if self.order[turn] in names:
            number = names.index(self.order[turn])
            if self.machine.threads[number].alive:
                self.move(state, number, round, turn)
        self.machine.restore(state)
        following = (round, turn + 1) if turn + 1 < len(self.order) else (round + 1, 0)
        if following[0] < self.rounds:
            self.arrive(*following)
        return {}

    def move(self, state: Snapshot, number: int, round: int, turn: int) -> Script:
        for _, outcome in self.outcomes(state, number):
            match outcome:
                case Progressed() | Ended():
                    self.arrive(round, turn)
                case Violated(violation) if violation.message.startswith(CUT):
                    self.cuts.add((violation.message.removeprefix(CUT), violation.loc))
                case Violated(violation) if violation.property in self.machine.properties:
                    self.violations.add((violation.property, violation.loc))
        return None


def _with_assertions(program: Program) -> Program:
    """Cuts become assertions."""
    functions = {
        name: replace(
            function,
            body=tuple(
                Assert(integer(0), Property.REACH, CUT + item.what, item.loc)
                if isinstance(item, Cut)
                else item
                for item in function.body
            ),
        )
        for name, function in program.functions.items()
    }
    return replace(program, functions=functions)


def oracle_answer(program: BoundedProgram, points: tuple[Points, ...], rounds: int | None) -> Answer:
    inputs = ScriptedInputs(few_values)
    noticing = _with_assertions(reduced_program(program, points))
    machine = Machine(noticing, inputs, program.properties, lambda stream, text: None, undefined="any")
    search = _Order(machine, inputs, rounds, [thread.name for thread in program.threads])
    found = search.run()
    return Answer(found.violations, frozenset(search.cuts), found.complete)


# ---- the engine's answer


def engine_answer(search: Search, complete: bool) -> Answer:
    violations = frozenset(claim for claim, _ in engine_violations(search))
    assert bool(violations) == (search.violation() is not None)
    return Answer(violations, frozenset((b.what, b.loc) for b in search.cuts()), complete)


# ---- both


def compare_rounds(
    program: BoundedProgram, points: tuple[Points, ...], rounds: Collection[int]
) -> Search | None:
    """With so many rounds, and with as many as are needed. The search that has them, if they are not too many
    and the oracle got through; otherwise nothing was compared at last."""
    everything = oracle_answer(program, points, None)
    search = Search(Encoding(program, points, program.properties))
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

MORE = PROPERTIES | {Property.MEMORY, Property.ARITH}
THREADS = sorted((Path(__file__).parent.parent / "programs" / "engine" / "threads").glob("*.c"))


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
