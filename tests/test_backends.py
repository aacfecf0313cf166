"""`check --backend` and `unthread backends` as their users meet them: with CBMC, Frama-C, and fakes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from referees import CBMC, FRAMA_C, GCC
from tests.support.commands import Capture, Write, write
from tests.support.commands import check_few as check
from tests.support.commands import checked_few as checked_json
from tests.support.fakes import Fakes
from tests.support.tools import require
from unthread import cli
from unthread.backends import BACKENDS
from unthread.backends.base import ExternalTool
from unthread.backends.framac import FramaC
from unthread.options import CheckOptions
from unthread.results.trace_reading import read_trace
from unthread.sequentialize.emitted import Dialect, Schema

__all__ = ["write"]  # the fixture


COUNTER = """
#include <assert.h>
#include <pthread.h>
int x;
void *work(void *a) { x = x + 1; return 0; }
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    x = x + 1;
    pthread_join(a, 0);
    assert(CLAIM);
}
"""
SAFE = COUNTER.replace("CLAIM", "x >= 1 && x <= 2")
UNSAFE = COUNTER.replace("CLAIM", "x == 2")
LOOP = """
#include <assert.h>
int nondet(void);
int main(void) {
    int n = nondet();
    for (int i = 0; i < n; i++)
        assert(i != LAST);
}
"""
INPUTS = """
#include <assert.h>
#include <pthread.h>
int nondet_int(void);
double nondet_double(void);
_Bool nondet_bool(void);
int shared;
void *work(void *a) {
    signed char c = (signed char)nondet_int();
    if (c == -7 && nondet_bool())
        shared = c;
    return 0;
}
int main(void) {
    pthread_t a;
    double d = nondet_double();
    pthread_create(&a, 0, work, 0);
    pthread_join(a, 0);
    assert(!(shared == -7 && d > 2.5 && d < 2.75));
}
"""
GAP = """
#include <setjmp.h>
jmp_buf place;
int nondet_int(void);
int main(void) {
    if (nondet_int() == 3)
        setjmp(place);
    return 0;
}
"""


@pytest.fixture
def fakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fakes:
    """Tools before those of the machine, which stay."""
    directory = tmp_path / "bin"
    directory.mkdir()
    monkeypatch.setenv("PATH", f"{directory}:{os.environ['PATH']}")
    return Fakes(directory)


def left_out(found: dict[str, Any]) -> list[str]:
    """Besides what no tool looks for."""
    told = [item["what"] for item in found["coverage"]["left_out"]]
    assert told[-1].startswith("an invalid memory access or a division by zero, which ")
    return told[:-1]


def cbmc(*more: str) -> tuple[str, ...]:
    require(CBMC, GCC)  # it reads what gcc's preprocessor leaves
    return ("--backend", "cbmc", "--time", "100s", *more)


# CBMC

SCHEMAS = ("lazy", "lazy-pruned", "interleave", "stepwise")


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_violation_is_replayed(capsys: Capture, write: Write, schema: str) -> None:
    arguments = cbmc("--schema", schema, "--trace", "t.json", "-q", write(UNSAFE))
    assert check(capsys, *arguments) == (10, "UNSAFE  a.c:11:5: assertion violated: x == 2 [reach]\n", "")
    assert read_trace(Path("t.json")).violation.loc.line == 11
    assert cli.execute(("replay", "t.json")) == 10


def test_nothing_is_found_in_these_rounds(capsys: Capture, write: Write) -> None:
    found = checked_json(capsys, *cbmc("--rounds", "2", write(SAFE)))
    assert (found["verdict"], found["stopped"]) == ("no bug found", None)
    coverage = found["coverage"]
    assert (coverage["rounds"], coverage["all_schedules"], coverage["complete"]) == (2, False, False)
    assert coverage["threads"] == ["main", "work"]


def test_all_interleavings(capsys: Capture, write: Write) -> None:
    """The loop of all steps is followed further until nothing iterates once more."""
    code, out, _ = check(capsys, *cbmc("--schema", "interleave", write(SAFE)))
    assert code == 0
    assert out.startswith("NO BUG FOUND  no violation of reach or lock within the limits below\n")
    assert "\n  schedules  all of them\n" in out
    assert len(re.findall("  left out ", out)) == 1
    assert "executions with an invalid memory access or a division by zero, which cbmc does not check" in out


def test_too_few_steps(capsys: Capture, write: Write) -> None:
    found = checked_json(capsys, *cbmc("--schema", "interleave", "--unwind", "4", write(SAFE)))
    assert found["verdict"] == "no bug found"
    reached = "4 iterations or more of a loop of the sequential program"
    assert left_out(found) == [reached]


def test_bounds_grow_by_themselves(capsys: Capture, write: Write) -> None:
    file = write(LOOP.replace("LAST", "5"))
    code, out, _ = check(capsys, *cbmc("-q", file))
    assert (code, out) == (10, "UNSAFE  a.c:7:9: assertion violated: i != 5 [reach]\n")


def test_bounds_that_are_given_stay(capsys: Capture, write: Write) -> None:
    file = write(LOOP.replace("LAST", "5"))
    found = checked_json(capsys, *cbmc("--unwind", "3", "--rounds", "1", file))
    assert found["verdict"] == "no bug found"
    assert found["coverage"]["bounds"]["unwind"] == 3
    assert left_out(found) == ["more than 3 iterations of the loop"]
    assert found["coverage"]["loops"][0]["wants_more"]


def test_a_bound_that_nobody_reaches_is_enough(capsys: Capture, write: Write) -> None:
    file = write(LOOP.replace("LAST", "9").replace("i < n;", "i < n && i < 4;"))
    found = checked_json(capsys, *cbmc(file))
    assert left_out(found) == []
    assert [loop["wants_more"] for loop in found["coverage"]["loops"]] == [False]


@pytest.mark.parametrize("schema", ["lazy", "interleave"])
def test_what_comes_from_outside_is_not_searched(capsys: Capture, write: Write, schema: str) -> None:
    file = write("#include <assert.h>\nint main(int argc, char **argv) { assert(argc == 1); }")
    found = checked_json(capsys, *cbmc("--schema", schema, file))
    assert found["verdict"] == "no bug found"
    assert left_out(found) == ["program arguments (argc is always 1 without --arg)"]


def test_inputs_arrive(capsys: Capture, write: Write) -> None:
    found = checked_json(capsys, *cbmc("--rounds", "2", write(INPUTS)))
    assert found["verdict"] == "unsafe"
    values = {item["name"]: item["value"] for item in found["traces"][0]["inputs"]}
    assert values["nondet_bool"] == 1
    assert (values["c"] + 128) % 256 - 128 == -7
    assert 2.5 < float.fromhex(values["d"]) < 2.75


# Objects of which nobody sets what is read. The interpreter asks for each part when it is read, in the order
# of reading; CBMC tells all bytes of the object at once.
ANY_BYTES = {
    "parts of a struct": """struct { char c; int v; double d; int *p; int b : 3; short a[2]; } s;
        if (s.a[1] == 3 && s.d > 2.5 && s.d < 2.75 && s.v == -5 && s.b == -2 && s.c == 9)""",
    "elements, the last one first": "int a[3]; if (a[2] == 7 && a[0] == -1 && a[1] == 5)",
    "elements in a loop": """int a[3], n = 0;
        for (int i = 0; i < 3; i++) n = 3 * n + (a[i] == i + 4);
        if (n == 13)""",
    "a copy of a struct in an array": """struct { int i; float f; } s[2], u = s[1];
        if (u.i == 4 && u.f == 0.5f && s[0].i == 3)""",
    "through a pointer": "unsigned short a[2]; if (difference(a) == 300 && a[1] == 12)",
    "what was set is not asked for": "int a[2]; a[0] = 8; if (a[0] + a[1] == 9)",
}
ANY_BYTES_PROGRAM = """
#include <assert.h>
#include <pthread.h>
int x;
static int difference(unsigned short *a) { return a[0] - a[1]; }
static void *work(void *a) { x = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    BODY assert(x == 0);
}
"""


@pytest.mark.parametrize("schema", SCHEMAS)
@pytest.mark.parametrize("name", ANY_BYTES)
def test_any_bytes_of_an_object_arrive(capsys: Capture, write: Write, name: str, schema: str) -> None:
    file = write(ANY_BYTES_PROGRAM.replace("BODY", ANY_BYTES[name]))
    bounds = ("--unwind", "3", "--rounds", "2") if schema.startswith("lazy") else ("--unwind", "14")
    found = checked_json(capsys, *cbmc("--schema", schema, *bounds, file))
    assert found["verdict"] == "unsafe", found


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_thread_that_nobody_has_started(capsys: Capture, write: Write, schema: str) -> None:
    text = "#include <pthread.h>\nint main(void) { pthread_t t[2]; pthread_join(t[1], 0); }\n"
    bounds = ("--unwind", "1", "--rounds", "1") if schema.startswith("lazy") else ("--unwind", "6")
    found = checked_json(capsys, *cbmc("--schema", schema, *bounds, write(text)))
    assert found["verdict"] == "unsafe", found


def test_what_is_not_modelled_is_told(capsys: Capture, write: Write) -> None:
    code, out, _ = check(capsys, *cbmc("-q", write(GAP)))
    assert code == 5
    assert out.startswith("UNKNOWN  a.c:7:9: not modelled: ")


@pytest.mark.parametrize("model", ["--m32", "--m64"])
def test_the_data_model(capsys: Capture, write: Write, model: str) -> None:
    text = "#include <assert.h>\nint main(void) { assert(sizeof(long) == 8); }\n"
    assert check(capsys, *cbmc("-q", model, write(text)))[0] == (0 if model == "--m64" else 10)


def test_the_log_has_it_all(capsys: Capture, write: Write) -> None:
    check(capsys, *cbmc("--rounds", "1", "--log", "cbmc.log", write(SAFE)))
    log = Path("cbmc.log").read_text()
    assert log.count("sequential.c --64 --no-standard-checks") >= 1
    assert '"cProverStatus": "success"' in log


def test_out_of_time(capsys: Capture, write: Write, fakes: Fakes) -> None:
    fakes.add("cbmc", "sleep 100", "6.6.0")
    code, out, _ = check(capsys, "--backend", "cbmc", "--time", "4s", "-q", write(SAFE))
    assert code == 5
    assert out.startswith("UNKNOWN  time limit reached (4 s) while searching with cbmc (round ")
    assert "  hint: --unwind N, --rounds K or --threads N bound the search" in out


# Frama-C


def test_framac_proves_all_interleavings(capsys: Capture, write: Write) -> None:
    require(FRAMA_C, GCC)
    found = checked_json(capsys, "--backend", "framac", write(SAFE))
    assert found["coverage"]["all_schedules"]
    assert left_out(found) == []
    code, out, _ = check(capsys, "--backend", "framac", write(UNSAFE))
    assert code == 5
    assert out.startswith("UNKNOWN  framac does not prove line ")


# KLEE

# Runs the text with values at random, and writes those that lead to an error as KLEE does.
KLEE = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static struct { unsigned size; unsigned char bytes[8]; } values[1000];
static int count;
int text_main(void);
void klee_silent_exit(int status) { _exit(status); }
void klee_make_symbolic(void *place, size_t size, const char *name)
{
    memset(place, 0, size);
    *(unsigned char *)place = rand() % MOST;
    if (count == 1000 || size > 8) _exit(0);
    memcpy(values[count].bytes, place, size);
    values[count++].size = size;
}
static void number(FILE *file, unsigned n) { for (int i = 24; i >= 0; i -= 8) putc(n >> i, file); }
void klee_report_error(const char *file, int line, const char *message, const char *suffix)
{
    FILE *told = fopen("klee-out/test1.assert.err", "w"), *test = fopen("klee-out/test1.ktest", "wb");
    fprintf(told, "Error: %s\\nFile: %s\\nLine: %d\\n", message, file, line);
    fputs("KTEST", test);
    for (int i = 0; i < 4; i++) number(test, i ? 0 : 3);
    number(test, count);
    for (int i = 0; i < count; i++) {
        number(test, 3);
        fputs("int", test);
        number(test, values[i].size);
        fwrite(values[i].bytes, 1, values[i].size, test);
    }
    fclose(told), fclose(test);
    _exit(10);
}
int main(void)
{
    for (int seed = 1, status = 0; seed < 100000 && WEXITSTATUS(status) != 10; seed++) {
        if (!fork()) srand(seed), text_main(), _exit(0);
        wait(&status);
    }
}
"""


