"""What is said of a program besides what is proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.proving import TWO, walked
from unthread.core.properties import Property
from unthread.proof.survey import ending, routines, start_routines, without_body

PLAIN = TWO.replace("GLOBALS", "int unknown(int); extern int __VERIFIER_nondet_int(void);")


def test_routines_that_run_and_those_that_the_text_names(tmp_path: Path) -> None:
    text = PLAIN.replace("FIRST", "if (y) { pthread_t t; pthread_create(&t, 0, never, 0); }")
    text = text.replace("void *first", "void *never(void *p) { return p; }\nvoid *first")
    walk = walked(text.replace("SECOND", ""), tmp_path)
    assert routines(walk) == ("main", "first", "second")
    assert set(start_routines(walk)) == {"first", "second", "never"}


def test_calls_without_a_body(tmp_path: Path) -> None:
    walk = walked(PLAIN.replace("FIRST", "x = unknown(1)").replace("SECOND", ""), tmp_path)
    assert without_body(walk) == ["unknown"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("x = 1", set()),
        ("x = 7 / (y + 1)", {Property.ARITH}),
        ("x = y + 1", set()),  # a sum that does not fit wraps around
        ("x = 1 << y", {Property.ARITH}),
        ("x = 1u << 3", set()),
        ("x = (int)(double)y", {Property.ARITH}),
        ("x = *(int *)p", {Property.MEMORY}),
        ("assert(x == 0)", set()),  # it is reported, and `reach` says so
    ],
)
def test_how_executions_may_end(body: str, expected: set[Property], tmp_path: Path) -> None:
    declared = "#include <assert.h>\n"
    text = declared + PLAIN.replace("FIRST", body).replace("SECOND", "")
    plain = walked(declared + PLAIN.replace("FIRST", "").replace("SECOND", ""), tmp_path)
    usual = set(ending(plain))  # of the library's functions
    found = set(ending(walked(text, tmp_path)))
    assert found - usual == expected - usual
    assert expected <= found
