"""Tools that are not here, played by CBMC, or by a script that says the same of every program: asked about
programs that once got a wrong answer, none of them makes a buggy one SAFE, or a right one UNSAFE.

Played by CBMC, they find what CBMC finds, and the engine shows each claim."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from referees import CBMC, GCC
from tests.support.commands import Capture, Write, check, write
from tests.support.disguised import DISGUISES, Disguise, dress, options_of, say
from tests.support.fakes import Fakes
from tests.support.right_answers import CASES, Case, Right, cannot_ask, contradiction, named
from tests.support.tools import require

__all__ = ["write"]  # the fixture

BOUNDS = ("--rounds", "3", "--unwind", "3", "--time", "60s")
ASKED = [case for case in CASES if not cannot_ask(case, "cbmc")]
FEW = (
    "int, lock",
    "no change",
    "right builtins",
    "a strange builtin",
    "relaxed",
    "x = x;",
    "kept a member between",
)
QUICK = [case for case in ASKED if case.name in FEW]
OTHERS = [case for case in ASKED if case not in QUICK]
BUGGY = [case for case in QUICK if case.right is Right.UNSAFE]
RIGHT = [case for case in QUICK if case.right in (Right.SAFE, Right.TOLD)]


@pytest.fixture
def fakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fakes:
    """Tools before those of the machine, which stay."""
    directory = tmp_path / "bin"
    directory.mkdir()
    monkeypatch.setenv("PATH", f"{directory}:{os.environ['PATH']}")
    return Fakes(directory)


def answer(capsys: Capture, case: Case, file: str, disguise: Disguise) -> dict[str, Any]:
    asked = ("--property", case.property, *case.options, *BOUNDS, *options_of(disguise))
    code, out, err = check(capsys, "--json", *asked, file)
    assert code in (0, 5, 10), err
    found: dict[str, Any] = json.loads(out)
    return found


def is_bounded(found: dict[str, Any]) -> bool:
    """Larger bounds may show more."""
    return any(item["cause"] == "bound" for item in (found["coverage"] or {"left_out": ()})["left_out"])


def agree(capsys: Capture, write: Write, fakes: Fakes, case: Case, disguise: Disguise) -> None:
    require(CBMC, GCC)
    dress(fakes, disguise)
    found = answer(capsys, case, write(case.text), disguise)
    assert not contradiction(case, found), found
    assert fakes.calls(disguise.program)
    if case.right is Right.UNSAFE and case.is_told_by_cbmc and not is_bounded(found):
        assert found["verdict"] == "unsafe", found
    if case.right is Right.SAFE:
        assert found["verdict"] == "no bug found", found
    if case.name == "a strange builtin":
        assert (found["verdict"], found["position"]["line"]) == ("unknown", 2), found


@pytest.mark.parametrize("disguise", DISGUISES.values(), ids=DISGUISES)
@pytest.mark.parametrize("case", QUICK, ids=named(QUICK))
def test_no_tool_is_wrong(
    capsys: Capture, write: Write, fakes: Fakes, case: Case, disguise: Disguise
) -> None:
    agree(capsys, write, fakes, case, disguise)


@pytest.mark.slow
@pytest.mark.parametrize("disguise", DISGUISES.values(), ids=DISGUISES)
@pytest.mark.parametrize("case", OTHERS, ids=named(OTHERS))
def test_no_tool_is_wrong_about_relatives(
    capsys: Capture, write: Write, fakes: Fakes, case: Case, disguise: Disguise
) -> None:
    agree(capsys, write, fakes, case, disguise)


@pytest.mark.parametrize("disguise", DISGUISES.values(), ids=DISGUISES)
@pytest.mark.parametrize("case", BUGGY, ids=named(BUGGY))
def test_no_tool_makes_a_buggy_program_safe(
    capsys: Capture, write: Write, fakes: Fakes, case: Case, disguise: Disguise
) -> None:
    say(fakes, disguise, disguise.right)
    found = answer(capsys, case, write(case.text), disguise)
    assert found["verdict"] == "no bug found"
    assert found["coverage"]["left_out"]
    assert not found["coverage"]["proofs"]


@pytest.mark.parametrize("disguise", DISGUISES.values(), ids=DISGUISES)
@pytest.mark.parametrize("case", RIGHT, ids=named(RIGHT))
def test_no_tool_makes_a_right_program_unsafe(
    capsys: Capture, write: Write, fakes: Fakes, case: Case, disguise: Disguise
) -> None:
    say(fakes, disguise, disguise.wrong)
    found = answer(capsys, case, write(case.text), disguise)
    assert (found["verdict"], found["cause"]) == ("unknown", "not confirmed")
