"""What stops a verifier on real programs: long preparations before the first thread."""

from __future__ import annotations

import pytest

from tests.support.commands import Capture, Write, checked, write

__all__ = ["write"]  # the fixture

PREPARED = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct pool { char space[1500]; int jobs; };
static struct pool *pool;
static int *table;
static void *work(void *unused) { pool->jobs += table[700]; return unused; }
int main(void) {
    pthread_t worker;
    pool = malloc(sizeof *pool);
    memset(pool, 0, sizeof *pool);
    table = malloc(1200 * sizeof *table);
    for (int i = 0; i < 1200; i++)
        table[i] = 2 * i;
    pthread_create(&worker, 0, work, 0);
    pthread_join(worker, 0);
    assert(pool->jobs == CLAIM);
    return 0;
}
"""


@pytest.mark.parametrize(("claim", "verdict"), [("1400", "safe"), ("1402", "unsafe")])
def test_long_preparations_are_executed_before_the_threads(
    capsys: Capture, write: Write, claim: str, verdict: str
) -> None:
    found = checked(capsys, write(PREPARED.replace("CLAIM", claim)))
    assert found["verdict"] == verdict
