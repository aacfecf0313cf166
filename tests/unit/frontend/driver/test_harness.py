"""The text of a harness."""

from __future__ import annotations

from pathlib import Path

from unthread.core.source import DataModel
from unthread.frontend import clang
from unthread.frontend.driver.api import find_api
from unthread.frontend.driver.harness import HarnessPlan, harness


def test_names_of_the_library_are_left_to_it(tmp_path: Path) -> None:
    file = tmp_path / "s.h"
    file.write_text("struct s { int n; }; int thread(struct s *x);\n")
    unit = clang.parse(file, (), DataModel.M64)
    api = find_api([unit], [str(file)])
    text = harness(HarnessPlan(api, "s.h", "h.c", (), 2, 3, {"thread", "s"}))
    assert "(void)thread(object);" in text
    assert "static void *thread_(void *unused)" in text
    assert "@" not in text
