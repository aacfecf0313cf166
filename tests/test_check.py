"""`unthread check` as its users meet it: verdicts, exit codes, what goes where, and trouble from outside."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.support.commands import Capture, Write, write
from tests.support.commands import check_few as check
from tests.support.commands import checked_few as checked_json
from unthread import cli
from unthread.results.trace_json import read_trace

__all__ = ["write"]  # the fixture


DOCS = Path(__file__).parent.parent / "docs"

COUNTER = """
#include <assert.h>
#include <pthread.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *a) {
    LOCK(&m);
    x++;
    UNLOCK(&m);
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
}
"""
SAFE = COUNTER.replace("UNLOCK", "pthread_mutex_unlock").replace("LOCK", "pthread_mutex_lock")
UNSAFE = COUNTER.replace("UNLOCK", "(void)").replace("LOCK", "(void)")

ENDLESS = """
#include <assert.h>
#include <pthread.h>
int x, y;
void *first(void *p) { for (;;) x = y + 1; }
void *second(void *p) { for (;;) y = x + 1; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    assert(x >= 0 || y < 1000000);
}
"""

GAP = """
#include <setjmp.h>
jmp_buf place;
int zero;
int main(void) {
    if (CONDITION)
        setjmp(place);
    return 0;
}
"""


# Verdicts


def test_safe(capsys: Capture, write: Write) -> None:
    code, out, err = check(capsys, write(SAFE))
    assert (code, err) == (0, "")
    assert out.startswith("SAFE  no execution violates reach or lock\n")
    assert "threads    main, work x2\n" in out
    assert "\n  left out" not in out


def test_unsafe(capsys: Capture, write: Write) -> None:
    code, out, err = check(capsys, write(UNSAFE))
    assert (code, err) == (10, "")
    assert "UNSAFE  a.c:18:5: assertion violated: x == 2 [reach]\n" in out
    assert "reads x: 0" in out


def test_unknown(capsys: Capture, write: Write) -> None:
    code, out, err = check(capsys, write(GAP.replace("CONDITION", "!zero")))
    assert (code, err) == (5, "")
    headline, line, caret, *rest = out.splitlines()
    assert headline == "UNKNOWN  a.c:7:9: not modelled: setjmp"
    assert line.index("setjmp") == caret.index("^")
    assert "  left out   executions with a construct that is not modelled at a.c:7:9" in rest


def test_what_is_not_modelled_does_no_harm_where_nobody_gets(capsys: Capture, write: Write) -> None:
    assert check(capsys, write(GAP.replace("CONDITION", "zero")), "-q")[0] == 0


def test_a_gap_is_not_covered(capsys: Capture, write: Write) -> None:
    found = checked_json(capsys, write(GAP.replace("CONDITION", "!zero")))
    assert found["position"] == {"file": "a.c", "line": 7, "column": 9, "function": "main"}
    assert found["coverage"]["complete"] is False


def test_a_violation_counts_although_there_is_a_gap(capsys: Capture, write: Write) -> None:
    text = "#include <assert.h>\nint nondet(void);" + GAP.replace("CONDITION", "nondet()").replace(
        "return 0", "assert(zero)"
    )
    assert check(capsys, write(text), "-q")[0] == 10


MANY_TARGETS = """
#include <assert.h>
#include <stdlib.h>
unsigned nondet(void);
int main(void) {
    char *places[4];
    for (int i = 0; i < 4; i++)
        *(places[i] = malloc(1)) = 0;
    *places[nondet() % 4] = 5;
    assert(*places[3] != 5);
}
"""


def test_a_gap_that_the_engine_finds_out_about(
    capsys: Capture, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What follows it up to the end of the program does not make it unreachable."""
    file = write(MANY_TARGETS)
    assert check(capsys, file, "-q", "--no-sample")[0] == 10
    monkeypatch.setattr("unthread.engine.encode.memory._MOST_TARGETS", 3)
    assert check(capsys, file, "-q", "--no-sample")[0] == 5


def test_one_thread_is_simply_checked(capsys: Capture, write: Write) -> None:
    loop = "for (int i = 0; i < 10; i++) s += i;"
    text = f"#include <assert.h>\nint main(void) {{ int s = 0; {loop} assert(s == 45); }}"
    code, out, _ = check(capsys, write(text))
    assert code == 0
    assert "threads    main alone\n" in out
    assert "a.c:2:29 in main: never more than 10 iterations\n" in out
    assert "schedules" not in out


NEVER_STARTED = """
#include <assert.h>
#include <pthread.h>
int wanted;
void *good(void *p) { return 0; }
void *bad(void *p) { assert(0); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, good, 0);
    if (wanted) pthread_create(&t, 0, bad, 0);
    pthread_join(t, 0);
}
"""


