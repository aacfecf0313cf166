"""`unthread emit` on the command line."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from get_cbmc import find_cbmc
from referees import CBMC, GCC
from tests.support.tools import require
from unthread import cli
from unthread.core.bounds import Bounds
from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.sequentialize.emit import Emission, emit
from unthread.sequentialize.emitted import ClaimOrigin, Dialect

Capture = pytest.CaptureFixture[str]
PROGRAM = """#include <assert.h>
#include <pthread.h>
int x;
void *f(void *a) { x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(x == 0); }
"""


@pytest.fixture
def program(tmp_path: Path) -> str:
    file = tmp_path / "a.c"
    file.write_text(PROGRAM)
    return str(file)


@pytest.mark.parametrize("schema", ["lazy", "lazy-pruned", "interleave", "stepwise"])
@pytest.mark.parametrize("dialect", ["svcomp", "cbmc", "esbmc", "klee", "framac", "plain"])
def test_every_schema_in_every_dialect(schema: str, dialect: str, program: str, capsys: Capture) -> None:
    assert cli.execute(["emit", program, "--schema", schema, "--dialect", dialect]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"/* Sequential C by unthread: schema {schema}")
    assert "int main(void)" in out


def test_it_is_written_whole_or_not_at_all(program: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "out.c"
    assert cli.execute(["emit", program, "-o", str(file)]) == 0
    assert "int main(void)" in file.read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.c", "out.c"]
    assert not capsys.readouterr().out


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--schema", "interleave", "--rounds", "3"], "--rounds cannot be combined with --schema interleave"),
        (["--schema", "stepwise", "--unwind", "3"], "--unwind cannot be combined with --schema stepwise"),
        (["--por"], "--por requires --schema interleave"),
        (["--schema", "stepwise", "--invariants"], "--invariants requires --schema interleave"),
        (["--order", "0;1"], "--order: '0;1' is not a list such as 0,2,1"),
        (["--order", "0,0"], "--order: each of the 2 threads must be listed once"),
        (["--property", "deadlock"], "'deadlock' cannot be asserted in sequential C"),
        (["--trace", "t.json"], "--trace requires --schema lazy --dialect plain -o FILE"),
        (
            ["--trace", "t.json", "--dialect", "plain", "-o", "o.c", "--rounds", "3"],
            "--rounds cannot be combined with --trace",
        ),
    ],
)
def test_what_does_not_go_together(flags: list[str], message: str, program: str, capsys: Capture) -> None:
    assert cli.execute(["emit", program, *flags]) == 1
    assert message in capsys.readouterr().err


def test_no_place_to_write_to(program: str, tmp_path: Path, capsys: Capture) -> None:
    assert cli.execute(["emit", program, "-o", str(tmp_path / "nowhere" / "out.c")]) == 2
    assert "-o: there is no directory" in capsys.readouterr().err


def test_no_main(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "a.c"
    file.write_text("int x;\n")
    assert cli.execute(["emit", str(file)]) == 2
    assert "there is no function 'main'" in capsys.readouterr().err


def test_a_trace_that_needs_more_rounds_of_a_loop(program: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "loop.c"
    file.write_text(PROGRAM.replace("x = 1;", "for (int i = 0; i < *(volatile int *)&(int){5}; i++) x++;"))
    trace = tmp_path / "t.json"
    file.write_text(file.read_text().replace("assert(x == 0)", "assert(x < 5)"))
    assert cli.execute(["check", "-q", str(file), "--unwind", "6", "--trace", str(trace)]) == 10
    capsys.readouterr()
    flags = ["--dialect", "plain", "--unwind", "2", "--unwind-max", "2", "--trace", str(trace)]
    assert cli.execute(["emit", str(file), *flags, "-o", str(tmp_path / "o.c")]) == 2
    err = capsys.readouterr().err
    assert "the trace does not lead to its violation within these bounds" in err
    assert "raise --unwind" in err
    assert not (tmp_path / "o.c").exists()


# How large an object is, where nothing in C tells: realloc copies what was there.
REALLOC = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int x;
static void *f(void *a) { x = 1; return 0; }
int main(void) {
    pthread_t t;
    int more = __VERIFIER_nondet_int() & 1;
    signed char *a = malloc(2 + more);
    a[0] = 5; a[1 + more] = 7;
    if (THREAD) pthread_create(&t, 0, f, 0);
    a = realloc(a, 4);
    a[3] = THREAD ? x : more;
    assert(a[0] == 5 && a[1 + more] == 7);
    assert(a[3] == 0 || !more || SAFE);
    free(a);
}
"""
LAZY = ("lazy", "lazy-pruned")


