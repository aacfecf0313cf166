"""The engine finds exactly what the oracle finds, which tries every interleaving of the same program: all of
them, once the engine says that more rounds would add nothing, and those of K round-robin rounds for K = 1, 2,
3. Each violation is also one of the original program, where its witness replays."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.differential.test_bounded import QUICK
from tests.differential.test_bounded_pointers import pointer_programs
from tests.oracle import Script, ScriptedInputs, explore, few_values
from tests.oracle import Search as OracleSearch
from tests.properties.concurrent import concurrent_programs
from unthread.bound.threads import bound
from unthread.bound.visible import Points, reduced_program, visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.request import ALL, Reduction
from unthread.core.source import Loc, Source
from unthread.core.trace import Witness
from unthread.engine.encode.execute import Encoding
from unthread.engine.search import Search
from unthread.frontend.load import load
from unthread.interpreter.machine import Ended, Machine, Progressed, Snapshot, Violated
from unthread.program.bounded import BoundedProgram
from unthread.program.build.fold import integer
from unthread.program.instructions import Assert, Cut
from unthread.program.program import Program
from unthread.results.match import match

PROPERTIES = frozenset({Property.REACH, Property.LOCK})
FEW_STATES = 1500
MOST_ROUNDS = 12  # far more than such small programs need
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


def engine_violations(search: Search) -> Iterator[tuple[tuple[Property, Loc], Witness]]:
    for claim in dict.fromkeys((c.property, c.loc) for c in search.encoding.claims):
        witness = search.violation_of(*claim)
        if witness is not None:
            assert (witness.violation.property, witness.violation.loc) == claim
            yield claim, witness


def engine_answer(search: Search, complete: bool) -> Answer:
    violations = frozenset(claim for claim, _ in engine_violations(search))
    assert bool(violations) == (search.violation() is not None)
    return Answer(violations, frozenset((b.what, b.loc) for b in search.cuts()), complete)


# ---- both


def loaded(text: str, directory: Path) -> Program:
    file = directory / "program.c"
    file.write_text(text)
    return load(Source((file,)))


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


# ---- programs with everything that stops, ends or starts threads


HARD_HEADER = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, y, *slot = &x;
_Thread_local int mine;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t late;
static int any(void) { int v = __VERIFIER_nondet_int(); __VERIFIER_assume(v >= -1 && v <= 1); return v; }
static int down(int n) { if (n <= 0) return y; x = n; return down(n - 1) + 1; }
static void finish(int test) { if (test) exit(0); }
static void leave(int test) { if (test) pthread_exit(0); }
static void *child(void *argument) { mine += 1; CHILD; return 0; }
"""


