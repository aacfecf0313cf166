"""Fills and copies as the engine carries them out: what is read afterwards, in cells of any size."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sources import loaded
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import ASSERTED, Property
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.search import Search
from unthread.program.instructions import Copy, Fill

HEADER = """#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
"""
PROPERTIES = ASSERTED | {Property.MEMORY}


def violated(body: str, directory: Path) -> set[Property]:
    """By a program of one thread, according to the engine."""
    program = loaded(f"{HEADER}int main(void) {{ {body} return 0; }}", directory)
    bounded = bound(program, Bounds(unwind=4), PROPERTIES, bulk=True)
    assert any(isinstance(item, Fill | Copy) for item in bounded.threads[0].body)
    search = Search(RoundsEncoding(bounded, visible_points(bounded), PROPERTIES))
    search.add_round()
    claims = dict.fromkeys((claim.property, claim.loc) for claim in search.encoding.collected.claims)
    return {property for property, loc in claims if search.violation_of(property, loc) is not None}


V = "int v = __VERIFIER_nondet_int(); "  # so that nothing is known before


@pytest.mark.parametrize(
    "body",
    [
        "char a[40]; memset(a, v, 40); assert(a[0] == a[39]);",
        "int a[40]; memset(a, v, sizeof a); assert((a[3] & 255) == (a[39] >> 8 & 255));",
        "uint32_t a[9]; for (int i = 0; i < 9; i++) a[i] = (uint32_t)v; uint16_t h;"
        "memcpy(&h, (char *)a + 6, 2); assert(h == (uint32_t)v >> 16);",
        "char a[40] = {0}; if (v) memset(a, 1, 40); assert(a[5] == (v != 0));",
        "char a[40] = {0}; a[5] = 9; if (v) memset(a + 3, 1, 20); assert(a[5] == (v ? 1 : 9) && a[2] == 0);",
        "int x = 1; struct s { char c; int *p; } a = {1, &x}, b; memcpy(&b, &a, sizeof a); *b.p = v;"
        "assert(x == v);",
        "char a[20], b[20]; memcpy(b, a, 20); assert(a[7] == b[7]);",
        "char a[20], b[20]; memcpy(b, a, 20); a[7] = (char)(b[7] + 1); assert(a[7] != b[7]);",
        "static int t[4096]; unsigned i = (unsigned)v % 4096u; memset(t, 3, sizeof t); t[i] = 5;"
        "assert(((char *)t)[4 * i] == 5 && t[(i + 1) % 4096u] == 0x03030303);",
        "char a[40] = {0}; unsigned k = (unsigned)v % 4u; memset(a + k, 1, 20); assert(a[k] && !a[k + 20]);",
    ],
)
def test_what_holds(body: str, tmp_path: Path) -> None:
    assert violated(V + body, tmp_path) == set()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("char a[40]; memset(a, v, 40); assert(a[0] != 77);", Property.REACH),
        ("char a[20], b[20]; memcpy(b, a, 20); assert(b[7] != 77);", Property.REACH),
        ("static int t[4096]; unsigned i = (unsigned)v % 16384u; memset(t, 3, sizeof t); t[7] = 5;"
         "assert(((char *)t)[i] != 5);", Property.REACH),
        ("char *p = malloc(64); memset(p, 0, 65);", Property.MEMORY),
        ("char *p = malloc(64); memset(p, 0, 64); char q[65]; memcpy(q, p, 65);", Property.MEMORY),
        ("char a[40] = {0}; memcpy(a + 3, a, 30);", Property.MEMORY),
        ("int x, *p[4] = {&x, &x, &x, &x}; memset(p, 0xff, sizeof p); *p[v & 3] = 1;", Property.MEMORY),
    ],
)  # fmt: skip
def test_what_does_not(body: str, expected: Property, tmp_path: Path) -> None:
    assert violated(V + body, tmp_path) == {expected}
