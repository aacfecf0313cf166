"""Where C leaves open what a program means, it is told; where it does not matter, it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.analysis.open_meanings import open_meanings
from unthread.core.source import Source
from unthread.frontend.load import load

HEAD = """
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int g, k, a[4], *p = a, (*pointer)(int);
struct s { int x, y; } s, t;
int set(int n) { g = n; return n; }
int inner(int n) { return set(n); }
int look(void) { return g; }
int pure(int n) { int x = n, *q = &x; *q += k; return x; }
int clear(int *q) { *q = 0; return 1; }
struct s *fresh(int n) { struct s *q = malloc(sizeof *q); q->x = n; return q; }
int two(int x, int y) { return x - y; }
int count(const void *x, const void *y) { g++; return *(int *)x - *(int *)y; }
int plain(const void *x, const void *y) { return *(int *)x - *(int *)y; }
void *work(void *x) { return x; }
"""
OPEN = {
    "two calls that write": "two(set(1), set(2));",
    "calls deep down": "two(inner(1), look());",
    "a call and a variable": "two(set(1), g);",
    "a call through a pointer": "pointer = set; two(pointer(1), look());",
    "operands": "k = set(1) + look();",
    "a compound assignment": "g += set(1);",
    "an index": "a[g] = set(1);",
    "a subscript": "k = p[set(1)] + (p = a + 1, 1);",
    "arguments after the fixed ones": 'printf("%d %d", set(1), look());',
    "an initializer": "int x[2] = {set(1), look()}; k = x[0];",
    "increments": "int i = 0; two(i++, i);",
    "an increment of what is assigned": "int i = 0; i = i++; k = i;",
    "a private record": "struct s v = {1, 2}; two(v.x++, v.x);",
    "through pointers": "two(clear(p), a[0]);",
    "an assignment as an operand": "two(g = 1, g);",
    "allocated objects": "struct s *q = fresh(1); two((q->x = 2), q->x);",
}
DECIDED = {
    "pure calls": "two(pure(1), pure(2)); k = pure(1) + g;",
    "one call": "set(1); k = set(2);",
    "a sequence": "k = (set(1), look()); k = set(1) && look(); k = set(1) ? look() : g;",
    "different variables": "int i = 0, j = 0; two(i++, j++);",
    "different members": "struct s v = {1, 2}; two(v.x++, v.y++); two(s.x++, t.x++);",
    "the value before": "int i = 0; i = i + 1; g = g + 1; a[k] = k; g += 1; i += pure(i);",
    "a result": "int i = pure(1); i = pure(i) + 1; g = set(2);",
    "library calls": 'two(rand(), rand()); printf("%d", set(1)); char *x = malloc(pure(2)); free(x);',
    "another object": "two(clear(&k), a[1]);",
    "nobody gets there": "if (0) two(set(1), 2);",
}


def told(tmp_path: Path, body: str) -> list[str]:
    file = tmp_path / "a.c"
    file.write_text(f"{HEAD}int main(void) {{ {body} return 0; }}\n")
    return list(open_meanings(load(Source((file,)))))


@pytest.mark.parametrize("body", OPEN.values(), ids=OPEN.keys())
def test_an_order_that_matters_is_told(tmp_path: Path, body: str) -> None:
    assert any(text.startswith("operands evaluated in another order at ") for text in told(tmp_path, body))


@pytest.mark.parametrize("body", DECIDED.values(), ids=DECIDED.keys())
def test_an_order_that_does_not_matter_is_not_told(tmp_path: Path, body: str) -> None:
    assert told(tmp_path, body) == []


def test_functions_that_nobody_calls_are_not_told(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text(HEAD + "int never(void) { return two(set(1), set(2)); } int main(void) { return 0; }")
    assert list(open_meanings(load(Source((file,))))) == []


def test_comparisons_with_effects_are_told(tmp_path: Path) -> None:
    assert told(tmp_path, "qsort(a, 4, sizeof *a, plain);") == []
    assert told(tmp_path, "qsort(a, 4, sizeof *a, count);") == [
        "calls of 'count' in another order while sorting or searching"
    ]


def test_texts_of_errors_are_told_if_looked_at(tmp_path: Path) -> None:
    assert told(tmp_path, 'printf("%s", strerror(2));') == []
    assert told(tmp_path, "k = strlen(strerror(2));") == ["error messages other than 'Error N'"]


def test_the_environment_is_told(tmp_path: Path) -> None:
    assert told(tmp_path, 'k = getenv("K") != 0;') == ["environment variables longer than 7 characters"]


def test_long_doubles_of_threads_are_told(tmp_path: Path) -> None:
    spawn = "pthread_t id; pthread_create(&id, 0, work, 0);"
    assert told(tmp_path, "static long double x; x = 1;") == []
    assert len(told(tmp_path, f"static long double x; {spawn} x = 1;")) == 1