@pytest.mark.parametrize("schema", SCHEMAS)
def test_values_of_klee_are_replayed(capsys: Capture, write: Write, fakes: Fakes, schema: str) -> None:
    require(GCC)
    fakes.add("clang", 'case "$*" in *-emit-llvm*) touch sequential.bc;; *) exec gcc "$@";; esac')
    tries = Path(write(KLEE, "klee.c")).resolve()
    most = 10 if "lazy" in schema else 2
    compiled = (
        f"gcc -w -fwrapv -c -Dmain=text_main sequential.c -o text.o && gcc -w -DMOST={most} '{tries}' text.o"
    )
    fakes.add("klee", f"mkdir klee-out; {compiled} && ./a.out", "KLEE 3.1 (https://klee.github.io)")
    rounds = ("--rounds", "3") if "lazy" in schema else ()
    code, out, _ = check(capsys, "--backend", "klee", "--schema", schema, *rounds, "-q", write(UNSAFE))
    assert (code, out) == (10, "UNSAFE  a.c:11:5: assertion violated: x == 2 [reach]\n")


# Claims of tools that show nothing, and wrong ones

SMACK = ("--backend", "smack", "--rounds", "2", "--unwind", "1")


def smack(fakes: Fakes, answer: str) -> None:
    fakes.add("smack", f"echo '{answer}'", "SMACK version 2.8.0")


