"""What stopped unthread on public programs, one program of our own for each cause.

In: the files in programs/real_code/. Comments at their top say how they are checked and what has to come out,
as they are (`expect`) and with the macro BUG (`expect with BUG`); a violation is in a line that ends in
`// violated`. `says` are parts of the report.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.support.commands import Capture, checked, execute

PROGRAMS = Path(__file__).parent / "programs" / "real_code"


def directives(program: Path) -> dict[str, str]:
    found = re.findall(r"^// (\w[\w ]*): (.*)$", program.read_text(), re.MULTILINE)
    return dict(found)


def cases() -> list[object]:
    return [
        pytest.param(program.stem, macro, id=f"{program.stem}{'-' if macro else ''}{macro}")
        for program in sorted(PROGRAMS.glob("*.c"))
        for macro in ("", "BUG")
        if f"expect{' with ' if macro else ''}{macro}" in directives(program)
    ]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("name", "macro"), cases())
def test_answer(name: str, macro: str, here: Path, capsys: Capture) -> None:
    program = Path(shutil.copy(PROGRAMS / f"{name}.c", here))
    given = directives(program)
    expected = given[f"expect with {macro}" if macro else "expect"]
    options = [*given.get("options", "").split(), *(("-D", macro) if macro else ())]
    found = checked(capsys, program.name, *options)
    assert found["verdict"] == expected.partition(",")[0].partition(" ")[0].replace("no", "no bug found")
    coverage = found.get("coverage") or {}
    if expected.startswith("unsafe"):
        lines = program.read_text().splitlines()
        violation = found["traces"][0]["violation"]
        assert violation["property"] == expected.split()[1]
        places = [
            violation,
            *violation["participants"],
        ]  # either access of a race may be the one that is named
        assert any(lines[place["position"]["line"] - 1].endswith("// violated") for place in places)
    elif expected.endswith("in main alone"):
        assert coverage["threads"] == ["main"]
    else:
        assert len(coverage["threads"]) > 1
        assert not coverage["never_started"]
        assert not [entry for entry in coverage["left_out"] if entry["cause"] == "gap"]


@pytest.mark.parametrize("name", [p.stem for p in sorted(PROGRAMS.glob("*.c")) if "says" in directives(p)])
def test_report(name: str, here: Path, capsys: Capture) -> None:
    program = Path(shutil.copy(PROGRAMS / f"{name}.c", here))
    given = directives(program)
    _, out, _ = execute(capsys, "check", program.name, *given.get("options", "").split())
    for text in given["says"].split(" | "):
        assert text in out
    assert given.get("never says", "\0") not in out
