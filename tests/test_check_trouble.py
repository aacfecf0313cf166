"""`unthread check` in trouble: wrong command lines and inputs, limits of time and memory, signals, readers
that are gone."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.support.commands import Capture, Write, check_command, write
from tests.support.commands import check_few as check
from tests.support.counters import ENDLESS, SAFE, UNSAFE
from unthread.engine.searcher import EngineSearcher

__all__ = ["write"]  # the fixture

# Wrong command lines and inputs


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("a.c --property nonsense", "unknown property 'nonsense'"),
        ("a.c --property ''", "unknown property ''"),
        ("a.c --rounds 0", "0 is not in the range x>=1"),
        ("a.c --unwind -1", "-1 is not in the range x>=0"),
        ("a.c --unwind many", "'many' is not a valid integer"),
        ("a.c --depth 0", "0 is not in the range x>=1"),
        ("a.c --threads -1", "-1 is not in the range x>=0"),
        ("a.c --memory 0", "--memory: '0' is not a size, such as 512M, 8G"),
        ("a.c --memory much", "--memory: 'much' is not a size, such as 512M, 8G"),
        ("a.c --memory 5X", "--memory: '5X' is not a size, such as 512M, 8G"),
        ("a.c --time 0", "--time: '0' is not a duration, such as 90s, 15m, 2h"),
        ("a.c --time -1s", "--time: '-1s' is not a duration, such as 90s, 15m, 2h"),
        ("a.c --time soon", "--time: 'soon' is not a duration, such as 90s, 15m, 2h"),
        ("a.c --time ''", "--time: '' is not a duration, such as 90s, 15m, 2h"),
        ("a.c --unwind-loop 6=3", "--unwind-loop: '6=3' is not of the form FILE:LINE=N"),
        ("a.c --unwind-loop a.c:3=2", "--unwind-loop: there is no loop at a.c:3"),
        ("a.c --reduce nothing", "--reduce: 'nothing' is not one of"),
        ("a.c --m32 --m64", "--m32 and --m64 are mutually exclusive"),
        ("--time 3s", "no C file is given"),
    ],
)
def test_wrong_usage(capsys: Capture, write: Write, arguments: str, message: str) -> None:
    write(SAFE)
    code, out, err = check(capsys, *shlex.split(arguments))
    assert (code, out) == (1, "")
    assert message in err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("int main(void) { return x; }", "a.c:1:25: error: use of undeclared identifier 'x'"),
        ("int f(void) { return 0; }", "unthread: error: there is no function 'main' to start from"),
        ("int main(void);", "unthread: error: there is no function 'main' to start from"),
        ("\0\1\2", "unthread: error: 'a.c' is not text"),
    ],
)
def test_wrong_input(capsys: Capture, write: Write, text: str, message: str) -> None:
    code, out, err = check(capsys, write(text), "--json")
    assert (code, out) == (2, "")
    assert message in err


def test_a_file_that_is_not_there(capsys: Capture, write: Write) -> None:
    assert check(capsys, "missing.c") == (2, "", "unthread: error: no such file: 'missing.c'\n")


@pytest.mark.parametrize("verbose", [False, True])
def test_a_bug_of_unthread(
    capsys: Capture, write: Write, monkeypatch: pytest.MonkeyPatch, verbose: bool
) -> None:
    """In the process of the solver; where it is, only those hear who ask."""
    monkeypatch.setattr("unthread.engine.searcher.deepen", lambda *arguments: 1 // 0)
    code, out, err = check(capsys, write(SAFE), *["-v"] * verbose)
    assert (code, out) == (6, "")
    assert "internal error: CrashedError: ZeroDivisionError: " in err
    assert ("in <lambda>" in err) is verbose


# Limits


def test_time(capsys: Capture, write: Write) -> None:
    started = time.monotonic()
    code, out, _ = check(capsys, write(ENDLESS), "--time", "4s")
    assert time.monotonic() - started < 40
    assert code == 0
    assert out.startswith("NO BUG FOUND")
    assert re.search(r"stopped    time limit reached \(4 s\) while [a-z ]+ \(.*loops \d+x.*\)\n", out)


def test_no_time_at_all(capsys: Capture, write: Write) -> None:
    code, out, _ = check(capsys, write(ENDLESS), "--time", "0.001s")
    assert code == 5
    assert out.startswith("UNKNOWN  time limit reached (0.001 s) while the program was being read\n")


def test_time_that_is_over_before_the_search_begins(
    capsys: Capture, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EngineSearcher, "search", lambda self, tell: time.sleep(60))
    code, out, _ = check(capsys, write(ENDLESS), "--time", "6s", "--no-sample")
    reason, hint, *_ = out.splitlines()
    assert (code, reason) == (5, "UNKNOWN  time limit reached (6 s) before the search began")
    assert "--time" in hint


@pytest.mark.parametrize("memory", ["1M", "20M", "1k"])
def test_no_memory(capsys: Capture, write: Write, memory: str) -> None:
    code, out, err = check(capsys, write(ENDLESS), "--memory", memory)
    assert (code, err) == (5, "")
    assert out.startswith("UNKNOWN  ")
    assert "out of memory (the limit is " in out.splitlines()[0]


def test_a_limit_that_the_shell_has_set(write: Write) -> None:
    """It may be lower than what unthread would take."""
    text = f"ulimit -v 3000000; {shlex.join(check_command(write(SAFE), '-q'))}"
    answer = subprocess.run(["bash", "-c", text], capture_output=True, text=True, timeout=120, check=False)
    assert (answer.returncode, answer.stderr) == (0, "")


# Trouble from outside


@contextmanager
def searching(file: str, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A search that does not end by itself, and the process of its solver, once something is covered."""
    with subprocess.Popen(
        check_command(file, "--time", "5m", *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield process, _busy_child(process.pid)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def _busy_child(parent: int) -> int:
    """Waits until the child has worked for a while: the first rounds take some hundredths of a second."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with suppress(OSError):
            for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
                fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
                if int(fields[11]) / os.sysconf("SC_CLK_TCK") > 1:  # since the fork
                    return int(child)
        time.sleep(0.05)
    raise AssertionError("no child works")


def is_running(process: int) -> bool:
    """What nobody has waited for yet is over as well."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def ends(process: int) -> bool:
    deadline = time.monotonic() + 30
    while is_running(process) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not is_running(process)


def test_the_solver_is_killed(write: Write) -> None:
    with searching(write(ENDLESS)) as (process, child):
        os.kill(child, signal.SIGKILL)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (5, "")
    assert out.startswith("UNKNOWN  the solver was killed by SIGKILL while ")
    assert "apart from that, no violation was found in the executions within these limits:\n" in out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(write: Write, number: signal.Signals) -> None:
    with searching(write(ENDLESS), "--json") as (process, child):
        if number == signal.SIGINT:
            os.killpg(process.pid, number)  # as the terminal does
        else:
            process.send_signal(number)
        out, err = process.communicate(timeout=60)
        assert ends(child)
    assert (process.returncode, err) == (5, "")
    found = json.loads(out)
    assert (found["verdict"], found["reason"]) == ("unknown", "interrupted")
    assert found["coverage"]["rounds"] >= 1


@pytest.mark.parametrize("trouble", ["signal", MemoryError()])
def test_a_violation_is_not_lost_for_want_of_an_explanation(
    capsys: Capture, write: Write, monkeypatch: pytest.MonkeyPatch, trouble: str | MemoryError
) -> None:
    """Ctrl-C, or no memory, in the middle of it."""
    began: list[bool] = []

    def broken(explainer: object) -> None:
        began.append(True)
        if isinstance(trouble, MemoryError):
            raise trouble
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(30)

    monkeypatch.setattr("unthread.results.explain._Explainer.try_all", broken)
    code, out, err = check(capsys, write(UNSAFE), "--trace", "t.json")
    assert (code, err, began) == (10, "", [True])
    assert "\nUNSAFE  a.c:18:5: assertion violated: x == 2 [reach]\n" in out
    assert "why:" not in out
    assert json.loads(Path("t.json").read_text())["explanation"] is None


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_the_solver_dies_with_whoever_asked(write: Write, how: signal.Signals) -> None:
    with searching(write(ENDLESS)) as (process, child):
        process.send_signal(how)
        process.wait(60)
        assert ends(child)


def test_nobody_reads(write: Write) -> None:
    text = f"{shlex.join(check_command(write(UNSAFE)))} | true; exit ${{PIPESTATUS[0]}}"
    answer = subprocess.run(["bash", "-c", text], capture_output=True, text=True, timeout=120, check=False)
    assert (answer.returncode, answer.stderr) == (141, "")


@pytest.mark.parametrize("switches", [[], ["--json"]])
def test_no_room_for_the_answer(write: Write, switches: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        answer = subprocess.run(
            check_command(write(UNSAFE), *switches),
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=120, check=False,
        )  # fmt: skip
    assert answer.returncode == 2
    assert answer.stderr == "unthread: error: [Errno 28] No space left on device\n"


# Names and texts that do something to terminals and tools


def test_no_escape_sequence_of_a_program_reaches_the_terminal(capsys: Capture, write: Write) -> None:
    text = UNSAFE.replace("assert(", 'assert("\x1b[31m\x1b]0;title\x07" && ', 1)
    assert "\x1b" in text
    write(text)
    code, out, err = check(capsys, "a.c")
    assert code == 10
    assert "\x1b" not in out + err
    code, out, err = check(capsys, "a.c", "--compact")
    assert "\x1b" not in out + err
    Path("a\x1b[31m.c").write_text("int main(void) { return x; }\n")
    code, out, err = check(capsys, "a\x1b[31m.c")
    assert code == 2
    assert "\x1b" not in out + err


@pytest.mark.parametrize(
    "text", ["int main(void) { return 0; }", '#include "b\udcff.h"\nint main(void) { return x; }']
)
def test_names_that_are_not_utf8_are_refused(capsys: Capture, write: Write, text: str) -> None:
    """libclang reads no such names."""
    write(SAFE)
    Path("b\udcff.h").write_text("static int y;\n")
    name = "a.c" if "include" in text else "c\udcff.c"
    Path(name).write_bytes(text.encode(errors="surrogateescape"))
    code, out, err = check(capsys, name)
    assert (code, out) == (2, "")
    assert "not UTF-8" in err
