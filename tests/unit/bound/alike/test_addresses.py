from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sources import loaded
from unthread.analysis.steps import Touches
from unthread.bound.alike.addresses import tell_addresses
from unthread.bound.threads import bound
from unthread.core.bounds import Bounds

HEADER = """#include <stdint.h>
#include <stdio.h>
#include <string.h>
struct item { int *pointer; int number; } one, other;
struct { int *pointer; unsigned few : 3; } mixed;
union { int *pointer; uintptr_t number; unsigned char bytes[8]; } either;
extern unsigned long any(void);
int x, y, *p = &x; uintptr_t n; char text[40], copy[8]; float real;
"""


def tells(body: str, directory: Path) -> bool:
    bounded = bound(loaded(f"{HEADER}int main(void) {{ {body} return 0; }}", directory), Bounds(unwind=9))
    return tell_addresses(bounded, Touches(bounded))


@pytest.mark.parametrize(
    "body",
    [
        "n = (uintptr_t)p;",
        "n = any(); p = (int *)n; x = *p;",
        "x = p < &y;",
        "x = p - &y;",
        "either.pointer = p; n = either.number;",
        "either.pointer = p; x = either.bytes[0];",
        "either.number = any(); p = either.pointer; x = *p;",
        "union { int *from; uintptr_t to; } own; own.from = p; n = own.to;",
        "n = *(uintptr_t *)&p;",
        "p = &y; x = *(float *)&p > real;",
        "memcpy(copy, &p, sizeof p); p = &y;",
        "one.pointer = p; memcpy(&other, &one, sizeof one);",
        'snprintf(text, sizeof text, "%p", (void *)p);',
        'printf("%p%n", (void *)p, &x);',
        "mixed.pointer = p; mixed.few = any();",  # they are not told apart
    ],
)
def test_where_objects_lie_may_matter(body: str, tmp_path: Path) -> None:
    assert tells(body, tmp_path)


@pytest.mark.parametrize(
    "body",
    [
        "p = &y; if (p) *p = 3; x = p == &x; _Bool there = p;",
        "p = (int *)0; p = p + 1;",
        "one.pointer = p; one.number = 3; other = one;",
        "memset(&one, 0, sizeof one); one.pointer = p;",
        "either.number = 3; n = either.bytes[0];",
        'printf("%p %d\\n", (void *)p, x);',
    ],
)
def test_which_object_it_is_is_all_that_is_asked(body: str, tmp_path: Path) -> None:
    assert not tells(body, tmp_path)
