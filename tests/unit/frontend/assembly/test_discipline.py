"""What templates must not do to registers."""

from __future__ import annotations

import pytest

from unthread.frontend.assembly.discipline import check_registers, mentioned
from unthread.frontend.assembly.operands import read_constraint
from unthread.frontend.assembly.template import AsmOperand, AsmText, NotUnderstood, read_template


def look(template: str, *constraints: str, clobbers: tuple[str, ...] = ()) -> None:
    operands = tuple(AsmOperand("", text, text[0] in "=+") for text in constraints)
    asm = AsmText(template, operands, clobbers)
    check_registers(read_template(asm), [read_constraint(operand) for operand in operands], asm)


@pytest.mark.parametrize(
    ("template", "constraints", "clobbers"),
    [
        ("addl %1, %0", ("+r", "r"), ()),
        ("mov %1, %%rcx; mov %%rcx, %0", ("=r", "r"), ("rcx",)),
        ("xchg %%rbx, %q1; cpuid; xchg %%rbx, %q1", ("=a", "=&r", "=c", "=d", "0"), ()),
        ("movl %1, %0; addl %2, %0", ("=&r", "r", "r"), ()),
        ("cmpl %1, %0", ("r", "r"), ()),
    ],
)
def test_allowed(template: str, constraints: tuple[str, ...], clobbers: tuple[str, ...]) -> None:
    look(template, *constraints, clobbers=clobbers)


@pytest.mark.parametrize(
    ("template", "constraints", "what"),
    [
        ("addl %1, %0", ("r", "r"), "is an input"),
        ("cpuid", ("=a", "0"), "not named as changed"),
        ("push %%rbx; mov %1, %%rbx; mov %%rbx, %0; pop %%rbx", ("=&r", "r"), "not named as changed"),
        ("movl %1, %0; addl %2, %0", ("=r", "r", "r"), "without &"),
    ],
)
def test_refused(template: str, constraints: tuple[str, ...], what: str) -> None:
    with pytest.raises(NotUnderstood, match=what):
        look(template, *constraints)


def test_registers_that_are_mentioned() -> None:
    assert mentioned(read_template(AsmText("movl (%%esi), %%eax; mul %%cl"))) == {"rsi", "rax", "rcx", "rdx"}