def test_a_thread_that_is_never_started(capsys: Capture, write: Write) -> None:
    code, out, _ = check(capsys, write(NEVER_STARTED))
    assert code == 0
    assert "threads    main, good; never started: bad\n" in out
    assert check(capsys, write(NEVER_STARTED.replace("int wanted", "int wanted = 1")), "-q")[0] == 10


def test_a_thread_that_the_bound_keeps_from_starting(capsys: Capture, write: Write) -> None:
    text = NEVER_STARTED.replace("int wanted", "int wanted = 1")
    code, out, _ = check(capsys, write(text), "--threads", "1")
    assert code == 0
    assert "not started within these bounds: bad" in out
    assert "never started" not in out


def test_a_function_without_body_is_listed(capsys: Capture, write: Write) -> None:
    text = "#include <assert.h>\nint outside(int);\nint main(void) { assert(outside(1) != 5); }"
    assert check(capsys, write(text), "-q")[0] == 10
    code, out, _ = check(capsys, write(text.replace("!= 5", "|| 1")))
    assert code == 0
    assert "assumed    'outside' has no body: it returns any value and changes nothing\n" in out


def test_arguments_of_the_program_are_not_searched(capsys: Capture, write: Write) -> None:
    text = "#include <assert.h>\nint main(int argc, char **argv) { assert(argc == 1); }"
    code, out, _ = check(capsys, write(text))
    assert code == 0
    assert "left out   executions with arguments of the program: argc is 1\n" in out
    code, out, _ = check(capsys, write(text.replace("argc == 1", "1")))
    assert out.startswith("SAFE")


@pytest.mark.parametrize(("handler", "complete"), [("handle", False), ("SIG_IGN", True)])
def test_signals_do_not_arrive(capsys: Capture, write: Write, handler: str, complete: bool) -> None:
    text = "#include <assert.h>\n#include <signal.h>\nint x; void handle(int number) { x = 1; }"
    code, out, _ = check(
        capsys,
        write(text + "int main(void) { signal(SIGINT, HANDLER); assert(!x); }".replace("HANDLER", handler)),
    )
    assert code == 0
    assert ("left out   executions with a signal that 'handle' handles\n" in out) is not complete
    assert out.startswith("SAFE" if complete else "NO BUG FOUND")


def test_several_files(capsys: Capture, write: Write) -> None:
    first = write(
        """
        #include <assert.h>
        #include <pthread.h>
        extern int shared;
        void *other(void *);
        int main(void) { pthread_t t; pthread_create(&t, 0, other, 0); assert(shared == 0); }
        """
    )
    second = write("int shared; void *other(void *p) { shared = 1; return p; }", "b.c")
    assert check(capsys, first, second, "-q")[0] == 10
    assert check(capsys, first, write("int shared; void *other(void *p) { return p; }", "b.c"), "-q")[0] == 0


def test_the_data_model(capsys: Capture, write: Write) -> None:
    file = write("#include <assert.h>\nint main(void) { assert(sizeof(long) == 8); }")
    assert check(capsys, file, "-q")[0] == 0
    assert check(capsys, file, "-q", "--m32")[0] == 10


PREPROCESSED = """
# 1 "task.c"
extern void abort(void);
void reach_error() { }
extern int __VERIFIER_nondet_int(void);
typedef unsigned long int pthread_t;
union pthread_attr_t { char __size[56]; long int __align; };
typedef union pthread_attr_t pthread_attr_t;
extern int pthread_create (pthread_t *__restrict __newthread, const pthread_attr_t *__restrict __attr,
    void *(*__start_routine) (void *), void *__restrict __arg) __attribute__ ((__nothrow__));
int x;
void *t(void *arg) { x = __VERIFIER_nondet_int(); return 0; }
int main() {
  pthread_t id;
  pthread_create(&id, 0, t, 0);
  if (x == 42) { ERROR: reach_error(); abort(); }
  return 0;
}
"""


def test_a_preprocessed_task_of_sv_comp(capsys: Capture, write: Write) -> None:
    assert check(capsys, write(PREPROCESSED, "task.i"), "-q")[0] == 10
    assert (
        check(capsys, write(PREPROCESSED.replace("nondet_int();", "nondet_int() | 1;"), "b.i"), "-q")[0] == 0
    )


def test_properties(capsys: Capture, write: Write) -> None:
    file = write("int nondet(void);\nint main(void) { int a[2]; a[nondet() & 3] = 1 + nondet(); }")
    assert check(capsys, file, "-q")[0] == 5  # it goes wrong, which was not asked
    assert "[memory]" in check(capsys, file, "-q", "--property", "memory")[1]
    assert "[arith]" in check(capsys, file, "-q", "--property", "arith")[1]


