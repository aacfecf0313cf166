"""`unthread check --encoding`: all schedules at once, round by round, or both beside each other."""

from __future__ import annotations

import pytest

from tests.support.commands import Capture, Write, execute, write
from unthread import story

__all__ = ["write"]  # the fixture

COUNT = """#include <assert.h>
#include <pthread.h>
int x;
static void *work(void *argument) { x++; x++; x++; return 0; }
int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    assert(x <= MOST);
    return 0;
}
"""
ANYWHERE = """#include <pthread.h>
unsigned long p; int x; extern unsigned long nondet(void);
static void *work(void *a) { p = nondet(); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); x = p ? *(int *)p : 0; return 0; }
"""
QUIET = ("--property", "reach", "--memory-model", "sc", "--no-sample")


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds have no time for themselves."""
    monkeypatch.setattr(story, "_ALONE", 0.0)


@pytest.mark.parametrize("encoding", ["order", "auto"])
def test_three_threads_of_three_increments_are_done_with(
    encoding: str, capsys: Capture, write: Write
) -> None:
    file = write(COUNT.replace("MOST", "9"))
    code, out, err = execute(capsys, "check", file, "--encoding", encoding, *QUIET)
    assert (code, err) == (0, "")
    assert out.startswith("SAFE")
    if encoding == "order":
        assert "schedules  all of them\n" in out


@pytest.mark.parametrize("encoding", ["rounds", "order", "auto"])
def test_what_is_found_was_replayed(encoding: str, capsys: Capture, write: Write) -> None:
    file = write(COUNT.replace("MOST", "8"))
    code, out, _ = execute(capsys, "check", file, "--encoding", encoding, *QUIET)
    assert code == 10
    assert "assertion violated: x <= 8 [reach]" in out


def test_beside_rounds_the_order_answers_first_where_it_is_quicker(
    capsys: Capture, write: Write, at_once: None
) -> None:
    """As it does with no option: rounds would take several times as long."""
    file = write(COUNT.replace("x++; x++;", "x++; x++; x++;").replace("3", "4").replace("MOST", "16"))
    code, out, err = execute(capsys, "check", file, *QUIET)
    assert (code, err) == (0, "")
    assert "schedules  all of them\n" in out


@pytest.mark.parametrize("encoding", ["order", "auto"])
def test_what_does_not_fit_is_left_to_rounds_and_said_when_asked(
    encoding: str, capsys: Capture, write: Write, at_once: None
) -> None:
    file = write(ANYWHERE)
    arguments = ("check", file, "--encoding", encoding, *QUIET)
    code, out, err = execute(capsys, *arguments, "-v")
    if encoding == "order":
        assert "note: --encoding order cannot be used: a pointer with unknown targets" in err
    silent = execute(capsys, *arguments)
    assert (silent[0], silent[2]) == (code, "")
    by_rounds, expected, _ = execute(capsys, "check", file, "--encoding", "rounds", *QUIET)
    assert (code, out.splitlines()[0]) == (by_rounds, expected.splitlines()[0])


def test_rounds_and_no_rounds_exclude_each_other(capsys: Capture, write: Write) -> None:
    code, _, err = execute(capsys, "check", write(COUNT), "--encoding", "order", "--rounds", "2")
    assert code == 1
    assert "--encoding order has no rounds" in err
