"""Where developers are: the hook, the action, the job and the tasks do what docs/INTEGRATION.md says."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.commands import Capture, Write, check, write
from tests.support.racing import RACE
from tests.support.sarif_rules import sarif_faults

__all__ = ["write"]  # the fixture

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "INTEGRATION.md").read_text()
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
JOB = yaml.safe_load((ROOT / "integration" / "gitlab.yml").read_text())["unthread"]
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
MATCHER, TASKS = (
    json.loads((ROOT / "integration" / name).read_text()) for name in ("problem-matcher.json", "tasks.json")
)
SAFE = "int main(void) { return 0; }\n"
COMPACT = r"^queue\.c:\d:\d+: error: data race .*\[race\]$"


def environment(**more: str) -> dict[str, str]:
    """In which this unthread is the installed one."""
    own = {name: text for name, text in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))}
    return {**own, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", **more}


def bash(script: str, **more: str) -> subprocess.CompletedProcess[str]:
    """As GitHub and GitLab execute steps."""
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    return subprocess.run(command, env=environment(**more), capture_output=True, text=True, timeout=250)


@pytest.fixture
def repository(write: Write) -> None:
    """A scratch repository with a bug in it."""
    write(RACE, "queue.c")
    write(SAFE, "a folder/it's safe.c")
    for words in ("init -q", "config user.name x", "config user.email x@y", "add -A", "commit -qm first"):
        subprocess.run(["git", *words.split()], check=True, env=environment())


# pre-commit


def pre_commit(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pre_commit", *words]
    more = {"PRE_COMMIT_HOME": str(Path("../pre-commit").resolve())}
    return subprocess.run(command, env=environment(**more), capture_output=True, text=True, timeout=250)


def configure(arguments: list[str]) -> None:
    """The hook as it is, but not from a package that would be installed first."""
    (hook,) = HOOKS
    hook = {**hook, "language": "system", "args": [*hook["args"], *arguments]}
    config = {"repos": [{"repo": "local", "hooks": [hook]}]}
    Path(".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    subprocess.run(["git", "add", "-A"], check=True, env=environment())


@pytest.mark.usefixtures("repository")
def test_the_hook_finds_what_is_wrong(write: Write) -> None:
    configure(["--property", "race", "--sarif", "found.sarif", "queue.c"])
    ran = pre_commit("run", "--all-files")
    assert (ran.returncode, ran.stderr) == (1, "")
    assert re.search(COMPACT, ran.stdout, re.MULTILINE)
    document = json.loads(Path("found.sarif").read_text())
    assert sarif_faults(document) == []
    assert [result["ruleId"] for result in document["runs"][0]["results"]] == ["race"]
    write(SAFE, "queue.c")
    ran = pre_commit("run", "--all-files")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Passed" in ran.stdout


@pytest.mark.usefixtures("repository")
def test_the_hook_checks_the_targets_that_changed(write: Write) -> None:
    targets = (f'[[target]]\nname = "{name}"\nfiles = ["{name}.c"]\n' for name in ("queue", "other"))
    write("".join(targets), "unthread.toml")
    write(SAFE, "other.c")
    configure(["--changed-since", "HEAD"])
    subprocess.run(["git", "commit", "-qm", "targets"], check=True, env=environment())
    write(SAFE + "\n", "other.c")
    subprocess.run(["git", "add", "-A"], check=True, env=environment())
    ran = pre_commit("run")
    assert "Passed" in ran.stdout
    write(RACE + "\n", "queue.c")
    subprocess.run(["git", "add", "-A"], check=True, env=environment())
    ran = pre_commit("run")
    assert re.search(COMPACT, ran.stdout, re.MULTILINE)


@pytest.mark.usefixtures("repository")
def test_the_hook_runs_where_c_has_changed(write: Write) -> None:
    configure(["queue.c"])
    subprocess.run(["git", "commit", "-qm", "hook"], check=True, env=environment())
    write("text", "README")
    subprocess.run(["git", "add", "-A"], check=True, env=environment())
    assert "Skipped" in pre_commit("run").stdout
    write("int other;\n", "other.h")
    subprocess.run(["git", "add", "-A"], check=True, env=environment())
    assert "Failed" in pre_commit("run").stdout


def test_the_manifest_is_one() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "pre_commit", "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml")],
        capture_output=True,
        timeout=60,
    )
    assert ran.returncode == 0


# The action


def steps() -> dict[str, Any]:
    return {step["name"]: step for step in ACTION["runs"]["steps"]}


def act(name: str, expressions: dict[str, str], **more: str) -> subprocess.CompletedProcess[str]:
    """Carries out a step, with values for what stands in ${{ }}."""
    step = steps()[name]

    def value(text: str) -> str:
        return re.sub(r"\$\{\{ (.*?) \}\}", lambda found: expressions[found[1]], text)

    variables = {key: value(text) for key, text in step.get("env", {}).items()}
    return bash(step["run"], **variables, **more)


def checked(tmp_path: Path, arguments: str, **inputs: str) -> tuple[str, dict[str, str]]:
    """What the step `Check` prints, and its outputs."""
    given = {name: item["default"] for name, item in ACTION["inputs"].items()}
    given |= {"arguments": arguments, **inputs}
    (tmp_path / "runner").mkdir(exist_ok=True)
    if not (tmp_path / "runner" / "unthread").exists():
        (tmp_path / "runner" / "unthread").symlink_to(sys.prefix)
    outputs = tmp_path / "runner" / "outputs"
    outputs.write_text("")
    ran = act(
        "Check",
        {f"inputs.{name}": text for name, text in given.items()},
        RUNNER_TEMP=str(tmp_path / "runner"),
        GITHUB_ACTION_PATH=str(ROOT),
        GITHUB_OUTPUT=str(outputs),
    )
    if ran.returncode:
        return ran.stderr, {}
    return ran.stdout, dict(line.split("=", 1) for line in outputs.read_text().splitlines())


@pytest.mark.usefixtures("repository")
def test_the_action_writes_sarif(tmp_path: Path) -> None:
    printed, outputs = checked(tmp_path, "queue.c --property race")
    assert re.search(COMPACT, printed, re.MULTILINE)
    assert outputs == {"exit-code": "10", "sarif": "./unthread.sarif"}
    document = json.loads(Path(outputs["sarif"]).read_text())
    assert sarif_faults(document) == []
    assert [result["ruleId"] for result in document["runs"][0]["results"]] == ["race"]


@pytest.mark.usefixtures("repository")
def test_words_of_the_action_are_those_of_a_shell(tmp_path: Path) -> None:
    _, outputs = checked(tmp_path, """'a folder/it'"'"'s safe.c' -D 'TEXT="$(touch evil) *"'""")
    assert outputs["exit-code"] == "0"
    assert not Path("evil").exists()


@pytest.mark.usefixtures("repository")
def test_a_word_of_the_action_may_have_several_lines(write: Write, tmp_path: Path) -> None:
    write(SAFE, "two\nlines.c")
    printed, outputs = checked(tmp_path, "'two\nlines.c'\n  -q", sarif=str(tmp_path / "a b.sarif"))
    assert outputs == {"exit-code": "0", "sarif": str(tmp_path / "a b.sarif")}, printed


@pytest.mark.usefixtures("repository")
def test_quotes_that_do_not_end_are_told(tmp_path: Path) -> None:
    assert checked(tmp_path, "queue.c '--property") == ("::error::arguments: No closing quotation\n", {})


@pytest.mark.usefixtures("repository")
def test_without_an_answer_there_is_no_sarif(tmp_path: Path) -> None:
    Path("unthread.sarif").write_text("of another time")
    _, outputs = checked(tmp_path, "no.c")
    assert outputs == {"exit-code": "2"}


@pytest.mark.parametrize(
    ("code", "fail_on", "expected"),
    [
        ("0", "unknown", 0),
        ("10", "unknown", 10),
        ("5", "unknown", 5),
        ("5", "violation", 0),
        ("10", "violation", 10),
        ("2", "violation", 2),
    ],
)
def test_when_the_action_fails(code: str, fail_on: str, expected: int) -> None:
    values = {"steps.check.outputs.exit-code": code, "inputs.fail-on": fail_on}
    assert act("Answer", values).returncode == expected


def test_what_the_action_speaks_of_is_there() -> None:
    """Inputs, outputs of steps, files of this repository; nothing of an input is part of a script."""
    text = (ROOT / "action.yml").read_text()
    assert set(re.findall(r"\binputs\.([\w-]+)", text)) == {*ACTION["inputs"]}
    assert set(re.findall(r"steps\.check\.outputs\.([\w-]+)", text)) == {*ACTION["outputs"]}
    for step in steps().values():
        assert "${{" not in step.get("run", "")
        assert ("run" in step) != ("uses" in step)
    for name in re.findall(r"\$GITHUB_ACTION_PATH/([\w./-]+)", text):
        assert (ROOT / name).is_file()


@pytest.mark.slow
def test_the_action_installs_unthread(tmp_path: Path) -> None:
    ran = act("Install unthread", {}, RUNNER_TEMP=str(tmp_path), GITHUB_ACTION_PATH=str(ROOT))
    assert ran.returncode == 0, ran.stderr
    version = subprocess.run([tmp_path / "unthread" / "bin" / "unthread", "--version"], timeout=60)
    assert version.returncode == 0


# GitLab


@pytest.mark.usefixtures("repository")
def test_the_job_leaves_its_reports() -> None:
    install, script = JOB["script"]
    assert install.startswith("python3 -m pip install ")
    ran = bash(script, **{**JOB["variables"], "UNTHREAD_ARGUMENTS": "queue.c --property race"})
    assert ran.returncode == 10
    assert re.search(COMPACT, ran.stdout, re.MULTILINE)
    (sarif,) = JOB["artifacts"]["paths"]
    assert sarif_faults(json.loads(Path(sarif).read_text())) == []
    (junit,) = Path().glob(JOB["artifacts"]["reports"]["junit"])
    assert '<failure message="' in junit.read_text()


# Editors


def test_lines_of_problems_are_found(capsys: Capture, write: Write) -> None:
    """By what GitHub and Visual Studio Code look for."""
    (github,) = MATCHER["problemMatcher"][0]["pattern"]
    (task,) = TASKS["tasks"]
    assert task["problemMatcher"]["pattern"] == github
    words = [word.replace("${relativeFile}", write(RACE, "my dir/a.c")) for word in task["args"]]
    code, out, _ = check(capsys, *words[1:])
    found = [re.match(github["regexp"], line) for line in out.splitlines()]
    assert code == 10
    assert len(found) == 3
    for match, severity in zip(found, ("error", "note", "note"), strict=True):
        assert match is not None
        assert match[github["file"]] == "my dir/a.c"
        assert match[github["severity"]] == severity
        assert match[github["line"]].isdecimal()
        assert match[github["message"]]
    code, out, err = check(capsys, "--compact", write("int main(void) { return y; }\n"))
    match = re.match(github["regexp"], err.splitlines()[0])
    assert match is not None
    assert match.groups()[:4] == ("a.c", "1", "25", "error")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--compact --json", "--json and --compact are mutually exclusive"),
        ("--compact --json-lines", "--json-lines and --compact are mutually exclusive"),
        ("--compact --full", "--compact and --full are mutually exclusive"),
        ("--compact --coverage", "--compact and --coverage are mutually exclusive"),
    ],
)
def test_there_is_one_form(words: str, message: str, capsys: Capture, write: Write) -> None:
    code, out, err = check(capsys, *words.split(), write(SAFE))
    assert (code, out) == (1, "")
    assert message in err


# Containers


def test_the_container_has_what_it_copies() -> None:
    text = (ROOT / "Containerfile").read_text()
    copied = [shlex.split(line) for line in re.findall(r"^COPY (.*)$", text, re.MULTILINE)]
    assert [name for *names, _ in copied for name in names if not (ROOT / name).exists()] == []
    shell = re.sub(r"\\\n", "", text)
    runs = re.findall(r"^RUN (.*)$", shell, re.MULTILINE)
    assert all(bash(f"set -n; {run}").returncode == 0 for run in runs)
    assert any("./unthread " in run for run in runs)  # README.md: its first use makes .venv
    assert "./unthread check" in (ROOT / "README.md").read_text()


@pytest.mark.slow
def test_what_the_container_copies_is_enough(tmp_path: Path) -> None:
    text = (ROOT / "Containerfile").read_text()
    for *names, place in (shlex.split(line) for line in re.findall(r"^COPY (.*)$", text, re.MULTILINE)):
        for name in names:
            inner = name if place.endswith("/") else ""
            target = tmp_path / Path(place).relative_to("/") / inner
            target.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["cp", "-r", ROOT / name, target], check=True)
    ran = subprocess.run([tmp_path / "opt/unthread/unthread", "--version"], capture_output=True, timeout=250)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith(b"unthread ")


# The page


def test_the_page_names_the_files() -> None:
    named = set(re.findall(r"`((?:integration/|\.)?[\w.-]+\.(?:ya?ml|json))`|`(Containerfile)`", PAGE))
    files = {first or second for first, second in named}
    ours = {".pre-commit-hooks.yaml", "action.yml", "Containerfile"}
    ours |= {f"integration/{path.name}" for path in (ROOT / "integration").iterdir()}
    assert ours <= files


def test_no_address_is_named() -> None:
    for name in ("action.yml", ".pre-commit-hooks.yaml", "Containerfile", "integration/gitlab.yml"):
        assert "://" not in (ROOT / name).read_text()
