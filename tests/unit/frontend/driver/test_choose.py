"""Which main is written."""

from __future__ import annotations

from pathlib import Path

from unthread.core.source import DataModel, Entries, Histories, Source
from unthread.frontend import clang
from unthread.frontend.driver.choose import driver_for


def test_entries_or_histories(tmp_path: Path) -> None:
    file = tmp_path / "s.c"
    file.write_text("struct s { int n; }; int get(struct s *x) { return x->n; }\n")
    unit = clang.parse(file, (), DataModel.M64)
    entries = driver_for(Source((file,), entries=Entries(("get",))), [unit])
    histories = driver_for(Source((file,), linearizable=Histories(2, 1)), [unit])
    assert "get@entry" in entries.names.values()
    assert "operations@entry" in "".join(histories.names.values())
