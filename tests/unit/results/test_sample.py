"""Executions at random: what they find soon."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.properties import ASSERTED
from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.results.sample import Sampler

TRIES = 300
HEADER = """#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int x;
void *adds(void *unused) { x++; return 0; }
"""


@pytest.mark.parametrize(
    "body",
    [
        "assert(__VERIFIER_nondet_int() != 3);",
        "assert(__VERIFIER_nondet_int() != 123456);",
        "assert(__VERIFIER_nondet_int() > -1000 || x);",
        "unsigned n = __VERIFIER_nondet_uint(); __VERIFIER_assume(n >= 20 && n < 40); assert(n != 20);",
        "pthread_t t; pthread_create(&t, 0, adds, 0); assert(x == 0);",
        "pthread_t t; pthread_create(&t, 0, adds, 0); assert(x == 1);",
    ],
)
def test_luck_finds_it(body: str, tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(f"{HEADER}int main(void) {{ {body} return 0; }}\n")
    source = Source((file,))
    sampler = Sampler(load(source), source, ASSERTED)
    traces = (sampler.go_on() for _ in range(TRIES))
    assert any(trace is not None for trace in traces)


def sampled(tmp_path: Path, size: str, tries: int) -> tuple[bool, int]:
    """Whether a failure after an allocation is found, and how many executions were begun."""
    file = tmp_path / "program.c"
    body = f"void *p = malloc({size}); assert(x); return p == 0;"
    file.write_text(f"#include <stdlib.h>\n{HEADER}int main(void) {{ {body} }}\n")
    source = Source((file,))
    sampler = Sampler(load(source), source, ASSERTED)
    found = [sampler.go_on() for _ in range(tries)]
    return any(trace is not None for trace in found), sampler.tried


def test_executions_that_allocate_very_much_are_left_out(tmp_path: Path) -> None:
    """And the others are not given up for it."""
    assert sampled(tmp_path, "1 << 29", 5) == (False, 5)
    assert sampled(tmp_path, "1 << 20", 5)[0]
    assert sampled(tmp_path, "__VERIFIER_nondet_int() ? 1 << 29 : 8", TRIES)[0]
