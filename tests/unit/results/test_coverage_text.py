"""The source with what is reached, thread by thread."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from unthread.core.bounds import Bounds
from unthread.core.diagnostics import source_lines
from unthread.core.source import Loc
from unthread.core.verdict import Coverage, PlaceKind, ProgramPlace, Visit
from unthread.results.coverage_text import render_coverage


def visit(file: str, line: int, function: str, is_reached: bool | None, *threads: str) -> Visit:
    return Visit(ProgramPlace(PlaceKind.LINE, "line", Loc(file, line, 1, function)), is_reached, threads)


def test_marks(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text("one\ntwo\nthree\nfour\nfive")
    source_lines.cache_clear()
    name = str(file)
    ledger = (
        visit(name, 1, "main", True, "main"),
        visit(name, 2, "main", False),
        visit(name, 3, "work", True, "work"),
        visit(name, 4, "never", None),
    )
    coverage = Coverage(Bounds(), 1, True, (), (), (), (), frozenset(), (), ledger=ledger)
    out = io.StringIO()
    render_coverage(coverage, Console(file=out, width=200))
    lines = out.getvalue().splitlines()[2:]
    assert lines[0] == "main work"
    assert [line[:9].split() for line in lines[1:]] == [["+"], ["-"], ["+"], ["?", "?"], []]
    assert [line.rpartition("  ")[2] for line in lines[1:]] == ["one", "two", "three", "four", "five"]
    assert lines[3].index("+") > lines[1].index("+")  # in the column of its thread
