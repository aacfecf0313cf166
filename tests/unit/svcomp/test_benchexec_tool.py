"""The tool-info module, through BenchExec's own classes."""

from __future__ import annotations

import subprocess
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from benchexec import model, result, tooladapter, util
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException

from unthread import __version__

MODULE = "unthread.svcomp.benchexec_tool"
PROGRAMS = Path(__file__).parents[2] / "programs" / "svcomp"
BIN = Path(sys.executable).parent
C = {"language": "C", "data_model": "ILP32"}


@pytest.fixture(scope="module")
def tool() -> BaseTool2:
    name, found = model.load_tool_info(MODULE, Namespace(container=False))
    assert name == MODULE
    return found


def cmdline(
    tool: BaseTool2,
    options: Sequence[str] = (),
    inputs: Sequence[str] = ("a.i",),
    prp: str | None = "p.prp",
    task_options: Any = C,
    **limits: int,
) -> list[str]:
    given = BaseTool2.ResourceLimits(**limits)
    line = model.cmdline_for_run(tool, "bin/unthread", [*options], [*inputs], None, prp, task_options, given)
    return [part if part.startswith("-") else Path(part).name for part in line]


def answer(tool: BaseTool2, output: str, code: int | None = 0, signal: int | None = None) -> str:
    exit_code = util.ProcessExitCode.create(value=code, signal=signal)
    lines = BaseTool2.RunOutput(output.splitlines(keepends=True))
    return str(tool.determine_result(BaseTool2.Run(["unthread"], exit_code, lines, None)))


def test_the_tool_itself(tool: BaseTool2) -> None:
    locator = BaseTool2.ToolLocator(tool_directory=str(BIN.parent))
    executable = tool.executable(locator)
    assert Path(executable) == BIN / "unthread"
    assert tool.version(executable) == __version__
    assert tool.name() == "unthread"
    assert isinstance(tool, tooladapter.CURRENT_BASETOOL)


@pytest.mark.parametrize(("data_model", "flag"), [("ILP32", "--m32"), ("LP64", "--m64")])
def test_command_line(tool: BaseTool2, data_model: str, flag: str) -> None:
    found = cmdline(tool, task_options={"language": "C", "data_model": data_model})
    assert found == ["unthread", "sv", "--property", "p.prp", flag, "a.i"]


def test_command_line_with_limits(tool: BaseTool2) -> None:
    found = cmdline(tool, inputs=["a.c", "b.c"], cputime=900, cputime_hard=1000, memory=15_000_000_000)
    assert found[4:] == ["--m32", "--time", "810s", "--memory", "12874M", "a.c", "b.c"]


def test_command_line_with_options(tool: BaseTool2) -> None:
    options = ["--bounded-true", "--time", "5s", "--memory", "1G", "--m64"]
    found = cmdline(tool, options, cputime=900, cputime_hard=1000, memory=1 << 30)
    assert found == ["unthread", "sv", *options, "--property", "p.prp", "a.i"]


