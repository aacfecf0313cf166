"""Weak atomic accesses that another thread can see reordered."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import HEADER, program_of
from unthread.analysis.orders import weak_orders

FIRST = HEADER.count("\n") + 1
TEXT = """#include <stdatomic.h>
atomic_int x;
static void store(atomic_int *p) { atomic_store_explicit(p, 1, memory_order_relaxed); }
void *run(void *a) { atomic_int own; BODY return 0; }
int main(void) { pthread_t t; START return 0; }
"""
START = "pthread_create(&t, 0, run, 0);"


def lines(body: str, start: str, directory: Path) -> list[int]:
    program = program_of(TEXT.replace("BODY", body).replace("START", start), directory)
    return [loc.line - FIRST for loc in weak_orders(program)]


@pytest.mark.parametrize(
    ("body", "start", "expected"),
    [
        ("store(&x);", START, [2]),
        ("store(&own);", START, []),
        ("store(&x); store(&own);", START, [2]),
        ("store(&x);", "run(0);", []),  # no thread is started
        ("", START, []),  # never called
        ("atomic_thread_fence(memory_order_acquire);", START, [3]),
        ("atomic_load_explicit(&x, memory_order_acquire); store(&x);", START, [2, 3]),
    ],
)
def test_what_matters(body: str, start: str, expected: list[int], tmp_path: Path) -> None:
    assert lines(body, start, tmp_path) == expected
