"""Who may write which cell. Zeros that were there from the start do not count where nobody writes else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.bound.compare import bounded_of
from unthread.analysis.steps import Writers

SHELL = """int x, y = 1; struct {{ int a, b; }} pair;
void *f(void *a) {{ {first} return 0; }}
int main(void) {{ pthread_t t; pthread_create(&t, 0, f, 0); {second} return 0; }}
"""


@pytest.mark.parametrize(
    ("first", "second", "name", "writes"),
    [
        ("x = 0;", "x = 0;", "x", False),
        ("x = 0;", "", "x", False),
        ("x = 0;", "x = 1;", "x", True),  # the zero counts, for the thread that writes 1
        ("x = 1;", "x = 0;", "x", True),
        ("y = 0;", "", "y", True),  # it was 1
        ("pair.a = 0;", "pair.b = 1;", "pair", False),
        ("memset(&x, 1, 4);", "x = 0;", "x", True),
        ("x = __VERIFIER_nondet_int();", "x = 0;", "x", True),
    ],
)
def test_zeros(first: str, second: str, name: str, writes: bool, tmp_path: Path) -> None:
    program = bounded_of(SHELL.format(first=first, second=second), tmp_path)
    variable = program.globals[name].variable
    assert Writers(program).other_than(0, variable, 0, 4) == writes
