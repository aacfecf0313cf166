"""`unthread replay --native`: the real program fails as in the trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from referees import GCC
from tests.support.commands import Capture, execute
from tests.support.examples import NAMES
from tests.support.native import store_example
from tests.support.tools import require
from unthread.core.verdict import ExitCode

# An assertion, a deadlock of locks, one of a lost signal, one of loops, misuse of a mutex, C11 threads.
REPRESENTATIVE = (
    "bank_account",
    "dining_philosophers",
    "lost_wakeup",
    "ticket_lock",
    "readers_writers",
    "c11_counter",
)
OTHERS = sorted(set(NAMES) - set(REPRESENTATIVE))
RUNS = 3


def check(name: str, tmp_path: Path, capfd: Capture) -> None:
    require(GCC)
    trace = store_example(name, tmp_path / "t.json")
    for _ in range(RUNS):
        code, out, err = execute(capfd, "replay", "--native", "--time", "30s", str(tmp_path / "t.json"))
        assert code == ExitCode.UNSAFE, err
        assert "the real program fails as in the trace, ended by SIGABRT" in out
        assert trace.violation.message in out


@pytest.mark.parametrize("name", REPRESENTATIVE)
def test_the_real_program_fails(name: str, tmp_path: Path, capfd: Capture) -> None:
    check(name, tmp_path, capfd)


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_the_other_real_programs_fail(name: str, tmp_path: Path, capfd: Capture) -> None:
    check(name, tmp_path, capfd)
