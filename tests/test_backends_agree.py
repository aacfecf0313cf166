"""Programs that once got a wrong answer, asked of every backend alone and of all at once: nobody says that a
buggy program is right, or a right one wrong.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referees import CBMC, FRAMA_C, GCC, Tool
from tests.support.commands import Capture, Write, check, write
from tests.support.moments import contradicting
from tests.support.once_wrong import WRONG_READS, headed, many_functions, wrong_read
from tests.support.right_answers import (
    CASES,
    Case,
    Right,
    cannot_ask,
    contradiction,
    first_of_each_text,
    named,
)
from tests.support.tools import require

__all__ = ["write"]  # the fixture

BACKENDS: dict[str, tuple[Tool, ...]] = {
    "embedded": (),
    "order": (),
    "cbmc": (CBMC, GCC),
    "framac": (FRAMA_C, GCC),
    "all": (CBMC, FRAMA_C, GCC),
}
OPTIONS = {"order": ("--encoding", "order")}


def answer(capsys: Capture, case: Case, file: str, *options: str) -> tuple[int, str, str]:
    arguments = ("--property", case.property, "--time", "20s", "--json", *case.options, *options)
    return check(capsys, *arguments, file)


def agree(capsys: Capture, case: Case, file: str, backend: str) -> None:
    require(*BACKENDS[backend])
    code, out, err = answer(capsys, case, file, *OPTIONS.get(backend, ("--backend", backend)))
    if name := cannot_ask(case, backend):
        assert (code, out) == (1, "")
        assert f"--property: {name} cannot be checked with {backend}" in err
        return
    assert code in (0, 5, 10), err
    found = json.loads(out)
    assert not contradiction(case, found), found
    if backend in ("embedded", "order") or (backend == "all" and case.right is not Right.UNKNOWN):
        assert found["verdict"] == case.right, found  # a tool's NO BUG FOUND that tells is as good as UNKNOWN
    if backend == "cbmc" and case.right is Right.UNSAFE and found["verdict"] != case.right:
        assert not case.is_told_by_cbmc, found
        assert found["cause"] in ("not confirmed", "not modelled")


QUICK = [case for case in CASES if case.is_quick]
OTHERS = [case for case in CASES if not case.is_quick]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("case", QUICK, ids=named(QUICK))
def test_no_backend_is_wrong(capsys: Capture, write: Write, case: Case, backend: str) -> None:
    agree(capsys, case, write(case.text), backend)


@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("case", OTHERS, ids=named(OTHERS))
def test_no_backend_is_wrong_about_relatives(capsys: Capture, write: Write, case: Case, backend: str) -> None:
    agree(capsys, case, write(case.text), backend)


def with_no_option(capsys: Capture, case: Case, file: str) -> None:
    model = [option for option in case.options if option == "--m32"]
    code, out, err = check(capsys, "--time", "20s", "--json", *model, file)
    assert code in (0, 5, 10), err
    found = json.loads(out)
    assert found["verdict"] == case.right, found


WORST = first_of_each_text(CASES)
QUICK_TEXTS = [case for case in WORST if any(case.text == quick.text for quick in QUICK)]
OTHER_TEXTS = [case for case in WORST if case not in QUICK_TEXTS]


@pytest.mark.parametrize("case", QUICK_TEXTS, ids=named(QUICK_TEXTS))
def test_with_no_option(capsys: Capture, write: Write, case: Case) -> None:
    with_no_option(capsys, case, write(case.text))


@pytest.mark.slow
@pytest.mark.parametrize("case", OTHER_TEXTS, ids=named(OTHER_TEXTS))
def test_relatives_with_no_option(capsys: Capture, write: Write, case: Case) -> None:
    with_no_option(capsys, case, write(case.text))


RACING = [case for case in CASES if not case.options and not cannot_ask(case, "cbmc")]
QUICK_RACING = [case for case in RACING if case.is_quick]
OTHERS_RACING = [case for case in RACING if not case.is_quick]


@pytest.mark.parametrize("case", QUICK_RACING, ids=named(QUICK_RACING))
def test_whoever_is_stopped_contradicts_nobody(write: Write, case: Case) -> None:
    """Whenever that is: who is quicker depends on the machine."""
    require(CBMC, GCC)
    assert not set(contradicting(Path(write(case.text)), case.property, "embedded,cbmc"))


@pytest.mark.slow
@pytest.mark.parametrize("case", OTHERS_RACING, ids=named(OTHERS_RACING))
def test_whoever_is_stopped_contradicts_nobody_about_relatives(write: Write, case: Case) -> None:
    require(CBMC, FRAMA_C, GCC)
    assert not set(contradicting(Path(write(case.text)), case.property, "embedded,cbmc,framac"))


@pytest.mark.parametrize("backend", BACKENDS)
def test_every_backend_keeps_the_time(capsys: Capture, write: Write, backend: str) -> None:
    """7: the time runs while C is read."""
    require(*BACKENDS[backend])
    asked = OPTIONS.get(backend, ("--backend", backend))
    code, out, _ = check(capsys, *asked, "--time", "1s", "--json", write(many_functions(20_000)))
    assert (code, json.loads(out)["cause"]) == (5, "out of time")


@pytest.mark.parametrize("backend", ["cbmc", "framac"])
def test_a_tool_that_is_asked_nothing_says_what_it_did_not_look_for(
    capsys: Capture, write: Write, backend: str
) -> None:
    """With no property, tools look for less than the engine."""
    require(*BACKENDS[backend])
    code, out, _ = check(
        capsys, "--backend", backend, "--time", "20s", "--json", write(headed(wrong_read(WRONG_READS[0])))
    )
    found = json.loads(out)
    assert (code, found["verdict"]) in ((0, "no bug found"), (5, "unknown"))
    assert "memory" not in (found["coverage"] or {"properties": []})["properties"]
    if code == 0:
        assert any(
            item["what"].startswith("an invalid memory access") for item in found["coverage"]["left_out"]
        )


# The judge itself


def document(
    verdict: str, *causes: str, stopped: str | None = None, all_schedules: bool = True
) -> dict[str, Any]:
    coverage = {
        "left_out": [{"cause": cause} for cause in causes],
        "properties": ["lock", "reach"],
        "all_schedules": all_schedules,
    }
    return {"verdict": verdict, "stopped": stopped, "coverage": coverage}


@pytest.mark.parametrize(
    ("right", "found", "is_wrong"),
    [
        (Right.UNSAFE, document("unsafe"), False),
        (Right.UNSAFE, document("safe"), True),
        (Right.UNSAFE, document("unknown"), False),
        (Right.UNSAFE, document("no bug found", "environment"), True),
        (Right.UNSAFE, document("no bug found", "environment", "bound"), False),
        (Right.UNSAFE, document("no bug found", stopped="time"), False),
        (Right.UNSAFE, document("no bug found", all_schedules=False), False),
        (Right.SAFE, document("unsafe"), True),
        (Right.SAFE, document("no bug found"), False),
        (Right.TOLD, document("safe"), True),
        (Right.TOLD, document("no bug found"), True),
        (Right.TOLD, document("no bug found", "environment"), False),
        (Right.UNKNOWN, document("safe"), True),
        (Right.UNKNOWN, document("unsafe"), True),
    ],
)
def test_contradictions(right: Right, found: dict[str, Any], is_wrong: bool) -> None:
    case = Case(0, "", "", "reach", right)
    assert bool(contradiction(case, found)) is is_wrong


def test_a_backend_that_does_not_look_is_not_wrong() -> None:
    case = Case(0, "", "", "deadlock", Right.UNSAFE)
    assert not contradiction(case, document("no bug found", "environment"))
