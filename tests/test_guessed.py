"""Library functions without a model return any value: what depends on it is not a violation."""

from __future__ import annotations

import pytest

from tests.support.commands import Capture, Write, check, write

__all__ = ["write"]

UNSAFE, UNKNOWN, COMPLETE = 10, 5, 0
PROGRAMS = {
    "a value that the function never returns": ("double d = acos(1.0); assert(d == 0);", UNKNOWN),
    "a value that decides": ("if (cos(0.0) < 0.5) assert(0);", UNKNOWN),
    "a value that does not matter": ("double d = cos(0.5); assert(n == 1);", UNSAFE),
    "a value of the user's own function": ("assert(own() == 0);", UNSAFE),
    "a NaN": ('double d = nan("1"); assert(d != d);', COMPLETE),
    "an absolute value": ("long v = own(); if (v > -9) assert(imaxabs(v) >= 0);", COMPLETE),
}


@pytest.mark.parametrize(("body", "code"), PROGRAMS.values(), ids=PROGRAMS.keys())
def test_guessed(capsys: Capture, write: Write, body: str, code: int) -> None:
    head = "#include <assert.h>\n#include <inttypes.h>\n#include <math.h>\nint own(void), n;\n"
    found, out, _ = check(capsys, write(f"{head}int main(void) {{ {body} return 0; }}"), "-q")
    assert found == code
    assert ("returns any value" in out) == (code == UNKNOWN)
