"""CBMC finds in lazy C exactly what the engine finds in the same bounded program with the same rounds: the
same assertions fail, and what it shows replays."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from get_cbmc import find_cbmc
from referees import CBMC, GCC
from tests.properties.concurrent import concurrent_programs
from tests.properties.stopping import hard_programs
from tests.support.emitted import FREES
from tests.support.engine import engine_violations
from tests.support.generated import QUICK, without_wild_pointers
from tests.support.sources import loaded
from tests.support.tools import require
from unthread.backends.base import ToolViolation
from unthread.backends.cbmc import events_of, line_of
from unthread.backends.witness import claim_at, witness_of
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.request import ALL
from unthread.core.source import Loc, Source
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.search import Search
from unthread.frontend.load import load
from unthread.program.bounded import BoundedProgram, Thread
from unthread.program.instructions import Assert, BlockUntil
from unthread.program.program import Program
from unthread.results.match import match
from unthread.sequentialize.emitted import Dialect, Emitted, Schema
from unthread.sequentialize.lazy import LazyOptions, lazy

PROPERTIES = frozenset({Property.REACH, Property.LOCK})
FLAGS = ("--no-standard-checks", "--no-malloc-may-fail", "-DUNTHREAD_NO_CUTS", "-DUNTHREAD_NO_GAPS")
SCHEMAS = (Schema.LAZY, Schema.LAZY_PRUNED)
EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*/*.c"))
QUICK_EXAMPLES = ("bakery", "inode_busy", "lamport_fast_mutex", "lazy_cseq", "reference_count", "ticket_lock")
SECONDS = 200

Found = dict[tuple[Property, Loc], ToolViolation]


def by_cbmc(emitted: Emitted, directory: Path) -> Found:
    """Each assertion that fails, with the way there."""
    require(CBMC, GCC)  # it reads what gcc's preprocessor leaves
    file = directory / "sequential.c"
    file.write_text(emitted.text)
    command = [str(find_cbmc()), str(file), *FLAGS, "--json-ui", "--trace"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode in (0, 10), done.stdout[-2000:]
    found: Found = {}
    for result in (r for message in json.loads(done.stdout) for r in message.get("result", ())):
        if result["status"] == "FAILURE":
            line = next(line_of(step) for step in result["trace"] if step["stepType"] == "failure")
            claim = claim_at(emitted, line)
            assert claim is not None, f"line {line} fails, which is no assertion of the program"
            found[claim.property, claim.loc] = ToolViolation(tuple(events_of(result["trace"])), line)
    return found


def by_engine(program: BoundedProgram, rounds: int) -> set[tuple[Property, Loc]]:
    search = Search(RoundsEncoding(program, visible_points(program), program.properties))
    for _ in range(rounds):
        search.add_round()
    return {claim for claim, _ in engine_violations(search)}


def compare(
    program: Program,
    directory: Path,
    unwind: int,
    rounds: int,
    schemas: tuple[Schema, ...],
    seen: Counter[str] | None = None,
) -> None:
    bounded = bound(program, Bounds(unwind=unwind), PROPERTIES)
    expected = by_engine(bounded, rounds)
    if seen is not None:
        seen["unsafe" if expected else "safe"] += 1
    for schema in schemas:
        options = LazyOptions(rounds, schema, Dialect.CBMC)
        assert all_by_cbmc(program, bounded, options, expected, directory) == expected, schema


def all_by_cbmc(
    program: Program,
    bounded: BoundedProgram,
    options: LazyOptions,
    expected: set[tuple[Property, Loc]],
    directory: Path,
) -> set[tuple[Property, Loc]]:
    """Each violation, replayed. Whoever goes on undisturbed may break something, which ends the process,
    before others get to break something else: where one is missing, threads that break what is known wait
    there instead."""
    known: set[tuple[Property, Loc]] = set()
    while True:
        waiting = with_waits_for(bounded, known)
        emitted = lazy(waiting, visible_points(waiting, ALL), options)
        found = by_cbmc(emitted, directory)
        for violation in found.values():
            witness = witness_of(emitted, violation)
            assert witness is not None
            assert match(program, witness, PROPERTIES) is not None, f"no replay: {witness.violation}"
        if found.keys() <= known or known | found.keys() >= expected:
            return known | found.keys()
        known |= found.keys()


def with_waits_for(program: BoundedProgram, known: set[tuple[Property, Loc]]) -> BoundedProgram:
    """In an atomic section too, before which a thread can be stopped then."""

    def waiting(thread: Thread) -> Thread:
        body = [
            BlockUntil(item.condition, item.loc)
            if isinstance(item, Assert) and (item.property, item.loc) in known
            else item
            for item in thread.body
        ]
        return replace(thread, body=tuple(body))

    return replace(program, threads=tuple(map(waiting, program.threads)))


@pytest.mark.parametrize("well", [False, True])
def test_what_may_not_be_freed_is_for_others_to_find(well: bool, tmp_path: Path) -> None:
    compare(loaded(FREES.replace("WELL", str(int(well))), tmp_path), tmp_path, 2, 2, SCHEMAS)


@pytest.mark.parametrize("is_atomic", [False, True])
def test_a_violation_that_always_comes_first_hides_no_other(is_atomic: bool, tmp_path: Path) -> None:
    text = """#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int y;
