"""The four answers of `unthread check`: what is looked for with no option, what each word means, what was
reached, and that nothing is assumed away in silence."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import Capture, Write, check, checked, write
from tests.support.once_wrong import ENDS_THERE, SPIN_ON_EACH_OTHER, STORE_BUFFERING, many_functions
from unthread import cli

__all__ = ["write"]  # the fixture


NEW_USER = Path(__file__).parent / "programs" / "new_user"


def headline(out: str) -> str:
    return next(line for line in out.splitlines() if re.match(r"SAFE|UNSAFE|NO BUG FOUND|UNKNOWN", line))


# What people mean


@pytest.mark.parametrize("file", sorted(NEW_USER.glob("*.c")), ids=lambda file: file.stem)
def test_what_a_new_user_tries_is_found_with_no_option(capsys: Capture, file: Path) -> None:
    expected = re.match(r"// expect: unsafe (\w+) (\d+)\n", file.read_text())
    assert expected
    found = checked(capsys, str(file))
    violation = found["traces"][0]["violation"]
    assert (found["verdict"], violation["property"]) == ("unsafe", expected[1])
    assert violation["position"]["line"] == int(expected[2])


RACE = """
#include <assert.h>
#include <pthread.h>
int x;
void *work(void *unused) { x++; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    x++;
    pthread_join(t, 0);
    assert(CLAIM);
}
"""


def test_a_race_is_enough(capsys: Capture, write: Write) -> None:
    found = checked(capsys, write(RACE.replace("CLAIM", "x > 0")))
    assert [trace["violation"]["property"] for trace in found["traces"]] == ["race"]


def test_what_a_race_leads_to_is_the_headline(capsys: Capture, write: Write) -> None:
    file = write(RACE.replace("CLAIM", "x == 2"))
    code, out, _ = check(capsys, file)
    assert code == 10
    assert headline(out) == "UNSAFE  a.c:11:5: assertion violated: x == 2 [reach]"
    found = checked(capsys, file)
    assert found["traces"][0]["violation"]["property"] == "reach"


@pytest.mark.parametrize("options", [(), ("--no-sample",)])
def test_races_stand_below_it(capsys: Capture, write: Write, options: tuple[str, ...]) -> None:
    """Whoever finds the race first."""
    wait = "for (int i = 0; i < 3; i++) if (x != i) return 0; assert(x != 3); return 0;"
    text = RACE.replace("x++; return 0;", wait).replace("    x++;", "    x++; x++; x++;")
    code, out, _ = check(capsys, write(text.replace("CLAIM", "1")), *options)
    assert code == 10
    _, _, below = out.partition("UNSAFE")
    assert "assertion violated: x != 3 [reach]" in below
    if "also" in below:
        assert re.search(r"also, a possible cause: a.c:\d+:\d+: data race on x ", below)


def test_run_has_the_same_default(capfd: pytest.CaptureFixture[str], write: Write) -> None:
    """Races are told, and the run goes on."""
    code = cli.execute(["run", write(RACE.replace("CLAIM", "x == 5")), "--seed", "2"])
    err = capfd.readouterr().err
    assert code == 10
    assert "violation (race)" in err
    assert err.index("violation (race)") < err.index("violation (reach): assertion violated: x == 5")


# Four words

BOUNDED = """
#include <assert.h>
unsigned nondet(void);
int main(void) {
    unsigned n = nondet(), s = 0;
    while (s < n)
        s++;
    assert(s == n);
}
"""


def test_no_bug_found_says_what_to_try_next(capsys: Capture, write: Write) -> None:
    file = write(BOUNDED)
    code, out, _ = check(capsys, file, "--unwind", "3")
    assert code == 0
    assert out.startswith(
        "NO BUG FOUND  no violation of reach, lock, deadlock, race, memory or arith within the limits below\n"
    )
    assert "  left out   executions with more than 3 iterations of the loop at a.c:6:5\n" in out
    assert "  try next   --unwind 6, or no bounds at all: then they grow\n" in out
    assert "  not looked for: leak\n" in out
    assert check(capsys, file, "--unwind", "3", "--require-complete", "-q")[0] == 5
    found = checked(capsys, file, "--unwind", "3")
    assert found["verdict"] == "no bug found"
    (omission,) = found["coverage"]["left_out"]
    assert (omission["cause"], omission["bound"]) == ("bound", "unwind")


def test_out_of_time_says_so(capsys: Capture, write: Write) -> None:
    code, out, _ = check(capsys, write(BOUNDED), "--time", "6s", "--property", "reach")
    assert code == 0
    assert out.startswith("NO BUG FOUND")
    assert re.search(r"  stopped    time limit reached \(6 s\) while .*\n  try next   more time", out)


def test_safe_is_a_proof(capsys: Capture, write: Write) -> None:
    code, out, _ = check(
        capsys, write("#include <assert.h>\nint main(void) { assert(1); }"), "--require-complete"
    )
    assert code == 0
    assert out.startswith("SAFE  no execution violates reach, lock, deadlock, race, memory or arith\n")
    assert "  not looked for: leak\n" in out
    code, out, _ = check(capsys, "a.c", "--property", "all")
    assert out.startswith("SAFE")
    assert "not looked for" not in out


# Nothing is assumed away in silence


@pytest.mark.parametrize(("text", "property", "line"), ENDS_THERE.values(), ids=ENDS_THERE)
def test_executions_that_end_at_what_was_not_asked_for_are_told(
    capsys: Capture, write: Write, text: str, property: str, line: int
) -> None:
    file = write(text)
    found = checked(capsys, file, "--property", "reach", "--no-sample")
    assert (found["verdict"], found["cause"], found["position"]["line"]) == ("unknown", "not explored", line)
    assert f"--property {property}" in found["hint"]
    assert checked(capsys, file)["traces"][0]["violation"]["property"] == property


def test_where_nothing_goes_wrong_nothing_is_told(capsys: Capture, write: Write) -> None:
    text = "int a[4]; unsigned nondet(void); int main(void) { int i = nondet() % 4; a[i] = 1; assert(a[i]); }"
    assert checked(capsys, write(f"#include <assert.h>\n{text}"), "--property", "reach")["verdict"] == "safe"


def test_a_race_that_was_not_asked_for_is_told(capsys: Capture, write: Write) -> None:
    file = write(RACE.replace("CLAIM", "x > 0"))
    found = checked(capsys, file, "--property", "reach")
    assert found["verdict"] == "no bug found"
    assert [item["cause"] for item in found["coverage"]["left_out"]] == ["environment"]
    assert "reordered accesses" in found["coverage"]["left_out"][0]["what"]


def test_misuse_of_a_lock_ends_an_execution(capsys: Capture, write: Write) -> None:
    text = """#include <assert.h>
    #include <pthread.h>
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    int main(void) {
        pthread_mutex_unlock(&m);
        assert(0);
    }"""
    found = checked(capsys, write(text), "--property", "reach")
    assert (found["verdict"], found["position"]["line"]) == ("unknown", 5)
    assert "violation of lock here" in found["reason"]


def test_a_failed_assertion_ends_the_process_whoever_looks(capsys: Capture, write: Write) -> None:
    text = "int nondet(void); int x; int main(void) { int *p = nondet() ? &x : 0; assert(p); *p = 1; }"
    found = checked(capsys, write(f"#include <assert.h>\n{text}"), "--property", "memory")
    assert found["verdict"] == "safe"


# The ledger

LEDGER = """
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
int nondet(void);
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *unused) {
    pthread_mutex_lock(&m);
    if (x == LIMIT)
        assert(x > 0);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    MORE
    return 0;
}
"""


def ledger(found: dict[str, Any]) -> dict[tuple[str, int], bool]:
    return {(item["kind"], item["position"]["line"]): item["reached"] for item in found["coverage"]["ledger"]}


@pytest.mark.parametrize(("limit", "is_reached"), [(1, True), (5, False)])
def test_what_is_reached(capsys: Capture, write: Write, limit: int, is_reached: bool) -> None:
    file = write(LEDGER.replace("LIMIT", str(limit)).replace("MORE", "assert(x == 2);"))
    found = checked(capsys, file)
    assert found["verdict"] == "safe"
    assert ledger(found) == {
        ("assertion", 11): is_reached,
        ("assertion", 21): True,
        ("thread", 8): True,
        ("end", 16): True,
    }
    _, out, _ = check(capsys, file)
    assert ("  unreached  assertion at a.c:11:9\n" in out) is not is_reached


def test_what_only_the_solver_reaches(capsys: Capture, write: Write) -> None:
    """An input that luck does not find."""
    text = LEDGER.replace("LIMIT", "1").replace(
        "MORE", "if ((unsigned)nondet() * 3u == 123456789u) assert(x == 2);"
    )
    assert all(ledger(checked(capsys, write(text))).values())


def test_an_assumption_that_nobody_passes_is_not_safe(capsys: Capture, write: Write) -> None:
    more = "int n = nondet(); __VERIFIER_assume(n > 3); __VERIFIER_assume(n * 2 == 7); assert(n == 0);"
    text = LEDGER.replace("LIMIT", "1").replace(
        "MORE", more.replace("int n = nondet()", "unsigned n = nondet()")
    )
    found = checked(capsys, write(text))
    assert (found["verdict"], found["cause"]) == ("unknown", "not explored")
    assert found["reason"] == "no execution gets past the assumption"
    assert ledger(found)["assertion", 21] is False


def test_a_wait_that_nobody_passes_is_not_safe(capsys: Capture, write: Write) -> None:
    text = """
    #include <pthread.h>
    #include <stdlib.h>
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    void *work(void *unused) { pthread_mutex_lock(&m); return 0; }
    int main(void) {
        pthread_t t;
        pthread_mutex_lock(&m);
        pthread_create(&t, 0, work, 0);
        return 0;
    }
    """
    found = checked(capsys, write(text))
    assert found["verdict"] == "no bug found"
    (omission,) = found["coverage"]["left_out"]
    assert (omission["cause"], omission["position"]["line"]) == ("blocked", 5)


FLOATING = """
#include <assert.h>
void __VERIFIER_assume(int);
int nondet(void);
static void is(int n, int wanted) {
    __VERIFIER_assume(n == wanted && 1 / (n ? 1.0 : (double)n) == 1 / (wanted ? 1.0 : (double)wanted));
}
int main(void) {
    int a = nondet(), b = nondet(), c = nondet(), d = nondet(), all = 32;
    is(a, 5); is(b, -3); is(c, 200); is(d, 7);
    assert((d >> all) == 0);
}
"""


def test_what_is_reached_before_all_executions_end(capsys: Capture, write: Write) -> None:
    """Numbers of floating point that only these places depend on."""
    found = checked(capsys, write(FLOATING), "--property", "reach", "--no-sample")
    assert (found["verdict"], found["cause"], found["position"]["line"]) == ("unknown", "not explored", 11)
    assert ledger(found)["assertion", 11] is True


def test_the_source_with_what_is_reached(capsys: Capture, write: Write) -> None:
    file = write(LEDGER.replace("LIMIT", "5").replace("MORE", "assert(x == 2);"))
    _, out, _ = check(capsys, file, "--coverage")

    shown = {
        int(line[10:14]): line[:10].split() for line in out.splitlines() if re.match(r".{10} *\d+  ", line)
    }
    assert max(shown) == len(Path(file).read_text().splitlines())
    assert shown[9] == ["+", "+"]
    assert shown[11] == ["-", "-"]
    assert shown[18] == ["+"]
    found = checked(capsys, file, "--coverage")
    assert {"file": "a.c", "line": 12, "reached": True, "threads": ["main", "work"]} in found["coverage"][
        "lines"
    ]


# Reproduced by others


@pytest.mark.parametrize("backend", ["embedded", "all"])
def test_waits_are_prepared_on_every_way_in(capsys: Capture, write: Write, backend: str) -> None:
    file = write(SPIN_ON_EACH_OTHER)
    code = cli.execute(["check", "-q", "--backend", backend, "--property", "deadlock", file])
    assert (code, "[deadlock]" in capsys.readouterr().out) == (10, True)


@pytest.mark.parametrize(
    ("order", "options", "verdict"),
    [
        ("memory_order_relaxed", (), "no bug found"),
        ("memory_order_relaxed", ("--memory-model", "sc"), "safe"),
        ("memory_order_seq_cst", (), "safe"),
    ],
)
def test_weak_orders_are_told(
    capsys: Capture, write: Write, order: str, options: tuple[str, ...], verdict: str
) -> None:
    found = checked(capsys, write(STORE_BUFFERING.replace("ORDER", order)), *options)
    assert found["verdict"] == verdict
    told = [item["what"] for item in found["coverage"]["left_out"]]
    assert all("weaker than seq_cst at a.c:8:5, a.c:9:19, a.c:13:5 and 1 more" in what for what in told)
    assert bool(told) is (verdict == "no bug found")


def test_time_counts_while_c_is_read(capsys: Capture, write: Write) -> None:
    found = checked(capsys, write(many_functions(20_000)), "--time", "1s")
    assert (found["verdict"], found["cause"]) == ("unknown", "out of time")
    assert found["reason"] == "time limit reached (1 s) while the program was being read"


def test_what_luck_finds_where_the_engine_is_done_is_a_bug(
    capsys: Capture, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine that finds nothing, whatever there is."""
    file = write("#include <assert.h>\nint x;\nint main(void) { x = 1; assert(x != 1); }")
    monkeypatch.setattr("unthread.engine.search.Search.violation", lambda *arguments: None)
    code, out, err = check(capsys, file, "--unwind", "2")  # which is searched without luck
    assert (code, out) == (6, "")
    assert "a random execution ends with 'assertion violated: x != 1'" in err


EXAMPLES = Path(__file__).parent.parent / "examples"
QUICK = [
    "bank_account",
    "bounded_queue",
    "c11_counter",
    "inode_busy",
    "lost_wakeup",
    "peterson",
    "reference_count",
]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(path.name, marks=[] if path.name in QUICK else [pytest.mark.slow])
        for path in sorted(EXAMPLES.iterdir())
        if path.is_dir()
    ],
)
def test_the_examples_with_no_option(capsys: Capture, name: str) -> None:
    for twin in ("safe", "unsafe"):
        file = EXAMPLES / name / f"{twin}.c"
        text = file.read_text()
        expected = re.match(r"// expect: (\w+)(?: (\w+) (\d+))?\n", text)
        assert expected
        also = re.findall(r"^// also: (\w+) (\d+)", text, re.MULTILINE)
        found = checked(capsys, str(file), "--time", "90s")
        if twin == "safe":
            assert found["verdict"] in ("safe", "no bug found")
            continue
        violation = found["traces"][0]["violation"]
        place = (violation["property"], str(violation["position"]["line"]))
        assert place in [(expected[2], expected[3]), *also]