WILD = """
#include <assert.h>
#include <stdlib.h>
long nondet(void);
int main(void) {
    char *place = malloc(1);
    *place = 0;
    char *anywhere = (char *)nondet();
    if (nondet())
        *anywhere = 1;
    assert(*place == 0);
}
"""


def test_a_pointer_that_leads_anywhere_is_not_complete(capsys: Capture, write: Write) -> None:
    assert check(capsys, write(WILD), "--no-sample")[0] != 0


WILD_CONDITION = """
int *get(void);
int y;
int main(void) {
    int *p = get();
    if (*p == 3)
        y = 1;
}
"""


def test_so_is_one_in_a_condition(capsys: Capture, write: Write) -> None:
    code, out, _ = check(capsys, write(WILD_CONDITION), "--no-sample")
    assert code == 5
    assert "executions with a pointer that may point anywhere" in out


LOST = """
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *wake(void *unused) { pthread_cond_signal(&c); return 0; }
int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, wake, 0);
    pthread_cond_wait(&c, &m);
    assert(0);
}
"""


def test_spurious_wake_ups_are_forbidden_in_the_replay_as_well(
    capsys: Capture, write: Write, tmp_path: Path
) -> None:
    file, trace = write(LOST), tmp_path / "trace.json"
    assert check(capsys, file, "-q", "--no-spurious", "--trace", str(trace))[0] == 10
    assert cli.execute(["replay", "--no-spurious", str(trace)]) == 10
    capsys.readouterr()


# Bounds: each can hide a bug, and then says so

REPEATS = """
#include <assert.h>
int nondet(void);
int main(void) {
    int n = nondet(), s = 0;
    while (s < n)
        s++;
    assert(s != 5);
}
"""

RECURSES = """
#include <assert.h>
int nondet(void);
int f(int n) {
    return n <= 0 ? 0 : 1 + f(n - 1);
}
int main(void) {
    int n = nondet();
    assert(f(n) != 4);
}
"""

STARTS_MANY = """
#include <assert.h>
#include <pthread.h>
int x;
void *work(void *p) { x++; return 0; }
int main(void) {
    for (int i = 0; i < 10; i++) {
        pthread_t t;
        pthread_create(&t, 0, work, 0);
        pthread_join(t, 0);
    }
    assert(x != 10);
}
"""

TAKES_TURNS = """
#include <assert.h>
#include <pthread.h>
int x;
void *work(void *p) { if (x == 1) x = 2; if (x == 3) x = 4; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    x = 1;
    if (x == 2) { x = 3; assert(x != 4); }
}
"""


@pytest.mark.parametrize(
    ("text", "small", "large", "left_out"),
    [
        (
            REPEATS,
            "--unwind 4",
            "--unwind 5",
            "executions with more than 4 iterations of the loop at a.c:6:5",
        ),
        (REPEATS, "--unwind 1", "", "executions with more than 1 iteration of the loop at a.c:6:5"),
        (REPEATS, "--unwind 0", "", "executions with more than 0 iterations of the loop at a.c:6:5"),
        (
            REPEATS,
            "--unwind-loop a.c:6=3",
            "--unwind-loop a.c:6=5",
            "executions with more than 3 iterations of the loop at a.c:6:5",
        ),
        (RECURSES, "--depth 4", "--depth 5", "executions with more than 4 active calls of 'f' at a.c:5:29"),
        (RECURSES, "--depth 4", "", "executions with more than 4 active calls of 'f' at a.c:5:29"),
        (STARTS_MANY, "--threads 9", "--threads 10", "executions with more than 9 threads at a.c:9:9"),
        (STARTS_MANY, "--threads 0", "", "executions with more than 0 threads at a.c:9:9"),
        (TAKES_TURNS, "--rounds 2", "--rounds 3", "schedules of more than 2 rounds"),
        (TAKES_TURNS, "--rounds 1", "", "schedules of more than 1 round"),
    ],
)
def test_a_bound_hides_what_a_larger_one_shows(
    capsys: Capture, write: Write, text: str, small: str, large: str, left_out: str
) -> None:
    file = write(text)
    code, out, _ = check(capsys, file, *shlex.split(small))
    assert code == 0
    assert out.startswith("NO BUG FOUND")
    assert f" {left_out}\n" in out
    assert check(capsys, file, *shlex.split(large), "-q")[0] == 10


def test_the_other_bounds_still_grow(capsys: Capture, write: Write) -> None:
    assert check(capsys, write(REPEATS), "-q", "--rounds", "1", "--depth", "1", "--threads", "0")[0] == 10


