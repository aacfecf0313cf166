"""`unthread replay --native`: the real program fails as in the trace."""

from __future__ import annotations

import resource
import shutil
import subprocess
from pathlib import Path

import pytest

from referees import GCC, GDB
from tests.support.commands import Capture, execute
from tests.support.examples import NAMES, read_example
from tests.support.native import PROGRAMS, check_and_store, store_example
from tests.support.tools import require
from unthread.core.exit_codes import ExitCode

# An assertion, a deadlock of locks, one of a lost signal, one of loops, misuse of a mutex, C11 threads.
REPRESENTATIVE = (
    "bank_account",
    "dining_philosophers",
    "lost_wakeup",
    "ticket_lock",
    "readers_writers",
    "c11_counter",
)
RUNS = 3
QUEUE = ("queue/main.c", "queue/queue.c", "-I", str(PROGRAMS / "queue" / "include"), "-DFIRST=1")
CACHE = ("cache/main.c", "cache/cache.c")


def native(capfd: Capture, trace: Path, *more: str) -> tuple[int, str, str]:
    return execute(capfd, "replay", "--native", "--time", "30s", str(trace), *more)


def cpu_seconds() -> float:
    """Of this process and of all its children that are over: other processes do not matter."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(sum(resource.getrusage(kind)[:2]) for kind in kinds)


def undisturbed(file: Path, directory: Path) -> float:
    """What it takes to build the program and to run it, for a second at most: it may not end. Functions of
    verification tasks have no definition."""
    started = cpu_seconds()
    program = directory / "undisturbed"
    flags = ("-g", "-pthread", "-Wl,--unresolved-symbols=ignore-all")
    subprocess.run(["gcc", *flags, str(file), "-lm", "-o", str(program)], check=True)
    subprocess.run(["timeout", "1", str(program)], check=False, capture_output=True)
    return cpu_seconds() - started


# The examples


@pytest.mark.parametrize("name", REPRESENTATIVE)
def test_the_real_program_fails(name: str, tmp_path: Path, capfd: Capture) -> None:
    require(GCC)
    trace = store_example(name, tmp_path / "t.json")
    code, out, err = native(capfd, tmp_path / "t.json")
    assert code == ExitCode.UNSAFE, err
    assert "the real program fails as in the trace, ended by SIGABRT" in out
    assert trace.violation.message in out


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_example_fails_three_times_in_time(name: str, tmp_path: Path, capfd: Capture) -> None:
    require(GCC)
    store_example(name, tmp_path / "t.json")
    allowed = 2 * undisturbed(read_example(name, "unsafe").file, tmp_path) + 1
    taken = []
    for _ in range(RUNS):
        started = cpu_seconds()
        code, _, err = native(capfd, tmp_path / "t.json")
        taken.append(cpu_seconds() - started)
        assert code == ExitCode.UNSAFE, err
    assert min(taken) < allowed, f"{taken}, {allowed}"


# Several files


@pytest.mark.parametrize(
    ("arguments", "property", "said"),
    [
        (QUEUE, "reach", "main.c:28: main: Assertion `queue_take(queue, &item) && item == FIRST' failed"),
        (CACHE, "memory", "invalid access: thread 0 reads 4 bytes of a heap block of 4, at main.c:24"),
    ],
)
def test_programs_of_several_files_fail(
    arguments: tuple[str, ...], property: str, said: str, tmp_path: Path, capfd: Capture
) -> None:
    require(GCC)
    trace = check_and_store(arguments, property, tmp_path / "t.json")
    capfd.readouterr()
    for _ in range(RUNS):
        code, _, err = native(capfd, trace)
        assert code == ExitCode.UNSAFE, err
        assert said in err


# Kinds of failures

KINDS = [
    ("use_after_free", "memory", "SIGABRT", "freed by thread 0 at use_after_free.c:14"),
    ("double_free", "memory", "SIGABRT", "invalid free: thread 0 frees"),
    (
        "library_block",
        "memory",
        "SIGABRT",
        "writes 1 byte outside of a heap block of 4, at library_block.c:5",
    ),
    ("beside", "memory", "SIGABRT", "writes 4 bytes outside of slots, which has 16, at beside.c:9"),
    ("null_pointer", "memory", "SIGSEGV", "(Segmentation fault)"),
    ("division", "arith", "SIGFPE", "(Floating point exception)"),
    ("overflow", "arith", "SIGILL", "(Illegal instruction)"),
    ("error_function", "reach", "SIGABRT", "thread 0 calls reach_error()"),
    ("error_in_section", "reach", "SIGABRT", "thread 0 calls __VERIFIER_error()"),
    ("error_label", "reach", "SIGABRT", "thread 0 reaches the label in error_label.c:13"),
    ("value_of_increment", "reach", "SIGABRT", "Assertion `seen[0] == seen[1] || second == 2' failed"),
    ("inputs", "reach", "SIGABRT", "Assertion `!(c == 'q' && x == 5)' failed"),
    ("timed_wait", "reach", "SIGABRT", "Assertion `error == 0 || !ready' failed"),
    ("race_on_local", "race", "SIGABRT", "data race: two threads stand before conflicting accesses"),
    ("library", "reach", "SIGABRT", "Assertion `strcmp(text, copy) == 0' failed"),
    ("race_in_copy", "race", "SIGABRT", "thread 0 is about to call memcpy at race_in_copy.c:10"),
    ("race_with_atomic", "race", "SIGABRT", "thread 1 is about to atomically update 4 bytes"),
    ("two_locks", "deadlock", "SIGABRT", "waits in pthread_rwlock_wrlock at two_locks.c:"),
    # On a quiet machine the reader is there before the C library knows that the writer waits.
    pytest.param(
        *("writer_first", "deadlock", "SIGABRT", "waits in pthread_rwlock_wrlock at writer_first.c:"),
        marks=pytest.mark.slow,
    ),
    ("spin_locks", "deadlock", "SIGABRT", "waits in pthread_spin_lock at spin_locks.c:"),
    ("leak", "leak", "SIGABRT", "never freed: 8 bytes allocated at leak.c:4"),
]


@pytest.mark.parametrize(("name", "property", "signal", "said"), KINDS)
def test_each_kind_of_failure_is_shown(
    name: str, property: str, signal: str, said: str, tmp_path: Path, capfd: Capture
) -> None:
    require(GCC)
    trace = check_and_store((f"{name}.c",), property, tmp_path / "t.json")
    capfd.readouterr()
    code, out, err = native(capfd, trace)
    assert code == ExitCode.UNSAFE, err
    assert f"fails as in the trace, ended by {signal}\n" in out
    assert said in err


def test_address_sanitizer_reports_what_the_trace_frees(tmp_path: Path, capfd: Capture) -> None:
    require(GCC)
    trace = check_and_store(("use_after_free.c",), "memory", tmp_path / "t.json")
    capfd.readouterr()
    code, _, err = native(capfd, trace, "--asan")
    assert code == ExitCode.UNSAFE, err
    assert "ERROR: AddressSanitizer: heap-use-after-free" in err


def test_what_cannot_be_forced_is_named(tmp_path: Path, capfd: Capture) -> None:
    require(GCC)
    trace = check_and_store(("torn_copy.c",), "reach", tmp_path / "t.json")
    capfd.readouterr()
    code, _, err = native(capfd, trace)
    assert code == ExitCode.UNKNOWN
    assert "the copy at torn_copy.c:" in err
    assert "unthread: the real program does not fail as in the trace: it ended with exit status 77" in err
    assert "hint: unthread emit FILE --dialect plain --trace TRACE" in err


# --emit and --gdb


def test_a_directory_fails_without_unthread(
    tmp_path: Path, capfd: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    require(GCC)
    trace = check_and_store(QUEUE, "reach", tmp_path / "t.json")
    directory = tmp_path / "bug"
    code, out, err = native(capfd, trace, "--emit", str(directory))
    assert code == ExitCode.UNSAFE, err
    assert f"written to {directory}: make -C {directory} run\n" in out
    assert sorted(file.name for file in tmp_path.iterdir()) == ["bug", "t.json"]
    assert (directory / "sources/include/queue.h").read_text() == (
        PROGRAMS / "queue/include/queue.h"
    ).read_text()
    assert str(tmp_path) not in (directory / "Makefile").read_text()
    made = subprocess.run(["make", "-C", str(directory), "check"], capture_output=True, text=True)
    assert made.returncode == 2
    assert "Assertion `queue_take(queue, &item) && item == FIRST' failed" in made.stderr
    fix_queue(directory / "sources", directory / "fixed")
    fixed = ["make", "-B", "-C", str(directory), "check", "SOURCES=fixed"]
    made = subprocess.run(fixed, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert "the bug does not show" in made.stdout


def fix_queue(sources: Path, fixed: Path) -> None:
    """The lock is taken before the queue is looked at."""
    shutil.copytree(sources, fixed)
    text = (fixed / "queue.c").read_text()
    lock = "    pthread_mutex_lock(&queue->lock);\n"
    head = "int queue_put(struct queue *queue, int item)\n{\n"
    before, after = text.split(head)
    after = lock + after.replace(lock, "", 1).replace(
        "        failures++;\n", "        failures++;\n" + UNLOCK, 1
    )
    (fixed / "queue.c").write_text(before + head + after)


UNLOCK = "        pthread_mutex_unlock(&queue->lock);\n"


def test_gdb_stops_at_the_failing_step(tmp_path: Path, capfd: Capture) -> None:
    require(GCC, GDB)
    store_example("dining_philosophers", tmp_path / "t.json")
    code, out, err = native(capfd, tmp_path / "t.json", "--gdb")
    assert code == ExitCode.UNSAFE, err
    assert "hit Breakpoint 1, unthread_failing_step ()" in out
    assert out.count("pthread_mutex_lock (mutex=") == 3
    assert "in main () at" in out


# Bad input


def refused(capfd: Capture, *arguments: str) -> str:
    code, out, err = execute(capfd, "replay", "--native", *arguments)
    assert code == ExitCode.INPUT
    assert out == ""
    return err


def test_what_is_missing_is_told(tmp_path: Path, capfd: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    require(GCC)
    store_example("bank_account", tmp_path / "t.json")
    trace = str(tmp_path / "t.json")
    assert "there is no compiler 'no-such-cc'" in refused(capfd, "--cc", "no-such-cc", trace)
    assert f"'{tmp_path}' exists already" in refused(capfd, "--emit", str(tmp_path), trace)
    assert "there is no directory" in refused(capfd, "--emit", str(tmp_path / "a" / "b"), trace)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "there is no C compiler: neither gcc nor clang" in refused(capfd, trace)
    (tmp_path / "gcc").symlink_to("/bin/true")
    assert "there is no gdb" in refused(capfd, "--gdb", trace)


def test_what_gcc_refuses_is_told_and_nothing_is_written(tmp_path: Path, capfd: Capture) -> None:
    require(GCC)
    store_example("bank_account", tmp_path / "t.json")
    arguments = ("--emit", str(tmp_path / "bug"), str(tmp_path / "t.json"), "--", "-Wl,--no-such-option")
    err = refused(capfd, *arguments)
    assert "does not accept the program:\n" in err
    assert "no-such-option" in err
    assert [file.name for file in tmp_path.iterdir()] == ["t.json"]


def test_a_source_that_has_changed_is_replayed_where_it_still_breaks(tmp_path: Path, capfd: Capture) -> None:
    require(GCC)
    store_example("bank_account", tmp_path / "t.json")
    text = read_example("bank_account", "unsafe").file.read_text()
    moved, other = tmp_path / "unsafe.c", tmp_path / "other.c"
    moved.write_text(f"/* one line more */\n{text}")
    code, _, err = native(capfd, moved, str(tmp_path / "t.json"))
    assert code == ExitCode.UNSAFE, err
    assert "differs from the file in which the trace was found" in err
    other.write_text(read_example("bank_account", "safe").file.read_text())
    code, _, err = native(capfd, other, str(tmp_path / "t.json"))
    assert code == ExitCode.UNKNOWN
    assert "the violation of the trace is not reproduced" in err


def test_options_that_do_not_go_together_are_refused(tmp_path: Path, capfd: Capture) -> None:
    for arguments, said in [
        (("--gdb",), "--gdb requires --native"),
        (("--emit", "d"), "--emit requires --native"),
        (("--native", "--json"), "--json cannot be combined with --native"),
        (("--native", "--gdb", "--emit", "d"), "--gdb and --emit are mutually exclusive"),
        (("--native", "--time", "soon"), "--time: 'soon' is not a duration"),
    ]:
        code, _, err = execute(capfd, "replay", *arguments, "t.json")
        assert code == ExitCode.USAGE
        assert said in err
