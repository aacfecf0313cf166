"""Frama-C's Eva on `interleave` and `stepwise` C of real programs: it proves safe ones, for every number of
rounds of their loops, and does not prove unsafe ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from referees import FRAMA_C, GCC
from tests.support.tools import require
from unthread.backends.base import Answer, GaveUp, NoViolation, ToolTask
from unthread.backends.framac import FramaC
from unthread.core.process import Limits
from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.sequentialize.emitted import Dialect, Emitted
from unthread.sequentialize.one_loop.interleave import InterleaveOptions, interleave
from unthread.sequentialize.one_loop.stepwise import StepwiseOptions, stepwise

SECONDS = 240.0
MEMORY = 4 << 30
HEADER = """#include <assert.h>
#include <pthread.h>
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
"""
PROGRAMS = {
    "mutex": """
static void *f(void *a)
{
    if (SAFE) pthread_mutex_lock(&m);
    x = 1;
    if (SAFE) pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_mutex_lock(&m);
    x = 2;
    assert(x == 2);
    pthread_mutex_unlock(&m);
}
""",
    "join": """
static void *f(void *a) { x = y + 1; return 0; }
int main(void)
{
    pthread_t t;
    y = 1;
    pthread_create(&t, 0, f, 0);
    if (SAFE) pthread_join(t, 0);
    assert(x == 2);
}
""",
    "endless": """
static int other(int v) { return 1 - v; }
static void *f(void *a)
{
    while (1)
        x = other(y);
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    while (1) {
        int seen = x;
        assert(SAFE ? seen == 0 || seen == 1 : seen == 0);
    }
}
""",
}


def emitted_as(schema: str, name: str, is_safe: bool, directory: Path) -> Emitted:
    file = directory / "program.c"
    file.write_text(f"#define SAFE {int(is_safe)}\n{HEADER}{PROGRAMS[name]}")
    program = load(Source((file,)))
    if schema == "stepwise":
        return stepwise(program, StepwiseOptions(Dialect.FRAMAC))
    return interleave(program, InterleaveOptions(Dialect.FRAMAC, invariants=schema == "invariants"))


def by_eva(emitted: Emitted) -> Answer:
    require(FRAMA_C, GCC)  # gcc is its preprocessor
    return FramaC().solve(ToolTask(emitted, Limits(SECONDS, MEMORY)))


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("schema", ["interleave", "invariants", "stepwise"])
def test_eva_proves_what_is_safe(schema: str, name: str, tmp_path: Path) -> None:
    answer = by_eva(emitted_as(schema, name, True, tmp_path))
    assert isinstance(answer, NoViolation), answer


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("schema", ["interleave", "stepwise"])
def test_eva_does_not_prove_what_is_unsafe(schema: str, name: str, tmp_path: Path) -> None:
    answer = by_eva(emitted_as(schema, name, False, tmp_path))
    assert isinstance(answer, GaveUp), answer
    assert "does not prove" in answer.reason