def test_the_engine_shows_what_a_tool_only_claims(capsys: Capture, write: Write, fakes: Fakes) -> None:
    smack(fakes, "SMACK found an error.")
    code, out, _ = check(capsys, *SMACK, "-q", write(UNSAFE))
    assert (code, out) == (10, "UNSAFE  a.c:11:5: assertion violated: x == 2 [reach]\n")


def test_a_claim_that_nobody_can_show(capsys: Capture, write: Write, fakes: Fakes) -> None:
    smack(fakes, "SMACK found an error.")
    code, out, _ = check(capsys, *SMACK, "-q", write(SAFE))
    what = (
        "smack claims a violation without a counterexample, and the engine finds none within the same bounds"
    )
    assert (code, out) == (5, f"UNKNOWN  {what}\n")


def test_a_claim_about_what_is_not_modelled(capsys: Capture, write: Write, fakes: Fakes) -> None:
    """For such a tool, a gap is an error as any other."""
    smack(fakes, "SMACK found an error.")
    code, out, _ = check(capsys, *SMACK, "-q", write(GAP))
    assert code == 5
    assert "smack claims a violation without a counterexample" in out
    assert ": not modelled: " in out


def test_a_tool_that_looks_at_bounds_says_nothing_of_them(
    capsys: Capture, write: Write, fakes: Fakes
) -> None:
    """Any of them may be too small."""
    smack(fakes, "SMACK found no errors with unroll bound 3.")
    found = checked_json(capsys, *SMACK, write(LOOP.replace("LAST", "5")))
    assert left_out(found) == ["more than 1 iteration of the loop"]


