"""Schedules as text."""

from __future__ import annotations

from unthread.core.trace import Slice, format_schedule, parse_schedule


def test_schedule_text() -> None:
    assert parse_schedule(" 0:3, 12:2 ") == (Slice(0, 3), Slice(12, 2))
    assert format_schedule(parse_schedule("0:3,1:2")) == "0:3,1:2"
