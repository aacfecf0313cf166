"""`unthread sv` and `check --property FILE.prp` as their users meet them: tasks, answers, exit codes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.support.commands import Capture, execute
from unthread.svcomp.task import read_task

PROGRAMS = Path(__file__).parent / "programs" / "svcomp"
PROPERTIES = PROGRAMS / "properties"
DOCS = Path(__file__).parent.parent / "docs"


def sv(capsys: Capture, *arguments: str | Path) -> tuple[int, str, str]:
    return execute(capsys, "sv", *map(str, arguments))


# Tasks


def expected_lines(task: Path) -> Iterator[str]:
    """What `sv --property all` is to answer: what the task expects, or what it says unthread will."""
    for entry in yaml.safe_load(task.read_text())["properties"]:
        file = Path(entry["property_file"])
        verdict = entry.get("expected_verdict")
        if verdict is None or file.stem == "termination":
            yield rf"RESULT  unknown  {file.name}( .*)?"
            continue
        expected = "true" if verdict else "false"
        if "subproperty" in entry:
            expected += f"({entry['subproperty']})"
        name = expected if expected != "false" else f"false({file.stem.removesuffix('-old')})"
        word, agreement = (name, "agrees") if "answer" not in entry else (entry["answer"], "no answer")
        yield re.escape(f"RESULT  {word}  {file.name}  (expected {expected}: {agreement})") + r"(  \[.*\])?"


@pytest.mark.parametrize("task", sorted(PROGRAMS.glob("*.yml")), ids=lambda task: task.stem)
def test_tasks(capsys: Capture, task: Path) -> None:
    time = "5s" if task.stem == "loop_unknown" else "60s"
    code, out, err = sv(capsys, task, "--property", "all", "-q", "--time", time)
    assert err == ""
    expected = [*expected_lines(task)]
    for line, pattern in zip(out.splitlines(), expected, strict=True):
        assert re.fullmatch(pattern, line)
    words = [line.split()[1] for line in out.splitlines()]
    worst = 10 if any(word.startswith("false(") for word in words) else 5 if "unknown" in words else 0
    assert code == worst


def test_each_kind_of_property_has_a_safe_and_an_unsafe_task() -> None:
    verdicts: dict[str, set[object]] = {}
    for task in PROGRAMS.glob("*.yml"):
        for entry in yaml.safe_load(task.read_text())["properties"]:
            if "answer" not in entry:
                name = Path(entry["property_file"]).stem
                verdicts.setdefault(name, set()).add(entry.get("subproperty", entry.get("expected_verdict")))
    for name in ("unreach-call", "no-data-race", "no-overflow", "valid-memcleanup"):
        assert verdicts[name] == {True, False}
    assert verdicts["valid-memsafety"] == {True, "valid-free", "valid-deref", "valid-memtrack"}


def test_every_program_belongs_to_a_task() -> None:
    used = {file for task in PROGRAMS.glob("*.yml") for file in read_task(task).inputs}
    assert used == {*PROGRAMS.rglob("*.c"), *PROGRAMS.rglob("*.i")}


# What is printed


def test_the_whole_story(capsys: Capture) -> None:
    code, out, err = sv(capsys, PROGRAMS / "counter_unsafe.yml")
    assert (code, err) == (10, "")
    *story, last = out.splitlines()
    assert any(line.startswith("UNSAFE  ") for line in story)
    assert last == "RESULT  false(unreach-call)  unreach-call.prp  (expected false: agrees)"


def test_the_first_property_that_can_be_checked(capsys: Capture) -> None:
    """The task names coverage and termination before it."""
    _, out, _ = sv(capsys, PROGRAMS / "counter_unsafe.yml", "-q")
    assert out == "RESULT  false(unreach-call)  unreach-call.prp  (expected false: agrees)\n"


def test_chosen_properties_in_turn(capsys: Capture) -> None:
    chosen = [f"--property={PROPERTIES / name}.prp" for name in ("no-overflow", "no-data-race")]
    code, out, _ = sv(capsys, PROGRAMS / "counter_unsafe.yml", *chosen, "-q")
    assert [line.split()[1] for line in out.splitlines()] == ["true", "false(no-data-race)"]
    assert code == 10


def test_a_property_that_the_task_does_not_name(capsys: Capture) -> None:
    chosen = PROPERTIES / "valid-memcleanup.prp"
    assert sv(capsys, PROGRAMS / "flag_safe.yml", "--property", chosen, "-q") == (
        0,
        "RESULT  true  valid-memcleanup.prp\n",
        "",
    )


def test_what_is_not_checked(capsys: Capture) -> None:
    chosen = PROPERTIES / "termination.prp"
    code, out, _ = sv(capsys, PROGRAMS / "counter_unsafe.yml", "--property", chosen)
    assert code == 5
    assert "UNKNOWN  termination: not checked by unthread\n" in out


def test_a_verdict_that_is_not_expected(capsys: Capture, tmp_path: Path) -> None:
    text = (PROGRAMS / "counter_unsafe.yml").read_text()
    text = text.replace("'counter", f"'{PROGRAMS}/counter").replace("properties/", f"{PROPERTIES}/")
    (tmp_path / "task.yml").write_text(text.replace("false", "true"))
    code, out, _ = sv(capsys, tmp_path / "task.yml", "-q")
    assert code == 10
    assert out == "RESULT  false(unreach-call)  unreach-call.prp  (expected true: DISAGREES)\n"


def test_c_files(capsys: Capture) -> None:
    """As BenchExec calls it."""
    chosen = [f"--property={PROPERTIES}/unreach-call.prp", "-q"]
    assert sv(capsys, PROGRAMS / "sizes.c", *chosen, "--m64")[1] == "RESULT  true  unreach-call.prp\n"
    assert sv(capsys, PROGRAMS / "sizes.c", *chosen, "--m32")[0] == 10
    files = sorted((PROGRAMS / "parts").glob("*.c"))
    assert sv(capsys, *files, *chosen) == (0, "RESULT  true  unreach-call.prp\n", "")


def test_bounds(capsys: Capture) -> None:
    task, fixed = PROGRAMS / "loop_unknown.yml", ["-q", "--unwind", "2", "--rounds", "2"]
    code, out, _ = sv(capsys, task, *fixed)
    assert (code, out.split()[1]) == (5, "unknown")
    assert out.endswith("[no bug found within bounds]\n")
    code, out, _ = sv(capsys, task, *fixed, "--bounded-true")
    assert (code, out.split()[1]) == (0, "true")


def test_bounded_true_is_no_excuse(capsys: Capture) -> None:
    """It says nothing about what was not searched for other reasons."""
    for name in ("division_unknown", "label_unknown", "pointer_unknown", "abort_unknown"):
        assert sv(capsys, PROGRAMS / f"{name}.yml", "-q", "--bounded-true")[0] == 5
    assert sv(capsys, PROGRAMS / "counter_unsafe.yml", "-q", "--bounded-true")[0] == 10


@pytest.mark.parametrize(
    ("option", "doubt"),
    [
        ("--atomic-statements", "each statement was executed as one step"),
        ("--no-spurious", "spurious wake-ups are not searched"),
        ("--volatile-is-atomic", "accesses to volatile objects were treated as atomic"),
    ],
)
def test_options_that_leave_executions_out(capsys: Capture, option: str, doubt: str) -> None:
    code, out, _ = sv(capsys, PROGRAMS / "flag_safe.yml", "-q", option)
    assert code == 5
    assert out == f"RESULT  unknown  no-data-race.prp  (expected true: no answer)  [{doubt}]\n"
    assert sv(capsys, PROGRAMS / "flag_safe.yml", "-q", option, "--bounded-true")[0] == 0


def test_no_time(capsys: Capture) -> None:
    code, out, _ = sv(capsys, PROGRAMS / "loop_unknown.yml", "--time", "0.001s", "--bounded-true")
    assert code == 5
    assert out.startswith("UNKNOWN  time limit reached")


# Trouble


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["counter_safe.yml", "sum_safe.yml"], 1, "a task definition must be the only input"),
        (["counter_safe.yml", "--property", "race"], 1, "'race' is not the name of a .prp file"),
        (["counter_safe.yml", "--m64"], 1, "--m64 contradicts the data model of the task"),
        (["counter_safe.yml", "--m32", "--m64"], 1, "--m32 and --m64 are mutually exclusive"),
        (["counter_safe.yml", "--time", "soon"], 1, "--time: 'soon' is not a duration, such as 90s, 15m, 2h"),
        (["counter_safe.c"], 1, "'counter_safe.c' does not name a property"),
        (["missing.yml"], 2, "no such file: 'missing.yml'"),
        (["counter_safe.yml", "--property", "missing.prp"], 2, "no such file: 'missing.prp'"),
        (["missing.c", "--property", "properties/no-overflow.prp"], 2, "no such file: 'missing.c'"),
        (["README.md", "--property", "README.prp"], 2, "no such file: 'README.prp'"),
        ([], 1, "Missing argument 'TASK...'"),
    ],
)
def test_wrong_usage_and_input(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, message: str
) -> None:
    monkeypatch.chdir(PROGRAMS)
    found = sv(capsys, *arguments)
    assert found[:2] == (code, "")
    assert message in found[2]


def test_wrong_files_are_shown(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text("int main(void) { return 0; }\n")
    Path("a.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\nCHECK( nothing )\n")
    Path("a.yml").write_text("format_version: '2.0'\ninput_files: 'b*.c'\n")
    code, out, err = sv(capsys, "a.c", "--property", "a.prp")
    assert (code, out) == (2, "")
    assert err.startswith("a.prp:2:1: error: this is not an SV-COMP property\n    CHECK( nothing )\n    ^\n")
    code, out, err = sv(capsys, "a.yml")
    assert (code, out) == (2, "")
    assert err.startswith("a.yml:2:14: error: no file matches 'b*.c'\n    input_files: 'b*.c'\n")


def test_nothing_else_on_stdout() -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "unthread", "sv", str(PROGRAMS / "sum_unsafe.yml"), "-q"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (answer.returncode, answer.stderr) == (10, "")
    assert answer.stdout == "RESULT  false(no-overflow)  no-overflow.prp  (expected false: agrees)\n"


# check --property FILE.prp


def check(capsys: Capture, name: str, prp: str, *arguments: str) -> tuple[int, str, str]:
    chosen = ("--property", str(PROPERTIES / f"{prp}.prp"))
    return execute(capsys, "check", str(PROGRAMS / name), *chosen, *arguments)


@pytest.mark.parametrize(
    ("name", "prp", "code"),
    [
        ("counter_safe.c", "unreach-call", 0),
        ("counter_unsafe.c", "unreach-call", 10),
        ("flag_safe.c", "no-data-race", 0),
        ("flag_unsafe.c", "no-data-race", 10),
        ("sum_unsafe.c", "no-overflow", 10),
        ("division_unknown.c", "no-overflow", 5),
        ("lost_unsafe.c", "valid-memsafety", 10),
        ("leftover_safe.c", "valid-memcleanup", 0),
        ("counter_safe.c", "termination", 5),
        ("counter_safe.c", "coverage-error-call", 5),
    ],
)
def test_check_with_a_property_file(capsys: Capture, name: str, prp: str, code: int) -> None:
    found, out, err = check(capsys, name, prp, "-q")
    assert (found, err) == (code, "")
    assert out.startswith({0: "SAFE  ", 5: "UNKNOWN  ", 10: "UNSAFE  "}[code])


def test_check_says_what_is_in_the_way(capsys: Capture) -> None:
    _, out, _ = check(capsys, "division_unknown.c", "no-overflow", "--json")
    document = json.loads(out)
    assert (document["verdict"], document["position"]["line"]) == ("unknown", 9)
    assert document["reason"].startswith("division by zero [arith]: not a violation of no-overflow")


def test_check_finds_all_that_count(capsys: Capture) -> None:
    code, out, _ = check(capsys, "division_overflow_unsafe.c", "no-overflow", "--all", "-q")
    assert code == 10
    assert len(re.findall("signed overflow", out)) == 1
    assert "division by zero" not in out


def test_check_with_a_wrong_property_file(capsys: Capture) -> None:
    assert check(capsys, "counter_safe.c", "missing")[0] == 2


# docs/SVCOMP.md


def test_the_documentation_shows_what_is_printed(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROGRAMS)
    shown = re.findall(r"```\n\$ unthread (sv [^\n]*)\n(.*?)```", (DOCS / "SVCOMP.md").read_text(), re.DOTALL)
    assert len(shown) == 2
    for command, output in shown:
        assert sv(capsys, *command.split()[1:])[1] == output
