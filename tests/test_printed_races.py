"""Data races in what a printf reads and writes, and in what atomic sections free: exactly the bytes that are
touched count.

In: a shared record, what one thread does with it and what the other does. Out: the same answer from the
whole pipeline, replay included, and from the oracle, which tries every schedule."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.oracle import explore
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.request import Request
from unthread.core.source import Source
from unthread.core.verdict import Safe, Unknown, Unsafe
from unthread.frontend.load import load
from unthread.story import Limits, check

LIMITS = Limits(seconds=60.0, memory=2 << 30)
RACE = frozenset({Property.RACE})
TEXT = """#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#define TOGETHER(...) do { __VERIFIER_atomic_begin(); __VA_ARGS__ __VERIFIER_atomic_end(); } while (0)
struct record { atomic_int users; char name[4]; char unset[2]; } *r;
char fixed[6] = "ab";
static void *one(void *unused) { ONE; return 0; }
static void *two(void *unused) { TWO; return 0; }
int main(void) {
    pthread_t t, u;
    r = malloc(sizeof *r);
    r->users = 2;
    r->name[0] = 'h', r->name[1] = 0;
    pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0);
    pthread_join(t, 0); pthread_join(u, 0);
    return 0;
}
"""
LEAVE = "if (atomic_fetch_sub(&r->users, 1) == 1) free(r)"
PRINT = 'printf("%s", r->name)'
SAFE = {
    "freed by the last": (f"{PRINT}; {LEAVE}", f"{PRINT}; {LEAVE}"),
    "counter beside it": (PRINT, "r->users--"),
    "behind its end": (PRINT, "r->name[2] = 'x'"),
    "behind the end of a constant": ('printf("%s", fixed)', "fixed[3] = 'x'"),
    "both atomic": (f"TOGETHER({PRINT};)", "TOGETHER(r->name[0] = 'x';)"),
}
UNSAFE = {
    "freed by the first": (f"{PRINT}; {LEAVE}", "free(r)"),
    "freed before printing": (f"{LEAVE}; {PRINT}", LEAVE),
    "its last byte": (PRINT, "r->name[1] = 0"),
    "the end of a constant": ('printf("%s", fixed)', "fixed[2] = 0"),
    "memory that was never written": ('printf("%s", r->unset)', "r->unset[0] = 0"),
    "printed in a section": (f"TOGETHER({PRINT};)", "r->name[0] = 'x'"),
    "freed in a section": ("TOGETHER(free(r);)", "r->name[0] = 'x'"),
}
# What is told instead of an answer, and whether there is a race.
UNTOLD = {
    "shorter by its precision": ('printf("%.1s", fixed)', "fixed[1] = 'x'", False),
    "behind the text": ('sprintf(fixed, "%d", 1)', "fixed[2] = 'x'", False),
    "within its precision": ('printf("%.2s", fixed)', "fixed[1] = 'x'", True),
    "the text": ('sprintf(fixed, "%d", 1)', "fixed[1] = 0", True),
}
UNPREDICTABLE = "memory that was never written"  # the oracle does not try all values of its bytes


def written(statements: tuple[str, str], directory: Path) -> Source:
    file = directory / "program.c"
    file.write_text(TEXT.replace("ONE", statements[0], 1).replace("TWO", statements[1], 1))
    return Source((file,))


@pytest.mark.parametrize("name", SAFE)
def test_what_is_not_touched_does_not_race(name: str, tmp_path: Path) -> None:
    source = written(SAFE[name], tmp_path)
    assert isinstance(check(source, Request(RACE, Bounds()), LIMITS), Safe)
    found = explore(load(source), RACE)
    assert found.complete
    assert not found.violations


@pytest.mark.parametrize("name", UNSAFE)
def test_what_is_touched_races(name: str, tmp_path: Path) -> None:
    source = written(UNSAFE[name], tmp_path)
    verdict = check(source, Request(RACE, Bounds()), LIMITS)
    assert isinstance(verdict, Unsafe)
    assert {trace.violation.property for trace in verdict.traces} == RACE
    if name != UNPREDICTABLE:
        assert {property for property, _ in explore(load(source), RACE).violations} >= RACE


@pytest.mark.parametrize("name", UNTOLD)
def test_what_is_not_known_is_told(name: str, tmp_path: Path) -> None:
    one, two, races = UNTOLD[name]
    source = written((one, two), tmp_path)
    verdict = check(source, Request(RACE, Bounds()), LIMITS)
    assert isinstance(verdict, Unknown | Unsafe if races else Unknown)
    assert bool(explore(load(source), RACE).violations) == races
