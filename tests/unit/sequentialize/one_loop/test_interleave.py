"""C with one loop over the steps of all threads: its shape, who runs where, what may be left out."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from referees import GCC, GCC_M32
from tests.support.emitted import EVERYTHING, HEADER, RACE, line_with, origins
from tests.support.sources import loaded
from tests.support.tools import require
from unthread.core.diagnostics import Unsupported
from unthread.core.source import DataModel, Source
from unthread.core.trace import StepKind
from unthread.frontend.load import load
from unthread.sequentialize.emitted import (
    ClaimOrigin,
    CutOrigin,
    Dialect,
    Emitted,
    InputOrigin,
    PointOrigin,
    Schema,
)
from unthread.sequentialize.flatten import flatten
from unthread.sequentialize.one_loop.instances import instances_of
from unthread.sequentialize.one_loop.interleave import InterleaveOptions, interleave

OPTIONS = InterleaveOptions(Dialect.CBMC)


def emitted(text: str, directory: Path, options: InterleaveOptions = OPTIONS) -> Emitted:
    return interleave(loaded(HEADER + text, directory), options)


def test_steps_are_marked_where_they_are_taken(tmp_path: Path) -> None:
    result = emitted(RACE, tmp_path)
    assert (result.schema, result.dialect) == (Schema.INTERLEAVE, Dialect.CBMC)
    points = [origin for origin in origins(result, PointOrigin) if isinstance(origin, PointOrigin)]
    ours = [(point.thread, point.kind) for point in points if point.loc.line == 7 and point.thread == 1]
    assert ours[:3] == [(1, StepKind.WRITE), (1, StepKind.READ), (1, StepKind.WRITE)]
    assert all("NOTE(" in line for line in line_with(result, PointOrigin))
    notes = re.findall(r"NOTE\((\d+)\)", result.text)
    assert len(set(notes)) == len(notes) == len(points)
    assert all("ASSERT(" in line for line in line_with(result, ClaimOrigin))


def test_only_dialects_with_counterexamples_have_notes(tmp_path: Path) -> None:
    for dialect in Dialect:
        text = emitted(RACE, tmp_path, replace(OPTIONS, dialect=dialect)).text
        assert ("NOTE(" in text) == (dialect in (Dialect.CBMC, Dialect.ESBMC))


def test_the_first_thread_alone_is_no_choice(tmp_path: Path) -> None:
    """And whoever is not active is not followed: checkers need not know that it cannot be chosen."""
    text = emitted(RACE, tmp_path).text
    assert "next_thread = T1_ACTIVE ? nondet_int() : 0;" in text
    assert "else if (T1_ACTIVE && next_thread == 1)" in text
    assert "next_thread = 0;" in emitted("int main(void) { x = 1; }", tmp_path).text


def test_places_are_narrow_where_the_dialect_has_a_word_for_it(tmp_path: Path) -> None:
    text = emitted(RACE, tmp_path).text
    last = max(int(case) for case in re.findall(r"case (\d+):", text))
    assert f"typedef signed __CPROVER_bitvector[{last.bit_length() + 1}] ut_place;" in text
    assert "\nint pc[" in emitted(RACE, tmp_path, replace(OPTIONS, dialect=Dialect.SVCOMP)).text


def test_a_step_is_one_case(tmp_path: Path) -> None:
    text = emitted(RACE, tmp_path).text
    assert re.search(r"case \d+:\n.*\n\s*NOTE\(\d+\) x = 1;\n\s*pc\[1\] = 2; continue;\n", text)


def test_sections_are_one_case(tmp_path: Path) -> None:
    program = """void *f(void *a) { __VERIFIER_atomic_begin(); x++; y++; __VERIFIER_atomic_end(); return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); }"""
    text = emitted(program, tmp_path).text
    section = (
        text[text.index("else if") :].partition("/* begin atomic */")[2].partition("/* end atomic */")[0]
    )
    assert "y = " in section
    assert "continue;" not in section


def test_lines_of_the_program_are_told_once(tmp_path: Path) -> None:
    text = emitted(RACE, tmp_path).text
    assert "program.c:8:  int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2;" in text


def test_inputs_are_told(tmp_path: Path) -> None:
    result = emitted("int main(void) { x = __VERIFIER_nondet_int(); assert(x); }", tmp_path)
    (given,) = origins(result, InputOrigin)
    assert isinstance(given, InputOrigin)
    (line,) = line_with(result, InputOrigin)
    assert line.strip() == f"{given.target} = nondet_int();"


# ---- threads


def numbers(text: str, directory: Path, most: int) -> list[tuple[str, bool]]:
    flat = flatten(loaded(HEADER + text, directory), 3)
    return [(flat.routines[instance.body], instance.is_shared) for instance in instances_of(flat, most)]


START = "void *f(void *a) { x = 1; return 0; } void *g(void *a) { y = 1; return 0; }\n"


def test_a_place_outside_of_loops_has_its_own_thread(tmp_path: Path) -> None:
    text = """int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);
        pthread_create(&t, 0, g, 0); }"""
    assert numbers(START + text, tmp_path, 8) == [("main", False), ("f", False), ("g", False)]


def test_a_loop_that_is_counted_has_as_many(tmp_path: Path) -> None:
    text = "int main(void) { pthread_t t; for (int i = 0; i < 3; i++) pthread_create(&t, 0, f, 0); }"
    assert numbers(START + text, tmp_path, 8) == [("main", False)] + [("f", True)] * 3
    assert numbers(START + text, tmp_path, 2) == [("main", False)] + [("f", True)] * 2


def test_other_loops_have_as_many_as_allowed(tmp_path: Path) -> None:
    text = """int main(void) { pthread_t t; pthread_create(&t, 0, g, 0);
        while (x) pthread_create(&t, 0, f, 0); }"""
    assert numbers(START + text, tmp_path, 4) == [("main", False), ("g", False)] + [("f", True)] * 3


def test_two_such_loops_share_the_bound(tmp_path: Path) -> None:
    text = """int main(void) { pthread_t t; while (x) pthread_create(&t, 0, f, 0);
        while (y) pthread_create(&t, 0, g, 0); }"""
    result = emitted(START + text, tmp_path, replace(OPTIONS, threads=2, invariants=True))
    assert "threads_started++;" in result.text
    assert "if (threads_started > 2)" in result.text
    assert {o.what for o in origins(result, CutOrigin) if isinstance(o, CutOrigin)} == {"more than 2 threads"}


def test_threads_that_start_themselves(tmp_path: Path) -> None:
    text = """void *h(void *a) { pthread_t t; pthread_create(&t, 0, h, 0); return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, h, 0); }"""
    assert numbers(text, tmp_path, 3) == [("main", False), ("h", False), ("h", False), ("h", False)]


def test_the_table_of_threads_is_as_long_as_needed(tmp_path: Path) -> None:
    assert "__ut_threads[3] = " in emitted(RACE, tmp_path).text


# ---- options


def test_without_options_nothing_is_said_of_them(tmp_path: Path) -> None:
    text = emitted(RACE, tmp_path).text
    assert "prev_thread" not in text
    assert "sequentialization error" not in text


def local_cases_of(text: str, directory: Path, thread: int = 1) -> set[int]:
    """The cases after which the thread goes on undisturbed."""
    found = emitted(text, directory, replace(OPTIONS, por=True)).text
    lines = re.findall(
        rf"assume\(prev_thread != {thread} \|\| !\((.*)\) \|\| next_thread == {thread}\);", found
    )
    return {int(number) for line in lines for number in re.findall(r"== (\d+)", line)}


LOCAL = """static void fill(int *to) { to[0] = 1; to[1] = 2; to[2] = 3; }
void *f(void *a) { int own[3]; fill(own); x = own[0]; return 0; }
"""


def test_reduction_lets_threads_go_on_where_nobody_looks(tmp_path: Path) -> None:
    text = LOCAL + "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; }"
    # three writes and a read of its own array, then x; nobody asks about the end of the thread
    assert local_cases_of(text, tmp_path) == {1, 2, 3, 4, 6}
    joined = text.replace("x = 2;", "x = 2; pthread_join(t, 0);")
    assert local_cases_of(joined, tmp_path) == {1, 2, 3, 4}


def test_reduction_leaves_what_is_shared(tmp_path: Path) -> None:
    text = """int *known;
    static void fill(int *to) { known = to; to[0] = 1; to[1] = 2; to[2] = 3; }
    void *f(void *a) { int own[3]; fill(own); x = own[0]; return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); if (known) x = known[0]; }"""
    # 1 to 4 write what main reads, 6 writes x; 5 only reads
    assert local_cases_of(text, tmp_path) == {5, 7}


def test_reduction_does_not_go_past_assumptions(tmp_path: Path) -> None:
    text = "extern void __VERIFIER_assume(int);\n" + LOCAL
    text += "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; }"
    assuming = text.replace("to[1] = 2;", "__VERIFIER_assume(to[0]); to[1] = 2;")
    assert local_cases_of(assuming, tmp_path) == {1, 3, 4, 5, 7}  # without 2, which has the assumption


def test_reduction_leaves_one_case_of_each_loop(tmp_path: Path) -> None:
    text = """static void spin(int *own) { while (1) { own[0]++; } }
    void *f(void *a) { int own[1]; own[0] = 0; x = 1; spin(own); return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(x == 0); }"""
    thread = emitted(text, tmp_path, replace(OPTIONS, por=True)).text.partition("else if")[2]
    loop = thread.partition("x = 1;")[2]
    going_round = {int(number) for number in re.findall(r"pc\[1\] = (\d+); continue", loop)}
    assert going_round - local_cases_of(text, tmp_path)
    assert going_round & local_cases_of(text, tmp_path)


def test_invariants_cover_every_thread_and_case(tmp_path: Path) -> None:
    text = emitted(RACE, tmp_path, replace(OPTIONS, invariants=True)).text
    assert text.count("has no position") == text.count("has no such case") == 2
    assert "waits but is not active" not in text


def test_invariants_know_who_waits(tmp_path: Path) -> None:
    program = RACE.replace("x = 2;", "pthread_join(t, 0);")
    text = emitted(program, tmp_path, replace(OPTIONS, invariants=True)).text
    assert "thread 0 waits but is not active" in text


# ---- what cannot be


def test_sections_on_some_ways_only_are_refused(tmp_path: Path) -> None:
    text = """int main(void) { int c = __VERIFIER_nondet_int(); if (c) __VERIFIER_atomic_begin();
        x = 1; if (c) __VERIFIER_atomic_end(); }"""
    with pytest.raises(Unsupported, match="only some paths"):
        emitted(text, tmp_path)


def test_sections_begun_in_every_round_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="in every iteration"):
        emitted("int main(void) { while (x) __VERIFIER_atomic_begin(); }", tmp_path)


# ---- compilers


@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize("dialect", Dialect)
def test_gcc_has_nothing_to_say(dialect: Dialect, model: DataModel, tmp_path: Path) -> None:
    require(GCC if model is DataModel.M64 else GCC_M32)
    file = tmp_path / "program.c"
    file.write_text(HEADER + EVERYTHING)
    program = load(Source((file,), data_model=model))
    result = interleave(program, InterleaveOptions(dialect, por=True, invariants=True))
    assert result.assumptions == ()
    target = tmp_path / "sequential.c"
    target.write_text(result.text)
    command = ["gcc", f"-{model}", "-Wall", "-O1", "-c", "-o", str(tmp_path / "out.o"), str(target)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
