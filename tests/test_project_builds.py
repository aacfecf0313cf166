"""`unthread check -p` with what CMake and Meson write for the projects in tests/projects: several targets,
generated headers, macros with quotes, paths with blanks. They are built for real, as their users do."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from referees import CMAKE, GCC, MAKE, MESON, NINJA
from tests.support.commands import Capture, check, execute
from tests.support.tools import require
from unthread.core.diagnostics import source_lines
from unthread.project.compile_commands import read_database

PROJECTS = Path(__file__).parent / "projects"
SECONDS = 300


def run(*command: str) -> None:
    ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.fixture(scope="module", params=["cmake", "cmake-makefiles", "meson"])
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with the project and its build, and what the build system is called."""
    kind = request.param.partition("-")[0]
    require(GCC, CMAKE if kind == "cmake" else MESON, NINJA)
    place = tmp_path_factory.mktemp(request.param) / "with a blank"
    shutil.copytree(PROJECTS / kind, place / "counting")
    source, build = str(place / "counting"), str(place / "the build")
    if kind == "cmake":
        generator = "Unix Makefiles" if "makefiles" in request.param else "Ninja"
        require(MAKE)
        run("cmake", "-S", source, "-B", build, "-G", generator, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
        run("cmake", "--build", build)
    else:
        run("meson", "setup", build, source)
        run("ninja", "-C", build)
    return place, kind


@pytest.fixture(autouse=True)
def there(project: tuple[Path, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project[0])
    source_lines.cache_clear()


def library(name: str, kind: str) -> str:
    return name if kind == "cmake" else f"lib{name}.a"


def test_the_build_tells_its_targets(project: tuple[Path, str]) -> None:
    _, kind = project
    names = {"app", "app_locked", library("counter", kind), library("counter_locked", kind)}
    assert set(read_database(Path("the build")).targets) == names


@pytest.mark.parametrize(("variant", "answer"), [("", (10, "UNSAFE")), ("_locked", (0, "SAFE"))])
def test_a_program_of_several_targets(
    variant: str, answer: tuple[int, str], project: tuple[Path, str], capsys: Capture
) -> None:
    """A generated header has the limit; the macro with quotes and blanks is checked by the program itself."""
    targets = ("--target", f"app{variant}", "--target", library(f"counter{variant}", project[1]))
    code, out, err = check(capsys, "-p", "the build", *targets, "--property", "reach,lock")
    assert (code, out.split()[0] if answer[1] == "SAFE" else "UNSAFE", err) == (*answer, "")
    if code == 10:
        assert "UNSAFE  counting/src/main.c:21:5: assertion violated: counted() == LIMIT [reach]" in out


def test_the_violation_is_replayed_in_the_real_program(project: tuple[Path, str], capsys: Capture) -> None:
    targets = ("--target", "app", "--target", library("counter", project[1]))
    options = ("--property", "reach,lock", "--trace", "trace.json", "-q")
    assert check(capsys, "-p", "the build", *targets, *options)[0] == 10
    stored = json.loads(Path("trace.json").read_text())["source"]
    assert [Path(file["path"]).name for file in stored["files"]] == ["main.c", "counter.c"]
    assert execute(capsys, "replay", "trace.json")[0] == 10
    code, out, _ = execute(capsys, "replay", "trace.json", "--native")
    assert code == 10
    assert "the real program fails as in the trace" in out


def test_lists_the_targets_where_one_must_be_chosen(project: tuple[Path, str], capsys: Capture) -> None:
    code, out, err = check(capsys, "-p", "the build")
    assert (code, out) == (1, "")
    assert "several targets have a main" in err
    assert "app (main)" in err


def test_a_file_of_two_targets(project: tuple[Path, str], capsys: Capture) -> None:
    counter = "counting/src/counter.c"
    code, _, err = check(capsys, "-p", "the build", counter)
    assert code == 1
    names = ", ".join(library(name, project[1]) for name in ("counter", "counter_locked"))
    assert err == (
        f"unthread: error: '{counter}' is compiled 2 times with different flags\n"
        f"  hint: --target NAME chooses: {names}\n"
    )
    Path("harness.c").write_text("int main(void) { return 0; }\n")
    chosen = ("--target", library("counter", project[1]))
    assert check(capsys, "-p", "the build", *chosen, counter, "harness.c", "-q")[0] == 0
    assert check(capsys, "-p", "the build", *chosen, "--add", "harness.c", "-q")[0] == 0


def test_targets_of_a_configuration(project: tuple[Path, str], capsys: Capture) -> None:
    text = '[options]\nproperty = "reach,lock"\n'
    for name in ("app", "app_locked"):
        own = library(name.replace("app", "counter"), project[1])
        text += f'[[target]]\nname = "{name}"\nbuild-target = ["{name}", "{own}"]\n'
    Path("unthread.toml").write_text(f'compile-commands = "the build"\n{text}')
    try:
        code, out, err = check(capsys)
    finally:
        Path("unthread.toml").unlink()
    assert (code, err) == (10, "")
    assert out.endswith("2 targets: 1 unsafe, 1 safe\n")
