"""Library functions without a model return any value: what depends on it is not a violation."""

from __future__ import annotations

import pytest

from tests.support.commands import Capture, Write, check, write

__all__ = ["write"]

UNSAFE, UNKNOWN, COMPLETE = 10, 5, 0
PROGRAMS = {
    "a value that the function never returns": ("double d = acos(1.0); assert(d == 0);", UNKNOWN),
    "a value that decides": ("if (cos(0.0) < 0.5) assert(0);", UNKNOWN),
    "each value is wrong but one": ("assert(cos(0.0) == 1); assert(sin(0.0) == 0);", UNKNOWN),
    "the same place, another function": ("check(cos(0.0) == 1); check(sin(0.0) == 0);", UNKNOWN),
    "the right value": ("if (cos(0.0) == 1) assert(0);", UNSAFE),
    "a value that does not matter": ("double d = cos(0.5); assert(n == 1);", UNSAFE),
    "a value that nobody knows here": ("if (jn(3, 0.5) < 0) assert(0);", UNKNOWN),
    "a value of the user's own function": ("assert(own() == 0);", UNSAFE),
    "a NaN": ('double d = nan("1"); assert(d != d);', COMPLETE),
    "an absolute value": ("long v = own(); if (v > -9) assert(imaxabs(v) >= 0);", COMPLETE),
}


@pytest.mark.parametrize(("body", "code"), PROGRAMS.values(), ids=PROGRAMS.keys())
def test_guessed(capsys: Capture, write: Write, body: str, code: int) -> None:
    head = "#include <assert.h>\n#include <inttypes.h>\n#include <math.h>\nint own(void), n;\n"
    head += "static void check(int holds) { if (!holds) assert(0); }\n"
    found, out, _ = check(capsys, write(f"{head}int main(void) {{ {body} return 0; }}"), "-q")
    assert found == code
    assert ("returns any value" in out) == (code == UNKNOWN)


EFFECTS = {
    "fesetround(FE_UPWARD); assert(one / 3.0 == one / 3.0);": "effects of 'fesetround'",
    "tcdrain(0); tcdrain(1);": "effects of 'tcdrain'",
    "double d = cos(0.5); assert(one > 0);": "",
}


@pytest.mark.parametrize(("body", "told"), EFFECTS.items())
def test_effects_that_are_not_modelled_are_told(capsys: Capture, write: Write, body: str, told: str) -> None:
    head = (
        "#include <assert.h>\n#include <fenv.h>\n#include <math.h>\n#include <termios.h>\n"
        "volatile double one = 1;"
    )
    text = f"{head}\nint main(void) {{ {body} return 0; }}"
    code, out, _ = check(capsys, write(text), "--property", "reach,deadlock")
    assert code == COMPLETE
    assert out.startswith("NO BUG FOUND" if told else "SAFE")
    assert told in out
