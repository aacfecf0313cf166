"""Statements: what they become, and what is said of those that are not understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sources import loaded
from unthread.program.instructions import AtomicBegin, Instruction, Unmodelled, is_step


def body(tmp_path: Path, statement: str) -> list[Instruction]:
    text = f"int shared; int main(void) {{ int x = 1, y = 2; {statement} return x + y; }}"
    return list(loaded(text, tmp_path).functions["main"].body)


def test_a_lock_makes_one_step(tmp_path: Path) -> None:
    found = body(tmp_path, 'asm volatile("lock; addl %1, %0" : "+m"(shared) : "r"(y));')
    assert sum(isinstance(item, AtomicBegin) for item in found) == 1


def test_without_lock_there_are_two_steps(tmp_path: Path) -> None:
    found = body(tmp_path, 'asm volatile("addl %1, %0" : "+m"(shared) : "r"(y));')
    assert not any(isinstance(item, AtomicBegin) for item in found)
    assert sum(map(is_step, found)) == 2


def test_fences_are_nothing(tmp_path: Path) -> None:
    assert not any(map(is_step, body(tmp_path, 'asm volatile("mfence" ::: "memory"); asm("rep; nop");')))


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ('asm("vzeroupper");', "inline assembly 'vzeroupper'"),
        ('asm("fld %0" : : "m"(x));', "'fld %0'"),
        ('asm goto("jmp %l0" :::: out); out:;', "(asm goto)"),
        ('asm("lock; movl %1, %0" : "=m"(x) : "r"(y));', "lock without memory"),
        ('asm("inc %0" : "+m"(x));', "its size"),
        ('asm("movl %1, %0" : "=r"(x) : "x"(1.0));', '"x"'),
        ('asm("push %0" : : "r"(1L));', "push without pop"),
        ('asm("jmp 3f" : "+r"(x));', "label 3f"),
    ],
)
def test_what_is_not_understood_is_told_by_its_text(statement: str, what: str, tmp_path: Path) -> None:
    [found] = [item.what for item in body(tmp_path, statement) if isinstance(item, Unmodelled)]
    assert what in found
