"""Objects that arguments point to."""

from __future__ import annotations

from unthread.frontend.driver.objects import LONGEST, Objects
from unthread.frontend.driver.shapes import String

HERE = ("f.c", 1, 1)


def test_names_are_free() -> None:
    objects = Objects({"string_0"})
    assert objects.pool(String(True), 0, HERE, 1, 2).names == ("string_0_", "string_1")


def test_strings_end() -> None:
    objects = Objects(set())
    pool = objects.pool(String(True), 0, HERE, 1, 1)
    assert [*objects.declarations(0)] == [(f"extern __typeof__(char) string_0[{LONGEST + 1}];", HERE)]
    assert [*objects.fills()] == [(pool, [f"string_0[{LONGEST}] = 0;"])]


def test_choices() -> None:
    objects = Objects(set())
    one = objects.pool(String(True), 0, HERE, 1, 1)
    assert objects.choice(one, "p", null=False) == "(void *)&string_0"
    assert objects.choice(one, "p", null=True).startswith('(__ut_nondet_flag("p is null") ? (void *)0')
