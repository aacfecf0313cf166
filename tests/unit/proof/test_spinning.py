"""Loops that may iterate without changing anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.proving import walked
from unthread.proof.spinning import spinning

TEXT = """#include <pthread.h>
#include <stdatomic.h>
int x;
atomic_int flag;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int __VERIFIER_nondet_int(void);
int main(void) {
    BODY
    return 0;
}
"""


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("while (!flag) ;", [8]),
        ("while (!flag) x++;", []),
        ("while (pthread_mutex_trylock(&m)) ;", [8]),
        ("for (int i = 0; i < 10; i++) ;", []),
        ("int n = x; while (n) n--;", []),
        ("for (;;) { if (flag) break; }", [8]),
        ("for (;;) { pthread_mutex_lock(&m); int k = x; pthread_mutex_unlock(&m); if (k) break; }", []),
        ("while (__VERIFIER_nondet_int()) ;", []),
    ],
)
def test_loops(body: str, lines: list[int], tmp_path: Path) -> None:
    assert [loc.line for loc in spinning(walked(TEXT.replace("BODY", body), tmp_path))] == lines
