"""What the text of a program tells before any bounds."""

from __future__ import annotations

from pathlib import Path

from tests.support.sources import loaded
from unthread.engine.whole import Whole

THREADS = """#include <pthread.h>
#include <stdatomic.h>
int x, y;
atomic_int flag;
void *first(void *p) { atomic_store_explicit(&flag, 1, memory_order_relaxed); return p; }
void *second(void *p) { return p; }
void *never(void *p) { return p; }
int main(int argc, char **argv) {
    pthread_t t;
    void *(*routine)(void *) = argc > 1 ? first : second;
    pthread_create(&t, 0, routine, 0);
    return 0;
}
"""
ADDRESSES = """#include <stdint.h>
#include <string.h>
int a, b;
int main(void) {
    int *p = &a, *q = &b;
    union { int *pointer; uintptr_t number; } both = {.pointer = p};
    return USE;
}
"""


def using(use: str, directory: Path) -> Whole:
    return Whole(loaded(ADDRESSES.replace("USE", use), directory), True)


def test_routines_are_those_that_may_be_started(tmp_path: Path) -> None:
    assert Whole(loaded(THREADS, tmp_path), False).routines == ("first", "second")


def test_weak_orders_are_left_out_unless_nothing_is_reordered(tmp_path: Path) -> None:
    program = loaded(THREADS, tmp_path)
    (weak,) = (item.what for item in Whole(program, False).not_searched if "seq_cst" in item.what)
    assert "program.c:5:" in weak
    assert all("seq_cst" not in item.what for item in Whole(program, True).not_searched)


def test_addresses_read_as_numbers(tmp_path: Path) -> None:
    assert using("both.number > 100000", tmp_path).read_addresses
    assert not using("*both.pointer > 100000", tmp_path).read_addresses


def test_what_is_left_out_anyway_is_left_out_once(tmp_path: Path) -> None:
    found = using("(uintptr_t)p > 100000", tmp_path)
    assert any("address" in item.what for item in (*found.not_searched, *found.read_addresses))
    assert not set(found.read_addresses) & set(found.not_searched)


def test_comparisons_of_bytes_for_equality(tmp_path: Path) -> None:
    assert {loc.line for loc in using("memcmp(&p, &q, 8) == 0", tmp_path).equalities} == {7}
    assert using("memcmp(&p, &q, 8) < 0", tmp_path).equalities == set()
