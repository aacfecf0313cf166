"""Small programs, each built to break one mechanism: what they can break is the same in the program, in the
bounded program, and with every reduction on its own, with all and with none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import EVERYTHING, PLENTY, PROPERTIES, compare
from unthread.core.bounds import Bounds

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.c"))
MARK = "// bounds: "


def numbers_in(text: str) -> dict[str, int]:
    """`// bounds: unwind=2 depth=4 threads=1` in the first line, all optional. `endless=1`: the program
    itself is not explored. `all=1`: all properties but races, not only assertions and locks."""
    first = text.partition("\n")[0]
    if not first.startswith(MARK):
        return {}
    return {
        name: int(value) for name, _, value in (part.partition("=") for part in first[len(MARK) :].split())
    }


@pytest.mark.parametrize("file", PROGRAMS, ids=lambda file: file.stem)
def test_program(file: Path, tmp_path: Path) -> None:
    text = file.read_text()
    given = numbers_in(text)
    endless, everything = given.pop("endless", 0), given.pop("all", 0)
    unwind, depth, threads = (
        given.pop(name, getattr(PLENTY, name)) for name in ("unwind", "depth", "threads")
    )
    assert not given, f"no such bounds: {given}"
    bounds = Bounds(unwind=unwind, depth=depth, threads=threads)
    properties = EVERYTHING if everything else PROPERTIES
    compare(text, tmp_path, bounds, properties, endless=bool(endless))
