"""What is proved, and why something is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sources import loaded
from unthread.core.properties import Property
from unthread.induction.prover import ProvedInvariant, prove

REACH = frozenset({Property.REACH})
HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"""
MAIN = """int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
}"""


def answer(
    body: str, directory: Path, wanted: frozenset[Property] = REACH, main: str = MAIN
) -> ProvedInvariant | str:
    text = f"{HEAD}\nvoid *f(void *u) {{ for (;;) {{ {body} }} }}\n{main}\n"
    return prove(loaded(text, directory), wanted, frozenset(), lambda: False)


def test_an_invariant_is_told_in_the_words_of_the_program(tmp_path: Path) -> None:
    body = "pthread_mutex_lock(&m); x = 1 - x; assert(x == 0 || x == 1); pthread_mutex_unlock(&m);"
    found = answer(body, tmp_path)
    assert isinstance(found, ProvedInvariant)
    assert found.properties == REACH
    assert found.threads == ("main", "f", "f")
    assert "x is 0 or 1" in found.invariant


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("x = !x; assert(x == 0);", "a violation after"),
        ("pthread_t t; pthread_create(&t, 0, f, 0);", "a thread that is started while others run"),
        ("free(malloc(4));", "memory that is allocated while other threads run"),
        ("float d = x; x = d > 1;", "floating-point numbers"),
    ],
)
def test_why_there_is_none(body: str, reason: str, tmp_path: Path) -> None:
    found = answer(body, tmp_path)
    assert isinstance(found, str)
    assert reason in found


def test_leaks_are_no_property_of_states(tmp_path: Path) -> None:
    assert "leak" in str(answer(";", tmp_path, frozenset({Property.LEAK})))


def test_time_ends_it(tmp_path: Path) -> None:
    program = loaded(f"{HEAD}\nvoid *f(void *u) {{ for (;;) x = 1; }}\n{MAIN}\n", tmp_path)
    assert prove(program, REACH, frozenset(), lambda: True) == "the time was not enough"
