"""The sanitizers' messages, in unthread's words."""

from __future__ import annotations

import pytest

from sanitizers import Report, delays, read_reports

RACE = """==================
WARNING: ThreadSanitizer: data race (pid=7)
  Write of size 4 at 0x7f by thread T1:
    #0 {} f.c:3 (f+0x1)
  Previous read of size 4 at 0x7f by main thread:
    #0 main f.c:9 (f+0x2)
==================
"""


@pytest.mark.parametrize(
    ("text", "reports"),
    [
        ("", set()),
        (RACE.format("work"), {Report("race", "data race")}),
        (RACE.format("pthread_barrier_destroy"), set()),
        (
            "==7==ERROR: AddressSanitizer: heap-use-after-free on address",
            {Report("memory", "heap-use-after-free")},
        ),
        ("f.c:3:7: runtime error: division by zero", {Report("arith", "division by zero")}),
        ("f: f.c:5: main: Assertion `x == 2' failed.", {Report("reach", "x == 2")}),
        (
            "WARNING: ThreadSanitizer: unlock of an unlocked mutex (or by a wrong thread) (pid=7)",
            {Report("lock", "unlock of an unlocked mutex")},
        ),
    ],
)
def test_reports(text: str, reports: set[Report]) -> None:
    assert read_reports(text) == reports


def test_parameters_that_are_functions_have_names() -> None:
    assert "void *(*a2)(void *), void * a3)" in delays()
