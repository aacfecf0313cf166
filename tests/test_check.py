"""`unthread check` as its users meet it: verdicts, exit codes, what goes where, and trouble from outside."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.support.commands import Capture, Write, write
from tests.support.commands import check_few as check
from tests.support.commands import checked_few as checked_json
from tests.support.counters import GAP, SAFE, UNSAFE
from unthread import cli
from unthread.results.trace_reading import read_trace

__all__ = ["write"]  # the fixture


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
    assert "x is 0" in out


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
    text = text.replace("    if (wanted)", "    pthread_create(&t, 0, good, 0);\n    if (wanted)")
    assert check(capsys, write(text), "--threads", "1", "-q")[0] == 10  # the second `good` does not run
    code, out, _ = check(capsys, write(text), "--threads", "0")
    assert code == 0
    assert "not started within these bounds: bad, good" in out
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
    assert "left out   executions with program arguments (argc is always 1 without --arg)\n" in out
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
    assert ("left out   executions with a signal handled by 'handle'\n" in out) is not complete
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
        (
            STARTS_MANY,
            "--threads 9",
            "--threads 10",
            "executions with more than 9 threads of work at a.c:9:9",
        ),
        (STARTS_MANY, "--threads 0", "", "executions with more than 0 threads of work at a.c:9:9"),
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
