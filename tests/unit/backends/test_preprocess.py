"""C text as tools without headers want it."""

from __future__ import annotations

from pathlib import Path

import pytest

from referees import GCC
from tests.support.tools import require
from unthread.backends.base import GaveUp
from unthread.backends.preprocess import preprocess


def test_macros_are_replaced_and_lines_still_known(tmp_path: Path) -> None:
    require(GCC)
    file = tmp_path / "a.c"
    file.write_text("#define N 5\nint x = N;\n")
    assert preprocess(file, 64) is None
    assert "int x = 5;" in file.read_text()
    assert '"a.c"' in file.read_text()


def test_a_text_that_cannot_be_read(tmp_path: Path) -> None:
    require(GCC)
    file = tmp_path / "a.c"
    file.write_text('#include "nowhere.h"\n')
    trouble = preprocess(file, 64)
    assert isinstance(trouble, GaveUp)
    assert "cannot preprocess" in trouble.reason
    assert any("nowhere.h" in line for line in trouble.tail)
    assert file.read_text() == '#include "nowhere.h"\n'


def test_no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    trouble = preprocess(tmp_path / "a.c", 64)
    assert trouble == GaveUp("no C compiler found to preprocess the sequential C (cc, gcc or clang)")
