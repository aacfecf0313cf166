"""Text that is read after a file."""

from __future__ import annotations

from pathlib import Path

from unthread.core.source import DataModel
from unthread.frontend import clang
from unthread.frontend.overlay import Addition, parsed_name


def test_names_that_look_like_options() -> None:
    assert parsed_name(Path("-f.c")) == "./-f.c"
    assert parsed_name(Path("f.c")) == "f.c"


def test_added_lines_stand_for_others(tmp_path: Path) -> None:
    file = tmp_path / "f.c"
    file.write_text("int x;\n")
    addition = Addition("int x;\n\nint y;\n", {3: (str(file), 1, 5)}, {"y": "main"})
    unit = clang.parse(file, (), DataModel.M64, addition=addition)
    found = {cursor.spelling: cursor for cursor in unit.declarations() if cursor.spelling in "xy"}
    assert unit.position(found["y"]) == (str(file), 1, 5)
    assert unit.is_added(found["y"])
    assert not unit.is_added(found["x"])
    assert unit.linker_name("y") == "main"
