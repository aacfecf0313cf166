"""Looks at what threads would do next: nothing that they carry out happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.source import Loc, Source
from unthread.engine.encode.execute import Encoding
from unthread.engine.search import Search
from unthread.frontend.load import load

LOOKS = frozenset({Property.DEADLOCK, Property.RACE})  # what threads are looked at for
OTHERS = frozenset(Property) - LOOKS
TEXT = """#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#define TOGETHER(...) do { __VERIFIER_atomic_begin(); __VA_ARGS__ __VERIFIER_atomic_end(); } while (0)
int x = 1, seen, *p, *q;
_Thread_local int own = 5;
void *one(void *unused) {
    ONE
    return 0;
}
void *two(void *unused) { TOGETHER(x = 2;); return 0; }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0);
    pthread_join(t, 0); pthread_join(u, 0);
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
    "written": ("TOGETHER(x = x + 1; seen = x;); assert(seen != 2);", {Property.REACH}),
}


def encoding_of(statement: str, directory: Path, properties: frozenset[Property]) -> Encoding:
    file = directory / "program.c"
    file.write_text(TEXT.replace("ONE", statement))
    bounded = bound(load(Source((file,))), Bounds(), properties)
    return Encoding(bounded, visible_points(bounded), properties)


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
        assert violated(Search(encoding_of(statement, tmp_path, properties))) == expected