static void *f(void *unused) { y = 1; assert(y < 0); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(0); return 0; }
"""
    if is_atomic:
        text = text.replace("assert(0);", "__VERIFIER_atomic_begin(); assert(0); __VERIFIER_atomic_end();")
    program = loaded(text, tmp_path)
    assert len(by_engine(bound(program, Bounds(), PROPERTIES), 1)) == 2
    compare(program, tmp_path, 2, 1, SCHEMAS)


GENERATORS = {
    "plain": lambda budget: concurrent_programs(budget=budget).map(without_wild_pointers),
    "stopping": lambda budget: hard_programs(budget=budget - 1).map(without_wild_pointers),
}
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)  # to make failures smaller would take hours


@pytest.mark.timeout(900)
@pytest.mark.parametrize("generator", GENERATORS)
def test_generated_programs(generator: str, tmp_path: Path) -> None:
    """40 of each kind, in each schema."""
    seen: Counter[str] = Counter()

    @settings(QUICK, max_examples=40, phases=PHASES)
    @given(text=GENERATORS[generator](3), rounds=st.integers(1, 3))
    def each(text: str, rounds: int) -> None:
        compare(loaded(text, tmp_path), tmp_path, 2, rounds, SCHEMAS, seen)

    each()
    assert min(seen["safe"], seen["unsafe"]) >= 5, f"too little was compared: {dict(seen)}"


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@pytest.mark.parametrize("generator", GENERATORS)
def test_generated_programs_300(generator: str, tmp_path: Path) -> None:
    seen: Counter[str] = Counter()

    @settings(QUICK, max_examples=300, derandomize=False, phases=PHASES)
    @given(text=GENERATORS[generator](4), rounds=st.integers(1, 3), unwind=st.integers(1, 3))
    def each(text: str, rounds: int, unwind: int) -> None:
        compare(loaded(text, tmp_path), tmp_path, unwind, rounds, SCHEMAS, seen)

    each()
    assert min(seen["safe"], seen["unsafe"]) >= 30, f"too little was compared: {dict(seen)}"


def marks(example: Path) -> list[pytest.MarkDecorator]:
    return [] if example.parent.name in QUICK_EXAMPLES else [pytest.mark.slow]


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "example",
    [pytest.param(e, id=f"{e.parent.name}-{e.stem}", marks=marks(e)) for e in EXAMPLES],
)
def test_examples(example: Path, tmp_path: Path) -> None:
    compare(load(Source((example,))), tmp_path, 2, 2, SCHEMAS)