def test_a_counterexample_that_does_not_replay(capsys: Capture, write: Write, fakes: Fakes) -> None:
    """The right line, and no way there."""
    trace = '[{"stepType": "failure", "sourceLocation": {"line": "\'$line\'"}}]'
    result = f'{{"result": [{{"status": "FAILURE", "trace": {trace}}}]}}'
    script = f"""line=$(grep -n 'ASSERT.*assertion violated' sequential.c | cut -d: -f1)
    echo '[{result}, {{"cProverStatus": "failure"}}]'; exit 10"""
    fakes.add("cbmc", script, "6.6.0")
    code, out, _ = check(capsys, "--backend", "cbmc", "--rounds", "2", "-q", write(SAFE))
    assert code == 5
    assert out.startswith(
        "UNKNOWN  a.c:11:5: cbmc claims 'assertion violated: x >= 1 && x <= 2', but unthread's interpreter "
        "cannot reproduce it"
    )


def test_a_tool_that_prints_something_unknown(capsys: Capture, write: Write, fakes: Fakes) -> None:
    smack(fakes, "Traceback (most recent call last):")
    code, out, _ = check(capsys, *SMACK, write(SAFE))
    assert code == 5
    assert out.startswith("UNKNOWN  smack exited with status 0 without a known answer\n")
    assert "\n    Traceback (most recent call last):\n" in out


