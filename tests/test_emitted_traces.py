"""`unthread emit --dialect plain --trace`: sequential C that gcc compiles shows the violation of any
property, and debuggers show the user's text."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from referees import GCC, GDB
from tests.support.tools import require
from tests.support.traces import PROGRAMS
from unthread import cli
from unthread.results.trace_reading import read_trace

_DEADLOCK = """#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_join(thread, 0);
    return 0;
}
"""
_BITS = """#include <pthread.h>
static struct { unsigned ready : 1, mode : 3; } flags;
static void *work(void *unused) { flags.ready = 1; return unused; }
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    flags.mode = 2;
    pthread_join(thread, 0);
    return 0;
}
"""
_SPINNING = """#include <pthread.h>
#include <stdatomic.h>
static atomic_int ready;
static void *work(void *unused)
{
    while (!ready)
        ;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    ready = 1;
    return 0;
}
"""
_SHIFT = """extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int amount = __VERIFIER_nondet_int();
    return amount < 0 ? 0 : 1 << amount;
}
"""
_RETURNED = """#include <pthread.h>
static int *shared;
static void *work(void *unused) { return *shared ? unused : 0; }
static void start(pthread_t *thread)
{
    int local = 5;
    shared = &local;
    pthread_create(thread, 0, work, 0);
}
int main(void)
{
    pthread_t thread;
    start(&thread);
    pthread_join(thread, 0);
    return 0;
}
"""
_COPIES = """#include <pthread.h>
#include <string.h>
static char text[4];
static void *work(void *unused) { memcpy(text, "abc", 4); return unused; }
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    char first = text[2];
    pthread_join(thread, 0);
    return first;
}
"""
_THREAD_LOCAL = """#include <pthread.h>
static _Thread_local int depth;
static int *shared;
static void *work(void *unused) { depth = 5; shared = &depth; return unused; }
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return *shared;
}
"""
_UNSET = """#include <assert.h>
#include <stdlib.h>
int main(void)
{
    int *cells = malloc(2 * sizeof *cells);
    cells[0] = 1;
    assert(cells[1] != 77);
    free(cells);
    return 0;
}
"""
SHOWN = {  # name: property, program
    **{name: (name, text) for name, text in PROGRAMS.items()},
    "deadlock": ("deadlock", _DEADLOCK),
    "bit_fields": ("race", _BITS),
    "library_race": ("race", _COPIES),
    "spinning": ("deadlock", _SPINNING),
    "shift": ("arith", _SHIFT),
    "unset": ("reach", _UNSET),
    "thread_local": ("memory", _THREAD_LOCAL),
    "returned": ("memory", _RETURNED),
}


def emitted(directory: Path, property: str, text: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The command that compiles and runs the C text; the program is `p.c`, the text `plain.c`."""
    source, trace, file = directory / "p.c", directory / "trace.json", directory / "plain.c"
    source.write_text(text)
    words = ["check", "-q", "--property", property, "--trace", str(trace), str(source)]
    assert cli.execute(words) == 10
    flags = ["--dialect", "plain", "--trace", str(trace), "-o", str(file)]
    assert cli.execute(["emit", str(source), *flags]) == 0
    return capsys.readouterr().err.strip()


def executed(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, shell=True, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("name", SHOWN)
def test_the_violation_of_any_property_is_shown(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    require(GCC)
    property, text = SHOWN[name]
    done = executed(emitted(tmp_path, property, text, capsys))
    violation = read_trace(tmp_path / "trace.json").violation
    if property == "memory":
        assert "ERROR: AddressSanitizer" in done.stderr, done.stdout + done.stderr
        assert f"{tmp_path / 'p.c'}:{violation.loc.line}" in done.stderr
        return
    assert done.returncode == 10, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].startswith(f"violated: {violation.message}")


@pytest.mark.parametrize("name", ["race", "deadlock", "leak", "arith"])
def test_without_the_choices_nothing_is_claimed(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The text looks at what happens: it does not say what was found before."""
    require(GCC)
    property, text = SHOWN[name]
    command = emitted(tmp_path, property, text, capsys)
    executed(command)
    done = executed(f"{tmp_path / 'plain'} < /dev/null")
    assert "violated" not in done.stdout, done.stdout


def test_a_debugger_shows_the_text_of_the_user(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    require(GCC, GDB)
    property, text = SHOWN["deadlock"]
    executed(emitted(tmp_path, property, text, capsys))
    stop, run = f"break {tmp_path / 'p.c'}:6", f"run < {tmp_path / 'plain.choices'}"
    command = ["gdb", "-batch", "-ex", stop, "-ex", run, "-ex", "frame", str(tmp_path / "plain")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert f"{tmp_path / 'p.c'}:6" in done.stdout, done.stdout + done.stderr
    assert "pthread_mutex_lock(&a);" in done.stdout


def test_the_property_is_that_of_the_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    property, text = SHOWN["leak"]
    emitted(tmp_path, property, text, capsys)
    flags = ["--dialect", "plain", "--trace", str(tmp_path / "trace.json"), "-o", str(tmp_path / "o.c")]
    assert cli.execute(["emit", str(tmp_path / "p.c"), *flags, "--property", "arith"]) == 1
    assert "--property cannot be combined with --trace" in capsys.readouterr().err
