"""A program that goes on in the middle of main, as one that begins at its beginning."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.ahead import executed, started
from unthread.bound.resume import CannotResume, has_loops, resumed
from unthread.interpreter.machine import Exited, Violated
from unthread.program.check import check
from unthread.program.instructions import Allocate, Free

PROGRAMS = (
    "int a[500]; int main(void) { for (int i = 0; i < 500; i++) a[i] = i; rand(); return a[40] + a[2]; }",
    "int main(void) { int a[500]; for (int i = 0; i < 500; i++) a[i] = i; rand(); return a[40] + a[2]; }",
    "int main(void) { char *p = malloc(500); memset(p, 3, 499); int k = 3, *q = &k; rand();"
    " return p[1] + *q; }",
    "_Thread_local int own = 4; int main(void) { own += 5; rand(); return own; }",
    "struct s { struct s *next; int v; } g; int main(void) { struct s *h = &g; for (int i = 0; i < 9; i++) {"
    " struct s *n = malloc(sizeof *n); n->v = i; n->next = h; h = n; } g.v = 3; rand(); int sum = 0;"
    " for (; h; h = h->next) sum += h->v; return sum; }",
    "struct b { unsigned a : 3, b : 5; char c; long double l; }; int main(void) {"
    " struct b x = {1, 9}, *p = &x; p->l = 2.5L; p->c = 7; rand();"
    " return p->a + p->b + p->c + (p->l == 2.5L); }",
    'int (*f)(void); int g(void) { return 8; } const char *s; int main(void) { f = g; s = "xyz"; s++; rand();'
    " return f() + *s; }",
    "union u { void *p; long n; } u; int n = 6; int main(void) { u.p = &n; rand(); return *(int *)u.p; }",
)


@pytest.mark.parametrize("text", PROGRAMS)
def test_means_the_same(text: str, tmp_path: Path) -> None:
    program = started(text, tmp_path)
    again = resumed(program)
    check(again)
    outcome, _ = executed(again)
    assert isinstance(outcome, Exited)
    assert outcome == executed(replace(program, start=None))[0]


def test_what_is_gone_is_made_and_freed(tmp_path: Path) -> None:
    program = resumed(
        started("int *p; int main(void) { p = malloc(4); free(p); rand(); return *p; }", tmp_path)
    )
    kinds = [type(item) for item in program.functions["main"].body]
    assert kinds.index(Allocate) < kinds.index(Free)
    assert isinstance(executed(program)[0], Violated)


def test_a_program_without_a_start_stays_as_it_is(tmp_path: Path) -> None:
    program = replace(started("int main(void) { return 0; }", tmp_path), start=None)
    assert resumed(program) is program


def test_what_goto_code_cannot_make(tmp_path: Path) -> None:
    text = "_Thread_local struct { unsigned a : 3; } own; int main(void) { own.a = 5; rand(); return own.a; }"
    with pytest.raises(CannotResume):
        resumed(started(text, tmp_path))


def test_loops_that_users_name(tmp_path: Path) -> None:
    program = started(
        "int n;\nint main(void) {\nfor (int i = 0; i < 9; i++) n++;\nrand(); return 0; }", tmp_path
    )
    line = 6 + 3
    assert has_loops(program, (("program.c", line, 2),))
    assert not has_loops(resumed(program), (("program.c", line, 2),))
    assert has_loops(resumed(program), ())
