"""`unthread check` of programs that do much before their first thread."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support.commands import Capture, Write, execute, write

__all__ = ["write"]  # the fixture

TEXT = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static int table[20000], n; static char *big;
static void *t(void *a) { n = table[77] + big[99999]; return a; }
int main(void) {
    pthread_t x;
    for (int i = 0; i < 20000; i++) table[i] = i;
    big = malloc(100000); memset(big, 3, 100000);
    pthread_create(&x, 0, t, 0);
    pthread_join(x, 0);
    assert(n == 80);
    return 0;
}
"""
WRONG = TEXT.replace("n == 80", "n == 81")


def test_the_verdict_says_where_the_search_starts(capsys: Capture, write: Write) -> None:
    code, out, _ = execute(capsys, "check", write(TEXT))
    assert code == 0
    assert out.startswith("SAFE")
    assert "  start      at a.c:11:5: " in out
    assert "instructions before it were executed, they depend on no input" in out
    assert "a.c:9:5 in main: executed before the search starts, not unwound" in out


def test_in_the_document(capsys: Capture, write: Write) -> None:
    _, out, _ = execute(capsys, "check", "--json", write(TEXT))
    start = json.loads(out)["coverage"]["start"]
    assert start["position"]["line"] == 11
    assert start["instructions"] > start["steps"] > 120_000


def test_a_violation_is_replayed(capsys: Capture, write: Write) -> None:
    file = write(WRONG)
    code, out, _ = execute(capsys, "check", file, "--trace", "t.json")
    assert code == 10
    assert " steps of main, replayed" in out
    assert execute(capsys, "replay", "t.json")[0] == 10
    changed = write(WRONG.replace("20000; i++", "30; i++"), "b.c")
    code, _, err = execute(capsys, "replay", changed, "t.json")
    assert code == 2
    assert "'main' does not reach a.c:11:5 as it did when the trace was found" in err
    code, _, err = execute(
        capsys, "emit", file, "--trace", "t.json", "--schema", "lazy", "--dialect", "plain", "-o", "o.c"
    )
    assert code == 2
    assert "--no-run-ahead" in err
    assert not Path("o.c").exists()


def test_a_loop_that_the_user_names_is_unwound(capsys: Capture, write: Write) -> None:
    code, out, _ = execute(capsys, "check", "--unwind-loop", "a.c:9=3", "--time", "30", write(TEXT))
    assert code == 0
    assert "NO BUG FOUND" in out
    assert "start  " not in out


def test_short_beginnings_are_searched(capsys: Capture, write: Write) -> None:
    text = TEXT.replace("20000", "80").replace("memset(big, 3, 100000)", "big[99999] = 3")
    _, out, _ = execute(capsys, "check", write(text))
    assert out.startswith("SAFE")
    assert "start  " not in out
