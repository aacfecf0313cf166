"""Expressions as terms: the solver knows no other value than the one that C computes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.encoding import found
from unthread.core.properties import Property


@pytest.mark.parametrize(
    "claim",
    [
        "(unsigned char)(n + 256) == (unsigned char)n",
        "(short)70000 == 4464",
        "-7 / 2 == -3 && -7 % 2 == -1",
        "(u >> 3) * 8 + (u & 7) == u",
        "(n ^ n) == 0 && (n | 0) == n",
        "(n < 0) == (u > 0x7fffffff)",
        "~n == -n - 1 || n == -2147483647 - 1",
        "!n == (n == 0)",
        "(n ? 1 : 2) == 2 - !!n",
        "&a[3] - &a[1] == 2 && &a[1] > &a[0]",
        "a[n & 3] == (n & 3)",
        "s.c == (char)n && s.u == u",
        "(long)n == n && (unsigned long)u == u",
        "(_Bool)n == !!n",
    ],
)
def test_what_always_holds(claim: str, tmp_path: Path) -> None:
    for text, expected in ((claim, set[Property]()), (f"!({claim})", {Property.REACH})):
        body = "int n = nondet(); unsigned u = n; int a[4] = {0, 1, 2, 3};"
        body += " struct { char c; unsigned u; } s = {n, u};"
        program = f"int main(void) {{ {body} assert({text}); return a[0] + s.c; }}"
        assert found(program, tmp_path, frozenset({Property.REACH}), rounds=1) == expected
