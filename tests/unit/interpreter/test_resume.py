"""A machine that goes on where another one has stopped ends as that one would have."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.ahead import executed, started

PROGRAMS = (
    "int a[50]; int main(void) { for (int i = 0; i < 50; i++) a[i] = i; rand(); return a[40] + a[2]; }",
    'int main(void) { char *p = malloc(5); strcpy(p, "abcd"); int k = 3; int *q = &k; rand();'
    " return p[1] + *q; }",
    "_Thread_local int own = 4; int main(void) { own += 5; rand(); return own; }",
    "struct s { struct s *next; int v; }; int main(void) { struct s *h = 0; for (int i = 0; i < 9; i++) {"
    " struct s *n = malloc(sizeof *n); n->v = i; n->next = h; h = n; } rand(); int sum = 0;"
    " for (; h; h = h->next) sum += h->v; return sum; }",
    "double d = 1; float f[3]; int main(void) { for (int i = 0; i < 3; i++) f[i] = d = d / 2; rand();"
    " return (d == 0.125) + (f[1] == 0.25f); }",
    "int main(void) { int *p = malloc(4), *q = p; *p = 1; free(p); rand(); return *q; }",
)


@pytest.mark.parametrize("text", PROGRAMS)
def test_ends_alike(text: str, tmp_path: Path) -> None:
    program = started(text, tmp_path)
    start = program.start
    assert start is not None
    assert start.ahead.instructions >= 3
    outcome, machine = executed(program)
    expected, whole = executed(replace(program, start=None))
    assert outcome == expected
    assert machine.steps + start.ahead.steps == whole.steps
