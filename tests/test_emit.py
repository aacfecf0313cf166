"""`unthread emit` on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread import cli

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
        (["--schema", "interleave", "--rounds", "3"], "--rounds does not go with --schema interleave"),
        (["--schema", "stepwise", "--unwind", "3"], "--unwind does not go with --schema stepwise"),
        (["--por"], "--por goes with --schema interleave"),
        (["--schema", "stepwise", "--invariants"], "--invariants goes with --schema interleave"),
        (["--order", "0;1"], "--order: '0;1' is not like 0,2,1"),
        (["--order", "0,0"], "--order: every thread once; there are 2 of them"),
        (["--property", "deadlock"], "'deadlock' cannot be asserted in sequential C"),
        (["--trace", "t.json"], "--trace goes with --schema lazy --dialect plain -o FILE"),
        (
            ["--trace", "t.json", "--dialect", "plain", "-o", "o.c", "--rounds", "3"],
            "--rounds does not go with --trace",
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