def test_a_bound_for_another_loop_does_not_hide_anything(capsys: Capture, write: Write) -> None:
    text = REPEATS.replace("assert(s", "for (int i = 0; i < n; i++)\n        n--;\n    assert(s")
    assert check(capsys, write(text), "-q", "--unwind-loop", "a.c:8=3", "--unwind", "2")[0] == 0
    assert check(capsys, write(text), "-q", "--unwind-loop", "a.c:8=3")[0] == 10


def test_fixed_bounds_that_suffice_are_complete(capsys: Capture, write: Write) -> None:
    found = checked_json(
        capsys, write(SAFE), "--unwind", "1", "--rounds", "9", "--depth", "1", "--threads", "2"
    )
    assert found["coverage"]["complete"] is True


# All violations

THREE = """
#include <assert.h>
#include <pthread.h>
int x, y;
void *first(void *p) { x = 1; assert(y == 0); return 0; }
void *second(void *p) { y = 1; assert(x == 0); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    for (int i = 0; i < 3; i++)
        assert(x != i + 1);
    assert(x < 9);
}
"""


def test_all_violations_once_each(capsys: Capture, write: Write) -> None:
    found = checked_json(capsys, write(THREE), "--all", "--memory-model", "sc")
    lines = sorted(trace["violation"]["position"]["line"] for trace in found["traces"])
    assert lines == [5, 6, 12]
    assert found["coverage"]["complete"] is True


def test_all_violations_have_a_trace_to_replay(capsys: Capture, write: Write) -> None:
    code, out, err = check(capsys, write(THREE), "--all", "--memory-model", "sc", "--trace", "t.json")
    assert (code, err) == (10, "")
    assert "UNSAFE  3 violations\n" in out
    assert "every violation was looked for in all executions:\n" in out
    lines = set()
    for name in ("t.json", "t-2.json", "t-3.json"):
        lines.add(read_trace(Path(name)).violation.loc.line)
        assert cli.execute(("replay", name)) == 10
    assert lines == {5, 6, 12}
    assert sorted(path.name for path in Path().iterdir()) == ["a.c", "t-2.json", "t-3.json", "t.json"]


def test_all_violations_of_a_safe_program(capsys: Capture, write: Write) -> None:
    assert check(capsys, write(SAFE), "--all", "-q")[0] == 0


# Traces


def test_a_trace_is_replayed(capsys: Capture, write: Write) -> None:
    file = write(UNSAFE, "a directory/my program.c")
    assert check(capsys, file, "--trace", "a directory/the trace.json", "-q")[0] == 10
    assert cli.execute(("replay", "a directory/the trace.json")) == 10
    assert "x == 2" in capsys.readouterr().out


def test_without_violation_there_is_no_trace(capsys: Capture, write: Write) -> None:
    code, _, err = check(capsys, write(SAFE), "--trace", "t.json", "-q")
    assert code == 0
    assert err == "unthread: note: there is no violation to write to 't.json'\n"
    assert not Path("t.json").exists()


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("missing/t.json", "there is no directory 'missing'"),
        ("a.c/t.json", "there is no directory 'a.c'"),
        (".", "'.' is not a file"),
        ("", "'' is not a file"),
    ],
)
def test_a_trace_that_cannot_be_written(
    capsys: Capture, write: Write, monkeypatch: pytest.MonkeyPatch, place: str, message: str
) -> None:
    """It is told before the search."""
    monkeypatch.setattr("unthread.story.check", lambda *arguments: pytest.fail("searched"))
    code, out, err = check(capsys, write(UNSAFE), "--trace", place)
    assert (code, out) == (2, "")
    assert err == f"unthread: error: --trace: {message}\n"
    assert [path.name for path in Path().iterdir()] == ["a.c"]


def test_a_link_to_a_trace_stays_a_link(capsys: Capture, write: Write) -> None:
    write("old", "real.json")
    Path("link.json").symlink_to("real.json")
    assert check(capsys, write(UNSAFE), "--trace", "link.json", "-q")[0] == 10
    assert Path("link.json").is_symlink()
    assert read_trace(Path("real.json")).violation.loc.line == 18


def test_a_trace_to_a_device(capsys: Capture, write: Write) -> None:
    assert check(capsys, write(UNSAFE), "--trace", "/dev/null", "-q")[0] == 10
    assert Path("/dev/null").is_char_device()