def realloc_text(schema: str, dialect: str, safe: bool, directory: Path) -> Path:
    source, text = directory / "realloc.c", directory / "sequential.c"
    source.write_text(REALLOC)
    flags = ["-DSAFE=1" if safe else "-DSAFE=0", f"-DTHREAD={int(schema in LAZY)}"]
    flags += ["--unwind", "5"] if schema in LAZY else []
    assert (
        cli.execute(["emit", str(source), *flags, "--schema", schema, "--dialect", dialect, "-o", str(text)])
        == 0
    )
    return text


@pytest.mark.parametrize("schema", ["lazy", "lazy-pruned", "interleave", "stepwise"])
@pytest.mark.parametrize("dialect", ["svcomp", "framac"])
def test_the_size_of_an_object_is_kept_before_it(schema: str, dialect: str, tmp_path: Path) -> None:
    require(GCC)
    text = realloc_text(schema, dialect, True, tmp_path)
    assert "object_size(" in text.read_text()
    assert "GAP(" not in text.read_text()
    command = ["gcc", "-Wall", "-Werror", "-fwrapv", "-fno-strict-aliasing", "-c", "-o", str(tmp_path / "o")]
    subprocess.run([*command, str(text)], check=True, timeout=120)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("safe", [True, False], ids=["safe", "unsafe"])
@pytest.mark.parametrize("schema", LAZY)
def test_realloc_in_the_dialect_of_sv_comp(schema: str, safe: bool, tmp_path: Path) -> None:
    require(CBMC, GCC)
    text, error = realloc_text(schema, "svcomp", safe, tmp_path), tmp_path / "error.c"
    error.write_text('void reach_error(void) { __CPROVER_assert(0, "reached"); }\n')
    command = [str(find_cbmc()), str(text), str(error), "--no-standard-checks", "--no-malloc-may-fail"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=250)
    assert f"VERIFICATION {'SUCCESSFUL' if safe else 'FAILED'}" in done.stdout, done.stdout[-1000:]


@pytest.mark.parametrize("schema", ["interleave", "stepwise"])
def test_realloc_runs_natively(schema: str, tmp_path: Path) -> None:
    """CBMC takes minutes for these schemas: this is the one execution in which every choice is 0."""
    require(GCC)
    text, rest = realloc_text(schema, "svcomp", True, tmp_path), tmp_path / "rest.c"
    rest.write_text(
        "extern void _exit(int);\nint __VERIFIER_nondet_int(void) { return 0; }\n"
        "unsigned long __VERIFIER_nondet_ulong(void) { return 0; }\n"
        "void reach_error(void) { _exit(10); }\n"
    )
    native = str(tmp_path / "native")
    subprocess.run(["gcc", "-fwrapv", "-o", native, str(text), str(rest)], check=True, timeout=120)
    done = subprocess.run([native], timeout=60)
    assert done.returncode == -signal.SIGABRT, "the end of main is abort() in this dialect"


@pytest.mark.parametrize("dialect", list(Dialect))
def test_the_size_of_an_object_shifts_no_lines(dialect: Dialect, tmp_path: Path) -> None:
    """Its definition is of several lines, and lines after it stand for something."""
    source = tmp_path / "realloc.c"
    source.write_text(REALLOC)
    program = load(Source((source,), flags=("-DTHREAD=1", "-DSAFE=0")))
    emitted = emit(program, Emission(dialect=dialect, bounds=Bounds(unwind=5)))
    lines = emitted.text.splitlines()
    claims = [number for number, found in emitted.origins.items() if isinstance(found[0], ClaimOrigin)]
    assert len(claims) == 2
    assert all("ASSERT(" in lines[number - 1] for number in claims)
