"""`unthread check --json-lines`: readers that go away, searches that are interrupted, several backends."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.support.commands import Capture, Write, check, check_command, write
from tests.support.counters import ENDLESS, SAFE
from unthread.core.exit_codes import ExitCode

__all__ = ["write"]  # the fixture


def started(*more: str) -> subprocess.Popen[str]:
    """A search that takes long, and is in its child process."""
    command = check_command("--json-lines", "--time", "10m", *more, "a.c")
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    while json.loads(process.stdout.readline()).get("phase") != "unwinding":
        pass
    return process


def children(process: int) -> list[str]:
    return Path(f"/proc/{process}/task/{process}/children").read_text().split()


def is_there(process: str) -> bool:
    return Path(f"/proc/{process}").exists()


def test_a_reader_that_goes_away_leaves_no_search_behind(write: Write) -> None:
    write(ENDLESS)
    with started() as process:
        searching = children(process.pid)
        assert searching
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(timeout=60) == ExitCode.BROKEN_PIPE
        assert not any(map(is_there, searching))
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_an_interrupted_search_has_its_answer(write: Write) -> None:
    write(ENDLESS)
    process = started()
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    last = json.loads(out.splitlines()[-1])
    assert last["verdict"] in ("unknown", "no bug found")
    assert (process.returncode, err) == (last["exit_code"], "")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--json", "a.c"], 1, "--json and --json-lines are mutually exclusive"),
        (["--time", "soon", "a.c"], 1, "--time"),
        (["--sarif", "no/x", "a.c"], 2, "--sarif: there is no directory"),
    ],
)
def test_a_wrong_command_line_prints_no_line(
    arguments: list[str], code: int, words: str, capsys: Capture, write: Write
) -> None:
    write(SAFE)
    found, out, err = check(capsys, "--json-lines", *arguments)
    assert (found, out) == (code, "")
    assert words in err


def test_wrong_input_has_no_verdict(capsys: Capture, write: Write) -> None:
    code, out, err = check(capsys, "--json-lines", write("int main(void) { return y; }\n"))
    assert (code, [json.loads(text)["event"] for text in out.splitlines()]) == (2, ["start", "working"])
    assert err.startswith("a.c:1:25: error:")


def test_each_backend_tells_its_own(capsys: Capture, write: Write) -> None:
    """Also one that is another program."""
    tool = (
        "--backend",
        "command,embedded",
        "--command",
        "echo right {file}",
        "--safe",
        "right",
        "--unsafe",
        "x",
    )
    code, out, err = check(capsys, "--json-lines", "--property", "reach", *tool, write(SAFE))
    events = [json.loads(text) for text in out.splitlines()[1:-1]]
    phases = {(event["backend"], event.get("phase")) for event in events}
    assert {(None, "reading"), ("command", "searching with command"), ("embedded", "solving")} <= phases
    assert {event["backend"] for event in events if event["event"] == "covered"} == {"command", "embedded"}
    assert (code, json.loads(out.splitlines()[-1])["verdict"], err) == (0, "safe", "")