# Wrong command lines and inputs


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("a.c --property nonsense", "'nonsense' is no property"),
        ("a.c --property ''", "'' is no property"),
        ("a.c --rounds 0", "0 is not in the range x>=1"),
        ("a.c --unwind -1", "-1 is not in the range x>=0"),
        ("a.c --unwind many", "'many' is not a valid integer"),
        ("a.c --depth 0", "0 is not in the range x>=1"),
        ("a.c --threads -1", "-1 is not in the range x>=0"),
        ("a.c --memory 0", "--memory: '0' is not like 512M, 8G"),
        ("a.c --memory much", "--memory: 'much' is not like 512M, 8G"),
        ("a.c --memory 5X", "--memory: '5X' is not like 512M, 8G"),
        ("a.c --time 0", "--time: '0' is not like 90s, 15m, 2h"),
        ("a.c --time -1s", "--time: '-1s' is not like 90s, 15m, 2h"),
        ("a.c --time soon", "--time: 'soon' is not like 90s, 15m, 2h"),
        ("a.c --time ''", "--time: '' is not like 90s, 15m, 2h"),
        ("a.c --unwind-loop 6=3", "--unwind-loop: '6=3' is not FILE:LINE=N"),
        ("a.c --unwind-loop a.c:3=2", "--unwind-loop: there is no loop at a.c:3"),
        ("a.c --reduce nothing", "--reduce: 'nothing' is none of"),
        ("a.c --m32 --m64", "--m32 and --m64 exclude each other"),
        ("--time 3s", "Missing argument 'FILE...'"),
    ],
)
def test_wrong_usage(capsys: Capture, write: Write, arguments: str, message: str) -> None:
    write(SAFE)
    code, out, err = check(capsys, *shlex.split(arguments))
    assert (code, out) == (1, "")
    assert message in err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("int main(void) { return x; }", "a.c:1:25: error: use of undeclared identifier 'x'"),
        ("int f(void) { return 0; }", "unthread: error: there is no function 'main' to start from"),
        ("int main(void);", "unthread: error: there is no function 'main' to start from"),
        ("\0\1\2", "unthread: error: 'a.c' is not text"),
    ],
)
def test_wrong_input(capsys: Capture, write: Write, text: str, message: str) -> None:
    code, out, err = check(capsys, write(text), "--json")
    assert (code, out) == (2, "")
    assert message in err


def test_a_file_that_is_not_there(capsys: Capture, write: Write) -> None:
    assert check(capsys, "missing.c") == (2, "", "unthread: error: no such file: 'missing.c'\n")


@pytest.mark.parametrize("verbose", [False, True])
def test_a_bug_of_unthread(
    capsys: Capture, write: Write, monkeypatch: pytest.MonkeyPatch, verbose: bool
) -> None:
    """In the process of the solver; where it is, only those hear who ask."""
    monkeypatch.setattr("unthread.engine.searcher.deepen", lambda *arguments: 1 // 0)
    code, out, err = check(capsys, write(SAFE), *["-v"] * verbose)
    assert (code, out) == (6, "")
    assert "internal error: CrashedError: ZeroDivisionError: " in err
    assert ("in <lambda>" in err) is verbose


# Limits


def test_time(capsys: Capture, write: Write) -> None:
    started = time.monotonic()
    code, out, _ = check(capsys, write(ENDLESS), "--time", "2s")
    assert time.monotonic() - started < 20
    assert code == 0
    assert out.startswith("NO BUG FOUND")
    assert "stopped    the time is up (2 s)\n" in out


def test_no_time_at_all(capsys: Capture, write: Write) -> None:
    code, out, _ = check(capsys, write(ENDLESS), "--time", "0.001s")
    assert code == 5
    assert out.startswith("UNKNOWN  the time is up (0.001 s) while the program was being read\n")


@pytest.mark.parametrize("memory", ["1M", "20M", "1k"])
def test_no_memory(capsys: Capture, write: Write, memory: str) -> None:
    code, out, err = check(capsys, write(ENDLESS), "--memory", memory)
    assert (code, err) == (5, "")
    assert out.startswith("UNKNOWN  ")
    assert "out of memory (the limit is " in out.splitlines()[0]


def test_a_limit_that_the_shell_has_set(write: Write) -> None:
    """It may be lower than what unthread would take."""
    text = f"ulimit -v 3000000; {shlex.join(command(write(SAFE), '-q'))}"
    answer = subprocess.run(["bash", "-c", text], capture_output=True, text=True, timeout=120, check=False)
    assert (answer.returncode, answer.stderr) == (0, "")


# Trouble from outside


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "unthread", "check", "--property", "reach,lock", *arguments]


