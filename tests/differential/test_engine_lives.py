"""Objects of frames whose life ends while another thread uses them: where `memory` is checked, the engine
finds what the oracle finds in the program as it was written, and each witness replays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.oracle import explore
from tests.support.engine import MOST_ROUNDS, engine_violations
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.search import Search
from unthread.frontend.load import load
from unthread.program.program import Program
from unthread.results.match import match

MEMORY = frozenset({Property.MEMORY})
BOTH = frozenset({Property.MEMORY, Property.RACE})
REACH = frozenset({Property.REACH})
STATES = 20_000

FRAME = """
#include <alloca.h>
#include <pthread.h>
pthread_t t; int other, *shared;
void *use(void *object) { *(int *)object = 1; return 0; }
void nothing(int *one) { (void)one; }
BODY
int main(void) { start(1); END return 0; }
"""

# What `start` is, what follows it, and the lines in which memory is used too late.
CASES = {
    "a local of a function that returns": (
        "void start(int n) { int v; pthread_create(&t, 0, use, &v); }", "pthread_join(t, 0);", {5},
    ),
    "a local that is joined": (
        "void start(int n) { int v; pthread_create(&t, 0, use, &v); pthread_join(t, 0); }", "", set(),
    ),
    "a result that lies in memory": (
        "int start(int n) { int v; pthread_create(&t, 0, use, &v); return other; }", "", {5},
    ),
    "a result that is the object": (
        "int start(int n) { int v = 0; pthread_create(&t, 0, use, &v); return v; }",
        "pthread_join(t, 0);", {5},
    ),
    "the last of many": (
        "void start(int n) { int a, b, c, d, e, f, v; nothing(&a); nothing(&b); nothing(&c); nothing(&d);"
        " nothing(&e); nothing(&f); pthread_create(&t, 0, use, &v); }",
        "pthread_join(t, 0);", {5},
    ),
    "the end of a block": (
        "void start(int n) { { int v; pthread_create(&t, 0, use, &v); } pthread_join(t, 0); }", "", {5},
    ),
    "the end of a block, or a return in it": (
        "void start(int n) { { int v; pthread_create(&t, 0, use, &v); if (other) return;\n"
        " pthread_join(t, 0); } other = 1; }",
        "other = 2;", set(),
    ),
    "a way past the declaration": (
        "void start(int n) { if (n > 1) goto end; int v = n; pthread_create(&t, 0, use, &v);\n end: ; }",
        "pthread_join(t, 0);", {5},
    ),
    "a way past the declaration, taken": (
        "void start(int n) { shared = &other; if (n == 1) goto end; int v = n; shared = &v;\n"
        " end: pthread_create(&t, 0, use, shared); }",
        "pthread_join(t, 0);", set(),
    ),
    "alloca": (
        "void start(int n) { int *v = alloca(4); *v = 0; pthread_create(&t, 0, use, v); }",
        "pthread_join(t, 0);", {5},
    ),
    "alloca in a loop, not the last one": (
        "void start(int n) { int *v[2]; for (int i = 0; i < 2; i++) v[i] = alloca(4);\n"
        " pthread_create(&t, 0, use, v[0]); }",
        "pthread_join(t, 0);", {5},
    ),
    "alloca that is joined": (
        "void start(int n) { int *v = alloca(4); pthread_create(&t, 0, use, v); pthread_join(t, 0); }",
        "", set(),
    ),
    "a variable-length array": (
        "void start(int n) { { int v[n]; pthread_create(&t, 0, use, v); } pthread_join(t, 0); }", "", {5},
    ),
    "a variable-length array and a return in its block": (
        "int start(int n) { int v[n]; pthread_create(&t, 0, use, v); return 1; }",
        "pthread_join(t, 0);", {5},
    ),
    "a variable-length array in a loop": (
        "void start(int n) { for (int i = 0; i < 2; i++) { int v[n]; pthread_create(&t, 0, use, v);\n"
        " pthread_join(t, 0); } }",
        "", set(),
    ),
    "a callback of the library": (
        "#include <stdlib.h>\n"
        "int compare(const void *a, const void *b) { int v; pthread_create(&t, 0, use, &v); return 0; }\n"
        "void start(int n) { int array[2] = {0, 0}; qsort(array, 2, sizeof(int), compare); }",
        "pthread_join(t, 0);", {5},
    ),
    "a local of a thread": (
        "void *own(void *unused) { int v; shared = &v; return 0; }\n"
        "void start(int n) { pthread_create(&t, 0, own, 0); pthread_join(t, 0); }",
        "*shared = 1;", {9},
    ),
    "alloca in a thread that exits": (
        "void *own(void *unused) { int *v = alloca(4); shared = v; pthread_exit(0); }\n"
        "void start(int n) { pthread_create(&t, 0, own, 0); pthread_join(t, 0); }",
        "*shared = 1;", {9},
    ),
    "what a thread has of a variable": (
        "_Thread_local int mine; void *own(void *unused) { shared = &mine; return 0; }\n"
        "void start(int n) { pthread_create(&t, 0, own, 0); pthread_join(t, 0); }",
        "*shared = 1;", {9},
    ),
    "what a thread has of a variable, while it runs": (
        "_Thread_local int mine; void *own(void *unused) { mine = 1; return use(&mine); }\n"
        "void start(int n) { pthread_create(&t, 0, own, 0); pthread_join(t, 0); }",
        "", set(),
    ),
    "a local of main, which exits as a thread": (
        "void start(int n) {}",
        "int v; pthread_create(&t, 0, use, &v); pthread_exit(0);", {5},
    ),
    "what main has of a variable, and exits as a thread": (
        "_Thread_local int mine; void start(int n) { pthread_create(&t, 0, use, &mine); }",
        "pthread_exit(0);", {5},
    ),
    "what main has of a variable, and returns": (
        "_Thread_local int mine; void start(int n) { pthread_create(&t, 0, use, &mine); }",
        "", set(),
    ),
}  # fmt: skip


def program_of(name: str, directory: Path) -> Program:
    body, end, _ = CASES[name]
    file = directory / "program.c"
    file.write_text(FRAME.replace("BODY", body).replace("END", end))
    return load(Source((file,)))


# What `main` has when it returns ends with the process.
LAST = [
    "int main(void) { int v; pthread_create(&t, 0, use, &v); return 0; }",
    "int main(void) { int v; pthread_create(&t, 0, use, &v); }",
    "int main(void) { int n = 2, v[n]; pthread_create(&t, 0, use, v); }",
    "int main(void) { int *v = alloca(4); pthread_create(&t, 0, use, v); return *v & 0; }",
]


def replayed_violations(program: Program, properties: frozenset[Property]) -> set[tuple[Property, int]]:
    """By property and line."""
    bounded = bound(program, Bounds(unwind=3), properties)
    search = Search(RoundsEncoding(bounded, visible_points(bounded), properties))
    for _ in range(MOST_ROUNDS):
        search.add_round()
        if not search.last_round_is_used():
            break
    assert not search.cuts()
    assert search.gap() is None
    found = set()
    for (kind, loc), witness in engine_violations(search):
        assert match(program, witness, properties) is not None, (kind, loc)
        found.add((kind, loc.line))
    return found


def expected_violations(program: Program, properties: frozenset[Property]) -> set[tuple[Property, int]]:
    found = explore(program, properties, max_states=STATES)
    assert found.complete
    return {(kind, loc.line) for kind, loc in found.violations if kind in properties}


@pytest.mark.parametrize("name", CASES)
def test_the_engine_finds_what_comes_too_late(tmp_path: Path, name: str) -> None:
    program = program_of(name, tmp_path)
    found = replayed_violations(program, MEMORY)
    assert (
        found == expected_violations(program, MEMORY) == {(Property.MEMORY, line) for line in CASES[name][2]}
    )


@pytest.mark.parametrize("main", LAST)
def test_what_main_has_ends_with_the_process(tmp_path: Path, main: str) -> None:
    file = tmp_path / "program.c"
    file.write_text(FRAME.partition("BODY")[0] + main)
    program = load(Source((file,)))
    assert replayed_violations(program, MEMORY) == expected_violations(program, MEMORY) == set()


@pytest.mark.parametrize("name", CASES)
def test_where_races_count_as_well_nothing_is_lost(tmp_path: Path, name: str) -> None:
    program = program_of(name, tmp_path)
    assert replayed_violations(program, BOTH) >= expected_violations(program, MEMORY)


@pytest.mark.parametrize("name", CASES)
def test_without_memory_no_end_of_a_life_is_a_step(tmp_path: Path, name: str) -> None:
    program = program_of(name, tmp_path)
    bounded = bound(program, Bounds(unwind=3), REACH)
    kinds = {
        type(bounded.threads[step.thread].body[step.first]).__name__
        for points in visible_points(bounded, frozenset())
        for step in points.visible
    }
    assert not kinds & {"Discard", "Free"}
