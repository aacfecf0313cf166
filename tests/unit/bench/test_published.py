"""Results of BenchExec."""

from __future__ import annotations

import bz2
from pathlib import Path

import pytest

from unthread.bench.published import Published, read_results
from unthread.core.diagnostics import InputError

TEXT = """<?xml version="1.0"?>
<result tool="t"><run name="../c/x/a.yml" files="[../c/x/a.c]">
<column title="status" value="false(unreach-call)"/>
<column title="cputime" value="1.5s"/><column title="walltime" value="2s"/>
<column title="memory" value="26MB"/></run></result>
"""


@pytest.mark.parametrize("name", ["r.xml", "r.xml.bz2"])
def test_results(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(bz2.compress(TEXT.encode()) if name.endswith("bz2") else TEXT.encode())
    assert read_results(file) == {"a.yml": Published("false(unreach-call)", 1.5, 2.0, 26_000_000)}


@pytest.mark.parametrize(
    "text", ["", "<html/>", TEXT.replace("status", "state"), TEXT.replace("1.5s", "soon")]
)
def test_what_are_none(text: str, tmp_path: Path) -> None:
    file = tmp_path / "r.xml"
    file.write_text(text)
    with pytest.raises(InputError, match="has no results of BenchExec"):
        read_results(file)
