"""Whoever stands between unthread and a tool ends as the tool does, and leaves nothing of it behind."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from unthread.core import guard


def guarded(script: str, memory: int = 0, parent: int | None = None) -> subprocess.CompletedProcess[str]:
    number = os.getpid() if parent is None else parent
    command = [sys.executable, guard.__file__, str(number), str(memory), "sh", "-c", script]
    return subprocess.run(command, capture_output=True, text=True, start_new_session=True, timeout=60)


@pytest.mark.parametrize("status", [0, 1, 42])
def test_the_status_is_that_of_the_tool(status: int) -> None:
    done = guarded(f"echo out; echo err >&2; exit {status}")
    assert (done.returncode, done.stdout, done.stderr) == (status, "out\n", "err\n")


@pytest.mark.parametrize("number", [9, 11, 15])
def test_a_signal_that_ends_the_tool_ends_the_guard(number: int) -> None:
    assert guarded(f"kill -{number} $$").returncode == -number


def test_whoever_was_left_behind_is_ended(tmp_path: Path) -> None:
    """Also a process that has left the group."""
    note = tmp_path / "pid"
    done = guarded(f"setsid sh -c 'echo $$ > {note}; exec sleep 600' & while [ ! -s {note} ]; do :; done")
    assert done.returncode == 0
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)


def test_a_tool_that_is_not_there() -> None:
    command = [sys.executable, guard.__file__, str(os.getpid()), "0", "no-such-tool"]
    done = subprocess.run(command, capture_output=True, text=True, start_new_session=True)
    assert done.returncode == 127
    assert "cannot start no-such-tool" in done.stderr


def test_nothing_is_started_for_someone_who_is_gone() -> None:
    done = guarded("echo started", parent=1 << 22)
    assert (done.returncode, done.stdout) == (127, "")


def test_memory_is_limited() -> None:
    limited = guarded("ulimit -v", memory=1 << 30)
    assert limited.stdout.strip() == str((1 << 30) // 1024)


def test_a_limit_is_never_more_than_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, tuple[int, int]]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda what, pair: asked.append((what, pair)))
    monkeypatch.setattr(resource, "getrlimit", lambda what: (50, 100))
    guard.limit(resource.RLIMIT_AS, 200)
    guard.limit(resource.RLIMIT_AS, 70)
    guard.limit(resource.RLIMIT_AS, resource.RLIM_INFINITY)
    assert [pair for _, pair in asked] == [(100, 100), (70, 100), (100, 100)]
