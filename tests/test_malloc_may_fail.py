"""--malloc-may-fail: allocations return NULL as well, wherever the program asks for memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import Capture, Write, execute, write

__all__ = ["write"]  # the fixture

PROGRAM = """
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int *shared;
void *work(void *unused) { *shared = 1; return unused; }
int main(void)
{
    pthread_t t;
    GET
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
}
"""
ADDRESS = """
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) { char *p = malloc(8); assert(((uintptr_t)p & 64) == 0); }
"""
ALLOCATIONS = [
    "shared = malloc(sizeof *shared);",
    "shared = calloc(1, sizeof *shared);",
    "shared = realloc(0, sizeof *shared);",
    "shared = aligned_alloc(16, 16);",
    "if (posix_memalign((void **)&shared, 16, 16)) shared = 0;",
    'shared = (int *)strdup("long enough");',
    'if (asprintf((char **)&shared, "%s", "long enough") < 0) shared = 0;',
    'shared = (int *)fopen("f", "r"); if (shared) shared = malloc(4);',
]


@pytest.mark.parametrize("get", ALLOCATIONS)
def test_what_is_not_checked_is_found(get: str, capsys: Capture, write: Write) -> None:
    code, out, _ = execute(capsys, "check", write(PROGRAM.replace("GET", get)), "--malloc-may-fail")
    assert code == 10
    assert "through a null pointer" in out


@pytest.mark.parametrize("get", ALLOCATIONS)
def test_what_is_checked_is_safe(get: str, capsys: Capture, write: Write) -> None:
    text = PROGRAM.replace("GET", f"{get} if (!shared) return 1;")
    code, out, _ = execute(capsys, "check", write(text), "--malloc-may-fail")
    assert (code, out[:4]) == (0, "SAFE")
    assert "allocations never fail" not in out


def test_without_it_the_answer_says_that_no_allocation_fails(capsys: Capture, write: Write) -> None:
    code, out, _ = execute(capsys, "check", write(PROGRAM.replace("GET", ALLOCATIONS[0])))
    assert code == 0
    assert "assumed    allocations never fail (--malloc-may-fail)" in out


def test_it_is_said_once_where_a_part_was_proved_before(capsys: Capture, write: Write) -> None:
    code, out, _ = execute(capsys, "check", write(ADDRESS))
    assert code == 0
    assert "proved     lock, deadlock, race: by locks and order" in out
    assert out.count("allocations never fail") == 1


def test_the_trace_says_what_failed_and_replays(capsys: Capture, write: Write, tmp_path: Path) -> None:
    trace = tmp_path / "trace.json"
    program = write(PROGRAM.replace("GET", ALLOCATIONS[0]))
    code, out, _ = execute(capsys, "check", program, "--malloc-may-fail", "--trace", str(trace))
    assert code == 10
    assert "fails: no memory is left" in out
    code, out, _ = execute(capsys, "replay", str(trace))
    assert code == 10