def test_a_command(capsys: Capture, write: Write, fakes: Fakes) -> None:
    fakes.add("checker", "echo all is well")
    words = ("--safe", "is well$", "--unsafe", "^bad$")
    template = "checker --bound {unwind} {file}"
    arguments = ("--backend", "command", "--command", template, *words, "--rounds", "3", "-q", write(SAFE))
    code, out, _ = check(capsys, *arguments)
    assert code == 0
    assert out.startswith("NO BUG FOUND")
    assert fakes.calls("checker")[0] == "--bound 4 sequential.c"


# Races


def test_the_first_one_wins(capsys: Capture, write: Write, fakes: Fakes) -> None:
    """And nothing of the other is left."""
    fakes.add("smack", f"echo $$ > '{fakes.directory}/pid'; sleep 100", "SMACK version 2.8.0")
    started = time.monotonic()
    code, out, _ = check(capsys, "--backend", "smack,embedded", "-q", write(UNSAFE))
    assert (code, out) == (10, "UNSAFE  a.c:11:5: assertion violated: x == 2 [reach]\n")
    assert time.monotonic() - started < 60
    pid = fakes.directory / "pid"
    assert not pid.exists() or not Path(f"/proc/{pid.read_text().strip()}").exists()


def test_two_that_agree(capsys: Capture, write: Write) -> None:
    code, out, err = check(capsys, *cbmc(), "--backend", "embedded,cbmc", "-q", write(SAFE))
    assert code == 0
    assert out.startswith("NO BUG FOUND")
    assert err == ""


def comes_later(fakes: Fakes, name: str, after: str) -> None:
    """The real tool begins when the other one has had its say: a violation ends the race."""
    tool = BACKENDS[name]
    assert isinstance(tool, ExternalTool)
    wait = f"until [ -e '{fakes.directory}/{after}.called' ]; do sleep 0.05; done; sleep 1"
    fakes.add(name, f'{wait}; exec {tool.place()} "$@"', tool.version() or "")


def test_a_tool_that_misses_a_violation(capsys: Capture, write: Write, fakes: Fakes) -> None:
    require(CBMC, GCC)
    smack(fakes, "SMACK found no errors with unroll bound 3.")
    comes_later(fakes, "cbmc", after="smack")
    both = ("--backend", "smack,cbmc", "--rounds", "2", "--unwind", "1")
    code, out, err = check(capsys, *both, write(UNSAFE))
    assert code == 6
    assert "cbmc:\n" in out
    assert "UNSAFE  a.c:11:5: assertion violated: x == 2 [reach]" in out
    assert "\nsmack:\nNO BUG FOUND  " in out
    assert err.startswith("unthread: internal error: cbmc and smack contradict each other\n")


