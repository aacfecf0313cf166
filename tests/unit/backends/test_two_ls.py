"""2LS: counterexamples and words, as its documentation has them."""

from __future__ import annotations

import json

import pytest

from tests.support.fakes import Fakes, assert_shown, fakes, line_with, task, text
from unthread.backends.base import GaveUp, NoViolation, ToolViolation, gap_lines
from unthread.backends.two_ls import TwoLs
from unthread.sequentialize.emitted import Dialect

__all__ = ["fakes"]  # the fixture

ASKED = "sequential.c --64 -DUNTHREAD_NO_CUTS --k-induction --stop-on-fail --json-cex cex"


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
    assert fakes.calls("2ls") == [f"{ASKED} -DUNTHREAD_NO_GAPS"]


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("VERIFICATION SUCCESSFUL", NoViolation(None)),
        ("VERIFICATION FAILED", ToolViolation(None, None)),
        (
            "VERIFICATION INCONCLUSIVE",
            GaveUp("2ls says: VERIFICATION INCONCLUSIVE", ("VERIFICATION INCONCLUSIVE",)),
        ),
        ("PARSING ERROR", GaveUp("2ls exited with status 0 without a known answer", ("PARSING ERROR",))),
    ],
)
def test_2ls_in_words(fakes: Fakes, said: str, answer: object) -> None:
    fakes.add("2ls", f"echo '{said}'", "0.9.7")
    assert TwoLs().solve(task(text(Dialect.CBMC))) == answer


def failing_gap(line: int | None) -> str:
    """Nothing goes wrong but that a gap is reached, where that counts."""
    trace = [{"stepType": "failure", "sourceLocation": {"line": str(line)}}]
    shown = f"echo '{json.dumps(trace)}' > cex-main.assertion.2.json; " if line else ""
    failed = f"{shown}echo 'VERIFICATION FAILED'; exit 10"
    return f'case "$*" in *NO_GAPS*) echo "VERIFICATION SUCCESSFUL";; *) {failed};; esac'


def test_2ls_in_a_gap(fakes: Fakes) -> None:
    emitted = text(Dialect.CBMC)
    assert gap_lines(emitted) == {line_with(emitted, "GAP")}
    fakes.add("2ls", failing_gap(line_with(emitted, "GAP")), "0.9.7")
    assert TwoLs().solve(task(emitted)) == NoViolation(None, gap_lines(emitted))
    assert fakes.calls("2ls") == [f"{ASKED} -DUNTHREAD_NO_GAPS", ASKED]


def test_2ls_in_a_gap_that_it_does_not_name(fakes: Fakes) -> None:
    emitted = text(Dialect.CBMC)
    fakes.add("2ls", failing_gap(None), "0.9.7")
    assert TwoLs().solve(task(emitted)) == NoViolation(None, gap_lines(emitted))


def test_2ls_that_gives_up_before_a_gap(fakes: Fakes) -> None:
    fakes.add("2ls", failing_gap(None).replace("FAILED", "INCONCLUSIVE"), "0.9.7")
    assert isinstance(TwoLs().solve(task(text(Dialect.CBMC))), GaveUp)
