"""`check --linearizable`: concurrent operations against sequential runs. docs/LINEARIZABLE.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.cli import execute
from unthread.core.exit_codes import ExitCode

LIBRARY = Path(__file__).parent / "programs" / "library"
MESSAGE = "not linearizable: no sequential order of these operations gives these results"


def _check(capfd: pytest.CaptureFixture[str], file: str, *arguments: str) -> tuple[int, str]:
    code = execute(["check", str(LIBRARY / file), "--linearizable", *arguments])
    output = capfd.readouterr()
    return code, output.out + output.err


@pytest.mark.parametrize("file", ["ring_queue.c", "stack.c", "two_lock_queue.c"])
def test_correct_libraries(file: str, capfd: pytest.CaptureFixture[str]) -> None:
    code, text = _check(capfd, file, "--operations", "2x1")
    assert code == ExitCode.SAFE
    assert text.startswith("NO BUG FOUND")  # never SAFE: more operations are possible
    assert "other than 1 operations in each of 2 threads, on one object" in text
    assert "all of them" in text
    assert "__ut_" not in text


@pytest.mark.slow
@pytest.mark.parametrize("file", ["ring_queue.c", "stack.c", "two_lock_queue.c"])
def test_correct_libraries_with_two_operations_each(file: str, capfd: pytest.CaptureFixture[str]) -> None:
    code, text = _check(capfd, file)
    assert code == ExitCode.SAFE
    assert text.startswith("NO BUG FOUND")


@pytest.mark.parametrize(
    "arguments",
    [
        ("ring_queue.c", "-D", "CHECK_THEN_ACT", "-D", "CAPACITY=1", "--operations", "2x1"),
        ("ring_queue.c", "-D", "NO_LOCK", "--property", "reach"),
        ("stack.c", "-D", "PEEK"),
        ("two_lock_queue.c", "-D", "EARLY", "--property", "reach"),
    ],
)
def test_broken_libraries(arguments: tuple[str, ...], capfd: pytest.CaptureFixture[str]) -> None:
    code, text = _check(capfd, *arguments)
    assert code == ExitCode.UNSAFE
    assert MESSAGE in text
    assert "__ut_" not in text
    assert "@entry" not in text


def test_the_history_is_shown(capfd: pytest.CaptureFixture[str]) -> None:
    """Both find room for their value, where there is room for one."""
    options = ("-D", "CHECK_THEN_ACT", "-D", "CAPACITY=1", "--operations", "2x1", "--json")
    _, text = _check(capfd, "ring_queue.c", *options)
    for thread in (1, 2):
        assert f"thread {thread}: ring_queue_push(" in text
    assert text.count("returns 1") == 2


def test_what_waits_is_left_out(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A sequential run in which an operation waits is no violation, and is told."""
    file = tmp_path / "flag.c"
    file.write_text(
        "#include <semaphore.h>\nstruct flag { sem_t raised; };\n"
        "void flag_init(struct flag *f) { sem_init(&f->raised, 0, 0); }\n"
        "void flag_raise(struct flag *f) { sem_post(&f->raised); }\n"
        "void flag_wait(struct flag *f) { sem_wait(&f->raised); }\n"
    )
    assert execute(["check", str(file), "--linearizable", "--operations", "2x1"]) == ExitCode.SAFE
    text = capfd.readouterr().out
    assert "an operation that waits for another one, forever or in a sequential run" in text


@pytest.mark.parametrize(
    ("arguments", "code", "expected"),
    [
        (("--operations", "2"), ExitCode.USAGE, "as in 2x2"),
        (("--operations", "4x3"), ExitCode.USAGE, "more than 90 sequential orders"),
        (("--property", "deadlock"), ExitCode.USAGE, "cannot check deadlock"),
        (("--entry", "stack_pop"), ExitCode.USAGE, "cannot be combined"),
        (("--type", "queue"), ExitCode.INPUT, "no function takes a pointer to 'queue' first"),
    ],
)
def test_wrong_requests(
    arguments: tuple[str, ...], code: int, expected: str, capfd: pytest.CaptureFixture[str]
) -> None:
    found, text = _check(capfd, "stack.c", *arguments)
    assert found == code
    assert expected in text


@pytest.mark.parametrize("command", ["sv", "cseq"])
def test_commands_that_need_a_main(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    file = ["-i", str(LIBRARY / "stack.c")] if command == "cseq" else [str(LIBRARY / "stack.c")]
    assert execute([command, *file, "--linearizable"]) == ExitCode.USAGE
    assert "checks programs with a main" in capfd.readouterr().err


def test_functions_without_an_object(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.c").write_text("static int n; int next(void) { return n++; }\n")
    assert execute(["check", str(tmp_path / "x.c"), "--linearizable"]) == ExitCode.INPUT
    assert "share no object" in capfd.readouterr().err


def test_a_trace_is_replayed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    trace = tmp_path / "trace.json"
    options = ("-D", "CHECK_THEN_ACT", "-D", "CAPACITY=1", "--operations", "2x1", "--trace", str(trace))
    _check(capfd, "ring_queue.c", *options)
    assert execute(["replay", str(trace)]) == ExitCode.UNSAFE
    assert MESSAGE in capfd.readouterr().out
