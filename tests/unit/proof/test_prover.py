"""What is proved of small programs, and what is said besides. More of them, and whether the proofs are right:
tests/differential/test_proof.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sources import loaded
from unthread.core.properties import Property
from unthread.proof.prover import Proved, prove

ASKED = frozenset({Property.RACE, Property.LOCK, Property.DEADLOCK})
ENDLESS = """
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
    for (;;) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); }
    return argument;
}
static void *never(void *argument) { return argument; }
int main(int argc, char **argv) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
    if (0) pthread_create(&t[0], 0, never, 0);
    MORE
    pthread_join(t[0], 0);
}
"""


def found(text: str, directory: Path) -> Proved:
    return prove(loaded(text, directory), ASKED)


def test_endless_threads_with_a_lock(tmp_path: Path) -> None:
    answer = found(ENDLESS.replace("MORE", ""), tmp_path)
    assert answer.properties == ASKED
    assert answer.threads == ("main", "work", "work")
    assert not answer.spinning


def test_a_doubt_names_the_accesses(tmp_path: Path) -> None:
    answer = found(ENDLESS.replace("MORE", "x = 1;"), tmp_path)
    assert answer.properties == ASKED - {Property.RACE}
    assert "program.c:14:5" in answer.doubts[0]


def test_what_ends_executions_is_said(tmp_path: Path) -> None:
    answer = found(ENDLESS.replace("MORE", "int k = argv[0][0]; k = 7 / k;"), tmp_path)
    assert answer.ending >= {Property.MEMORY, Property.ARITH}


def test_functions_without_a_body_are_said(tmp_path: Path) -> None:
    text = "int unknown(int);\n" + ENDLESS.replace("MORE", "unknown(1);")
    assert found(text, tmp_path).without_body == ("unknown",)


@pytest.mark.parametrize("wait", ["while (!*(volatile int *)&x) ;", "while (pthread_mutex_trylock(&m)) ;"])
def test_spinning_is_said(wait: str, tmp_path: Path) -> None:
    answer = found(ENDLESS.replace("MORE", wait), tmp_path)
    assert [loc.line for loc in answer.spinning] == [14]


def test_what_is_not_modelled_leaves_everything_open(tmp_path: Path) -> None:
    text = '#include "unthread.h"\n' + ENDLESS.replace("MORE", '__ut_unmodelled("this");')
    answer = found(text.replace("#include <pthread.h>", "#include <pthread.h>"), tmp_path)
    assert not answer.properties
    assert "this" in answer.doubts[0]


def test_a_thread_that_starts_itself_is_too_much(tmp_path: Path) -> None:
    text = """
    #include <pthread.h>
    static void *work(void *a) { pthread_t t; pthread_create(&t, 0, work, 0); return 0; }
    int main(void) { work(0); }
    """
    assert not found(text, tmp_path).properties


def test_a_call_that_may_lead_anywhere_leaves_everything_open(tmp_path: Path) -> None:
    text = "void (*unknown(void))(void);\n" + ENDLESS.replace("MORE", "unknown()();")
    assert "may lead anywhere" in found(text, tmp_path).doubts[0]


def test_a_lock_function_may_be_called_with_too_little(tmp_path: Path) -> None:
    text = ENDLESS.replace("MORE", "((int (*)(void))pthread_mutex_lock)(); x = 1;")
    assert Property.RACE not in found(text, tmp_path).properties
