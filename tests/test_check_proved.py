"""`unthread check` where the whole program is proved: what the proof says nothing of is told."""

from __future__ import annotations

import pytest

from tests.support.commands import Capture, Write, write
from tests.support.commands import check_few as check
from tests.support.commands import checked_few as checked

__all__ = ["write"]  # the fixture

GUARDED = """
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, a[4], *nothing, zero;
int nondet_int(void);
void *work(void *unused) {
    pthread_mutex_lock(&m);
    for (int i = 0; i < 9; i++) x++;
    BODY
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
}
"""


@pytest.mark.parametrize(
    ("body", "property"),
    [
        ("a[x] = 1;", "memory"),
        ("*nothing = 1;", "memory"),
        ("x = 1 / zero;", "arith"),
        ("pthread_mutex_destroy(&m);", "lock"),
        ("pthread_mutex_unlock(&m);", "lock"),
        ("if (nondet_int() == 123456789) *nothing = 1;", "memory"),  # not found at random
        ("x = 2147483647; x++; x = 1 / zero;", "arith"),  # what overflows goes on
        ("x = -2147483647 - 1; zero--; x /= zero;", "arith"),  # called an overflow, but there is no result
        ("x = 2147483647; x++; x = 1 << (zero + 32);", "arith"),
        ("double d = 1e30; x = 2147483647; x++; x = (int)(d + zero);", "arith"),
        ("if (nondet_int() == 123456789) { x = 2147483647; x++; x = 1 / zero; }", "arith"),
    ],
)
def test_executions_that_end_before_the_race_keep_it_from_being_safe(
    body: str, property: str, capsys: Capture, write: Write
) -> None:
    code, out, _ = check(capsys, write(GUARDED.replace("BODY", body)), "--property", "race")
    assert code == 5
    assert out.startswith("UNKNOWN  a.c:")
    assert "executions past it were not explored" in out
    assert f"--property {property} shows how" in out


@pytest.mark.parametrize("body", ["a[x & 3] = 1;", "x = 2147483647; x++; x = 1 << 31; x = -x;"])
def test_those_that_do_not_are_safe(body: str, capsys: Capture, write: Write) -> None:
    code, out, _ = check(capsys, write(GUARDED.replace("BODY", body)), "--property", "race")
    assert code == 0
    assert out.startswith("SAFE")
    assert "by locks and order, without bounds" in out


@pytest.mark.parametrize("outside", ["extern void (*callback)(void);", "extern void *callback;"])
def test_whoever_calls_what_it_does_not_know_proves_nothing(
    outside: str, capsys: Capture, write: Write
) -> None:
    text = GUARDED.replace("int x,", f"{outside} int x,").replace("BODY", "((void (*)(void))callback)();")
    code, out, _ = check(capsys, write(text), "--property", "race")
    assert code == 5
    assert out.startswith("UNKNOWN")


def test_a_failed_assertion_or_a_deadlock_takes_nothing_from_it(capsys: Capture, write: Write) -> None:
    """As where the engine has searched."""
    text = GUARDED.replace("BODY", "").replace("work(0);", "assert(0);")
    code, out, _ = check(capsys, write("#include <assert.h>\n" + text), "--property", "race")
    assert code == 0
    assert out.startswith("SAFE")


def test_deadlocks_are_ruled_out_only_where_accesses_are_not_reordered(capsys: Capture, write: Write) -> None:
    file = write(GUARDED.replace("BODY", "").replace("work(0);", "x = 1;"))
    code, out, _ = check(capsys, file, "--property", "deadlock")
    assert code == 0
    assert out.startswith("NO BUG FOUND")
    assert "reordered accesses: there may be a data race at a.c:" in out
    code, out, _ = check(capsys, file, "--property", "deadlock", "--memory-model", "sc")
    assert code == 0
    assert out.startswith("SAFE")


ASSUMED = "unsigned n = nondet_int(); __VERIFIER_assume(n > 3); __VERIFIER_assume(n < 2);"


@pytest.mark.parametrize("property", ["race", "lock,deadlock,race"])
@pytest.mark.parametrize("body", [ASSUMED, ""], ids=["vacuous", "not"])
def test_what_no_execution_gets_past_is_told(property: str, body: str, capsys: Capture, write: Write) -> None:
    text = f"extern void __VERIFIER_assume(int);\n{GUARDED}".replace("BODY", "").replace("work(0);", body)
    code, out, _ = check(capsys, write(text), "--property", property, "--memory-model", "sc")
    assert (code, out.startswith("SAFE")) == ((5, False) if body else (0, True))
    assert out.startswith("UNKNOWN  a.c:17:") is bool(body)
    assert ("no execution gets past the assumption" in out) is bool(body)


@pytest.mark.parametrize(("number", "is_reached"), [("123456789", True), ("-1", False)])
def test_what_is_reached_is_known_where_nobody_had_to_search(
    number: str, is_reached: bool, capsys: Capture, write: Write
) -> None:
    """Neither is found at random."""
    claim = f"int n = nondet_int() & 0x7fffffff; if (n == {number}) assert(x < 20);"
    file = write(f"#include <assert.h>\n{GUARDED.replace('BODY', claim)}")
    found = checked(capsys, file, "--property", "race", "--no-sample")
    (visit,) = [item for item in found["coverage"]["ledger"] if item["kind"] == "assertion"]
    assert (found["verdict"], visit["reached"]) == ("safe", is_reached)
    assert found["coverage"]["proofs"] == [{"properties": ["race"], "method": "locks and order"}]


ORDERED = """
#include <pthread.h>
extern unsigned nondet_uint(void);
extern void __VERIFIER_assume(int);
int x;
void *work(void *unused) { x = 1; return 0; }
int main(void) {
    pthread_t t;
    unsigned n = nondet_uint();
    __VERIFIER_assume(n > 3);
    __VERIFIER_assume(n * 3u LAST);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    x = 2;
}
"""


@pytest.mark.parametrize("encoding", ["rounds", "order"])
@pytest.mark.parametrize(("last", "verdict"), [("== 7 && n == 5", "unknown"), ("== 7", "safe")])
def test_what_no_execution_gets_past_where_an_analysis_has_the_answer(
    last: str, verdict: str, encoding: str, capsys: Capture, write: Write
) -> None:
    """Without proofs of the whole program. What passes is not found at random."""
    options = ("--property", "race", "--reduce", "order,locks", "--encoding", encoding)
    found = checked(capsys, write(ORDERED.replace("LAST", last)), *options)
    assert (found["verdict"], found["coverage"]["rounds"]) == (verdict, 0)
    assert all(item["reached"] is (verdict == "safe") for item in found["coverage"]["ledger"])
