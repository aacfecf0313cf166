"""Tools that answer in words: command lines, and what is made of the words."""

from __future__ import annotations

import pytest

from tests.support.fakes import Fakes, fakes, task, text
from unthread.backends import TOOLS
from unthread.backends.base import GaveUp, NoViolation, ToolViolation
from unthread.backends.words import WordTool
from unthread.sequentialize.emitted import Dialect, Schema

__all__ = ["fakes"]  # the fixture

VERSIONS = {
    "cpachecker": "CPAchecker 4.0 / default",
    "smack": "SMACK version 2.8.0",
    "symbiotic": "8.0.0-pre",
}
SAFE = {
    "cpachecker": "Verification result: TRUE. No property violation found by chosen configuration.",
    "ultimate": "Version 0.2.4\nResult:\nTRUE",
    "smack": "SMACK found no errors with unroll bound 3.",
    "seahorn": "unsat",
    "symbiotic": "RESULT: true",
}
UNSAFE = {
    "cpachecker": "Verification result: FALSE. Property violation (unreach-call) found.",
    "ultimate": "Result:\nFALSE",
    "smack": "SMACK found an error.",
    "seahorn": "sat",
    "symbiotic": "RESULT: false(unreach-call)",
}
UNKNOWN = {
    "cpachecker": "Verification result: UNKNOWN, incomplete analysis.",
    "ultimate": "Result:\nUNKNOWN: Overapproximated counterexample",
    "smack": "SMACK timed out.",
    "seahorn": "unknown",
    "symbiotic": "RESULT: unknown",
}
COMMANDS = {
    "cpachecker": "--spec unreach-call.prp --preprocess --64 --timelimit 60s --heap 4096M sequential.c",
    "ultimate": "--spec unreach-call.prp --file sequential.c --architecture 64bit",
    "smack": "--check assertions --integer-encoding bit-vector --pointer-encoding bit-vector --float "
    "--unroll 3 --time-limit 60 --clang-options=-m64 sequential.c",
    "seahorn": "pf -m64 --track=mem sequential.c",
    "symbiotic": "--prp=unreach-call.prp --64 --timeout=60 sequential.c",
}
NAMES = sorted(SAFE)


def tool(name: str, fakes: Fakes, answer: str) -> WordTool:
    found = TOOLS[name]
    assert isinstance(found, WordTool)
    fakes.add(found.program, f"cat <<'END'\n{answer}\nEND", VERSIONS.get(name, "1.2.3"))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_safe(fakes: Fakes, name: str) -> None:
    """Which bounds are too small, such a tool does not say."""
    answer = tool(name, fakes, SAFE[name]).solve(task(text(Dialect.SVCOMP), unwind=3))
    assert answer == NoViolation(None)
    assert fakes.calls(TOOLS[name].program)[-1] == COMMANDS[name]


@pytest.mark.parametrize("name", NAMES)
def test_safe_where_loops_stay_loops(fakes: Fakes, name: str) -> None:
    answer = tool(name, fakes, SAFE[name]).solve(task(text(Dialect.SVCOMP, Schema.INTERLEAVE), unwind=3))
    assert answer == NoViolation(None, is_bounded=name == "smack")


@pytest.mark.parametrize("name", NAMES)
def test_unsafe(fakes: Fakes, name: str) -> None:
    assert tool(name, fakes, UNSAFE[name]).solve(task(text(Dialect.SVCOMP))) == ToolViolation(None, None)


@pytest.mark.parametrize("name", NAMES)
def test_unknown(fakes: Fakes, name: str) -> None:
    answer = tool(name, fakes, UNKNOWN[name]).solve(task(text(Dialect.SVCOMP)))
    assert isinstance(answer, GaveUp)
    assert answer.reason == f"{name} says: {UNKNOWN[name].splitlines()[-1]}"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("said", ["", "Segmentation fault", "The result is not TRUE, not unsat, not safe"])
def test_words_that_nobody_knows(fakes: Fakes, name: str, said: str) -> None:
    answer = tool(name, fakes, said).solve(task(text(Dialect.SVCOMP)))
    assert isinstance(answer, GaveUp)
    assert answer.reason == f"{name} exited with status 0 without a known answer"
    assert answer.tail == ((said,) if said else ())


@pytest.mark.parametrize("name", NAMES)
def test_a_tool_that_is_not_here(fakes: Fakes, name: str) -> None:
    answer = TOOLS[name].solve(task(text(Dialect.SVCOMP)))
    assert isinstance(answer, GaveUp)
    assert answer.reason == f"{name} is not installed: {TOOLS[name].get}"


def test_the_property_is_there(fakes: Fakes) -> None:
    script = f"cp $2 '{fakes.directory}'; echo 'Verification result: TRUE'"
    fakes.add("cpachecker", script, VERSIONS["cpachecker"])
    assert TOOLS["cpachecker"].solve(task(text(Dialect.SVCOMP))) == NoViolation(None)
    property = (fakes.directory / "unreach-call.prp").read_text()
    assert property == "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"


def test_ultimate_gets_preprocessed_text(fakes: Fakes) -> None:
    fakes.add("Ultimate.py", f"cp $4 '{fakes.directory}'; echo Result:; echo TRUE")
    assert TOOLS["ultimate"].solve(task(text(Dialect.SVCOMP))) == NoViolation(None)
    given = (fakes.directory / "sequential.c").read_text()
    assert "int main(void)" in given
    assert "#define" not in given


def test_seahorn_and_smack_know_their_own_error(fakes: Fakes) -> None:
    for name, word in (("seahorn", "__VERIFIER_error();"), ("smack", "__VERIFIER_assert(0);")):
        assert f"void reach_error(void) {{ {word} }}" in TOOLS[name].prepare("")
