"""What is taken down of a machine at rest, and what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.ahead import line, started
from unthread.program.program import Program
from unthread.program.standstill import StoppedObject, StoredAddress

TEXT = """int n; void f(void) {{ n++; }} void *t(void *x) {{ return x; }}
{}
int main(void) {{ f();
{}
f(); pthread_t x; pthread_create(&x, 0, t, 0); return n; }}
"""


def of(program: Program, name: str) -> StoppedObject:
    assert program.start is not None
    return next(
        item for item in program.start.objects if (item.variable.text if item.variable else "heap") == name
    )


def test_addresses_are_told_from_numbers(tmp_path: Path) -> None:
    declared = "struct s { long number; int *p; void (*f)(void); struct s *next; } g;"
    program = started(
        TEXT.format(
            declared, "struct s *h = malloc(sizeof *h); *h = (struct s){1L << 33, &n, f, &g}; g.next = h;"
        ),
        tmp_path,
    )
    heap = of(program, "heap")
    assert heap.contents.number(0, 8) == 1 << 33
    assert [(at, address) for at, address in heap.addresses] == [
        (8, StoredAddress("n", 0)),
        (16, StoredAddress("f", 0)),
        (24, StoredAddress("g", 0)),
    ]
    assert program.start is not None
    assert of(program, "g").addresses == ((24, StoredAddress(program.start.objects.index(heap), 0)),)


def test_what_was_not_written_stays_so(tmp_path: Path) -> None:
    program = started(TEXT.format("int *p;", "p = malloc(8); p[1] = 5;"), tmp_path)
    assert of(program, "heap").contents.defined == bytes([0, 0, 0, 0, 1, 1, 1, 1])


def test_what_is_gone_is_known_where_somebody_points_to_it(tmp_path: Path) -> None:
    program = started(TEXT.format("int *p;", "p = malloc(4); free(p); free(malloc(9));"), tmp_path)
    assert program.start is not None
    assert [(item.size, item.ended) for item in program.start.objects if not item.variable] == [
        (4, "was freed")
    ]


@pytest.mark.parametrize(
    ("declared", "code"),
    [
        ("unsigned long k;", "int *p = &n; memcpy(&k, &p, 8);"),
        ("char raw[32];", "int *p = &n; memcpy(raw + 3, &p, 8);"),
        ("unsigned half;", "int *p = &n; memcpy(&half, (char *)&p + 4, 4);"),
        ("int *g; void set(void) { int own; g = &own; }", "set();"),
        ("int *g;", "g = __builtin_alloca(8); g[0] = 1;"),
        ("int *g;", "int v[n + 1]; g = v;"),
    ],
)
def test_what_cannot_be_said_is_refused(declared: str, code: str, tmp_path: Path) -> None:
    assert line(started(TEXT.format(declared, code), tmp_path)) <= 4
