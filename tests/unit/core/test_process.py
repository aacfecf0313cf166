"""External tools under limits: what arrives, and that nothing of them is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from unthread.core.diagnostics import InputError
from unthread.core.process import End, Limits, Log, run_tool

PLENTY = Limits(60, 8 << 30)


def shell(text: str) -> list[str]:
    return ["sh", "-c", text]


def eventually(condition: Callable[[], bool], seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def is_gone(pid: int) -> bool:
    """Also one that is dead and was not asked for its status."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def written(file: Path) -> int:
    """The number that somebody writes into the file sooner or later."""
    assert eventually(lambda: file.exists() and file.read_text().endswith("\n"))
    return int(file.read_text())


def test_output_and_status(tmp_path: Path) -> None:
    ran = run_tool(shell("echo out; echo err >&2; exit 7"), tmp_path, PLENTY)
    assert (ran.end, ran.status, ran.stdout, ran.stderr) == (End.DONE, 7, "out\n", "err\n")


def test_it_works_in_the_directory(tmp_path: Path) -> None:
    assert run_tool(shell("pwd -P; echo $PWD"), tmp_path, PLENTY).stdout.split() == [str(tmp_path)] * 2


def test_a_signal_is_a_negative_status(tmp_path: Path) -> None:
    assert run_tool(shell("kill -SEGV $$"), tmp_path, PLENTY).status == -signal.SIGSEGV


def test_a_program_that_does_not_start(tmp_path: Path) -> None:
    ran = run_tool(["/nowhere/at-all"], tmp_path, PLENTY)
    assert ran.status == 127
    assert "cannot start /nowhere/at-all" in ran.stderr


def test_the_last_lines() -> None:
    from unthread.core.process import Ran

    ran = Ran(End.DONE, 1, "a\n\nb\n", "  c\n" + "d" * 300, 0.1)
    assert ran.tail(3) == ("b", "c", "d" * 200)


def test_out_of_time(tmp_path: Path) -> None:
    started = time.monotonic()
    ran = run_tool(shell("echo $$ > pid; echo begun; sleep 100"), tmp_path, Limits(0.5, 8 << 30))
    assert ran.end is End.TIMED_OUT
    assert ran.stdout == "begun\n"
    assert time.monotonic() - started < 10
    assert is_gone(written(tmp_path / "pid"))


@pytest.mark.parametrize(
    "way", ["sleep 100 & echo $! > pid; wait", "setsid sh -c 'echo $$ > pid; sleep 100'"]
)
def test_what_a_tool_has_started_goes_with_it(tmp_path: Path, way: str) -> None:
    """In its process group or not."""
    run_tool(shell(way), tmp_path, Limits(1, 8 << 30))
    assert is_gone(written(tmp_path / "pid"))


def test_what_a_tool_leaves_behind_goes_when_it_is_done(tmp_path: Path) -> None:
    ran = run_tool(shell("setsid sleep 100 & echo $! > pid; exit 3"), tmp_path, PLENTY)
    assert (ran.end, ran.status) == (End.DONE, 3)
    assert ran.seconds < 30
    assert is_gone(written(tmp_path / "pid"))


def test_memory_is_limited(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "x = bytearray(1 << 30); print(len(x))"]
    assert run_tool(command, tmp_path, PLENTY).stdout == f"{1 << 30}\n"
    assert "MemoryError" in run_tool(command, tmp_path, Limits(60, 500 << 20)).stderr
    assert run_tool(command, tmp_path, Limits(60, 500 << 20), is_memory_limited=False).status == 0


def test_too_much_output(tmp_path: Path) -> None:
    ran = run_tool(["yes"], tmp_path, PLENTY, most_output=100_000)
    assert ran.end is End.TOO_LOUD
    assert len(ran.stdout) == 100_000


PARENT = """
import sys
from pathlib import Path
from unthread.core.process import Limits, run_tool
run_tool(["sh", "-c", "echo $$ > pid; sleep 100"], Path(sys.argv[1]), Limits(100, 8 << 30))
"""


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_nothing_outlives_unthread(tmp_path: Path, sent: signal.Signals) -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT, str(tmp_path)], stderr=subprocess.DEVNULL)
    tool = written(tmp_path / "pid")
    assert not is_gone(tool)
    os.kill(parent.pid, sent)
    parent.wait(30)
    assert eventually(lambda: is_gone(tool))


def test_the_log_has_commands_and_output(tmp_path: Path) -> None:
    file = tmp_path / "log"
    log = Log(file)
    run_tool(shell("echo one"), tmp_path, PLENTY, log=log)
    run_tool(["sleep", "100"], tmp_path, Limits(0.2, 8 << 30), log=log)
    text = file.read_text()
    assert text.startswith("$ sh -c 'echo one'\none\n# done, exit status 0, ")
    assert "$ sleep 100\n# timed out, " in text


def test_a_log_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--log: cannot write"):
        Log(tmp_path / "no" / "log")
