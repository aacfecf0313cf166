"""Threads that never end: proved by `unthread check`, whatever their loops do; and found to be wrong once a
line is changed, by the engine or by executions at random. The changed line is the one that says `broken:`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.commands import Capture, Write, check, checked, write

__all__ = ["write"]  # the fixture

PROGRAMS = sorted((Path(__file__).parent / "programs" / "proof" / "endless").glob("*.c"))
ALL_PROVED = ("counter", "readers_writers")  # also what is about locks; a pool waits in other ways


def broken(text: str) -> str:
    changed, count = re.subn(r"^ *[^/\n]*; /\* broken: ?(.*) ?\*/", r"\1", text, flags=re.MULTILINE)
    assert count == 1
    return changed


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_races_are_excluded(program: Path, capsys: Capture) -> None:
    found = checked(capsys, "--property", "race", "--time", "120s", str(program))
    assert found["verdict"] == "safe"
    assert found["coverage"]["complete"]
    assert found["coverage"]["proofs"] == [{"properties": ["race"], "method": "locks and order"}]


@pytest.mark.parametrize("program", ALL_PROVED)
def test_so_are_deadlocks_and_misuse(program: str, capsys: Capture) -> None:
    file = next(path for path in PROGRAMS if path.stem == program)
    found = checked(capsys, "--property", "race,lock,deadlock", "--time", "120s", str(file))
    assert found["verdict"] == "safe"
    assert found["coverage"]["proofs"][0]["properties"] == ["deadlock", "lock", "race"]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_one_line_less_and_it_races(program: Path, write: Write, capsys: Capture) -> None:
    file = write(broken(program.read_text()), program.name)
    found = checked(capsys, "--property", "race", "--time", "120s", str(file))
    assert found["verdict"] == "unsafe"
    assert found["traces"][0]["violation"]["property"] == "race"


BOTH = """
#include <assert.h>
#include <pthread.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *argument) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    assert(x == 2);
}
"""


def test_a_proof_for_each_property(write: Write, capsys: Capture) -> None:
    """What is proved on the whole program the engine need not look for; it proves the rest."""
    status, out, _ = check(capsys, "--property", "race,reach", str(write(BOTH)))
    assert status == 0
    assert out.startswith("SAFE")
    assert "  proved     race: by locks and order, without bounds" in out
    assert "             reach: by a search within bounds that leave nothing out" in out


NUMBERS = """
#include <assert.h>
#include <pthread.h>
static unsigned turn, entered[3];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
    for (;;) {
        pthread_mutex_lock(&m);
        assert(turn < 3);
        entered[turn]++;
        turn = (turn + 1) % 3;
        pthread_mutex_unlock(&m);
    }
    return argument;
}
int main(void) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
}
"""


def test_threads_that_never_end_are_safe_with_no_option(write: Write, capsys: Capture) -> None:
    found = checked(capsys, str(write(NUMBERS)))
    assert found["verdict"] == "safe"
    assert found["coverage"]["proofs"] == [
        {"properties": ["deadlock", "lock", "race"], "method": "locks and order"},
        {"properties": ["arith", "memory", "reach"], "method": "intervals and locks"},
    ]
    assert not found["coverage"]["left_out"]


@pytest.mark.parametrize(
    ("before", "after", "property"),
    [
        ("% 3", "% 4", "reach"),
        ("entered[3]", "entered[2]", "memory"),
        ("        pthread_mutex_lock(&m);", "", "race"),
    ],
)
def test_they_are_not_once_they_are_broken(
    before: str, after: str, property: str, write: Write, capsys: Capture
) -> None:
    found = checked(capsys, "--property", property, str(write(NUMBERS.replace(before, after))))
    assert found["verdict"] == "unsafe"
    assert found["traces"][0]["violation"]["property"] == property


def test_whoever_wants_no_analyses_gets_none(write: Write, capsys: Capture) -> None:
    found = checked(capsys, "--property", "race", "--no-reduce", str(write(BOTH)))
    assert found["coverage"]["proofs"][0]["method"] == "a search within bounds that leave nothing out"


def test_what_was_not_looked_for_may_end_executions(write: Write, capsys: Capture) -> None:
    text = BOTH.replace("x++;", "int *p = argument; x = *p;")
    found = checked(capsys, "--property", "race", str(write(text)))
    assert "executions end where they violate" in str(found["coverage"]["assumptions"])
    assert "memory" in str(found["coverage"]["assumptions"])
