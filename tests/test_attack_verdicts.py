"""Programs written to break the rules by which a verdict is made: what is assumed away, what is reached, what
is lost when a search goes on or has to end."""

from __future__ import annotations

import ctypes
import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias, cast

import pytest

from referees import CBMC, GCC
from tests.support.commands import Capture, check, checked
from tests.support.commands import Write as WriteFile
from tests.support.commands import write as write_file
from tests.support.tools import require
from unthread.bound.ledger import with_places
from unthread.core import interrupts
from unthread.core.clock import TimeUp, time_limit
from unthread.core.source import Source
from unthread.core.verdict import PlaceKind
from unthread.frontend import clang
from unthread.frontend.load import load

__all__ = ["write_file"]  # the fixture

Write: TypeAlias = Callable[[str], str]

HEADER = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
int nondet(void);
void __VERIFIER_assume(int);
"""


@pytest.fixture
def write(write_file: WriteFile) -> Write:
    return lambda text: write_file(HEADER + text)


# Arithmetic that nobody asked for: what wraps around goes on, what means nothing ends the execution


@pytest.mark.parametrize(
    "wrong", ["n = 1 << n;", "n = 1 >> -n;", "n = m / -1;", "n = m % -1;", "n = (int)d;", "n = 1 / (m - m);"]
)
def test_what_means_nothing_ends_executions(wrong: str, write: Write, capsys: Capture) -> None:
    """gcc makes 0 of `1 << 40` where it computes it itself, and the processor 256: neither is sure."""
    text = f"int m = nondet(); if (n == 40 && m == (-2147483647 - 1)) {{ {wrong} assert(0); }}"
    file = write(f"int main(void) {{ int n = nondet(); double d = n * 1e9; {text} }}")
    code, out, _ = check(capsys, file, "--property", "reach")
    assert code == 5
    assert "executions past it were not explored" in out
    assert "--property arith shows how" in out


@pytest.mark.parametrize("wrong", ["1 << s", "s / -1", "(int)(s * 1e9)"])
def test_what_means_nothing_is_searched_for_where_the_text_rules_out_races(
    wrong: str, write: Write, capsys: Capture
) -> None:
    """No proof, because of a jump that is never made; where nothing may race, nothing was searched."""
    file = write(
        f"""
        #include <pthread.h>
        #include <setjmp.h>
        int x;
        jmp_buf b;
        void *f(void *p) {{
            int s = nondet(), n = 0;
            for (int k = 0; k < 3; k++) n++;
            if (n > 3) longjmp(b, 1);
            int y = {wrong};
            return 0;
        }}
        int main(void) {{
            pthread_t s;
            x = 2;
            pthread_create(&s, 0, f, 0);
            pthread_join(s, 0);
            x = 1;
        }}"""
    )
    code, out, _ = check(capsys, file, "--property", "race")
    assert code == 5
    assert "executions past it were not explored" in out


@pytest.mark.parametrize("wraps", ["n = m - n;", "n = -m;", "n = m * n;", "n = m << 1;", "m--;"])
def test_what_wraps_around_goes_on(wraps: str, write: Write, capsys: Capture) -> None:
    text = f"int m = nondet(); if (n == 40 && m == (-2147483647 - 1)) {{ {wraps} assert(0); }}"
    code, out, _ = check(
        capsys, write(f"int main(void) {{ int n = nondet(); {text} }}"), "--property", "reach"
    )
    assert code == 10
    assert "[reach]" in out


# Whoever fails an assertion goes no further, whether assertions are looked for or not

FAILED = {
    "memory": "int main(void) { int n = nondet(), *p = 0; CLAIM if (n < 0) *p = 1; }",
    "arith": "int main(void) { int n = nondet(); CLAIM if (n < 0) n = 1 / (n - n); }",
    "deadlock": """pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        int main(void) {
            int n = nondet();
            pthread_mutex_lock(&m);
            CLAIM
            if (n < 0) pthread_mutex_lock(&m);
        }""",
    "race": """int x;
        void *work(void *unused) { x = 1; return 0; }
        int main(void) {
            pthread_t t;
            int n = nondet();
            pthread_create(&t, 0, work, 0);
            CLAIM
            if (n < 0) x = 2;
        }""",
}
CLAIMS = {
    "assert": ("", "assert(n >= 0);"),
    "error": ("void reach_error(void) { assert(0); }\n", "if (n < 0) reach_error();"),
    "abort": ("void __VERIFIER_error(void) { abort(); }\n", "if (n < 0) __VERIFIER_error();"),
}


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
@pytest.mark.parametrize(("property", "text"), FAILED.items(), ids=FAILED)
def test_nothing_happens_after_a_failed_assertion(
    capsys: Capture, write: Write, property: str, text: str, claim: tuple[str, str]
) -> None:
    before, inside = claim
    file = write(before + text.replace("CLAIM", inside))
    found = checked(capsys, file, "--property", property, "--no-sample")
    assert found["verdict"] == "safe"
    assert checked(capsys, file, "--property", "reach")["verdict"] == "unsafe"


@pytest.mark.parametrize(("property", "text"), FAILED.items(), ids=FAILED)
def test_an_error_that_returns_is_passed(capsys: Capture, write: Write, property: str, text: str) -> None:
    text = "void reach_error(void) { }\n" + text.replace("CLAIM", "if (n < 0) reach_error();")
    found = checked(capsys, write(text), "--property", property, "--no-sample")
    assert found["traces"][0]["violation"]["property"] == property


def test_assert_without_its_header(capsys: Capture, write: Write) -> None:
    write("")
    Path("b.c").write_text("int nondet(void); int main(void) { int n = nondet(); assert(n); return 1 / n; }")
    assert checked(capsys, "b.c", "--property", "arith", "--no-sample")["verdict"] == "safe"
    found = checked(capsys, "b.c", "--property", "reach", "--no-sample")
    assert found["traces"][0]["violation"]["message"] == "assertion violated: (n)"


# What a macro puts at one position are several places


@pytest.mark.parametrize(
    ("macro", "cause"),
    [
        ("__VERIFIER_assume(n > 0); __VERIFIER_assume(n < 0)", "vacuous"),
        ("sem_wait(&one); sem_wait(&none)", "blocked"),
        ("sem_wait(&one); sem_wait(&one)", "blocked"),
    ],
    ids=["assumptions", "waits", "equal"],
)
def test_the_second_one_of_a_macro_is_not_passed(
    capsys: Capture, write: Write, macro: str, cause: str
) -> None:
    text = f"""sem_t one, none;
        #define BOTH {macro}
        int main(void) {{
            int n = nondet();
            sem_init(&one, 0, 1);
            sem_init(&none, 0, 0);
            BOTH;
            assert(n == 3);
        }}"""
    found = checked(capsys, write(text), "--property", "reach", "--no-sample")
    assert found["verdict"] == ("unknown" if cause == "vacuous" else "no bug found")
    assert [item["cause"] for item in found["coverage"]["left_out"]] == [cause]


def test_the_second_assertion_of_a_macro_is_not_reached(capsys: Capture, write: Write) -> None:
    macro = "#define BOTH(n) assert((n) > 0); if ((n) < 0) assert((n) < -1)\n"
    text = f"{macro}int main(void) {{ int k = nondet() & 7 | 1; BOTH(k); }}"
    found = checked(capsys, write(text), "--property", "reach")
    assertions = [item["reached"] for item in found["coverage"]["ledger"] if item["kind"] == "assertion"]
    assert (found["verdict"], assertions) == ("safe", [True, False])


# What a look at a step finds is not reached


def test_an_assumption_in_a_section_that_nobody_passes(capsys: Capture, write: Write) -> None:
    text = """void __VERIFIER_atomic_begin(void);
        void __VERIFIER_atomic_end(void);
        int x;
        void *work(void *unused) {
            __VERIFIER_atomic_begin();
            x = 1;
            __VERIFIER_assume(x == 2);
            x = 2;
            __VERIFIER_atomic_end();
            return 0;
        }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, work, 0);
            __VERIFIER_atomic_begin();
            x = 3;
            __VERIFIER_atomic_end();
        }"""
    found = checked(capsys, write(text), "--property", "reach,race", "--no-sample")
    assert (found["verdict"], found["cause"]) == ("unknown", "not explored")
    assert found["reason"] == "no execution gets past the assumption"


# What was not asked for


def test_a_literal_that_is_written_is_told(capsys: Capture, write: Write) -> None:
    found = checked(
        capsys, write('int main(void) { char *s = "abc"; s[0] = 1; }'), "--property", "race", "--no-sample"
    )
    assert (found["verdict"], found["cause"]) == ("unknown", "not explored")


def test_what_ends_within_small_bounds_is_not_forgotten(capsys: Capture, write: Write) -> None:
    """Larger bounds have been begun when the time is over."""
    text = """int down(int n) { int steps = 0; while (n > 0) { n--; steps++; } return steps; }
        int *nowhere;
        int main(void) {
            int n = nondet();
            if (n == 3)
                *nowhere = 1;
            assert(down(n) >= 0);
        }"""
    found = checked(capsys, write(text), "--property", "reach", "--no-sample", "--time", "8s")
    assert (found["verdict"], found["cause"]) == ("unknown", "not explored")
    assert re.match("invalid use of memory here", found["reason"])


def test_what_comes_after_a_printf_that_goes_wrong(capsys: Capture, write: Write) -> None:
    file = write('int main(void) { char *s = malloc(4); free(s); printf("%s", s); assert(0); }')
    found = checked(capsys, file, "--property", "reach", "--no-sample")
    assert (found["verdict"], found["cause"]) == ("unknown", "not explored")
    found = checked(capsys, file, "--property", "reach,memory", "--no-sample")
    assert found["traces"][0]["violation"]["property"] == "memory"


# Limits


class _Lasting:
    """Whatever is raised while it goes, or in a callback of C, is dropped."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __del__(self) -> None:
        _work_for(self.seconds)


