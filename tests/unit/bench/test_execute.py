"""Limits are those of all processes of a command together."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

import pytest

from unthread.bench.execute import FinishedRun, Interrupted, RunEnd, RunLimits, execute

GENEROUS = RunLimits(60, 1 << 30)
BURN = "while True: pass"
FORK = f"import os\nos.fork()\n{BURN}"
FILL = "import time; x = bytearray(300 << 20); time.sleep(60)"


def run(code: str, limits: RunLimits, directory: Path) -> FinishedRun:
    return execute([sys.executable, "-c", code], limits, threading.Event(), directory)


def test_a_command_that_ends(tmp_path: Path) -> None:
    done = run("import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)", GENEROUS, tmp_path)
    assert (done.end, done.status, done.stdout, done.stderr) == (RunEnd.DONE, 3, "out\n", "err\n")
    assert done.cpu > 0


@pytest.mark.parametrize("code", [BURN, FORK], ids=["one", "two"])
def test_cpu_time_is_limited(code: str, tmp_path: Path) -> None:
    done = run(code, RunLimits(0.5, 1 << 30), tmp_path)
    assert done.end is RunEnd.TIME
    assert done.cpu > 0.5


def test_memory_is_limited(tmp_path: Path) -> None:
    done = run(FILL, RunLimits(60, 100 << 20), tmp_path)
    assert done.end is RunEnd.MEMORY
    assert done.memory > 100 << 20


def test_whoever_is_interrupted_leaves_nothing(tmp_path: Path) -> None:
    stop = threading.Event()
    file = tmp_path / "alive"
    code = f"import time\nwhile True: open({str(file)!r}, 'w').write(str(time.time())); time.sleep(0.01)"
    threading.Timer(1, stop.set).start()
    with pytest.raises(Interrupted):
        execute([sys.executable, "-c", code], GENEROUS, stop, tmp_path)
    file.unlink(missing_ok=True)
    time.sleep(0.2)
    assert not file.exists()


def test_what_cannot_be_started(tmp_path: Path) -> None:
    done = execute(["/no/such/tool"], GENEROUS, threading.Event(), tmp_path)
    assert done.status == 127
    assert "cannot start /no/such/tool" in done.stderr
