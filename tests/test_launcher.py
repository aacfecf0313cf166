"""`./unthread` in a clone: the first use makes .venv, whatever happens meanwhile; the next start at once.

The clones of these tests need no package, so nothing is downloaded; their program says what it was given.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = ("unthread", "scripts/environment.sh", "scripts/environment.py")
PROGRAM = "import os, sys\nprint(os.getcwd(), sys.argv[1:])\nsys.exit(10)\n"
SETTING_UP = "unthread: setting up .venv"

Run = subprocess.CompletedProcess[str]


def make_clone(clone: Path) -> Path:
    for file in FILES:
        (clone / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, clone / file)
    (clone / "requirements.lock").write_text("# nothing\n")
    package = clone / "src" / "unthread"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text(PROGRAM)
    return clone


def environment(**settings: str) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHON")}
    return {**inherited, "PYTHON": sys.executable, **settings}


def launch(launcher: Path, *arguments: str, cwd: Path | None = None, **settings: str) -> Run:
    return subprocess.run(
        [str(launcher), *arguments],
        cwd=cwd or launcher.parent,
        env=environment(**settings),
        capture_output=True,
        text=True,
    )


def start(clone: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [str(clone / "unthread")],
        env=environment(),
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C reaches all of its processes
    )


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone after its first use, under a path with spaces."""
    clone = make_clone(tmp_path_factory.mktemp("launcher") / "a clone")
    first = launch(clone / "unthread", "check", "a b.c")
    assert first.stdout == f"{clone} ['check', 'a b.c']\n"
    assert first.returncode == 10
    assert SETTING_UP in first.stderr
    return clone


def test_later_uses_say_nothing_about_it(ready: Path) -> None:
    again = launch(ready / "unthread", "check")
    assert (again.stdout, again.stderr, again.returncode) == (f"{ready} ['check']\n", "", 10)


def test_it_is_called_from_anywhere_and_by_a_link(ready: Path, tmp_path: Path) -> None:
    (tmp_path / "unthread.py").write_text("print('this is not ours')")
    link = tmp_path / "bin" / "unthread"
    link.parent.mkdir()
    link.symlink_to(ready / "unthread")
    called = launch(link, "-x", cwd=tmp_path)
    assert (called.stdout, called.stderr) == (f"{tmp_path} ['-x']\n", "")


def test_a_copy_runs_its_own_source(ready: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(ready, copy, symlinks=True)
    (copy / "src" / "unthread" / "__main__.py").write_text("print('the copy')\n")
    assert launch(copy / "unthread").stdout == "the copy\n"


def test_a_lock_file_that_is_only_newer_changes_nothing(ready: Path) -> None:
    kept = ready / ".venv" / "kept"
    kept.touch()
    os.utime(ready / "requirements.lock")
    called = launch(ready / "unthread")
    assert (called.stderr, called.returncode, kept.exists()) == ("", 10, True)


def test_other_versions_begin_from_an_empty_environment(ready: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(ready, copy, symlinks=True)
    old = copy / ".venv" / "old"
    old.touch()
    (copy / "requirements.lock").write_text("# nothing else\n")
    called = launch(copy / "unthread")
    assert (called.returncode, old.exists()) == (10, False)
    assert SETTING_UP in called.stderr


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGKILL])
def test_what_was_interrupted_is_taken_up_again(tmp_path: Path, signal_number: int) -> None:
    clone = make_clone(tmp_path)
    process = start(clone)
    while not (clone / ".venv" / "bin").exists():
        time.sleep(0.01)
    os.killpg(process.pid, signal_number)
    process.communicate()
    assert process.returncode not in (0, 10)
    called = launch(clone / "unthread")
    assert called.returncode == 10, called.stderr
    assert SETTING_UP in called.stderr


def test_two_at_once_do_not_meet(tmp_path: Path) -> None:
    clone = make_clone(tmp_path)
    both = [start(clone), start(clone)]
    told = [process.communicate()[1] for process in both]
    assert [process.returncode for process in both] == [10, 10], told
    assert sum(SETTING_UP in text for text in told) == 1


def fake_python(directory: Path, script: str) -> Path:
    directory.mkdir()
    for name in ("python3", "python3.11", "python3.12", "python3.13"):
        (directory / name).write_text(f"#!/bin/sh\n{script}\n")
        (directory / name).chmod(0o755)
    return directory


def test_a_python_that_is_too_old_is_refused(tmp_path: Path) -> None:
    clone = make_clone(tmp_path / "clone")
    fakes = fake_python(tmp_path / "bin", '[ "$1" = --version ] && echo Python 3.9.2 || exit 1')
    called = launch(clone / "unthread", PYTHON="python3", PATH=f"{fakes}:{os.environ['PATH']}")
    assert called.returncode == 126
    (line,) = called.stderr.splitlines()
    assert "needs Python 3.11 or newer, and found Python 3.9.2" in line


def test_a_python_without_venv_is_refused(tmp_path: Path) -> None:
    clone = make_clone(tmp_path / "clone")
    hook = tmp_path / "hook" / "sitecustomize.py"
    hook.parent.mkdir()
    hook.write_text("import sys\nsys.modules['ensurepip'] = None\n")
    called = launch(clone / "unthread", PYTHONPATH=str(hook.parent))
    assert called.returncode == 126
    assert called.stderr.splitlines()[-1].endswith(
        "lacks its module ensurepip; Debian has it in python3-venv"
    )


def test_packages_that_cannot_be_had_are_told(tmp_path: Path) -> None:
    clone = make_clone(tmp_path)
    (clone / "requirements.lock").write_text("unthread-needs-no-such-package==1.0\n")
    called = launch(clone / "unthread", PIP_NO_INDEX="1", PIP_FIND_LINKS=str(tmp_path))
    assert called.returncode == 126
    assert "the next call tries again" in called.stderr
