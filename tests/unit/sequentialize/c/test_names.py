"""Identifiers of the emitted C."""

from __future__ import annotations

import pytest

from unthread.sequentialize.c.names import CNames


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ("x", "x"),
        ("actions@signal", "actions_signal"),
        ("while", "while_"),
        ("printf", "printf_"),
        ("stdout", "stdout_"),  # the C library has its own, and prints there
        ("ut_t", "ut_t_"),
        ("7up", "_7up"),
        ("@", "unnamed"),
    ],
)
def test_what_is_wanted_and_what_is_given(wanted: str, given: str) -> None:
    names = CNames()
    assert names.new(wanted) == given
    assert names.new(wanted) == f"{given}_2"
