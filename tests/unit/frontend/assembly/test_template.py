"""Templates as instructions."""

from __future__ import annotations

import pytest

from unthread.frontend.assembly.template import (
    AsmOperand,
    AsmText,
    AssemblyTarget,
    GivenOperand,
    Immediate,
    MemoryOperand,
    Named,
    NotUnderstood,
    normalized,
    read_template,
)


def test_a_prefix_on_its_own_line_belongs_to_the_next_instruction() -> None:
    [only] = read_template(AsmText("lock\n\txaddl %0, %1 # comment"))
    assert (only.mnemonic, only.prefixes) == ("xaddl", frozenset({"lock"}))
    assert only.operands == (GivenOperand(0), GivenOperand(1))


def test_operands_of_every_kind() -> None:
    operands = (AsmOperand("value", "r", False),)
    [only] = read_template(AsmText("mov %b[value], %%eax, $-0x10, 8(%0,%%rcx,4), 1f", operands))
    assert only.operands == (
        GivenOperand(0, "b"),
        Named("eax"),
        Immediate(-16),
        MemoryOperand(8, GivenOperand(0), Named("rcx"), 4),
        AssemblyTarget("1f"),
    )


def test_labels_and_the_first_dialect() -> None:
    first, second = read_template(AsmText("1: xchg{l}\t{%%}ebx, %k1"))
    assert first.label == "1"
    assert (second.mnemonic, second.operands) == ("xchgl", (Named("ebx"), GivenOperand(1, "k")))


def test_percent_signs_of_basic_statements_are_registers() -> None:
    [only] = read_template(AsmText("mov %eax, %ebx", basic=True))
    assert only.operands == (Named("eax"), Named("ebx"))


@pytest.mark.parametrize("text", ["mov %[x], %0", "mov %fs:0, %0", "mov 1(%0,%1,3), %2", "lock"])
def test_what_is_not_understood(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_template(AsmText(text))


def test_templates_are_compared_without_white_space() -> None:
    assert normalized("lock;\n\t addl  %1,%0\n") == normalized("lock ; addl %1, %0 # note")