class HardMaker:
    """Draws the parts of one program. `cost` counts what other threads may notice in a thread."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.cost = 0
        self.inside = False  # an atomic section

    def pick(self, *choices: str) -> str:
        return self.draw(st.sampled_from(choices))

    def number(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))

    def place(self) -> str:
        self.cost += 1
        return self.pick("x", "x", "y", "y", "*slot", "mine", "l", "u")

    def value(self) -> str:
        kind = self.number(0, 6)
        if kind == 0:
            return str(self.number(0, 2))
        if kind == 1:
            return "any()"
        if kind <= 3:
            return f"{self.place()} {self.pick('+', '-', '==', '!=', '<')} {self.number(0, 2)}"
        return self.pick("l", "mine", "u") if kind == 4 else self.place()

    def simple(self) -> str:
        match self.number(0, 8):
            case 0 | 1 | 2:
                return f"{self.place()} = {self.value()};"
            case 3:
                return f"{self.place()}{self.pick('++', '--')};"
            case 4 | 5:
                return f"assert({self.value()} {self.pick('!=', '<', '>=', '==')} {self.number(0, 2)});"
            case 6:
                relation = self.pick("!=", "<", ">=", "==")
                return f"__VERIFIER_assume({self.value()} {relation} {self.number(0, 2)});"
            case 7:
                return f"l = {self.value()};"
            case _:
                return f"slot = {self.pick('&x', '&y', '&w', '&mine', '(int *)calloc(1, sizeof(int))')};"

    def statement(self, depth: int) -> str:
        kind = self.number(0, 15 if depth else 4)
        if kind <= 4:
            return self.simple()
        self.cost += 1
        match kind:
            case 5:
                return f"if ({self.value()}) {{ {self.block(depth - 1)} }} else {{ {self.block(depth - 1)} }}"
            case 6:
                return f"if ({self.value()}) {{ {self.block(depth - 1)} }}"
            case 7:
                test = f"{self.place()} {self.pick('<', '!=')} {self.number(0, 2)}"
                return f"while ({test}) {{ {self.block(depth - 1)} }}"
            case 8:
                wait = self.pick("", "", f"__VERIFIER_assume({self.place()} != {self.number(0, 1)});")
                inside = " ".join(self.simple() for _ in range(self.number(1, 2)))
                return f"__VERIFIER_atomic_begin(); {wait} {inside} __VERIFIER_atomic_end();"
            case 9:
                return f"pthread_mutex_lock(&m); {self.block(depth - 1)} pthread_mutex_unlock(&m);"
            case 10:
                return f"{self.pick('finish', 'leave')}({self.value()});"
            case 11:
                return f"l = down({self.pick('1', '2', 'l', 'any()')});"
            case 12:
                return f"{{ int w = any(); slot = &w; {self.block(depth - 1)} }}"
            case 13:
                return "free(slot);" if self.number(0, 2) == 0 else "while (x == 0);"
            case 14:
                ways = [self.simple() for _ in range(3)]
                cases = f"case 0: {ways[0]} case 1: {ways[1]} break; default: {ways[2]}"
                return f"switch ({self.value()}) {{ {cases} }}"
            case _:
                return f"if ({self.value()}) pthread_create(&late, 0, child, 0);"

    def block(self, depth: int) -> str:
        return " ".join(self.statement(depth) for _ in range(self.number(1, 2)))

    def body(self, budget: int) -> str:
        self.cost = 0
        parts: list[str] = []
        while self.cost < budget and len(parts) < budget:
            parts.append(self.statement(2))
        return "\n    ".join(parts)


@st.composite
def hard_programs(draw: st.DrawFn, budget: int = 4) -> str:
    make = HardMaker(draw)
    start = "int l = 0, u, w = 0;\n    __VERIFIER_assume(u >= -1 && u <= 1);\n    "
    child = f"{{ {start}{make.simple()} {make.simple()} }}"
    text = HARD_HEADER.replace("CHILD;", child)
    threads = make.number(1, 2)
    for number in range(threads):
        text += (
            f"static void *f{number}(void *argument) {{\n    {start}{make.body(budget)}\n    return 0;\n}}\n"
        )
    text += f"int main(void) {{\n    {start}pthread_t t[2] = {{0, 0}};\n"
    if make.number(0, 1):
        text += f"    {make.statement(1)}\n"
    for number in range(threads):
        created = f"pthread_create(&t[{number}], 0, f{number}, 0);"
        text += f"    if ({make.value()}) {created}\n" if make.number(0, 3) == 0 else f"    {created}\n"
        if make.number(0, 2) == 0:
            text += f"    {make.statement(1)}\n"
    text += f"    {make.body(budget - 2)}\n"
    text += "".join(f"    pthread_join(t[{number}], 0);\n" for number in range(make.number(0, threads)))
    return (
        text + f"    assert({make.value()} {make.pick('!=', '<=')} {make.number(0, 3)});\n    return 0;\n}}\n"
    )


# ---- tests

MORE = PROPERTIES | {Property.MEMORY, Property.ARITH}
THREADS = sorted((Path(__file__).parent.parent / "programs" / "engine" / "threads").glob("*.c"))
REDUCTIONS = st.one_of(st.just(ALL), st.sets(st.sampled_from(list(Reduction))).map(frozenset))


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
