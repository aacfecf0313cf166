"""Who may write which cell. Zeros over zeros do not count before there are threads."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import bounded_of
from unthread.analysis.steps import Writers

SHELL = """int x, y = 1; struct {{ int a, b; }} pair;
void *f(void *a) {{ {meanwhile} return 0; }}
int main(void) {{ pthread_t t; {before} pthread_create(&t, 0, f, 0); {behind} return 0; }}
"""


@pytest.mark.parametrize(
    ("before", "meanwhile", "behind", "name", "writes"),
    [
        ("x = 0;", "", "", "x", False),
        ("x = 1;", "", "", "x", True),
        ("y = 0;", "", "", "y", True),  # it was 1
        ("x = 0;", "x = 1;", "", "x", True),  # the zero counts
        ("x = 0;", "", "x = 1;", "x", True),
        ("x = 0;", "", "x = 0;", "x", True),  # others are there by then
        ("pair.a = 0;", "pair.b = 1;", "", "pair", False),
        ("x = 0;", "memset(&x, 1, 4);", "", "x", True),
        ("x = 0; x = __VERIFIER_nondet_int();", "", "", "x", True),
    ],
)
def test_zeros(before: str, meanwhile: str, behind: str, name: str, writes: bool, tmp_path: Path) -> None:
    program = bounded_of(SHELL.format(before=before, meanwhile=meanwhile, behind=behind), tmp_path)
    variable = program.globals[name].variable
    assert Writers(program).other_than(1, variable, 0, 4) == writes
