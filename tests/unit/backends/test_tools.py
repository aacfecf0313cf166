"""ESBMC, KLEE, 2LS and Frama-C: counterexamples and proofs, as their documentation has them."""

from __future__ import annotations

import json
import struct
from dataclasses import replace
from pathlib import Path

import pytest

from referees import FRAMA_C, GCC
from tests.support.fakes import Fakes, fakes, line_with, task, text
from tests.support.tools import require
from unthread.backends import BACKENDS, EMBEDDED, TOOLS
from unthread.backends.base import GaveUp, NoViolation, Violation
from unthread.backends.esbmc import Esbmc
from unthread.backends.framac import FramaC
from unthread.backends.klee import Klee, objects_of
from unthread.backends.two_ls import TwoLs
from unthread.backends.witness import witness_of
from unthread.core.source import Loc
from unthread.core.trace import InputValue, Mark, StepKind
from unthread.sequentialize.emitted import Dialect, Emitted, Schema

__all__ = ["fakes"]  # the fixture

MARKS = (Mark(0, Loc("a.c", 4, 5), StepKind.WRITE), Mark(1, Loc("a.c", 7, 5), StepKind.READ))
INPUTS = (InputValue(0, "n", Loc("a.c", 3, 5), -3),)


def assert_shown(emitted: Emitted, answer: object) -> None:
    """The one violation of the text, with the way there."""
    assert isinstance(answer, Violation)
    witness = witness_of(emitted, answer)
    assert witness is not None
    assert witness.violation.loc == Loc("a.c", 8, 5)
    assert (witness.marks, witness.inputs) == (MARKS, INPUTS)


def test_the_table() -> None:
    assert list(BACKENDS) == [
        "embedded",
        "cbmc",
        "esbmc",
        "klee",
        "cpachecker",
        "ultimate",
        "smack",
        "seahorn",
        "symbiotic",
        "2ls",
        "framac",
        "command",
    ]
    assert str(EMBEDDED.version()).startswith("bitwuzla ")
    assert all(tool.get and tool.schemas for tool in TOOLS.values())


# ESBMC


def esbmc_trace(emitted: Emitted) -> str:
    def state(number: int, part: str, assignment: str) -> str:
        place = f"file sequential.c line {line_with(emitted, part)} column 5 function main thread 0"
        return f"State {number} {place}\n{'-' * 52}\n  {assignment}\n"

    failed = f"  file sequential.c line {line_with(emitted, 'ASSERT')} column 5 function main"
    return "\n".join(
        [
            "[Counterexample]\n",
            state(1, "n = nondet", "n = -3 (11111111 11111111 11111111 11111101)"),
            state(2, "NOTE(1)", "ut_at = 1 (00000000 00000000 00000000 00000001)"),
            state(3, "x = n;", "x = -3 (11111111 11111111 11111111 11111101)"),
            state(4, "NOTE(2)", "ut_at = 2 (00000000 00000000 00000000 00000010)"),
            f"State 5 {failed.strip()} thread 0\n{'-' * 52}\nViolated property:\n{failed}\n  x\n  x != -3\n",
            "\nVERIFICATION FAILED",
        ]
    )


def test_esbmc_shows_a_violation(fakes: Fakes) -> None:
    emitted = text(Dialect.ESBMC)
    fakes.add("esbmc", f"cat >&2 <<'END'\n{esbmc_trace(emitted)}\nEND\nexit 1", "ESBMC version 7.8.1 64-bit")
    assert_shown(emitted, Esbmc().solve(task(emitted, solver="z3")))
    assert fakes.calls("esbmc") == [
        "sequential.c --64 --no-bounds-check --no-pointer-check --no-div-by-zero-check --no-align-check "
        "--force-malloc-success --no-slice --z3 -D UNTHREAD_NO_CUTS -D UNTHREAD_NO_GAPS "
        "--no-unwinding-assertions"
    ]


def esbmc_ends(emitted: Emitted, failing: dict[str, str], schema: Schema) -> str:
    """Nothing wrong at first; then the properties that fail with --multi-property."""
    blocks = [
        f"Violated property:\n  file sequential.c line {line_with(emitted, part)} column 5\n  {what}\n"
        for part, what in failing.items()
    ]
    verdict = "VERIFICATION FAILED" if failing else "VERIFICATION SUCCESSFUL"
    told = "\n".join([*blocks, verdict])
    second = f"cat <<'END'\n{told}\nEND\n"
    return f"case \"$*\" in *--multi-property*) {second};; *) echo 'VERIFICATION SUCCESSFUL';; esac"


