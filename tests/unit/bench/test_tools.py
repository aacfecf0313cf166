"""What tools are run with, and what is made of their words."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tests.support.fakes import Fakes, fakes
from unthread.bench.execute import RunLimits
from unthread.bench.suite import Expected, SuiteProgram, SuiteTool, ToolKind
from unthread.bench.tools import Said, ToolOutcome, ask, check_tools
from unthread.core.diagnostics import InputError, UsageError

__all__ = ["fakes"]  # the fixture

LIMITS = RunLimits(20.0, 1 << 30)
COMMAND = SuiteTool(
    "other", ToolKind.COMMAND, command="pliers -b{bits} -u {unwind} {file}", safe="^OK$", unsafe="^BUG"
)
CBMC = SuiteTool("CBMC", ToolKind.CBMC)


def program(directory: Path, *options: str, unwind: int | None = None, text: str = "") -> SuiteProgram:
    file = directory / "a b.c"  # quoted where it has to be
    file.write_text(text or "int main(void) { return 0; }\n")
    return SuiteProgram("a", "all", file, Expected.SAFE, unwind=unwind, options=options)


def answer(tool: SuiteTool, asked: SuiteProgram, limits: RunLimits = LIMITS) -> ToolOutcome:
    return ask(tool, asked, limits, threading.Event())


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo OK", Said.SAFE),
        ("echo BUG in line 3", Said.UNSAFE),
        ("echo OK; echo BUG", Said.UNSAFE),
        ("echo BUG >&2", Said.UNSAFE),
        ("echo NOT OK", Said.UNKNOWN),
        ("exit 3", Said.UNKNOWN),
    ],
)
def test_words_of_any_tool(script: str, said: Said, fakes: Fakes, tmp_path: Path) -> None:
    fakes.add("pliers", script)
    assert answer(COMMAND, program(tmp_path)).said is said


def test_an_answer_that_is_none_says_the_last_line(fakes: Fakes, tmp_path: Path) -> None:
    fakes.add("pliers", "echo first; echo cannot read it")
    assert answer(COMMAND, program(tmp_path)).detail == "cannot read it"
    fakes.add("pliers", "exit 7")
    assert answer(COMMAND, program(tmp_path)).detail == "exit status 7, without a word"


def test_bounds_and_bits_of_any_tool(fakes: Fakes, tmp_path: Path) -> None:
    fakes.add("pliers", "echo OK")
    asked = program(tmp_path, "-m32", unwind=5)
    answer(COMMAND, asked)
    assert fakes.calls("pliers") == [f"-b32 -u 5 {asked.file.absolute()}"]


def test_a_tool_that_runs_out_of_cpu_time(fakes: Fakes, tmp_path: Path) -> None:
    fakes.add("pliers", "echo OK; while :; do :; done")
    assert answer(COMMAND, program(tmp_path), RunLimits(0.3, 1 << 30)).said is Said.TIME


def test_a_command_with_a_placeholder_that_there_is_not() -> None:
    with pytest.raises(InputError, match="command of 'other' is wrong") as caught:
        check_tools([SuiteTool("other", ToolKind.COMMAND, command="pliers {files}")])
    assert "{file}" in caught.value.hint


@pytest.mark.parametrize(
    ("word", "said"), [("SUCCESSFUL", Said.BOUNDED), ("FAILED", Said.UNSAFE), ("ERROR", Said.ERROR)]
)
def test_cbmc_never_says_more_than_its_bounds(word: str, said: Said, fakes: Fakes, tmp_path: Path) -> None:
    fakes.add("cbmc", f"echo VERIFICATION {word}")
    assert answer(CBMC, program(tmp_path, unwind=2)).said is said
    (call,) = fakes.calls("cbmc")
    assert "--unwind 3" in call  # it counts the test after the last iteration
    assert "--64" in call


def test_cbmc_gets_sequential_c_where_the_suite_says_so(fakes: Fakes, tmp_path: Path) -> None:
    fakes.add("cbmc", "tail -1 $(echo $* | tr ' ' '\\n' | grep sequential.c); echo VERIFICATION SUCCESSFUL")
    sequential = SuiteTool("CBMC, lazy", ToolKind.CBMC, schema="lazy")
    assert answer(sequential, program(tmp_path)).said is Said.BOUNDED
    (call,) = fakes.calls("cbmc")
    assert call.endswith("sequential.c")
    assert answer(sequential, program(tmp_path, text="int main(void) {")).said is Said.ERROR


def test_cbmc_that_is_not_there(fakes: Fakes) -> None:
    with pytest.raises(UsageError, match="cbmc is not installed"):
        check_tools([CBMC])


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        ("", (), Said.SAFE),
        ("#include <assert.h>\nint main(void) { assert(0); }\n", (), Said.UNSAFE),
        ("int main(int c, char **v) { return c; }\n", (), Said.BOUNDED),
        ("int main(void) {", (), Said.ERROR),
    ],
)
def test_unthread(text: str, options: tuple[str, ...], said: Said, tmp_path: Path) -> None:
    outcome = answer(SuiteTool("unthread", ToolKind.UNTHREAD, options), program(tmp_path, text=text))
    assert outcome.said is said
    assert outcome.cpu > 0
    assert bool(outcome.detail) is (said is Said.ERROR)
