"""`unthread check` on programs that once got a wrong answer or a wrong explanation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.commands import Capture, Write, write
from tests.support.commands import check_few as check
from unthread import cli

__all__ = ["write"]  # the fixture


SPINNING = """
#include <pthread.h>
int flag;
void *wait(void *unused) { while (!flag); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, wait, 0);
    pthread_join(t, 0);
}
"""


def test_who_waits_for_ever_in_a_loop_is_deadlocked(capsys: Capture, write: Write, tmp_path: Path) -> None:
    trace = tmp_path / "trace.json"
    code, out, _ = check(capsys, write(SPINNING), "--property", "deadlock", "--trace", str(trace))
    assert code == 10
    assert "thread 1 waits for flag" in out
    assert cli.execute(["replay", str(trace)]) == 10
    capsys.readouterr()


@pytest.mark.parametrize("property", ["deadlock", "deadlock,race"])
def test_who_looks_twice_in_each_round_may_wait_for_ever_as_well(
    capsys: Capture, write: Write, tmp_path: Path, property: str
) -> None:
    text = SPINNING.replace("int flag;", "int flag, other = 1;").replace("!flag", "!flag || !other")
    trace = tmp_path / "t.json"
    code, out, _ = check(capsys, write(text), "--property", property, "--no-sample", "--trace", str(trace))
    assert code == 10
    assert "thread 1 waits for flag" in out
    assert "UNSAFE  a.c:4:28: deadlock" in out
    assert cli.execute(["replay", str(trace)]) == 10
    capsys.readouterr()
    code, out, _ = check(
        capsys,
        write(text.replace("pthread_join", "flag = 1; pthread_join")),
        *("--property", "deadlock", "--memory-model", "sc"),
    )
    assert code == 0
    assert out.startswith("SAFE")


def test_where_a_loop_does_not_say_what_it_waits_for_that_is_told(capsys: Capture, write: Write) -> None:
    text = SPINNING.replace("int flag;", "int flag; int get(void) { return flag; }").replace(
        "!flag", "!get()"
    )
    code, out, _ = check(capsys, write(text), "--property", "deadlock")
    assert code == 0
    assert out.startswith("NO BUG FOUND")
    assert "executions with a livelock, a thread that spins forever without blocking, at a.c:4:28" in out


OUTLIVED = """
#include <pthread.h>
pthread_t t;
void *use(void *object) { *(int *)object = 1; return 0; }
void start(void) { int v; pthread_create(&t, 0, use, &v); JOIN }
int main(void) { start(); pthread_join(t, 0); }
"""


def test_an_object_whose_life_ends_while_its_thread_waits(capsys: Capture, write: Write) -> None:
    code, out, _ = check(capsys, write(OUTLIVED.replace("JOIN", "")), "--property", "memory", "--no-sample")
    assert code == 10
    assert "v goes out of scope" in out
    assert "UNSAFE  a.c:4:27: write of 4 bytes at offset 0 of 'v' (4 bytes), which is out of scope" in out
    code, out, _ = check(
        capsys,
        write(
            OUTLIVED.replace("start(); pthread_join(t, 0);", "start();").replace(
                "JOIN", "pthread_join(t, 0);"
            )
        ),
        *("--property", "memory"),
    )
    assert code == 0
    assert out.startswith("SAFE")


SCANNING = """
#include <pthread.h>
#include <stdio.h>
int x;
void *read(void *unused) { scanf("%d", &x); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, read, 0);
    x = 1;
    pthread_join(t, 0);
}
"""


def test_a_race_that_comes_after_many_steps_of_a_library_function(capsys: Capture, write: Write) -> None:
    code, out, _ = check(capsys, write(SCANNING), "--no-sample", "--property", "race")
    assert code == 10
    assert "data race on x" in out


BETWEEN_CALLS = """
#include <pthread.h>
int lock, x;
void acquire(void) { __atomic_store_n(&lock, 1, __ATOMIC_SEQ_CST); }
void step(void) { x = 1; }
void *work(void *unused) { acquire(); step(); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
}
"""


def test_a_race_names_the_functions_of_the_access_not_of_where_the_thread_stands(
    capsys: Capture, write: Write
) -> None:
    code, out, _ = check(capsys, write(BETWEEN_CALLS), "--no-sample", "--property", "race")
    assert code == 10
    assert re.search(r"by thread \d at a\.c:5:19, in step, called from work", out)


BIT_FIELDS = """
#include <pthread.h>
struct { unsigned a : 3, BETWEEN b : 20; } s;
void *work(void *unused) { s.a = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    s.b = 1;
    pthread_join(t, 0);
}
"""


@pytest.mark.parametrize(
    ("between", "expected"), [("", 10), (": 17,", 10), ("c : 30,", 10), (": 0,", 0), ("c,", 0)]
)
def test_bit_fields_next_to_each_other_are_one_memory_location(
    between: str, expected: int, capsys: Capture, write: Write
) -> None:
    file = write(BIT_FIELDS.replace("BETWEEN", between))
    code, out, _ = check(capsys, file, "--no-sample", "--property", "race")
    assert code == expected
    assert out.startswith("SAFE") or re.search(r"data race on s\.\{a, .*b\}", out)


ACROSS_BYTES = """
#include <assert.h>
#include <pthread.h>
union { struct { unsigned p : 4, a : 8; } s; unsigned char b[4]; } u, v = { { 0, 255 } };
void *work(void *unused) { u.s.a = 255; return 0; }
int main(void) {
    pthread_t t;
    assert(v.b[1] == 15);
    pthread_create(&t, 0, work, 0);
    int one = u.b[1], two = u.b[1];
    STATEMENT
    pthread_join(t, 0);
    assert(u.b[1] == 15);
}
"""


@pytest.mark.parametrize(("statement", "expected"), [("", 0), ("assert(one == two);", 10)])
def test_a_bit_field_touches_every_byte_that_it_lies_in(
    statement: str, expected: int, capsys: Capture, write: Write
) -> None:
    code, _, _ = check(capsys, write(ACROSS_BYTES.replace("STATEMENT", statement)), "--no-sample")
    assert code == expected


ASSEMBLY = """
#include <assert.h>
int count;
int *cell(void) { static int found; count++; return &found; }
int main(void) {
    int a = 3, b = 4;
    STATEMENT
    assert(a == 3 && b == 3);
}
"""


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ('__asm__("" : "=r"(b) : "0"(a));', 0),
        ('__asm__ volatile("" : "+r"(a), "+r"(b) : : "memory");', 10),
        ('__asm__("mfence" : "=r"(b));', 10),
        ('__asm__("" : "=r"(a), "=r"(b) : "0"(b), "1"(a)); a -= 1;', 0),
        ('__asm__("" : "+r"(*cell())); b -= count;', 0),
    ],
)
def test_assembly_without_instructions_gives_what_it_is_given(
    statement: str, expected: int, capsys: Capture, write: Write
) -> None:
    code, _, _ = check(capsys, write(ASSEMBLY.replace("STATEMENT", statement)))
    assert code == expected
