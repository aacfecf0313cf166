"""Addresses of which a part was overwritten before the threads start."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.ahead import started

TEXT = """struct s {{ char name[8]; int *p; }} g; int x; void *t(void *y) {{ return y; }}
void f(void) {{ x++; }}
int main(void) {{ g.p = &x; for (int i = 0; i < 100; i++) x++;
{}
f(); pthread_t y; pthread_create(&y, 0, t, 0); return *g.p; }}
"""


def steps(body: str, directory: Path) -> int:
    """Instructions that are executed before the search."""
    program = started(TEXT.format(body), directory)
    return 0 if program.start is None else program.start.ahead.instructions


@pytest.mark.parametrize(
    "body",
    [
        'strcpy(g.name, "12345678");',
        'sprintf(g.name, "%d", 12345678);',
        "((char *)&g.p)[0] = 0;",
        "*(int *)&g.p = 0;",
        "memset(g.name, 0, 9);",
    ],
)
def test_the_search_starts_before_a_part_of_an_address_is_overwritten(body: str, tmp_path: Path) -> None:
    assert 0 < steps(body, tmp_path) < steps("f();", tmp_path)


@pytest.mark.parametrize(
    "body",
    [
        'strcpy(g.name, "1234567"); f(); f();',
        "memset(&g, 0, sizeof g); f(); f();",
        "((char *)&g.p)[0] = 0; g.p = &x; f(); f();",
        'struct s h = {"", &x}; memcpy(&g, &h, sizeof g); f(); f();',
    ],
)
def test_what_is_overwritten_as_a_whole_is_no_address_any_more(body: str, tmp_path: Path) -> None:
    assert steps(body, tmp_path) > steps("f();", tmp_path)
