"""Small programs, each built to break one mechanism: what they can break is the same in the program, in the
bounded program, and with every reduction on its own, with all and with none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.bound.compare import PLENTY, compare
from unthread.core.bounds import Bounds

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.c"))
MARK = "// bounds: "


def bounds_in(text: str) -> tuple[Bounds, bool]:
    """`// bounds: unwind=2 depth=4 endless=1` in the first line, all optional."""
    first = text.partition("\n")[0]
    if not first.startswith(MARK):
        return PLENTY, False
    given = {
        name: int(value) for name, _, value in (part.partition("=") for part in first[len(MARK) :].split())
    }
    endless = bool(given.pop("endless", 0))
    unwind, depth, threads = (
        given.pop("unwind", PLENTY.unwind),
        given.pop("depth", 3),
        given.pop("threads", 8),
    )
    assert not given, f"no such bounds: {given}"
    return Bounds(unwind=unwind, depth=depth, threads=threads), endless


@pytest.mark.parametrize("file", PROGRAMS, ids=lambda file: file.stem)
def test_program(file: Path, tmp_path: Path) -> None:
    text = file.read_text()
    bounds, endless = bounds_in(text)
    compare(text, tmp_path, bounds, endless=endless)
