"""Looks at what threads would do next: nothing that they carry out happens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.source import Loc, Source
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.encode.look import look
from unthread.engine.encode.objects import Value
from unthread.engine.search import Search
from unthread.engine.terms.nodes import Int, Op
from unthread.frontend.load import load

LOOKS = frozenset({Property.DEADLOCK, Property.RACE})  # what threads are looked at for
OTHERS = frozenset(Property) - LOOKS
NAMES = {"inputs", "unset"}
JOIN = "pthread_join(t, 0); pthread_join(u, 0);"
TEXT = """#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#define TOGETHER(...) do { __VERIFIER_atomic_begin(); __VA_ARGS__ __VERIFIER_atomic_end(); } while (0)
int x = 1, seen, last, *p;
pthread_t other;
long nondet(void);
_Thread_local int own = 5;
void *two(void *unused);
void *one(void *unused) {
    ONE
    return 0;
}
void *two(void *unused) { TOGETHER(x = 2;); return last ? unused : 0; }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0);
    JOIN
    return 0;
}
"""
# What the first thread does, and what can go wrong. In the first round, x is 1 in its turn; a look at the end
# of the round sees 2.
STEPS = {
    "thread-local": ("TOGETHER(if (x == 2) { seen = own; own++; }); assert(seen != 5);", {Property.REACH}),
    "size": (
        "TOGETHER(p = malloc(4 * x);); TOGETHER(if (x == 2) p[1] = 0;); TOGETHER(free(p););",
        {Property.MEMORY},
    ),
    "enough": ("TOGETHER(p = malloc(4 * x);); TOGETHER(p[0] = 0;); TOGETHER(free(p););", set[Property]()),
    "freed": ("TOGETHER(if (x == 2) { p = malloc(4); p[0] = x; free(p); });", set[Property]()),
    "allocated": ("TOGETHER(if (x == 2) p = malloc(4);); TOGETHER(free(p););", set[Property]()),
    "printed": ('TOGETHER(if (x == 2) printf(seen ? "one" : "%d", x););', set[Property]()),
    "any pointer": ("TOGETHER(if (x == 2) p = *(int **)nondet();); ", {Property.MEMORY}),
    "started": ("TOGETHER(if (x == 2) pthread_create(&other, 0, two, 0););", set[Property]()),
    "read": ("x = x + 1; last = x; last = 0;", set[Property]()),
    "written": ("TOGETHER(x = x + 1; seen = x;); assert(seen != 2);", {Property.REACH}),
}


def encoding_of(
    statement: str, directory: Path, properties: frozenset[Property], join: str = JOIN
) -> RoundsEncoding:
    file = directory / "program.c"
    file.write_text(TEXT.replace("ONE", statement).replace("JOIN", join))
    bounded = bound(load(Source((file,))), Bounds(), properties)
    return RoundsEncoding(bounded, visible_points(bounded), properties)


def violated(search: Search) -> set[Property]:
    """In three rounds, which is all that these threads need."""
    for _ in range(3):
        search.add_round()
    known: set[tuple[Property, Loc]] = set()
    while witness := search.violation(known):
        known.add((witness.violation.property, witness.violation.loc))
    return {property for property, _ in known}


@pytest.mark.parametrize("name", STEPS)
def test_the_same_is_found_with_looks_and_without(name: str, tmp_path: Path) -> None:
    statement, expected = STEPS[name]
    for properties in (OTHERS, OTHERS | LOOKS):
        found = violated(Search(encoding_of(statement, tmp_path, properties)))
        assert found - LOOKS == expected


def contents(encoding: RoundsEncoding) -> Iterator[tuple[object, ...]]:
    """What is known of the program's objects. Cells that nobody has written get their value when they are
    first read, by a look as well: it is the same for all."""
    memory = encoding.state.memory
    for number, state in memory.states.items():
        cells = {at: held for at, held in state.cells.items() if not is_first_value(held[1])}
        yield number, memory.objects[number], state.size, state.made, state.alive, state.array, cells


def is_first_value(value: Value) -> bool:
    return isinstance(value, Int) and (value.op is Op.VARIABLE or (value.is_constant and value.lo == 0))


def copied(value: object) -> object:
    match value:
        case dict():
            return {key: copied(item) for key, item in value.items()}
        case list():
            return [copied(item) for item in value]
    return value


def observed(encoding: RoundsEncoding) -> dict[str, object]:
    """All that an encoding consists of, but for names: terms, numbers, permissions, values from outside."""
    state, timetable = encoding.state, encoding.timetable
    found: dict[str, object] = {
        "memory": list(contents(encoding)),
        "guessed, ended": (state.memory.has_guessed, dict(state.memory.ended)),
        "heirs": state.reuse.heirs,
        "failed": state.failed,
        "spawned": state.spawned,
        "arguments": state.arguments,
        "executed": timetable.executed,
        "rounds": timetable.rounds.count,
    }
    found |= {item.name: getattr(encoding.collected, item.name) for item in fields(encoding.collected)}
    for run in encoding.threads:
        for part in (run, run.recorder, run.registers, run.lifetimes):
            found |= {
                f"{run.number} {name}": value for name, value in vars(part).items() if name not in NAMES
            }
    return {name: copied(value) for name, value in found.items()}


@pytest.mark.parametrize("name", STEPS)
@pytest.mark.parametrize("join", [JOIN, ""], ids=["joined", "not joined"])
@pytest.mark.parametrize("properties", [frozenset(Property), frozenset({Property.REACH})], ids=["all", "one"])
def test_a_look_leaves_the_encoding_as_it_was(
    name: str, properties: frozenset[Property], join: str, tmp_path: Path
) -> None:
    encoding = encoding_of(STEPS[name][0], tmp_path, properties, join)
    for _ in range(2):
        encoding.add_round()
        before = observed(encoding)
        looked_at = [look(run, segment) for run in encoding.threads for segment in run.standing]
        after = observed(encoding)
        assert any(stand is not None for stand in looked_at)
        assert [key for key in after if before.get(key) != after[key]] == []
        assert before.keys() == after.keys()