def test_a_task_that_is_no_definition(tool: BaseTool2) -> None:
    assert cmdline(tool, task_options=None) == ["unthread", "sv", "--property", "p.prp", "a.i"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"prp": None}, "needs a property file"),
        ({"task_options": {"language": "C"}}, "data model of the task is None"),
        ({"task_options": {"language": "C", "data_model": "LLP64"}}, "data model of the task is LLP64"),
    ],
)
def test_tasks_that_unthread_cannot_do(tool: BaseTool2, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(UnsupportedFeatureException, match=message):
        cmdline(tool, **arguments)


@pytest.mark.parametrize(
    ("line", "code", "word"),
    [
        ("RESULT  true  a.prp", 0, result.RESULT_TRUE_PROP),
        ("RESULT  unknown  a.prp  (expected true: no answer)", 5, result.RESULT_UNKNOWN),
        ("RESULT  false(unreach-call)  a.prp", 10, result.RESULT_FALSE_REACH),
        ("RESULT  false(no-data-race)  a.prp", 10, result.RESULT_FALSE_DATARACE),
        ("RESULT  false(no-overflow)  a.prp", 10, result.RESULT_FALSE_OVERFLOW),
        ("RESULT  false(no-deadlock)  a.prp", 10, result.RESULT_FALSE_DEADLOCK),
        ("RESULT  false(valid-deref)  a.prp", 10, result.RESULT_FALSE_DEREF),
        ("RESULT  false(valid-free)  a.prp", 10, result.RESULT_FALSE_FREE),
        ("RESULT  false(valid-memtrack)  a.prp", 10, result.RESULT_FALSE_MEMTRACK),
        ("RESULT  false(valid-memcleanup)  a.prp", 10, result.RESULT_FALSE_MEMCLEANUP),
    ],
)
def test_answers(tool: BaseTool2, line: str, code: int, word: str) -> None:
    assert answer(tool, f"SAFE  or something else\n  RESULT  true\n{line}\n", code) == word


@pytest.mark.parametrize(
    ("output", "code", "signal", "word"),
    [
        ("", 1, None, "ERROR (wrong usage)"),
        ("unthread: error: no such file: 'a.c'\n", 2, None, "ERROR (wrong input)"),
        ("RESULT  true  a.prp\n", 6, None, "ERROR (bug in unthread)"),
        ("RESULT  true  a.prp\n", None, 9, "ERROR"),
        ("RESULT  true  a.prp\n", 141, None, "ERROR"),
        ("SAFE\n", 0, None, "ERROR"),
        ("RESULT  perhaps  a.prp\n", 5, None, "ERROR"),
        ("", 0, None, "ERROR"),
    ],
)
def test_no_answer(tool: BaseTool2, output: str, code: int | None, signal: int | None, word: str) -> None:
    assert answer(tool, output, code, signal) == word


@pytest.mark.parametrize(
    ("name", "prp", "expected"),
    [
        ("counter_safe.c", "unreach-call", result.ExpectedResult(True, None)),
        ("counter_unsafe.c", "unreach-call", result.ExpectedResult(False, None)),
        ("double_free_unsafe.c", "valid-memsafety", result.ExpectedResult(False, "valid-free")),
    ],
)
def test_a_run(tool: BaseTool2, name: str, prp: str, expected: result.ExpectedResult) -> None:
    """What BenchExec does, without its measurements: those need cgroups."""
    file = str(PROGRAMS / "properties" / f"{prp}.prp")
    limits = BaseTool2.ResourceLimits(cputime=100, cputime_hard=110, memory=4 << 30)
    line = model.cmdline_for_run(
        tool, str(BIN / "unthread"), [], [str(PROGRAMS / name)], None, file, C, limits
    )
    run = subprocess.run(line, capture_output=True, text=True, timeout=120, check=False)
    word = answer(tool, run.stdout + run.stderr, run.returncode)
    asked = result.Property.create(file)
    assert asked.is_svcomp
    assert result.get_result_category({file: expected}, word, [asked]) == result.CATEGORY_CORRECT


def test_what_benchexec_thinks_of_it(tmp_path: Path) -> None:
    """Its own check of tool-info modules, with a task definition of ours and an output."""
    output, task = tmp_path / "output", PROGRAMS / "sizes_ilp32.yml"
    output.write_text("RESULT  true  unreach-call.prp\n")
    options = ["--tool-directory", str(BIN.parent), "--no-container", "--tool-output", str(output)]
    shown = subprocess.run(
        [sys.executable, "-m", "benchexec.test_tool_info", MODULE, *options, "--task-definition", str(task)],
        capture_output=True, text=True, timeout=60, check=True,
    ).stderr  # fmt: skip
    assert f"Version: “{__version__}”" in shown
    assert f"Command line for {task} with property {PROGRAMS}/properties/no-overflow.prp" in shown
    assert "'--m32'" in shown
    assert f"Result of analyzing tool output in “{output}”:\n\t“true”" in shown
    complaints = [line for line in shown.splitlines() if line.startswith("WARNING: ")]
    assert all("unthread needs a property file" in line or "absolute" in line for line in complaints)
    assert "Traceback" not in shown
