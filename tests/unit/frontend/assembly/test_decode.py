"""Mnemonics."""

from __future__ import annotations

import pytest

from unthread.frontend.assembly.decode import Decoded, decode, has_jumps, needed_flags
from unthread.frontend.assembly.template import AsmOperand, AsmText, NotUnderstood, read_template


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("addl", Decoded("add", 32)),
        ("mul", Decoded("mul")),
        ("mull", Decoded("mul", 32)),
        ("setb", Decoded("set", None, "b")),
        ("cmovl", Decoded("cmov", None, "l")),
        ("cmovbl", Decoded("cmov", 32, "b")),
        ("movzbl", Decoded("extend", 32, "", 8, False)),
        ("movslq", Decoded("extend", 64, "", 32, True)),
        ("jnz", Decoded("j", None, "nz")),
    ],
)
def test_names_sizes_and_conditions(text: str, wanted: Decoded) -> None:
    assert decode(text) == wanted


@pytest.mark.parametrize("text", ["vaddps", "syscall", "setq", "addx"])
def test_others_are_not_understood(text: str) -> None:
    with pytest.raises(NotUnderstood):
        decode(text)


def test_flags_that_somebody_looks_at() -> None:
    asm = AsmText("1: decl %0; jle 1b", (AsmOperand("", "=@ccc", True),))
    instructions = read_template(asm)
    assert needed_flags(instructions, asm) == frozenset("ZSOC")
    assert has_jumps(instructions)