@contextmanager
def searching(file: str, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A search that does not end by itself, and the process of its solver, once something is covered."""
    with subprocess.Popen(
        command(file, "--time", "5m", *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield process, _busy_child(process.pid)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def _busy_child(parent: int) -> int:
    """Waits until the child has worked for a while: the first rounds take some hundredths of a second."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with suppress(OSError):
            for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
                fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
                if int(fields[11]) / os.sysconf("SC_CLK_TCK") > 1:  # since the fork
                    return int(child)
        time.sleep(0.05)
    raise AssertionError("no child works")


def is_running(process: int) -> bool:
    """What nobody has waited for yet is over as well."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def ends(process: int) -> bool:
    deadline = time.monotonic() + 30
    while is_running(process) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not is_running(process)


def test_the_solver_is_killed(write: Write) -> None:
    with searching(write(ENDLESS)) as (process, child):
        os.kill(child, signal.SIGKILL)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (5, "")
    assert out.startswith("UNKNOWN  the solver was killed by SIGKILL\n")
    assert "apart from that, no violation was found in the executions within these limits:\n" in out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(write: Write, number: signal.Signals) -> None:
    with searching(write(ENDLESS), "--json") as (process, child):
        if number == signal.SIGINT:
            os.killpg(process.pid, number)  # as the terminal does
        else:
            process.send_signal(number)
        out, err = process.communicate(timeout=60)
        assert ends(child)
    assert (process.returncode, err) == (5, "")
    found = json.loads(out)
    assert (found["verdict"], found["reason"]) == ("unknown", "interrupted")
    assert found["coverage"]["rounds"] >= 1


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_the_solver_dies_with_whoever_asked(write: Write, how: signal.Signals) -> None:
    with searching(write(ENDLESS)) as (process, child):
        process.send_signal(how)
        process.wait(60)
        assert ends(child)


def test_nobody_reads(write: Write) -> None:
    text = f"{shlex.join(command(write(UNSAFE)))} | true; exit ${{PIPESTATUS[0]}}"
    answer = subprocess.run(["bash", "-c", text], capture_output=True, text=True, timeout=120, check=False)
    assert (answer.returncode, answer.stderr) == (141, "")


@pytest.mark.parametrize("switches", [[], ["--json"]])
def test_no_room_for_the_answer(write: Write, switches: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        answer = subprocess.run(
            command(write(UNSAFE), *switches),
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=120, check=False,
        )  # fmt: skip
    assert answer.returncode == 2
    assert answer.stderr == "unthread: error: [Errno 28] No space left on device\n"


# What goes where


def test_json_is_alone_on_stdout(write: Write) -> None:
    answer = subprocess.run(
        command(write(UNSAFE), "--json", "--trace", "t.json"),
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert answer.stderr == ""
    (trace,) = json.loads(answer.stdout)["traces"]
    assert trace == json.loads(Path("t.json").read_text())


def test_what_only_people_see_is_not_loaded_for_json(write: Write) -> None:
    answer = subprocess.run(
        command(write(UNSAFE), "--json"),
        env={**os.environ, "PYTHONPROFILEIMPORTTIME": "1"},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert "unthread.engine" in answer.stderr
    assert "rich" not in answer.stderr


def test_progress_is_for_terminals(write: Write) -> None:
    shown, out = on_a_terminal(write(ENDLESS), "--time", "2s", columns=200)
    assert re.search(r"\d s  ·  solving  ·  round \d+, loops \d+x  ·  covered: [^·]+  ·  3 threads, ", shown)
    assert out.startswith("NO BUG FOUND")
    assert "\x1b" not in out


def test_progress_fits_on_one_line(write: Write) -> None:
    shown, _ = on_a_terminal(write(ENDLESS), "--time", "1s", columns=40)
    assert "solving" in shown
    assert shown.count("\x1b[1A") == 1  # to the line above: only to leave no trace


def test_quiet_shows_no_progress(write: Write) -> None:
    shown, out = on_a_terminal(write(ENDLESS), "--time", "1s", "-q", columns=80)
    assert shown == ""
    assert len(out.splitlines()) == 1


def on_a_terminal(*arguments: str, columns: int) -> tuple[str, str]:
    """What a terminal at stderr gets to see, and stdout."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": str(columns)}
    with subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, stderr=theirs, env=environment, text=True
    ) as process:
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # the terminal's way to say that nobody is there
            while chunk := os.read(ours, 1 << 16):
                shown += chunk
        os.close(ours)
        assert process.stdout is not None
        return shown.decode(), process.stdout.read()


# docs/VERDICT.md


def examples() -> list[str]:
    return re.findall(r"```json\n(.*?)```", (DOCS / "VERDICT.md").read_text(), re.DOTALL)


