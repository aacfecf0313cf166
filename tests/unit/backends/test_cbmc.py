"""CBMC: the real one if it is here, and fakes for what it does not do on request."""

from __future__ import annotations

from pathlib import Path

import pytest

from referees import CBMC, GCC
from tests.support.fakes import Fakes, fakes, line_with, task, text
from tests.support.tools import require
from unthread.backends.base import GaveUp, NoViolation, ToolViolation
from unthread.backends.cbmc import Cbmc, bits_of
from unthread.backends.witness import witness_of
from unthread.core.diagnostics import UsageError
from unthread.core.process import Limits, Log
from unthread.core.source import DataModel, Loc
from unthread.core.trace import InputValue, Mark, StepKind
from unthread.sequentialize.emitted import Dialect, Schema

__all__ = ["fakes"]  # the fixture

LOOP = "    for (int i = 0; i < n; i++) x = 0;"


@pytest.fixture
def real() -> Cbmc:
    require(CBMC, GCC)  # it reads what gcc's preprocessor leaves
    return Cbmc()


def test_a_violation_with_the_way_there(real: Cbmc) -> None:
    emitted = text(Dialect.CBMC)
    answer = real.solve(task(emitted))
    assert isinstance(answer, ToolViolation)
    assert answer.failed_line == line_with(emitted, "ASSERT")
    witness = witness_of(emitted, answer)
    assert witness is not None
    assert (witness.violation.loc, witness.violation.thread) == (Loc("a.c", 8, 5), 1)
    assert witness.marks == (
        Mark(0, Loc("a.c", 4, 5), StepKind.WRITE),
        Mark(1, Loc("a.c", 7, 5), StepKind.READ),
    )
    assert witness.inputs == (InputValue(0, "n", Loc("a.c", 3, 5), -3),)


def test_bounds_and_gaps_are_no_violations(real: Cbmc) -> None:
    emitted = text(Dialect.CBMC, claim="1")
    cut, gap = line_with(emitted, "CUT"), line_with(emitted, "GAP")
    assert real.solve(task(emitted)) == NoViolation(frozenset({cut}), frozenset({gap}))


def test_bounds_that_nobody_reaches(real: Cbmc) -> None:
    emitted = text(Dialect.CBMC, claim="1")
    never = emitted.text.replace("n == 5", "n > n").replace("n == 6", "n > n")
    answer = real.solve(
        task(type(emitted)(never, emitted.origins, emitted.schema, emitted.dialect, DataModel.M64))
    )
    assert answer == NoViolation(frozenset())


def test_loops_of_the_text_that_go_on(real: Cbmc) -> None:
    """An unwinding assertion that fails is no bug."""
    emitted = text(Dialect.CBMC, Schema.INTERLEAVE, claim="1", more=LOOP)
    answer = real.solve(task(emitted, unwind=3))
    assert isinstance(answer, NoViolation)
    assert answer.is_bounded
    few = text(Dialect.CBMC, Schema.INTERLEAVE, claim="1", more=LOOP.replace("i < n", "i < 2"))
    assert real.solve(task(few, unwind=3)) == NoViolation(
        frozenset({line_with(few, "CUT")}), frozenset({line_with(few, "GAP")})
    )


@pytest.mark.parametrize(("model", "is_safe"), [(DataModel.M64, True), (DataModel.M32, False)])
def test_the_data_model(real: Cbmc, model: DataModel, is_safe: bool) -> None:
    emitted = text(Dialect.CBMC, claim="sizeof(long) == 8")
    emitted = type(emitted)(emitted.text, emitted.origins, emitted.schema, emitted.dialect, model)
    assert isinstance(real.solve(task(emitted)), NoViolation if is_safe else ToolViolation)


def test_what_the_text_does_not_ask_for_is_not_checked(real: Cbmc) -> None:
    more = "    { int a[2]; int *p = 0; a[n] = n + 1; x = n / x; x = *p << n; }"
    assert isinstance(real.solve(task(text(Dialect.CBMC, claim="1", more=more))), NoViolation)


def test_more_objects_than_usual(real: Cbmc) -> None:
    many = "    { static int " + ", ".join(f"o{i}" for i in range(300)) + "; int *p = &o0; "
    many += " ".join(f"if (n == {i}) p = &o{i};" for i in range(300)) + " *p = 1; }"
    assert isinstance(real.solve(task(text(Dialect.CBMC, claim="1", more=many))), NoViolation)


def test_text_that_it_does_not_understand(real: Cbmc) -> None:
    answer = real.solve(task(text(Dialect.CBMC, more="    this is no C;")))
    assert isinstance(answer, GaveUp)
    assert "exited with status" in answer.reason
    assert any("syntax error" in line for line in answer.tail)


def test_a_solver_that_it_does_not_have(fakes: Fakes) -> None:
    said = "The specified solver, 'cadical', is not available. The default solver will be used instead."
    fakes.add("cbmc", f"""cat <<'END'\n[{{"messageText": "{said}"}}, {{"cProverStatus": "success"}}]\nEND""")
    answer = Cbmc().solve(task(text(Dialect.CBMC), solver="cadical"))
    assert answer == GaveUp("cbmc: The specified solver, 'cadical', is not available")


