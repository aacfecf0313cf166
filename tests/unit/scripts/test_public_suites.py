"""Public suites: what their descriptions and comments expect, and how a verdict compares with it."""

from __future__ import annotations

from pathlib import Path

import pytest

import public_suites
from public_suites import SUITES, Result, Task, judge, main, summary

CORRECT = "int main(void) { return 0; }\n"
WRONG = "extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n"


def describe(directory: Path, name: str, options: str, outcome: str, level: str = "CORE") -> None:
    (directory / name).mkdir()
    (directory / name / "main.c").write_text(CORRECT)
    (directory / name / "test.desc").write_text(f"{level}\nmain.c\n{options}\n{outcome}\n")


def only(suite: str, directory: Path) -> Task:
    (task,) = SUITES[suite](directory)
    return task


FAILED, SUCCESSFUL = "^VERIFICATION FAILED$", "^VERIFICATION SUCCESSFUL$"


@pytest.mark.parametrize(
    ("options", "outcome", "properties", "caution"),
    [
        ("", SUCCESSFUL, ("reach",), ""),
        ("", FAILED, ("reach", "lock", "arith", "memory"), ""),
        ("--deadlock-check --context-bound 2", SUCCESSFUL, ("reach", "deadlock"), "within --context-bound 2"),
        ("--data-races-check-only", FAILED, ("race",), ""),
        ("--no-pointer-check", FAILED, ("reach", "lock", "arith"), ""),
        ("--unwind 3", FAILED, ("reach", "lock", "arith", "memory"), "or more iterations than it follows"),
        ("--unwind 3 --no-unwinding-assertions", FAILED, ("reach", "lock", "arith", "memory"), ""),
    ],
)
def test_esbmc(options: str, outcome: str, properties: tuple[str, ...], caution: str, tmp_path: Path) -> None:
    describe(tmp_path, "test", options, outcome)
    task = only("esbmc", tmp_path)
    assert (task.properties, task.is_buggy, task.caution) == (properties, outcome == FAILED, caution)


def test_descriptions_that_are_not_compared(tmp_path: Path) -> None:
    describe(tmp_path, "known_bug", "", FAILED, level="KNOWNBUG")
    describe(tmp_path, "other", "--atomicity-check", FAILED)
    describe(tmp_path, "no_outcome", "", "^ERROR: PARSING ERROR$")
    assert SUITES["esbmc"](tmp_path) == []


def test_cbmc_tells_by_its_exit_code(tmp_path: Path) -> None:
    describe(tmp_path, "test", "-DX --unwind 1", "^EXIT=10$\n^SIGNAL=0$\n--\n^EXIT=0$")
    task = only("cbmc", tmp_path)
    assert task.is_buggy
    assert task.flags == ("-DX",)


def test_sctbench_tells_by_its_names(tmp_path: Path) -> None:
    for name in ("a_bad", "b_ok", "c_sat", "d_unsat", "common"):
        (tmp_path / f"{name}.c").write_text(CORRECT)
    assert [(task.name, task.is_buggy) for task in SUITES["sctbench"](tmp_path)] == [
        ("a_bad.c", True),
        ("b_ok.c", False),
        ("c_sat.c", True),
        ("d_unsat.c", False),
    ]


GOBLINT = """// PARAM: --enable something
#include <goblint.h>
int x;
int main(void) {
    x = 1; // NORACE
    __goblint_check(x == 1);
    __goblint_check(x == 2); // FAIL
    __goblint_check(x == 3); // UNKNOWN!
    __goblint_check(x == 4); // UNKNOWN
    return 0;
}
"""


def test_goblint(tmp_path: Path) -> None:
    directory = tmp_path / "00-sanity"
    directory.mkdir()
    (directory / "01-test.c").write_text(GOBLINT)
    (directory / "02-test.c").write_text(GOBLINT.replace("// PARAM:", "// PARAM: --set mainfun[+] f"))
    race, holds, possible = SUITES["goblint"](tmp_path)
    assert (race.properties, race.is_buggy) == (("race",), False)
    assert (holds.properties, holds.is_buggy) == (("reach",), False)
    assert holds.text is not None
    assert holds.text.splitlines()[5:9] == [
        "    __goblint_check(x == 1);",
        "    __goblint_refute(x == 2); // FAIL",
        "    (void)(x == 3); // UNKNOWN!",
        "    (void)(x == 4); // UNKNOWN",
    ]
    assert possible.is_buggy
    assert possible.text is not None
    assert possible.text.splitlines()[5:9] == [
        "    (void)(x == 1);",
        "    (void)(x == 2); // FAIL",
        "    __goblint_check(x == 3); // UNKNOWN!",
        "    (void)(x == 4); // UNKNOWN",
    ]


@pytest.mark.parametrize(
    ("marks", "buggy"),
    [
        (("NORACE", "RACE!"), [True]),
        (("NORACE", "NORACE!"), [False]),
        (("NORACE", "RACE"), []),
        (("NODEADLOCK", "DEADLOCK", "NORACE"), [False, True]),
    ],
)
def test_goblint_is_sure_only_with_an_exclamation_mark(
    marks: tuple[str, ...], buggy: list[bool], tmp_path: Path
) -> None:
    (tmp_path / "04-mutex").mkdir()
    lines = "".join(f"    x = 1; // {mark}\n" for mark in marks)
    (tmp_path / "04-mutex" / "01-test.c").write_text(f"int x;\nint main(void) {{\n{lines}}}\n")
    assert [task.is_buggy for task in SUITES["goblint"](tmp_path)] == buggy


@pytest.mark.parametrize(
    ("is_buggy", "status", "word", "kind"),
    [
        (True, 10, "unsafe", "agree"),
        (True, 0, "safe", "DISAGREE"),
        (True, 0, "no bug found", "not decided"),
        (False, 0, "no bug found", "agree"),
        (False, 10, "unsafe", "DISAGREE"),
        (False, 5, "unknown", "not decided"),
        (False, 6, "exit code 6", "INTERNAL ERROR"),
        (True, -9, "hang", "not decided"),
    ],
)
def test_a_bounded_search_proves_nothing(is_buggy: bool, status: int, word: str, kind: str) -> None:
    assert judge(Task("name", (), ("reach",), is_buggy), status, word) == kind


def test_the_summary_lists_what_somebody_has_to_look_at() -> None:
    task = Task("name", (), ("reach",), True)
    results = [Result(task, "agree", "unsafe", 1.0, False), Result(task, "DISAGREE", "safe", 1.0, True)]
    assert summary(results).splitlines() == [
        "2 comparisons: 1 agree, 0 not decided, 1 DISAGREE, 0 INTERNAL ERROR",
        "1 later than the limit",
        "DISAGREE: name [reach]: safe; expected unsafe, 1.0 s, LATE",
    ]


def test_whole_suites(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "one_ok.c").write_text(CORRECT)
    (tmp_path / "two_bad.c").write_text(WRONG)
    assert main(["sctbench", str(tmp_path), "--time", "30", "--jobs", "1"]) == 0
    assert "2 comparisons: 2 agree" in capsys.readouterr().out
    (tmp_path / "three_bad.c").write_text(CORRECT)
    assert main(["sctbench", str(tmp_path), "--time", "30", "--jobs", "1", "--only", "three"]) == 1
    assert "1 DISAGREE" in capsys.readouterr().out


def test_a_directory_without_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert public_suites.main(["goblint", str(tmp_path)]) == 2
    assert "no program with a known verdict" in capsys.readouterr().err
