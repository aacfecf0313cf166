"""Which violations count for which goal. The words of the interpreter are those that `judge` knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.bounds import Bounds
from unthread.core.request import Request
from unthread.core.source import DataModel, Source
from unthread.core.verdict import Safe, Unknown, Unsafe
from unthread.story import Limits
from unthread.svcomp.judge import Judgement, judge
from unthread.svcomp.properties import Goal, Specification

LIMITS = Limits(60.0, 4 << 30)
MEMORY = frozenset({Goal.VALID_FREE, Goal.VALID_DEREF})
HEADERS = "#include <stdlib.h>\n#include <assert.h>\nint nondet(void); void reach_error(void); int *p;\n"


def judged(
    directory: Path,
    body: str,
    *goals: Goal,
    functions: frozenset[str] = frozenset({"reach_error"}),
    every: bool = False,
) -> Judgement:
    file = directory / "a.c"
    file.write_text(f"{HEADERS}int main(void) {{ int x = nondet(), y = nondet(); {body} return 0; }}\n")
    asked = Specification(directory / "asked.prp", frozenset(goals), functions)
    return judge(Source((file,)), asked, Request(asked.properties, Bounds(), every=every), LIMITS)


@pytest.mark.parametrize(
    ("body", "goal"),
    [
        ("x = x + y;", Goal.NO_OVERFLOW),
        ("x = x - y;", Goal.NO_OVERFLOW),
        ("x = x * y;", Goal.NO_OVERFLOW),
        ("x = -x;", Goal.NO_OVERFLOW),
        ("x++;", Goal.NO_OVERFLOW),
        ("if (y < 0) x = x / y;", Goal.NO_OVERFLOW),
        ("long long l = x; l *= l; l *= l; l *= l;", Goal.NO_OVERFLOW),
        ("if (y < 0) x = x % y;", None),
        ("x = x / y;", None),
        ("unsigned u = x; u = u / (unsigned)y;", None),
        ("unsigned u = x; u = u >> y;", None),
        ("double d = x; d *= 1e6; y = d;", None),
        ("if (x == 1) __builtin_unreachable();", None),
    ],
)
def test_overflows(tmp_path: Path, body: str, goal: Goal | None) -> None:
    found = judged(tmp_path, body, Goal.NO_OVERFLOW)
    assert found.goal is goal
    assert isinstance(found.verdict, Unknown if goal is None else Unsafe)


@pytest.mark.parametrize(
    "body", ["unsigned u = x; u = u + y;", "short s = x; s++;", "unsigned char c = y; c += c;"]
)
def test_what_wraps_is_no_overflow(tmp_path: Path, body: str) -> None:
    assert isinstance(judged(tmp_path, body, Goal.NO_OVERFLOW).verdict, Safe)


@pytest.mark.parametrize(
    ("body", "goal"),
    [
        ("*p = 1;", Goal.VALID_DEREF),
        ("x = *p;", Goal.VALID_DEREF),
        ("int a[2] = {0}; y = a[x & 3];", Goal.VALID_DEREF),
        ("p = malloc(4); free(p); *p = 1;", Goal.VALID_DEREF),
        ('*(char *)"text" = 0;', Goal.VALID_DEREF),
        ("void (*f)(void) = 0; f();", Goal.VALID_DEREF),
        ("void (*f)(void) = (void (*)(void))77l; f();", Goal.VALID_DEREF),
        ("p = malloc(4); free(p); free(p);", Goal.VALID_FREE),
        ("free(&x);", Goal.VALID_FREE),
        ("p = malloc(8); free(p + 1);", Goal.VALID_FREE),
        ("p = malloc(8); free(p); p = realloc(p, 4);", Goal.VALID_FREE),
    ],
)
def test_memory(tmp_path: Path, body: str, goal: Goal) -> None:
    assert judged(tmp_path, body, *MEMORY).goal is goal
    (other,) = MEMORY - {goal}
    alone = judged(tmp_path, body, other)
    assert (type(alone.verdict), alone.goal) == (Unknown, None)


def test_what_nobody_asks_about_hides_nothing(tmp_path: Path) -> None:
    """The same place is not enough: the second violation has one of its own."""
    body = "if (x == 1) *p = 1; if (x == 2) free(&x);"
    assert judged(tmp_path, body, Goal.VALID_FREE).goal is Goal.VALID_FREE
    assert judged(tmp_path, body, Goal.VALID_DEREF).goal is Goal.VALID_DEREF


def test_every_violation(tmp_path: Path) -> None:
    body = "if (x == 1) *p = 1; if (x == 2) free(&x); if (x == 3) *p = 2;"
    found = judged(tmp_path, body, Goal.VALID_DEREF, every=True).verdict
    assert isinstance(found, Unsafe)
    assert [trace.violation.message.split()[0] for trace in found.traces] == ["write", "write"]


@pytest.mark.parametrize(
    ("body", "counts"),
    [
        ("if (x == 3) reach_error();", True),
        ("if (x == 3) { ERROR: reach_error(); abort(); }", True),
        ("if (x == 3) goto ERROR; return 0; ERROR: { reach_error(); }", True),
        ("if (x == 3) { ERROR: y = 1; reach_error(); }", False),
        ("if (x == 3) { ERROR: __VERIFIER_error(); }", False),
        ("if (x == 3) { ERROR: ; }", False),
        ("assert(x != 3);", False),
        ("if (x == 3) __VERIFIER_error();", False),
    ],
)
def test_calls(tmp_path: Path, body: str, counts: bool) -> None:
    body = f"extern void __VERIFIER_error(void); {body}"
    found = judged(tmp_path, body, Goal.UNREACH_CALL)
    assert found.goal is (Goal.UNREACH_CALL if counts else None)
    assert isinstance(found.verdict, Unsafe if counts else Unknown)


def test_the_older_function(tmp_path: Path) -> None:
    body = "extern void __VERIFIER_error(void); if (x == 3) __VERIFIER_error();"
    functions = frozenset({"__VERIFIER_error"})
    assert judged(tmp_path, body, Goal.UNREACH_CALL, functions=functions).goal is Goal.UNREACH_CALL


LEAK = "int **q = malloc(sizeof *q); *q = malloc(4);"


@pytest.mark.parametrize(
    ("body", "goal"),
    [
        (f"{LEAK} free(q);", Goal.VALID_MEMTRACK),
        ("p = malloc(4); p = 0;", Goal.VALID_MEMTRACK),
        ("int *local = malloc(4); *local = 1;", Goal.VALID_MEMTRACK),
        ("p = malloc(4);", None),
        ("p = malloc(8); p++;", None),
        (f"{LEAK} p = (int *)q;", None),
        ("int *local = malloc(4); exit(0);", None),
        ("int *local = malloc(4); abort();", None),
    ],
)
def test_lost_memory(tmp_path: Path, body: str, goal: Goal | None) -> None:
    assert judged(tmp_path, body, Goal.VALID_MEMTRACK, *MEMORY).goal is goal


@pytest.mark.parametrize("body", [f"{LEAK} free(*q); free(q);", "p = malloc(4); free(p); p = 0;"])
def test_memory_that_is_freed(tmp_path: Path, body: str) -> None:
    goals = [Goal.VALID_MEMTRACK, Goal.VALID_MEMCLEANUP, *MEMORY]
    assert isinstance(judged(tmp_path, body, *goals).verdict, Safe)


def test_memory_lost_for_ever_without_an_end(tmp_path: Path) -> None:
    """Nothing is leaked at an exit, because there is none."""
    body = "p = malloc(4); p = 0; while (1) ;"
    found = judged(tmp_path, body, Goal.VALID_MEMTRACK).verdict
    assert isinstance(found, Unknown)
    assert found.reason == "what is lost before an endless loop is not checked by unthread"
    assert isinstance(judged(tmp_path, body, Goal.VALID_MEMCLEANUP).verdict, Safe)


@pytest.mark.parametrize(
    ("body", "goal"),
    [
        ("p = malloc(4);", Goal.VALID_MEMCLEANUP),
        ("p = malloc(4); exit(1);", Goal.VALID_MEMCLEANUP),
        ("p = malloc(4); abort();", None),
        ("p = malloc(4); _Exit(1);", None),
        ("p = malloc(4); if (x) abort();", Goal.VALID_MEMCLEANUP),
    ],
)
def test_memory_that_is_left(tmp_path: Path, body: str, goal: Goal | None) -> None:
    assert judged(tmp_path, body, Goal.VALID_MEMCLEANUP).goal is goal


def test_a_leak_is_not_in_the_way(tmp_path: Path) -> None:
    body = "p = malloc(4); if (x == 77) free(p + 1);"
    assert judged(tmp_path, body, Goal.VALID_MEMTRACK, *MEMORY).goal is Goal.VALID_FREE


@pytest.mark.parametrize(
    ("text", "model", "is_seen"),
    [
        ("x = 1 << 31;", DataModel.M64, False),
        ("x = (1) << (31);", DataModel.M64, False),
        ("x = 0x40000000 << 1;", DataModel.M64, False),
        ("x = 1L << 31 > 0;", DataModel.M32, False),
        ("x = 1L << 31 > 0;", DataModel.M64, True),
        ("x = 1LL << 62 > 0;", DataModel.M32, True),
        ("x = 1LL << 63 > 0;", DataModel.M64, False),
        ("x = 1 << 30;", DataModel.M64, True),
        ("x = 1u << 31 > 0;", DataModel.M64, True),
        ("x = y << 1;", DataModel.M64, True),
        ("x = -y << 1;", DataModel.M64, False),
        ("static int z = 1 << 31; x = z;", DataModel.M64, False),
        ("x = (unsigned)y << 1 > 0;", DataModel.M64, True),
    ],
)
def test_shifts_are_a_blind_spot(tmp_path: Path, text: str, model: DataModel, is_seen: bool) -> None:
    file = tmp_path / "a.c"
    file.write_text(f"int main(void) {{ int x = 0, y = 1; {text} return x; }}\n")
    asked = Specification(tmp_path / "asked.prp", frozenset({Goal.NO_OVERFLOW}))
    source = Source((file,), data_model=model)
    found = judge(source, asked, Request(asked.properties, Bounds()), LIMITS).verdict
    assert isinstance(found, Safe if is_seen else Unknown)


def test_the_error_through_a_pointer(tmp_path: Path) -> None:
    text = "void (*f)(void) = reach_error; if (x) f();"
    assert isinstance(judged(tmp_path, text, Goal.UNREACH_CALL).verdict, Unsafe)


def test_pointers_to_the_error_are_a_blind_spot(tmp_path: Path) -> None:
    found = judged(tmp_path, "static void (*g)(void) = reach_error;", Goal.UNREACH_CALL).verdict
    assert isinstance(found, Unknown)
    assert "calls of reach_error through a pointer are not seen" in found.reason


@pytest.mark.parametrize(
    ("access", "goes_wrong"),
    [
        ("int a[4]; a[x] = 1;", True),
        ("if (x < 0 || x > 3) abort(); int a[4]; a[x] = 1;", False),
        ("if (x) *p = 1;", True),
        ("void (*f)(void); f = x ? abort : 0; f();", True),
        ("p = malloc(8); p[1] = 2; free(p);", False),
    ],
)
@pytest.mark.parametrize("goal", [Goal.UNREACH_CALL, Goal.NO_OVERFLOW, Goal.NO_DATA_RACE])
def test_behind_a_wrong_access_nobody_has_looked(
    tmp_path: Path, access: str, goes_wrong: bool, goal: Goal
) -> None:
    found = judged(tmp_path, f"{access} if (y == 1 && y == 2) reach_error();", goal)
    if goes_wrong:
        assert isinstance(found.verdict, Unknown)
        assert found.verdict.reason.startswith("invalid use of memory here")
    else:
        assert isinstance(found.verdict, Safe)


def test_other_properties(tmp_path: Path) -> None:
    """What is not checked is not safe, but a violation is one."""
    file = tmp_path / "a.c"
    asked = Specification(
        tmp_path / "asked.prp", frozenset({Goal.VALID_DEREF}), others=("termination", "coverage")
    )
    for text, kind in [("", Unknown), ("*(int *)0 = 1;", Unsafe)]:
        file.write_text(f"int main(void) {{ {text} return 0; }}\n")
        found = judge(Source((file,)), asked, Request(asked.properties, Bounds()), LIMITS).verdict
        assert isinstance(found, kind)
        if isinstance(found, Unknown):
            assert found.reason == "termination, coverage: not checked by unthread"
