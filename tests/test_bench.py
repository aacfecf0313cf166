"""`unthread bench` from its suite to its page, with real tools."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referees import CBMC
from tests.support.commands import Capture, execute
from tests.support.tools import require

UNSAFE = """// expect: unsafe reach 4
#include <assert.h>
int x;
int main(void) { assert(x); }
"""
SUITE = """title = "two programs"
[limits]
time = "60s"
memory = "2G"
[[tool]]
name = "ours"
options = ["--property", "reach"]
[[tool]]
name = "CBMC, lazy"
run = "cbmc"
schema = "lazy"
[[tool]]
name = "words"
run = "command"
command = "cat {file}"
safe = "expect: safe"
unsafe = "expect: unsafe"
[[family]]
name = "small"
programs = ["*.c"]
unwind = 1
rounds = 1
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    (tmp_path / "unsafe.c").write_text(UNSAFE)
    (tmp_path / "safe.c").write_text(UNSAFE.replace("unsafe reach 4", "safe").replace("(x)", "(!x)"))
    file = tmp_path / "s.toml"
    file.write_text(SUITE)
    return file


def test_a_suite(suite: Path, capsys: Capture) -> None:
    require(CBMC)
    output = suite.parent / "out"
    code, out, err = execute(capsys, "bench", str(suite), "-o", str(output))
    assert code == 0, err
    assert "two programs" in out
    assert err.count("] ") == 6
    runs = [json.loads(line) for line in (output / "runs.jsonl").read_text().splitlines()[1:]]
    said = {(run["tool"], run["program"]): run["outcome"]["said"] for run in runs}
    assert said == {
        ("ours", "safe.c"): "safe",
        ("ours", "unsafe.c"): "unsafe",
        ("CBMC, lazy", "safe.c"): "bounded",
        ("CBMC, lazy", "unsafe.c"): "unsafe",
        ("words", "safe.c"): "safe",
        ("words", "unsafe.c"): "unsafe",
    }
    assert {file.name for file in output.iterdir()} == {
        "runs.jsonl",
        "table.txt",
        "index.html",
        *(f"{name}.{kind}" for name in ("cactus", "scatter-1", "scatter-2") for kind in ("svg", "png")),
    }
    code, again, err = execute(capsys, "bench", str(suite), "-o", str(output))
    assert (code, again, err) == (0, out, "")  # nothing is run a second time


def test_runs_are_drawn_or_told(suite: Path, capsys: Capture) -> None:
    output = str(suite.parent / "out")
    tool = ("--tool", "words", "--no-plots", "-q", "-o", output)
    code, out, err = execute(capsys, "bench", str(suite), *tool, "--sample", "1")
    assert (code, err) == (0, "")
    code, out, err = execute(capsys, "bench", str(suite), *tool, "--no-run")
    assert "1 of 2 runs are missing" in out
    code, out, err = execute(capsys, "bench", str(suite), *tool, "--only", "x*")
    assert (code, out) == (1, "")
    assert "no program of the suite matches x*" in err


def test_nothing_has_been_run(suite: Path, capsys: Capture) -> None:
    code, out, err = execute(
        capsys, "bench", str(suite), "--no-run", "--no-plots", "-o", str(suite.parent / "o")
    )
    assert (code, out) == (2, "")
    assert "there are no runs" in err


def test_a_command_with_an_unknown_placeholder(suite: Path, capsys: Capture) -> None:
    suite.write_text(SUITE.replace("cat {file}", "cat {files}"))
    code, out, err = execute(
        capsys, "bench", str(suite), "--tool", "words", "--no-plots", "-o", str(suite.parent / "o")
    )
    assert (code, out) == (2, "")
    assert "the placeholders are {file}" in err
