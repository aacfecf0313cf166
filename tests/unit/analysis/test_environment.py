"""What the verdict says was not searched, and which weak atomic accesses are among it."""

from __future__ import annotations

from pathlib import Path

from tests.support.bounded import program_of
from unthread.analysis.environment import not_searched_of
from unthread.core.verdict import Cause

TEXT = """#include <stdatomic.h>
atomic_int x;
void *run(void *a) { for (int i = 0; i < 2; i++) { STORES } return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); return atomic_load(&x); }
"""
STORE = "atomic_store_explicit(&x, 1, memory_order_release);"


def reordered(text: str, directory: Path, is_sequential: bool = False) -> list[str]:
    found = list(not_searched_of(program_of(text, directory), is_sequential))
    assert {item.cause for item in found} <= {Cause.ENVIRONMENT}
    return [item.what for item in found if "reordered" in item.what]


def test_weak_accesses_are_named(tmp_path: Path) -> None:
    (what,) = reordered(TEXT.replace("STORES", STORE), tmp_path)
    assert what.startswith("reordered atomic accesses weaker than seq_cst at ")
    assert "more" not in what


def test_only_the_first_ones_are(tmp_path: Path) -> None:
    (what,) = reordered(TEXT.replace("STORES", "\n".join([STORE] * 5)), tmp_path)
    assert what.count("program.c") == 3
    assert what.endswith(" and 2 more")


def test_not_where_the_user_says_that_all_see_one_order(tmp_path: Path) -> None:
    assert not reordered(TEXT.replace("STORES", STORE), tmp_path, is_sequential=True)


def test_not_where_all_accesses_are_sequentially_consistent(tmp_path: Path) -> None:
    assert not reordered(TEXT.replace("STORES", "atomic_store(&x, 1);"), tmp_path)
