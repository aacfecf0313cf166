"""Where a program asks for more of an address than which object it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.analyze import load_text
from unthread.analysis.addresses import (
    COMPARED,
    COMPUTED,
    ORDERED,
    compared_after_free,
    compared_for_equality,
    followed_numbers,
    measured_addresses,
)

TEXT = """#include <stdint.h>
#include <stdlib.h>
int x, y, list[4]; uintptr_t n; int any(void);
int main(void) {{ int *p = any() ? &x : &y, *q = &list[any() & 3];
{body}
return 0; }}"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("n = p < &y;", [ORDERED]),
        ("n = (uintptr_t)p == 0x12345678;", [COMPARED]),
        ("n = (uintptr_t)p % 7;", [COMPUTED]),
        ("n = (uintptr_t)p * 3;", [COMPUTED]),
        ("n = (uintptr_t)p & 1024;", [COMPUTED]),
        ("n = p == 0;", []),
        ("n = p == &x;", []),
        ("n = q < list + 2;", []),
        ("n = q - list;", []),
        ("p = (int *)((uintptr_t)p + 4);", []),
        ("n = (uintptr_t)p & 3;", []),
        ("n = p == (int *)-1;", []),
    ],
)
def test_uses(body: str, expected: list[str], tmp_path: Path) -> None:
    found = measured_addresses(load_text(tmp_path, TEXT.format(body=body)))
    assert [use.what for use in found] == expected
    assert all(use.loc.line == 5 for use in found)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int *a = malloc(4); free(a); int *b = malloc(4); n = a == b;", [5]),
        ("int *a = malloc(4); int *b = malloc(4); n = a == b;", []),
        ("int *a = malloc(4); free(a); n = p == &y;", []),
        ("int *a = malloc(4); free(a); n = a == 0;", []),
    ],
)
def test_comparisons_after_a_free(body: str, expected: list[int], tmp_path: Path) -> None:
    assert [loc.line for loc in compared_after_free(load_text(tmp_path, TEXT.format(body=body)))] == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("for (int i = 0; i < 64; i++) if ((uintptr_t)p >> i & 1) n |= 1ul << i; *(int *)n = 1;", [5]),
        ("unsigned long wide(void); n = wide(); if (n == (uintptr_t)p) *(int *)n = 1;", [5]),
        ("n = (uintptr_t)p; *(int *)n = 1;", []),
        ("n = (uintptr_t)p + 4; *(int *)(n - 4) = 1;", []),
        ("for (int i = 0; i < 64; i++) if ((uintptr_t)p >> i & 1) n |= 1ul << i; y = n;", []),
        ("*q = *p;", []),
    ],
)
def test_accesses_through_what_was_computed_as_a_number(
    body: str, expected: list[int], tmp_path: Path
) -> None:
    assert [loc.line for loc in followed_numbers(load_text(tmp_path, TEXT.format(body=body)))] == expected


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("if (memcmp(&p, &q, 8) == 0) n = 1;", True),
        ("if (memcmp(&p, &q, 8)) n = 1;", True),
        ("n = !memcmp(&p, &q, 8);", True),
        ("memcmp(&p, &q, 8);", True),
        ("n = memcmp(&p, &q, 8) < 0;", False),
        ("n = (unsigned)memcmp(&p, &q, 8);", False),
        ("int c = memcmp(&p, &q, 8); if (c) n = c > 0;", False),
    ],
)
def test_comparisons_of_bytes_for_equality(use: str, expected: bool, tmp_path: Path) -> None:
    text = TEXT.format(body=use).replace("#include <stdlib.h>", "#include <stdlib.h>\n#include <string.h>")
    assert bool(compared_for_equality(load_text(tmp_path, text))) is expected
