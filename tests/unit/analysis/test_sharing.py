"""Which locals other threads can reach, by whatever way their address travels."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import program_of
from unthread.analysis.points_to import points_to_in
from unthread.analysis.sharing import private_locals

SHELL = """struct node {{ int *p; struct node *next; }} *head; long secret; int *slot; char bytes[8];
union word {{ int *p; long l; }};
void *f(void *a) {{ return a; }}
void keep(int *p) {{ slot = p; }}
int *same(int *p) {{ return p; }}
int main(void) {{ pthread_t t; int v[2]; v[0] = 1; int *own = v; own[1] = 2; {code} return v[0]; }}
"""


@pytest.mark.parametrize(
    ("code", "private"),
    [
        ("int *q = same(v); *q = 2;", True),
        ("struct node n = {v, 0}; *n.p = 2;", True),
        ("struct node *n = malloc(sizeof *n); n->p = v;", True),
        ("pthread_create(&t, 0, f, v);", False),
        ("pthread_create(&t, 0, f, (void *)((long)&v[1] ^ 1));", False),
        ("slot = v;", False),
        ("keep(same(&v[1]));", False),
        ("secret = (long)v;", False),
        ("union word w; w.p = v; secret = w.l;", False),
        ("memcpy(bytes, &own, sizeof own);", False),
        ("struct node n = {v, 0}; struct node *h = malloc(sizeof n); *h = n; head = h;", False),
        ("struct node n = {v, 0}; pthread_create(&t, 0, f, &n);", False),
        ("int **q = &slot; *q = v;", False),
    ],
)
def test_ways_out(code: str, private: bool, tmp_path: Path) -> None:
    program = program_of(SHELL.format(code=code), tmp_path)
    names = {variable.text for variable in private_locals(program, points_to_in(program))}
    assert ("v" in names) == private
