"""ESBMC: counterexamples and bounds, as its documentation has them."""

from __future__ import annotations

import pytest

from tests.support.fakes import Fakes, assert_shown, fakes, line_with, task, text
from unthread.backends.base import GaveUp, NoViolation, ToolViolation
from unthread.backends.esbmc import Esbmc
from unthread.backends.witness import witness_of
from unthread.sequentialize.emitted import Dialect, Emitted, Schema

__all__ = ["fakes"]  # the fixture


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
        assert isinstance(answer, ToolViolation)
        assert witness_of(emitted, answer) is None
    else:
        assert isinstance(answer, GaveUp)


def test_esbmc_that_is_too_old(fakes: Fakes) -> None:
    fakes.add("esbmc", "exit 1", "ESBMC version 6.10.0 64-bit")
    assert "too old" in Esbmc().trouble()
