"""What stops a verifier on real programs: long preparations before the first thread, arguments that decide
whether there are any."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import Capture, Write, checked, execute, write

__all__ = ["write"]  # the fixture

PREPARED = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct pool { char space[1500]; int jobs; };
static struct pool *pool;
static int *table;
static void *work(void *unused) { pool->jobs += table[700]; return unused; }
int main(void) {
    pthread_t worker;
    pool = malloc(sizeof *pool);
    memset(pool, 0, sizeof *pool);
    table = malloc(1200 * sizeof *table);
    for (int i = 0; i < 1200; i++)
        table[i] = 2 * i;
    pthread_create(&worker, 0, work, 0);
    pthread_join(worker, 0);
    assert(pool->jobs == CLAIM);
    return 0;
}
"""


@pytest.mark.parametrize(("claim", "verdict"), [("1400", "safe"), ("1402", "unsafe")])
def test_long_preparations_are_executed_before_the_threads(
    capsys: Capture, write: Write, claim: str, verdict: str
) -> None:
    found = checked(capsys, write(PREPARED.replace("CLAIM", claim)))
    assert found["verdict"] == verdict


ARGUMENTS = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int total;
static void *add(void *amount) { total += *(int *)amount; return 0; }
int main(int argc, char **argv) {
    pthread_t threads[2];
    int amounts[2];
    if (argc != 3)
        return 1;
    for (int i = 0; i < 2; i++) {
        amounts[i] = atoi(argv[i + 1]);
        pthread_create(&threads[i], 0, add, &amounts[i]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(total == amounts[0] + amounts[1]);
    return 0;
}
"""
LETTER = """
#include <assert.h>
int main(int argc, char **argv) {
    assert(argc < 3 || argv[2][0] != 'q' || argv[2][1]);
    return 0;
}
"""


def test_without_arguments_it_is_said_that_there_are_none(capsys: Capture, write: Write) -> None:
    found = checked(capsys, write(ARGUMENTS))
    assert found["verdict"] == "no bug found"
    assert any("argc is always 1" in item["what"] for item in found["coverage"]["left_out"])


def test_arguments_are_given_and_kept_with_the_trace(capsys: Capture, write: Write) -> None:
    file = write(ARGUMENTS)
    found = checked(capsys, file, "--arg", "5", "--arg", "7", "--trace", "trace.json")
    assert found["verdict"] == "unsafe"
    assert found["traces"][0]["source"]["arguments"] == ["5", "7"]
    code, out, _ = execute(capsys, "replay", "trace.json")
    assert code == 10
    assert "amounts[0] = 5, amounts[1] = 7" in out
    assert checked(capsys, file, "--arg", "5")["verdict"] == "safe"


def test_arguments_that_may_be_any(capsys: Capture, write: Write) -> None:
    file = write(LETTER)
    found = checked(capsys, file, "--arg", "x", "--args", "1", "--trace", "trace.json")
    assert found["verdict"] == "unsafe"
    assert {item["name"]: item["value"] for item in found["traces"][0]["inputs"]}["argv[2][0]"] == 113
    assert execute(capsys, "replay", "trace.json")[0] == 10
    found = checked(capsys, file, "--args", "1")
    assert found["verdict"] == "no bug found"
    assert [item["what"] for item in found["coverage"]["left_out"]] == [
        "program arguments other than 1 of at most 8 characters"
    ]


@pytest.mark.parametrize("schema", ["lazy", "lazy-pruned", "interleave", "stepwise"])
def test_emitted_c_has_the_arguments(schema: str, capsys: Capture, write: Write) -> None:
    file = write(
        "int x, __VERIFIER_nondet_int(void);\n"
        "int main(int argc, char **argv) { x = argv[1][__VERIFIER_nondet_int() & 3]; return 0; }"
    )
    assert execute(capsys, "emit", file, "--schema", schema, "--arg", "wxyz", "-o", "out.c")[0] == 0
    assert '= "wxyz"' in Path("out.c").read_text()


def test_an_answer_without_threads_says_so_first(capsys: Capture, write: Write) -> None:
    _, out, _ = execute(capsys, "check", write(ARGUMENTS))
    assert out.startswith("NO BUG FOUND")
    assert " in main alone: no other thread was started " in out.splitlines()[0]


ENDLESS_PREPARATIONS = """
#include <pthread.h>
int table[3000][3000];
void *f(void *a) { return a; }
int main(void) {
    pthread_t t;
    for (int i = 0; i < 3000; i++) for (int j = 0; j < 3000; j++) table[i][j] = i ^ j;
    return pthread_create(&t, 0, f, 0);
}
"""


def test_out_of_time_says_what_took_it(capsys: Capture, write: Write) -> None:
    code, out, _ = execute(capsys, "check", write(ENDLESS_PREPARATIONS), "--time", "2s")
    reason, hint, *_ = out.splitlines()
    assert code == 5
    assert reason.startswith("UNKNOWN  time limit reached (2 s) while unwinding (loops ")
    assert hint.startswith("  hint: `unthread loops` lists the loops")