def test_a_tool_that_sees_a_violation_where_none_is(capsys: Capture, write: Write, fakes: Fakes) -> None:
    smack(fakes, "SMACK found an error.")
    both = ("--backend", "smack,embedded", "--rounds", "2", "--unwind", "1")
    code, out, err = check(capsys, *both, write(SAFE))
    assert code == 6
    assert "smack:\nUNKNOWN  smack claims a violation without a readable counterexample\n" in out
    assert "\nembedded:\nNO BUG FOUND  " in out
    assert err.startswith("unthread: internal error: smack and embedded contradict each other\n")


def test_a_contradiction_as_a_document(capsys: Capture, write: Write, fakes: Fakes) -> None:
    smack(fakes, "SMACK found an error.")
    both = ("--backend", "smack,embedded", "--rounds", "2", "--unwind", "1", "--json")
    code, out, _ = check(capsys, *both, write(SAFE))
    assert code == 6
    verdicts = json.loads(out)["verdicts"]
    assert {name: verdict["verdict"] for name, verdict in verdicts.items()} == {
        "smack": "unknown",
        "embedded": "no bug found",
    }


def test_all_that_are_installed(capsys: Capture, write: Write, fakes: Fakes) -> None:
    smack(fakes, "SMACK found no errors with unroll bound 3.")
    code, _, err = check(capsys, "--backend", "all", "--rounds", "2", "--time", "100s", "-q", write(UNSAFE))
    assert code in (10, 6)  # smack is wrong, if it was heard
    if not FramaC().trouble():
        assert err.startswith(
            "unthread: note: framac is skipped: --rounds cannot be combined with the schema"
        )


def test_one_without_an_answer_does_not_hold_up_the_others(
    capsys: Capture, write: Write, fakes: Fakes
) -> None:
    smack(fakes, "SMACK timed out.")
    code, _, _ = check(capsys, "--backend", "smack,embedded", "-q", write(SAFE))
    assert code == 0


