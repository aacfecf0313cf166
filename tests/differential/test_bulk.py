"""Arrays that are filled and copied by one instruction: what can go wrong is what the oracle finds in the
program, which does it byte by byte, with a switch of threads possible before each."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.oracle import Found, explore
from tests.properties.bulk import HEADER, bulk_programs
from tests.support.engine import MOST_ROUNDS, engine_violations
from tests.support.generated import QUICK
from tests.support.sources import loaded
from unthread.bound.threads import bound
from unthread.bound.visible import reduced_program, visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.request import ALL, Reduction
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.search import Search
from unthread.program.bounded import BoundedProgram
from unthread.program.instructions import Copy, Fill
from unthread.program.program import Program
from unthread.results.match import match

PROPERTIES = frozenset({Property.REACH, Property.LOCK})
STATES = 4000
NONE = frozenset[Reduction]()


def found_in(program: Program) -> Found:
    return explore(program, PROPERTIES, max_states=STATES)


def agree(original: Found, other: Found) -> bool:
    if original.complete and other.complete:
        return original.violations == other.violations
    return not original.complete or other.violations <= original.violations


def compare(text: str, directory: Path) -> BoundedProgram:
    program = loaded(text, directory)
    original = found_in(program)
    bounded = bound(program, Bounds(unwind=5), PROPERTIES, bulk=True)
    assert agree(original, found_in(bounded.as_program()))
    for chosen in (ALL, NONE):
        reduced = reduced_program(bounded, visible_points(bounded, chosen))
        assert agree(original, found_in(reduced))
    compare_engine(program, bounded, original)
    return bounded


def compare_engine(program: Program, bounded: BoundedProgram, original: Found) -> None:
    search = Search(RoundsEncoding(bounded, visible_points(bounded), PROPERTIES))
    for _ in range(MOST_ROUNDS):
        search.add_round()
        if not search.last_round_is_used():
            break
    else:
        return
    violations = dict(engine_violations(search))
    for witness in violations.values():
        assert match(program, witness, PROPERTIES) is not None, "it replays in the program"
    if original.complete:
        assert {loc for _, loc in violations} == {loc for _, loc in original.violations}


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=30)
@given(text=bulk_programs())
def test_bulk_operations_keep_what_can_go_wrong(text: str, tmp_path: Path) -> None:
    compare(text, tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(20_000)
@settings(QUICK, max_examples=2000, derandomize=False)
@given(text=bulk_programs(most=3))
def test_bulk_operations_keep_what_can_go_wrong_2000(text: str, tmp_path: Path) -> None:
    compare(text, tmp_path)


def bulk_in(bounded: BoundedProgram, number: int) -> list[Fill | Copy]:
    return [item for item in bounded.threads[number].body if isinstance(item, Fill | Copy)]


RUN = (
    "int main(void) {{ pthread_t x; pthread_create(&x, 0, run, 0); {main} pthread_join(x, 0); return 0; }}\n"
)


@pytest.mark.parametrize(
    ("thread", "main", "count"),
    [
        ("char t[4]; memset(t, 1, 4); assert(t[3] == 1);", "", 1),
        ("memset(g, 1, 4);", "h[0] = 1;", 1),
        ("memset(g, 1, 4);", "assert(g[0] == g[3]);", 1),  # the two bytes in the middle
        ("memset(g, 1, 4);", "g[3] = 2;", 1),
        ("memcpy(g, h, 4);", "h[0] = 2;", 1),
        (
            "pthread_mutex_lock(&m); memset(g, 1, 4); pthread_mutex_unlock(&m);",
            "pthread_mutex_lock(&m); assert(g[0] == g[3]); pthread_mutex_unlock(&m);",
            1,
        ),
    ],
)
def test_only_what_others_use_is_taken_apart(thread: str, main: str, count: int, tmp_path: Path) -> None:
    text = HEADER + f"void *run(void *a) {{ {thread} return a; }}\n" + RUN.format(main=main)
    bounded = compare(text, tmp_path)
    assert len(bulk_in(bounded, 1)) == count