def program() -> str:
    found = re.search(r"```c\n(.*?)```", (DOCS / "VERDICT.md").read_text(), re.DOTALL)
    assert found
    return found[1]


def shape(value: object) -> object:
    """Without what depends on the clock or on luck, and without how large the formula is."""
    if not isinstance(value, dict):
        return value
    coverage = value["coverage"] and {
        **value["coverage"],
        "effort": [*value["coverage"]["effort"]],
        "ledger": [item["position"] for item in value["coverage"]["ledger"]],
    }
    effort = {"effort": [*value["effort"]]} if "effort" in value else {}
    return {**value, "seconds": 0, "coverage": coverage, **effort}


def test_the_documents_in_the_documentation(capsys: Capture, write: Write) -> None:
    file = write(program(), "pay.c")
    safe, unsafe, unknown = map(json.loads, examples())
    assert shape(checked_json(capsys, file, "--rounds", "1")) == shape(safe)
    found = checked_json(capsys, file, "--no-sample")
    assert [*found] == [*unsafe]
    assert found["traces"][0]["violation"] == unsafe["traces"][0]["violation"]
    assert shape({**found, "traces": []}) == shape({**unsafe, "traces": []})
    assert shape(checked_json(capsys, file, "--time", "0.001s")) == shape(unknown)


def fields_of(value: object) -> set[str]:
    match value:
        case dict():
            return {*value, *(name for part in value.values() for name in fields_of(part))}
        case list():
            return {name for part in value for name in fields_of(part)}
    return set()


def test_every_field_is_documented() -> None:
    tables = re.sub(r"```.*?```", "", (DOCS / "VERDICT.md").read_text(), flags=re.DOTALL)
    explained = set(re.findall(r"`(\w+)`", tables))
    for text in examples():
        document = json.loads(text)
        document.pop("traces", None)  # docs/TRACE.md
        assert fields_of(document) <= explained


