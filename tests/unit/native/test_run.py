"""Whether a program that was run fails as in the trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.builder import at
from unthread.core.properties import Property, Violation
from unthread.native.plan import Failure, Plan
from unthread.native.run import is_same

PLAN = Plan(
    (),
    (),
    (),
    b"",
    Failure.ASSERTION,
    Violation(Property.REACH, "assertion violated: x", 1, at(7)),
    (),
    (),
    (),
)


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("assertion\t1\ta.c\t7\n", True),
        ("assertion\t0\ta.c\t7\n", False),
        ("assertion\t1\ta.c\t8\n", False),
        ("deadlock\t1\ta.c\t7\n", False),
        ("assertion\t1\ta.c\t8\nassertion\t1\ta.c\t7\n", False),  # the first one counts
        ("", False),
    ],
)
def test_kind_thread_and_line(note: str, expected: bool, tmp_path: Path) -> None:
    report = tmp_path / "report"
    report.write_text(note)
    assert is_same(report, PLAN) is expected


def test_no_report(tmp_path: Path) -> None:
    assert not is_same(tmp_path / "report", PLAN)
