"""Registers, flags and memory of an `asm` statement, in whole programs. All instructions:
tests/differential/test_assembly.py."""

from __future__ import annotations

import pytest

from tests.support.commands import Capture, Write, check, execute, write

__all__ = ["write"]  # the fixture

PROGRAM = """
#include <assert.h>
#include <pthread.h>
static int shared, *pointer, target;
static void *thread(void *arg) {{ {thread} return arg; }}
int main(void) {{
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    {end}
    return 0;
}}
"""
TWO = "assert(shared == 2);"


@pytest.mark.parametrize(
    ("thread", "end", "code"),
    [
        ('asm volatile("lock; incl %0" : "+m"(shared));', TWO, 0),
        ('asm volatile("incl %0" : "+m"(shared));', TWO, 10),
        ('int v = 1; asm volatile("lock xaddl %0, %1" : "+r"(v), "+m"(shared));', TWO, 0),
        ('int v = 1; asm volatile("xaddl %0, %1" : "+r"(v), "+m"(shared));', TWO, 10),
        ('int *p = &target; asm volatile("xchgq %0, %1" : "+r"(p), "+m"(pointer)); if (p) (void)*p;', "", 0),
        (
            'asm volatile("lock; btsl $1, %0" : "+m"(shared)); (void)shared;',
            "",
            10,
        ),  # races with the plain read
    ],
)
def test_a_lock_prefix_makes_the_difference(
    thread: str, end: str, code: int, write: Write, capsys: Capture
) -> None:
    file = write(PROGRAM.format(thread=thread, end=end))
    assert check(capsys, file)[0] == code


LOAD = 'int v; asm volatile("movl %1, %0" : "=r"(v) : "m"(shared));'
STORE = 'asm("movl %1, %0" : "=m"(shared) : "r"({0}));'


@pytest.mark.parametrize(
    ("thread", "expected"),
    [
        (f"{LOAD} if (v == 0) {STORE.format(1).replace('asm', 'asm volatile')}", 0),
        ('asm volatile("movl $1, (%0)" : : "r"(&shared) : "memory");', 0),
        ('asm("movl $1, (%0)" : : "r"(&shared) : "memory");', 0),  # without outputs: volatile
        (STORE.format(1), 10),  # a compiler may move and repeat it
        ("shared = 1; " + LOAD, 10),  # with a plain access
        ('asm volatile("addl $1, %0" : "+m"(shared));', 10),  # a load and a store
    ],
)
def test_what_a_volatile_statement_loads_or_stores_is_atomic(
    thread: str, expected: int, write: Write, capsys: Capture
) -> None:
    code, out, _ = check(capsys, write(PROGRAM.format(thread=thread, end="")), "--property", "race")
    assert code == expected
    assert ("reordered atomic accesses weaker than seq_cst" in out) == (code == 0)


def test_a_load_and_a_store_are_two_steps(write: Write, capsys: Capture) -> None:
    store = STORE.format("v + 1").replace("asm", "asm volatile")
    code, out, _ = check(capsys, write(PROGRAM.format(thread=LOAD + store, end=TWO)))
    assert code == 10
    assert "assertion violated" in out


def test_a_spin_lock_with_jumps(write: Write, capsys: Capture) -> None:
    take = (
        'asm volatile("1: movl $1, %%eax; xchgl %%eax, %0; testl %%eax, %%eax; jnz 1b"'
        ' : "+m"(target) : : "eax", "memory");'
    )
    leave = 'asm volatile("xorl %%eax, %%eax; xchgl %%eax, %0" : "+m"(target) : : "eax", "memory");'
    file = write(PROGRAM.format(thread=f"{take} shared++; {leave}", end=TWO))
    assert check(capsys, file)[0] == 0


def test_registers_that_nobody_set_hold_anything(write: Write, capsys: Capture) -> None:
    text = (
        '#include <assert.h>\nint main(void) { unsigned x, y; asm volatile("rdtsc" : "=a"(x), "=d"(y)); %s }'
    )
    assert check(capsys, write(text % "assert(x != 7 || y != 9); return 0;"))[0] == 10
    assert execute(capsys, "run", write(text % "return 0;"))[0] == 0
