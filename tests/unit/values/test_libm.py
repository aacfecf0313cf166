"""What the platform's math functions return."""

from __future__ import annotations

import math

from unthread.values.libm import result_of


def test_known_results() -> None:
    assert result_of("acos", (1.0,)) == 0
    assert result_of("atan2", (1.0, 1.0)) == math.atan2(1.0, 1.0)


def test_what_is_not_known() -> None:
    assert result_of("jn", (3, 0.5)) is None
    assert result_of("cosf", (0.5,)) is None
    assert result_of("acos", (2.0,)) is None  # a NaN, whose sign Python does not tell
    assert result_of("cos", (1,)) is None