def test_the_readme_shows_what_is_printed(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = re.search(r"```\n(SAFE.*?)```", (DOCS.parent / "README.md").read_text(), re.DOTALL)
    assert shown
    monkeypatch.chdir(DOCS.parent / "examples" / "double_checked_locking")
    code = cli.execute(["check", "safe.c"])
    out = capsys.readouterr().out
    assert code == 0
    changing = re.compile(r"\d+ rounds|took +.*")  # with the engine, with the machine
    assert changing.sub("", out) == changing.sub("", shown[1])


SPINNING = """
#include <pthread.h>
int flag;
void *wait(void *unused) { while (!flag); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, wait, 0);
    pthread_join(t, 0);
}
"""


def test_who_waits_for_ever_in_a_loop_is_deadlocked(capsys: Capture, write: Write, tmp_path: Path) -> None:
    trace = tmp_path / "trace.json"
    code, out, _ = check(capsys, write(SPINNING), "--property", "deadlock", "--trace", str(trace))
    assert code == 10
    assert "thread 1 waits at a.c:4:28 for flag" in out
    assert cli.execute(["replay", str(trace)]) == 10
    capsys.readouterr()


@pytest.mark.parametrize("property", ["deadlock", "deadlock,race"])
def test_who_looks_twice_in_each_round_may_wait_for_ever_as_well(
    capsys: Capture, write: Write, tmp_path: Path, property: str
) -> None:
    text = SPINNING.replace("int flag;", "int flag, other = 1;").replace("!flag", "!flag || !other")
    trace = tmp_path / "t.json"
    code, out, _ = check(capsys, write(text), "--property", property, "--no-sample", "--trace", str(trace))
    assert code == 10
    assert "thread 1 waits at a.c:4:28 for flag" in out
    assert "UNSAFE  a.c:8:5: deadlock" in out
    assert cli.execute(["replay", str(trace)]) == 10
    capsys.readouterr()
    code, out, _ = check(
        capsys,
        write(text.replace("pthread_join", "flag = 1; pthread_join")),
        *("--property", "deadlock", "--memory-model", "sc"),
    )
    assert code == 0
    assert out.startswith("SAFE")


def test_where_a_loop_does_not_say_what_it_waits_for_that_is_told(capsys: Capture, write: Write) -> None:
    text = SPINNING.replace("int flag;", "int flag; int get(void) { return flag; }").replace(
        "!flag", "!get()"
    )
    code, out, _ = check(capsys, write(text), "--property", "deadlock")
    assert code == 0
    assert out.startswith("NO BUG FOUND")
    assert (
        "executions with a livelock, a thread that spins for ever without being blocked, at a.c:4:28" in out
    )


OUTLIVED = """
#include <pthread.h>
pthread_t t;
void *use(void *object) { *(int *)object = 1; return 0; }
void start(void) { int v; pthread_create(&t, 0, use, &v); JOIN }
int main(void) { start(); pthread_join(t, 0); }
"""


def test_an_object_whose_life_ends_while_its_thread_waits(capsys: Capture, write: Write) -> None:
    code, out, _ = check(capsys, write(OUTLIVED.replace("JOIN", "")), "--property", "memory", "--no-sample")
    assert code == 10
    assert "frees v" in out
    assert "UNSAFE  a.c:4:27: write of 4 bytes at offset 0 of 'v' (4 bytes), which is out of scope" in out
    code, out, _ = check(
        capsys,
        write(
            OUTLIVED.replace("start(); pthread_join(t, 0);", "start();").replace(
                "JOIN", "pthread_join(t, 0);"
            )
        ),
        *("--property", "memory"),
    )
    assert code == 0
    assert out.startswith("SAFE")


SCANNING = """
#include <pthread.h>
#include <stdio.h>
int x;
void *read(void *unused) { scanf("%d", &x); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, read, 0);
    x = 1;
    pthread_join(t, 0);
}
"""


def test_a_race_that_comes_after_many_steps_of_a_library_function(capsys: Capture, write: Write) -> None:
    code, out, _ = check(capsys, write(SCANNING), "--no-sample", "--property", "race")
    assert code == 10
    assert "data race on x" in out


BETWEEN_CALLS = """
#include <pthread.h>
int lock, x;
void acquire(void) { __atomic_store_n(&lock, 1, __ATOMIC_SEQ_CST); }
void step(void) { x = 1; }
void *work(void *unused) { acquire(); step(); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
}
"""


def test_a_race_names_the_functions_of_the_access_not_of_where_the_thread_stands(
    capsys: Capture, write: Write
) -> None:
    code, out, _ = check(capsys, write(BETWEEN_CALLS), "--no-sample", "--property", "race")
    assert code == 10
    assert re.search(r"by thread \d at a\.c:5:19, in step, called from work", out)


BIT_FIELDS = """
#include <pthread.h>
struct { unsigned a : 3, BETWEEN b : 20; } s;
void *work(void *unused) { s.a = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    s.b = 1;
    pthread_join(t, 0);
}
"""


@pytest.mark.parametrize(
    ("between", "expected"), [("", 10), (": 17,", 10), ("c : 30,", 10), (": 0,", 0), ("c,", 0)]
)
def test_bit_fields_next_to_each_other_are_one_memory_location(
    between: str, expected: int, capsys: Capture, write: Write
) -> None:
    file = write(BIT_FIELDS.replace("BETWEEN", between))
    code, out, _ = check(capsys, file, "--no-sample", "--property", "race")
    assert code == expected
    assert out.startswith("SAFE") or re.search(r"data race on s\.\{a, .*b\}", out)


ACROSS_BYTES = """
#include <assert.h>
#include <pthread.h>
union { struct { unsigned p : 4, a : 8; } s; unsigned char b[4]; } u, v = { { 0, 255 } };
void *work(void *unused) { u.s.a = 255; return 0; }
int main(void) {
    pthread_t t;
    assert(v.b[1] == 15);
    pthread_create(&t, 0, work, 0);
    int one = u.b[1], two = u.b[1];
    STATEMENT
    pthread_join(t, 0);
    assert(u.b[1] == 15);
}
"""


@pytest.mark.parametrize(("statement", "expected"), [("", 0), ("assert(one == two);", 10)])
def test_a_bit_field_touches_every_byte_that_it_lies_in(
    statement: str, expected: int, capsys: Capture, write: Write
) -> None:
    code, _, _ = check(capsys, write(ACROSS_BYTES.replace("STATEMENT", statement)), "--no-sample")
    assert code == expected


ASSEMBLY = """
#include <assert.h>
int count;
int *cell(void) { static int found; count++; return &found; }
int main(void) {
    int a = 3, b = 4;
    STATEMENT
    assert(a == 3 && b == 3);
}
"""


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ('__asm__("" : "=r"(b) : "0"(a));', 0),
        ('__asm__ volatile("" : "+r"(a), "+r"(b) : : "memory");', 10),
        ('__asm__("mfence" : "=r"(b));', 5),
        ('__asm__("" : "=r"(a), "=r"(b) : "0"(b), "1"(a));', 5),
        ('__asm__("" : "+r"(*cell()));', 5),
    ],
)
def test_assembly_that_does_nothing_gives_at_most_what_it_is_given(
    statement: str, expected: int, capsys: Capture, write: Write
) -> None:
    code, _, _ = check(capsys, write(ASSEMBLY.replace("STATEMENT", statement)))
    assert code == expected