def test_ctrl_c_ends_a_race(write: Write, fakes: Fakes) -> None:
    for name, version in (("smack", "SMACK version 2.8.0"), ("cbmc", "6.6.0")):
        fakes.add(name, f"echo $$ > '{fakes.directory}/{name}.pid'; sleep 100", version)
    command = [sys.executable, "-m", "unthread", "check", "--backend", "smack,cbmc", write(SAFE)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    files = [fakes.directory / f"{name}.pid" for name in ("smack", "cbmc")]
    deadline = time.monotonic() + 60
    while not all(file.exists() and file.read_text() for file in files):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 5
    assert out.startswith("UNKNOWN  interrupted\n")
    deadline = time.monotonic() + 30
    while any(Path(f"/proc/{file.read_text().strip()}").exists() for file in files):
        assert time.monotonic() < deadline
        time.sleep(0.05)


# Wrong usage


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--backend", "cbcm"), "--backend: 'cbcm' is not one of embedded, cbmc, esbmc"),
        (("--backend", "all,cbmc"), "'all' cannot be combined with other names"),
        (("--schema", "lazy"), "--schema requires an external --backend"),
        (("--log", "x"), "--log requires an external --backend"),
        (("--backend", "cbmc", "--safe", "x"), "--safe requires --backend command"),
        (("--backend", "command"), "--backend command requires --command"),
        (
            ("--backend", "command", "--command", "x {file}", "--safe", "(", "--unsafe", "x"),
            "invalid regular expression",
        ),
        (("--backend", "cbmc", "--solver", "best"), "'best' is not one of minisat2"),
        (("--backend", "seahorn", "--solver", "z3"), "seahorn has no choice of solvers"),
        (("--backend", "cbmc,esbmc", "--solver", "z3"), "requires a single external backend"),
        (("--backend", "cbmc", "--property", "race"), "race cannot be checked with cbmc"),
        (("--backend", "cbmc", "--property", "reach,memory"), "memory cannot be checked with cbmc"),
        (("--backend", "cbmc", "--all"), "--all cannot be combined with the backend cbmc"),
        (
            ("--backend", "cbmc", "--schema", "interleave", "--rounds", "2"),
            "--rounds cannot be combined with the schema",
        ),
        (
            ("--backend", "klee", "--schema", "stepwise", "--unwind", "2"),
            "--unwind cannot be combined with klee",
        ),
        (("--backend", "framac", "--no-reduce"), "--reduce cannot be combined with the schema interleave"),
        (
            ("--backend", "framac", "--unwind-max", "9"),
            "--unwind-max cannot be combined with the schema interleave",
        ),
        (
            ("--backend", "cbmc", "--schema", "interleave", "--unwind-loop", "a.c:1=2"),
            "--unwind-loop cannot be combined with the schema",
        ),
    ],
)
def test_wrong_usage(capsys: Capture, write: Write, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = check(capsys, *arguments, write(SAFE))
    assert (code, out) == (1, "")
    assert message in err


def test_a_log_that_cannot_be_written(capsys: Capture, write: Write) -> None:
    code, _, err = check(capsys, "--backend", "cbmc", "--log", "no/log", write(SAFE))
    assert code == 2
    assert "--log: there is no directory 'no'" in err


def test_the_command_line_knows_all_schemas_and_dialects() -> None:
    from dataclasses import fields

    from unthread.declaration import METADATA

    declared = {field.name: field.metadata[METADATA] for field in fields(CheckOptions)}
    assert declared["schema"].choices == tuple(Schema)
    assert declared["dialect"].choices == tuple(Dialect)


# The list


def test_the_list(capsys: Capture, fakes: Fakes) -> None:
    smack(fakes, "")
    assert cli.execute(("backends",)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(BACKENDS)
    assert lines[0].startswith("embedded   bitwuzla ")
    assert f"smack      2.8.0 ({fakes.directory}/smack)" in lines
    assert any(
        line.startswith("seahorn    ") and "https://github.com/seahorn/seahorn" in line for line in lines
    )


def test_the_list_as_a_document(capsys: Capture, fakes: Fakes) -> None:
    fakes.add("esbmc", "exit 1", "ESBMC version 6.0.0")
    assert cli.execute(("backends", "--json")) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)["backends"]}
    assert rows["embedded"]["usable"]
    assert rows["esbmc"]["version"] == "6.0.0"
    assert not rows["esbmc"]["usable"]
    assert "too old" in rows["esbmc"]["trouble"]
    assert rows["esbmc"]["dialect"] == "esbmc"
    assert rows["framac"]["schemas"][0] == "interleave"


# With no property


def test_a_tool_looks_for_what_it_can(capsys: Capture, write: Write) -> None:
    require(CBMC, GCC)
    assert cli.execute(["check", "--backend", "cbmc", "--time", "100s", "--json", write(SAFE)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["verdict"], found["coverage"]["properties"]) == ("no bug found", ["lock", "reach"])
    assert cli.execute(["check", "--backend", "cbmc,embedded", "--time", "100s", "-q", write(SAFE)]) == 10
    assert "[race]" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text",
    [
        "int a[4]; int nondet(void); int main(void) { int i = nondet(); a[i] = 1; assert(i >= 0); }",
        "void __VERIFIER_assume(int); int *p; int x; int main(void) { __VERIFIER_assume(p); assert(0); }",
    ],
    ids=["index", "assumption"],
)
def test_no_tool_calls_safe_what_was_assumed_away(capsys: Capture, write: Write, text: str) -> None:
    require(CBMC, GCC)
    file = write(f"#include <assert.h>\n{text}")
    out = check(capsys, *cbmc("-q", "--rounds", "1", "--unwind", "2"), file)[1]
    assert not out.startswith("SAFE")