@pytest.mark.parametrize(
    ("failing", "parts", "is_bounded"),
    [
        ({}, (), False),
        ({"CUT": "cut: a loop"}, ("CUT",), False),
        ({"CUT": "cut: a loop", "GAP": "gap: a thing"}, ("CUT", "GAP"), False),
        ({"return 0": "unwinding assertion loop 1"}, (), True),
    ],
)
def test_esbmc_tells_of_bounds(
    fakes: Fakes, failing: dict[str, str], parts: tuple[str, ...], is_bounded: bool
) -> None:
    emitted = text(Dialect.ESBMC, Schema.INTERLEAVE)
    fakes.add("esbmc", esbmc_ends(emitted, failing, Schema.INTERLEAVE), "ESBMC version 7.8.1 64-bit")
    lines = {part: line_with(emitted, part) for part in parts}
    assert Esbmc().solve(task(emitted, unwind=5)) == NoViolation(
        frozenset({lines["CUT"]} if "CUT" in parts else ()),
        frozenset({lines["GAP"]} if "GAP" in parts else ()),
        is_bounded,
    )
    assert "--unwind 5" in fakes.calls("esbmc")[1]


@pytest.mark.parametrize("said", ["VERIFICATION UNKNOWN", "terminate called", "VERIFICATION FAILED"])
def test_esbmc_without_an_answer(fakes: Fakes, said: str) -> None:
    """One that fails without saying where shows nothing."""
    fakes.add("esbmc", f"echo '{said}'", "ESBMC version 7.8.1 64-bit")
    emitted = text(Dialect.ESBMC)
    answer = Esbmc().solve(task(emitted))
    if said == "VERIFICATION FAILED":
        assert isinstance(answer, Violation)
        assert witness_of(emitted, answer) is None
    else:
        assert isinstance(answer, GaveUp)


def test_esbmc_that_is_too_old(fakes: Fakes) -> None:
    fakes.add("esbmc", "exit 1", "ESBMC version 6.10.0 64-bit")
    assert "too old" in Esbmc().trouble()


# 2LS


def test_2ls_shows_a_violation(fakes: Fakes) -> None:
    emitted = text(Dialect.CBMC)

    def step(part: str, variable: str, number: int) -> dict[str, object]:
        place = {"file": "sequential.c", "line": str(line_with(emitted, part))}
        bits = format(number & 0xFFFFFFFF, "032b")
        kind = {"stepType": "assignment", "hidden": False, "lhs": variable, "value": {"binary": bits}}
        return {**kind, "sourceLocation": place}

    failure = {"stepType": "failure", "sourceLocation": {"line": str(line_with(emitted, "ASSERT"))}}
    trace = [
        step("n = nondet", "n", -3),
        step("NOTE(1)", "ut_at", 1),
        step("NOTE(2)", "ut_at", 2),
        failure,
    ]
    store = f"cat > cex-main.assertion.1.json <<'END'\n{json.dumps(trace)}\nEND\n"
    fakes.add("2ls", f"{store}echo 'VERIFICATION FAILED'; exit 10", "0.9.7")
    assert_shown(emitted, TwoLs().solve(task(emitted)))
    assert fakes.calls("2ls") == [
        "sequential.c --64 -DUNTHREAD_NO_CUTS -DUNTHREAD_NO_GAPS --k-induction --stop-on-fail --json-cex cex"
    ]


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("VERIFICATION SUCCESSFUL", NoViolation(None)),
        ("VERIFICATION FAILED", Violation(None, None)),
        (
            "VERIFICATION INCONCLUSIVE",
            GaveUp("2ls says: VERIFICATION INCONCLUSIVE", ("VERIFICATION INCONCLUSIVE",)),
        ),
        ("PARSING ERROR", GaveUp("2ls ends with status 0 and says nothing known", ("PARSING ERROR",))),
    ],
)
def test_2ls_in_words(fakes: Fakes, said: str, answer: object) -> None:
    fakes.add("2ls", f"echo '{said}'", "0.9.7")
    assert TwoLs().solve(task(text(Dialect.CBMC))) == answer


# KLEE

DONE = "KLEE: done: completed paths = 4\\nKLEE: done: partially completed paths = 0\\n"


