"""C with one procedure for each step: its shape, and that it means the same."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from referees import GCC, GCC_M32
from tests.support.emitted import EVERYTHING, HEADER, RACE, line_with, origins
from tests.support.sources import loaded
from tests.support.tools import require
from unthread.core.source import DataModel, Source
from unthread.frontend.load import load
from unthread.sequentialize.emitted import CutOrigin, Dialect, Emitted, PointOrigin, Schema
from unthread.sequentialize.one_loop.procedures import SOME_THREAD, THREAD_VARIABLE
from unthread.sequentialize.one_loop.stepwise import StepwiseOptions, stepwise


def emitted(text: str, directory: Path, dialect: Dialect = Dialect.CBMC, threads: int = 8) -> Emitted:
    return stepwise(loaded(HEADER + text, directory), StepwiseOptions(dialect, threads))


def procedure(text: str, name: str) -> list[str]:
    """The statements of a procedure."""
    body = text.partition(f"static void {name}(int tid)\n{{\n")[2].partition("\n}\n")[0]
    return [line.strip() for line in body.splitlines() if not line.strip().startswith("/*")]


CALLS = """static int add(int v) { return x + v; }
void *f(void *a) { x = add(1); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); y = add(2); }"""


def test_a_step_is_one_procedure(tmp_path: Path) -> None:
    text = emitted(RACE, tmp_path, Dialect.SVCOMP).text
    assert procedure(text, "f_1") == ["x = 1;", "pct[tid] = at_f_2; return;"]
    assert procedure(text, "f_2") == ["f_t1[tid] = x;", "pct[tid] = at_f_3; return;"]
    assert procedure(text, "f_3") == ["y = f_t1[tid];", "pct[tid] = at_f_4; return;"]


def test_locals_are_arrays_over_the_threads(tmp_path: Path) -> None:
    text = emitted(RACE, tmp_path).text
    assert "enum { THREADS = 2 };" in text
    assert "\nint f_t1[2];\n" in text


def test_functions_are_there_once_and_return_to_where_they_were_called(tmp_path: Path) -> None:
    text = emitted(CALLS, tmp_path, Dialect.SVCOMP).text
    assert procedure(text, "f_1") == [
        "add_v[tid] = 1;",
        "from_add[tid] = at_f_2; pct[tid] = at_add_0; silent = 1; return;",
    ]
    assert procedure(text, "add_end") == ["pct[tid] = from_add[tid];", "silent = 1;"]
    assert text.count("static void add_0(") == 1
    assert procedure(text, "f_2") == [
        "f_t1[tid] = add_result[tid];",
        "x = f_t1[tid];",
        "pct[tid] = at_f_3; return;",
    ]


def test_without_functions_nothing_is_silent(tmp_path: Path) -> None:
    assert "silent" not in emitted(RACE, tmp_path).text
    assert "if (!silent) select();" in emitted(CALLS, tmp_path).text


def test_the_main_loop_is_that_of_the_paper(tmp_path: Path) -> None:
    text = emitted(RACE, tmp_path, Dialect.SVCOMP).text
    loop = text.partition("static void interleavings(void)")[2]
    order = [
        "pct[0] = at_main_0;",
        "while (!terminated) {",
        "select();",
        "switch (ptid)",
        "terminated = pct[0]",
    ]
    places = [loop.index(part) for part in order]
    assert places == sorted(places)


def test_only_main_runs_main(tmp_path: Path) -> None:
    text = emitted(RACE, tmp_path).text
    first = text.partition("static void simulate_main(")[2].partition("\n}\n")[0]
    others = text.partition("static void simulate(")[2].partition("\n}\n")[0]
    assert set(re.findall(r"case at_([a-z]+)_", first)) == {"main"}
    assert set(re.findall(r"case at_([a-z]+)_", others)) == {"f"}


def test_origins_leave_the_thread_to_the_trace(tmp_path: Path) -> None:
    result = emitted(RACE, tmp_path)
    assert result.schema is Schema.STEPWISE
    points = [origin for origin in origins(result, PointOrigin) if isinstance(origin, PointOrigin)]
    assert {point.thread for point in points} == {SOME_THREAD}
    assert all("NOTE(" in line for line in line_with(result, PointOrigin))
    assert f"{THREAD_VARIABLE} = started > 1 ? nondet_int() : 0;" in result.text


def test_starts_beyond_the_bound_are_cut(tmp_path: Path) -> None:
    text = """void *f(void *a) { x = 1; return 0; }
    int main(void) { pthread_t t; while (__VERIFIER_nondet_int()) pthread_create(&t, 0, f, 0); }"""
    result = emitted(text, tmp_path, threads=3)
    cuts = {origin.what for origin in origins(result, CutOrigin) if isinstance(origin, CutOrigin)}
    assert cuts == {"more than 3 threads"}
    assert "if (started == THREADS)" in result.text


def test_annotations_are_for_framac(tmp_path: Path) -> None:
    assert "/*@ requires 0 <= tid < 2; */" in emitted(RACE, tmp_path, Dialect.FRAMAC).text
    assert "/*@ loop invariant 0 <= ptid < 2; */" in emitted(RACE, tmp_path, Dialect.FRAMAC).text
    assert "/*@" not in emitted(RACE, tmp_path, Dialect.SVCOMP).text


def test_any_bytes_go_into_one_element_only(tmp_path: Path) -> None:
    text = """static int any(int i) { int w[2]; x = 1; return w[i]; }
    int main(void) { y = any(x); }"""
    assert "__CPROVER_havoc_slice(&any_w[tid], sizeof any_w[tid]);" in emitted(text, tmp_path).text
    assert "ut_i < sizeof any_w[tid]" in emitted(text, tmp_path, Dialect.KLEE).text
    assert "havoc(&any_w[tid], sizeof any_w[tid]);" in emitted(text, tmp_path, Dialect.FRAMAC).text


@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize("dialect", Dialect)
def test_gcc_has_nothing_to_say(dialect: Dialect, model: DataModel, tmp_path: Path) -> None:
    require(GCC if model is DataModel.M64 else GCC_M32)
    file = tmp_path / "program.c"
    file.write_text(HEADER + EVERYTHING)
    result = stepwise(load(Source((file,), data_model=model)), StepwiseOptions(dialect))
    target = tmp_path / "sequential.c"
    target.write_text(result.text)
    command = ["gcc", f"-{model}", "-Wall", "-O1", "-c", "-o", str(tmp_path / "out.o"), str(target)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
