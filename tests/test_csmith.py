"""Random C programs: `unthread run` prints and returns what gcc's program does, in both data models."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from referees import CSMITH, GCC, GCC_M32
from tests.support.tools import require

SCRIPT = Path(__file__).parent.parent / "scripts" / "csmith.py"
SUMMARY = re.compile(
    r"(?P<all>\d+) programs: (?P<equal>\d+) equal, (?P<different>\d+) different, "
    r"(?P<over>\d+) over the step limit, (?P<skipped>\d+) skipped by gcc"
)


@pytest.fixture(autouse=True, scope="module")
def referees() -> None:
    require(GCC, GCC_M32, CSMITH)


def run_script(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def counts(done: subprocess.CompletedProcess[str]) -> dict[str, int]:
    found = SUMMARY.search(done.stdout)
    assert found, done.stdout + done.stderr
    return {name: int(number) for name, number in found.groupdict().items()}


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("model", "seed"), [("--m64", 1000), ("--m32", 2000)])
def test_unthread_agrees_with_gcc(model: str, seed: int) -> None:
    done = run_script(model, "--seed", str(seed), "--count", "15", "--steps", "1000000", "--jobs", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    summary = counts(done)
    assert summary["all"] == 15
    assert summary["equal"] >= 10, "too many programs were not compared\n" + done.stdout


def fake_unthread(directory: Path, script: str) -> str:
    """An `unthread` that does not look at the program at all."""
    path = directory / "fake.py"
    path.write_text(f"import sys\n{script}\n")
    return f"'{sys.executable}' '{path}'"


def test_a_wrong_output_is_a_difference_and_keeps_the_program(tmp_path: Path) -> None:
    fake = fake_unthread(tmp_path, "print('checksum = 0')")
    done = run_script("--count", "2", "--unthread", fake, "--keep", str(tmp_path / "kept"))
    assert done.returncode == 1
    assert counts(done)["different"] == 2
    kept = sorted(path.name for path in (tmp_path / "kept").iterdir())
    assert kept == ["csmith-1-m64.c", "csmith-2-m32.c"]


def test_a_violation_is_a_difference_with_its_message(tmp_path: Path) -> None:
    message = "program.c:3:1: error: signed overflow"
    fake = fake_unthread(tmp_path, f"print('{message}', file=sys.stderr)\nsys.exit(10)")
    done = run_script("--count", "1", "--unthread", fake)
    assert done.returncode == 1
    assert message in done.stdout


def test_the_step_limit_is_counted_apart(tmp_path: Path) -> None:
    fake = fake_unthread(tmp_path, "print('step limit reached', file=sys.stderr)\nsys.exit(5)")
    done = run_script("--count", "1", "--unthread", fake)
    assert done.returncode == 0
    assert counts(done) == {"all": 1, "equal": 0, "different": 0, "over": 1, "skipped": 0}