@pytest.mark.parametrize(
    ("solver", "flags"),
    [
        ("", ""),
        ("minisat2", " --sat-solver minisat2"),
        ("z3", " --z3"),
        ("sat:kissat", " --external-sat-solver kissat"),
        ("smt2:z3 -smt2 -in", " --incremental-smt2-solver z3 -smt2 -in"),
    ],
)
def test_the_command_line(fakes: Fakes, solver: str, flags: str) -> None:
    fakes.add("cbmc", """echo '[{"cProverStatus": "error"}]'; exit 6""")
    Cbmc().solve(task(text(Dialect.CBMC), solver=solver, options=("--slice-formula",)))
    assert fakes.calls("cbmc") == [
        f"sequential.c --64 --no-standard-checks --no-malloc-may-fail{flags} -DUNTHREAD_NO_CUTS "
        "-DUNTHREAD_NO_GAPS --no-unwinding-assertions --json-ui --trace --stop-on-fail --slice-formula"
    ]


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ("echo fine", "without a known answer"),
        ("echo 'VERIFICATION SUCCESSFUL'", "without a known answer"),
        (
            "echo '[main.assertion.1] line 1 cut: SUCCESS'; echo 'VERIFICATION SUCCESSFUL'",
            "without a known answer",
        ),
        (
            "echo '[main.assertion.1] line 1 cut: SUCCESS'; echo '[main.assertion.2] line 2 gap: ERROR';"
            "echo 'VERIFICATION FAILED'",
            "reports ERROR for main.assertion.2",
        ),
    ],
)
def test_bounds_that_it_does_not_tell_of(fakes: Fakes, answers: str, reason: str) -> None:
    """Nobody takes a bound for large enough because the answer is not understood."""
    emitted = text(Dialect.CBMC)
    properties = ", ".join(
        f'{{"name": "main.assertion.{number}", "sourceLocation": {{"line": "{line_with(emitted, word)}"}}}}'
        for number, word in ((1, "CUT"), (2, "GAP"))
    )
    fakes.add(
        "cbmc",
        f"""case "$*" in
        *--stop-on-fail*) echo '[{{"cProverStatus": "success"}}]';;
        *--show-properties*) echo '[{{"properties": [{properties}]}}]';;
        *) {answers};;
        esac""",
    )
    answer = Cbmc().solve(task(emitted))
    assert isinstance(answer, GaveUp)
    assert reason in answer.reason


def test_a_bound_that_it_does_not_know(fakes: Fakes) -> None:
    fakes.add("cbmc", """echo '[{"cProverStatus": "success"}, {"properties": []}]'""")
    assert isinstance(Cbmc().solve(task(text(Dialect.CBMC))), GaveUp)


def test_a_solver_that_does_not_exist() -> None:
    with pytest.raises(UsageError, match="'minisat9' is not one of"):
        Cbmc().check_solver("minisat9")


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo so what", "exited with status 0 without a known answer"),
        ('echo \'[{"cProverStatus": "failure"}]\'', "reports a violated property, but not which one"),
        ("kill -SEGV $$", "killed by signal 11, perhaps out of memory"),
        ("echo 'std::bad_alloc'; exit 6", "is out of memory"),
    ],
)
def test_a_tool_that_goes_wrong(fakes: Fakes, script: str, reason: str) -> None:
    fakes.add("cbmc", script, "6.1.0 (cbmc-6.1.0)")
    answer = Cbmc().solve(task(text(Dialect.CBMC)))
    assert isinstance(answer, GaveUp)
    assert reason in answer.reason


def test_an_old_one(fakes: Fakes) -> None:
    fakes.add("cbmc", "exit 1", "5.95.1 (cbmc-5.95.1)")
    answer = Cbmc().solve(task(text(Dialect.CBMC)))
    assert isinstance(answer, GaveUp)
    assert answer.reason.startswith("cbmc 5.95.1 is too old: 6 or newer is needed")


def test_none_at_all(fakes: Fakes) -> None:
    answer = Cbmc().solve(task(text(Dialect.CBMC)))
    assert isinstance(answer, GaveUp)
    assert answer.reason.startswith("cbmc is not installed: package cbmc")


@pytest.mark.parametrize(("script", "version"), [("exit 1", ""), ("exit 127", None), ("echo 6.2", "6.2")])
def test_one_that_does_not_tell_its_version(fakes: Fakes, script: str, version: str | None) -> None:
    program = fakes.directory / "cbmc"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    assert Cbmc().version() == version
    assert ("not installed" in Cbmc().trouble()) == (version is None)


def test_one_of_another_name(fakes: Fakes, monkeypatch: pytest.MonkeyPatch) -> None:
    fakes.add("my-cbmc", "exit 1", "6.9.9")
    monkeypatch.setenv("UNTHREAD_CBMC", str(fakes.directory / "my-cbmc"))
    assert Cbmc().version() == "6.9.9"


def test_out_of_time(fakes: Fakes, tmp_path: Path) -> None:
    fakes.add("cbmc", "echo working; sleep 100")
    log = Log(tmp_path / "log")
    emitted = text(Dialect.CBMC)
    answer = Cbmc().solve(task(emitted).__class__(emitted, Limits(2.0, 1 << 30), log=log))
    assert answer == GaveUp("time limit reached", ("working",), is_over_time=True)
    assert "working" in (tmp_path / "log").read_text()


@pytest.mark.parametrize(
    ("value", "bits"),
    [
        ({"binary": "11111101", "data": "-3"}, 253),
        ({"data": "TRUE", "name": "boolean"}, 1),
        ({"data": "NULL", "name": "pointer"}, 0),
        ({"data": "&x", "name": "pointer"}, None),
        ({"name": "array", "elements": []}, None),
    ],
)
def test_values(value: dict[str, object], bits: int | None) -> None:
    assert bits_of(value) == bits
