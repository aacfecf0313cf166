"""What is asked of objects that hold any bytes."""

from __future__ import annotations

from pathlib import Path

from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.program.program import Function
from unthread.program.types import UCHAR
from unthread.sequentialize.c.objects import cells_of, cells_read

TEXT = """struct s { char c; int v[2]; unsigned b : 3, d : 7; };
int main(void) {
    struct s s;
    int i = s.c, known[2] = {1, 2};
    i = s.v[1];
    i = s.v[i & 1];
    i = s.d;
    return i + known[1];
}
"""


def main_of(directory: Path) -> Function:
    file = directory / "a.c"
    file.write_text(TEXT)
    return load(Source((file,))).functions["main"]


def test_all_scalars_in_order(tmp_path: Path) -> None:
    main = main_of(tmp_path)
    variable = next(variable for variable in main.locals if variable.text == "s")
    cells = cells_of(variable.type, variable.loc)
    assert [(cell.offset, cell.path) for cell in cells] == [
        (0, ".c"),
        (4, ".v[0]"),
        (8, ".v[1]"),
        (12, ".b"),
        (12, ".d"),
        (13, ".d"),
    ]
    assert [cell.type for cell in cells[3:]] == [UCHAR] * 3, "bits are asked for as bytes"


def test_what_is_read_where(tmp_path: Path) -> None:
    """An index that is not known may be any; what has a value at once is not asked for."""
    found = cells_read(main_of(tmp_path).body)
    assert len(found) == 1
    places = [(cell.loc.line, cell.offset) for cell in next(iter(found.values()))]
    assert places == [(4, 0), (5, 8), (6, 4), (6, 8), (7, 12), (7, 13)]