def ktest(*values: bytes) -> bytes:
    def block(data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + data

    objects = b"".join(block(b"int") + block(value) for value in values)
    head = (
        b"KTEST" + struct.pack(">II", 3, 1) + block(b"sequential.bc") + struct.pack(">III", 0, 0, len(values))
    )
    return head + objects


def klee(fakes: Fakes, script: str) -> None:
    """With a clang that makes no bitcode, and programs as gcc does."""
    require(GCC)
    fakes.add("clang", 'case "$*" in *-emit-llvm*) touch sequential.bc;; *) exec gcc "$@";; esac')
    fakes.add("klee", f'mkdir klee-out; {script}; printf "{DONE}" >&2', "KLEE 3.1 (https://klee.github.io)")


def test_klee_shows_a_violation(fakes: Fakes, tmp_path: Path) -> None:
    emitted = text(Dialect.KLEE)
    stored = tmp_path / "stored"
    stored.write_bytes(ktest((-3).to_bytes(4, "little", signed=True)))
    told = f"Error: x\nFile: sequential.c\nLine: {line_with(emitted, 'ASSERT')}\nassembly.ll line: 9\n"
    klee(
        fakes,
        f"cp '{stored}' klee-out/test3.ktest; cat > klee-out/test3.assert.err <<'END'\n{told}END\n:",
    )
    assert_shown(emitted, Klee().solve(task(emitted, solver="stp")))
    assert fakes.calls("klee") == [
        "--output-dir=klee-out --exit-on-error-type=ReportError --max-time=60s --max-memory=4096 "
        "--solver-backend=stp sequential.bc"
    ]


@pytest.mark.parametrize("value", [3, None])
def test_klee_with_values_that_lead_elsewhere(fakes: Fakes, tmp_path: Path, value: int | None) -> None:
    emitted = text(Dialect.KLEE)
    line = line_with(emitted, "ASSERT")
    stored = tmp_path / "stored"
    stored.write_bytes(b"no test" if value is None else ktest(value.to_bytes(4, "little")))
    klee(
        fakes,
        f"cp '{stored}' klee-out/test000003.ktest; echo 'Line: {line}' > klee-out/test000003.assert.err",
    )
    assert Klee().solve(task(emitted)) == Violation(None, line)


def test_klee_that_has_seen_all(fakes: Fakes) -> None:
    klee(fakes, ":")
    assert Klee().solve(task(text(Dialect.KLEE))) == NoViolation(None)


def test_klee_in_a_gap(fakes: Fakes) -> None:
    emitted = text(Dialect.KLEE)
    line = line_with(emitted, "GAP")
    klee(fakes, f"echo 'Line: {line}' > klee-out/test000001.gap.err")
    assert Klee().solve(task(emitted)) == NoViolation(None, frozenset({line}))


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (
            "echo 'Error: memory error' > klee-out/test000001.ptr.err",
            "breaks off a path: Error: memory error",
        ),
        ("echo 'KLEE: HaltTimer invoked' >&2", "has not seen all executions: KLEE: HaltTimer invoked"),
        (
            "echo 'KLEE: WARNING: silently concretizing (reason: floating point) expression' >&2",
            "has not seen all",
        ),
        ('printf "KLEE: done: partially completed paths = 2\\n" >&2', "leaves 2 paths unfinished"),
        ("exit 1", "says nothing known"),
    ],
)
def test_klee_that_has_not_seen_all(fakes: Fakes, script: str, reason: str) -> None:
    klee(fakes, script)
    answer = Klee().solve(task(text(Dialect.KLEE)))
    assert isinstance(answer, GaveUp)
    assert reason in answer.reason


@pytest.mark.parametrize("data", [b"", b"KTEST", b"KTEST\0\0\0\3\0\0\0\1", b"something else"])
def test_values_that_cannot_be_read(data: bytes) -> None:
    assert objects_of(data) is None


def test_values_in_order() -> None:
    assert objects_of(ktest(b"\1\2", b"", b"\3")) == [b"\1\2", b"", b"\3"]


# Frama-C


@pytest.fixture
def frama_c() -> FramaC:
    require(FRAMA_C, GCC)
    return FramaC()


def test_framac_proves_it(frama_c: FramaC) -> None:
    emitted = text(Dialect.FRAMAC, claim="sizeof x == 4")
    without_gap = replace(emitted, text=emitted.text.replace("n == 6", "n == 6 && n == 7"))
    assert frama_c.solve(task(without_gap)) == NoViolation(None)


@pytest.mark.parametrize(("claim", "line"), [("x != -3", "ASSERT"), ("sizeof x == 4", "GAP")])
def test_framac_cannot_prove_it(frama_c: FramaC, claim: str, line: str) -> None:
    emitted = text(Dialect.FRAMAC, claim=claim)
    if line == "ASSERT":
        emitted = replace(emitted, text=emitted.text.replace("n == 6", "n == 6 && n == 7"))
    answer = frama_c.solve(task(emitted))
    assert isinstance(answer, GaveUp)
    assert f"does not prove line {line_with(emitted, line)} of the text" in answer.reason


def test_framac_with_an_alarm(frama_c: FramaC) -> None:
    more = "    { int a[2] = {0}; x = a[n]; }"
    emitted = text(Dialect.FRAMAC, claim="sizeof x == 4", more=more)
    answer = frama_c.solve(task(replace(emitted, text=emitted.text.replace("n == 6", "n == 6 && n == 7"))))
    assert isinstance(answer, GaveUp)
    assert "does not prove" in answer.reason


def test_framac_that_does_not_see_an_assertion(frama_c: FramaC) -> None:
    """Preprocessors drop comments; then nothing would be claimed, and all of it be true."""
    emitted = text(Dialect.FRAMAC)
    hidden = emitted.text.replace("/*@ assert ut_holds == 1; */", "")
    answer = frama_c.solve(task(replace(emitted, text=hidden)))
    assert isinstance(answer, GaveUp)
    assert "does not see the assertion in line" in answer.reason