def _work_for(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def _called_back(seconds: float) -> None:
    ctypes.CFUNCTYPE(None)(lambda: _work_for(seconds))()


def _limited(*actions: Callable[[], object]) -> None:
    with time_limit(time.monotonic() + 0.1):
        for action in actions:
            action()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("drops", [_Lasting, _called_back], ids=["end", "callback"])
@pytest.mark.parametrize("after", [0.0, 10.0], ids=["nothing", "more"])
def test_an_alarm_that_is_dropped_rings_again(drops: Callable[[float], object], after: float) -> None:
    """What was made of it must not be used: the limit has passed."""
    with pytest.raises(TimeUp):
        _limited(lambda: drops(0.2), lambda: _work_for(after))
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_what_an_alarm_breaks_is_no_error() -> None:
    with pytest.raises(TimeUp):
        _limited(lambda: _called_back(0.2), lambda: int("half of it"))


class _Interrupted:
    """A cursor that is asked for its children when Ctrl-C comes, where what is raised gets lost."""

    def get_children(self) -> list[object]:
        ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT))()
        return []


def test_children_are_all_there_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "unraisablehook", interrupts._note_dropped)
    with pytest.raises(KeyboardInterrupt):
        clang.children(cast(clang.Cursor, _Interrupted()))


def test_places_of_many_assertions(tmp_path: Path) -> None:
    """The branches that decide are looked for once."""
    file = tmp_path / "a.c"
    tests = "".join(f"if (n == {i}) assert(n != {i + 1});\n" for i in range(1500))
    file.write_text(f"{HEADER}int main(void) {{ int n = nondet(); {tests} }}")
    program = load(Source((file,)))
    with time_limit(time.monotonic() + 60):
        places = with_places(program).places
    assert sum(place.kind is PlaceKind.ASSERTION for place in places) == 1500


# Several backends


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { unsigned n = nondet(); __VERIFIER_assume(n * 2 == 7); assert(0); }",
        "int a[2]; int main(void) { int i = nondet(); a[i] = 1; assert(i >= 0); }",
    ],
    ids=["vacuous", "ended"],
)
def test_what_is_wrong_with_the_program_is_told_whoever_else_searches(
    capsys: Capture, write: Write, text: str
) -> None:
    require(CBMC, GCC)
    found = checked(capsys, write(text), "--property", "reach", "--backend", "embedded,cbmc")
    assert (found["verdict"], found["cause"]) == ("unknown", "not explored")
