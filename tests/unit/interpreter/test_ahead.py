"""How far `main` is executed before the search, and what ends it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.ahead import EVERYTHING, HEADERS, line, started
from tests.support.sources import loaded, program_of
from unthread.core.source import DataModel
from unthread.interpreter.ahead import run_again, run_ahead

# `main` goes on in line 4 unless line 3 cannot be executed before the search.
TEXT = """int n, table[9], other[9]; int __VERIFIER_nondet_int(void); int unknown(void);
void f(void) {{ n++; }} void *t(void *x) {{ return x; }} int main(int argc, char **argv) {{ f();
{}
f(); pthread_t x; pthread_create(&x, 0, t, 0); return n; }}
"""


@pytest.mark.parametrize(
    "harmless",
    [
        "for (int i = 0; i < 100000; i++) n = i;",
        "char *p = malloc(10); memset(p, 1, 10); free(p);",
        'printf("%d\\n", n);',
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
        "for (int *p = table; p < table + 9; p++) *p = 1;",
        "if (argc != 1) return 1;",
        "assert(n == 1);",
        "int *p = malloc(4), *q = p; if (p == q && p != table) n = 7;",
    ],
)
def test_goes_on(harmless: str, tmp_path: Path) -> None:
    assert line(started(TEXT.format(harmless), tmp_path)) == 4


@pytest.mark.parametrize(
    "obstacle",
    [
        "n = __VERIFIER_nondet_int(); f();",
        "n = unknown(); f();",
        "int never; n = never; f();",
        "int *p = malloc(8); n = p[1]; f();",
        "n = 1 / (n - 1); f();",
        "n = 2147483647 + n; f();",
        "assert(n == 2); f();",
        "table[n + 8] = 1; f();",
        "n = (uintptr_t)table % 64; f();",
        "if (table < other) n = 7; f();",
        "n = table - other; f();",
        "char *p = malloc(4), *q = p; free(p); if (q == malloc(4)) n = 7; f();",
        "pthread_t y; pthread_create(&y, 0, t, 0); f();",
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m); f();",
        "while (getchar() != 3) f();",
        "exit(3); f();",
    ],
)
def test_stops_before(obstacle: str, tmp_path: Path) -> None:
    assert line(started(TEXT.format(obstacle), tmp_path)) <= 3


def test_few_instructions_are_not_worth_it(tmp_path: Path) -> None:
    program = loaded(HEADERS + TEXT.format("for (int i = 0; i < 9; i++) n = i;"), tmp_path)
    assert run_ahead(program, EVERYTHING) is None
    more = loaded(HEADERS + TEXT.format("for (int i = 0; i < 900; i++) n = i;"), tmp_path)
    found = run_ahead(more, EVERYTHING)
    assert found is not None
    assert [name for name, _ in found.loops] == ["main"]


def test_again(tmp_path: Path) -> None:
    program = loaded(HEADERS + TEXT.format("for (int i = 0; i < 900; i++) n = i;"), tmp_path)
    found = run_ahead(program, EVERYTHING)
    assert found is not None
    again = run_again(program, EVERYTHING, found.ahead.steps)
    assert again is not None
    assert again.objects == found.objects
    assert run_again(program, EVERYTHING, found.ahead.steps + 1) is None


def test_ends_with_the_time(tmp_path: Path) -> None:
    program = loaded(HEADERS + TEXT.format("while (1) n = 3;"), tmp_path)
    assert run_ahead(program, EVERYTHING, 1000, 0.2) is None


def test_what_was_reached_before_an_endless_loop_is_kept(tmp_path: Path) -> None:
    program = loaded(HEADERS + TEXT.format("for (int i = 0; i < 900; i++) n = i; while (1) n = 3;"), tmp_path)
    found = run_ahead(program, EVERYTHING, 1000, 2.0)
    assert found is not None
    assert found.ahead.instructions > 1000


def test_not_with_32_bits(tmp_path: Path) -> None:
    program = program_of(tmp_path, "int main(void) { return 0; }", model=DataModel.M32)
    assert run_ahead(program, EVERYTHING, 0) is None
