"""KLEE: errors, values and what was not explored, as its documentation has them."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from referees import GCC
from tests.support.fakes import Fakes, assert_shown, fakes, line_with, task, text
from tests.support.tools import require
from unthread.backends.base import GaveUp, NoViolation, ToolViolation
from unthread.backends.klee import Klee, objects_of
from unthread.sequentialize.emitted import Dialect

__all__ = ["fakes"]  # the fixture


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
    assert Klee().solve(task(emitted)) == ToolViolation(None, line)


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
            "terminated a path early: Error: memory error",
        ),
        ("echo 'KLEE: HaltTimer invoked' >&2", "did not explore all executions: KLEE: HaltTimer invoked"),
        (
            "echo 'KLEE: WARNING: silently concretizing (reason: floating point) expression' >&2",
            "did not explore all",
        ),
        ('printf "KLEE: done: partially completed paths = 2\\n" >&2', "left 2 paths unfinished"),
        ("exit 1", "without a known answer"),
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
