"""Bytes that an object begins with."""

from __future__ import annotations

from unthread.program.standstill import Contents


def test_contents() -> None:
    whole = Contents(b"\1\2\3\4")
    assert whole.number(1, 2) == 0x0302
    assert whole.written(0, 4) == 4
    assert whole.runs() == [(0, 4)]
    parts = Contents(b"\1\0\3\0", b"\1\0\1\1")
    assert parts.written(0, 2) == 1
    assert parts.runs() == [(0, 1), (2, 2)]
