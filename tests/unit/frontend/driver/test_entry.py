"""The main that runs entries."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.diagnostics import InputError
from unthread.core.source import Entries, Source
from unthread.frontend.load import load


def test_positions_are_the_users(tmp_path: Path) -> None:
    file = tmp_path / "library.c"
    file.write_text("int n;\n\nvoid add(int value) { n += value; }\n")
    program = load(Source((file,), entries=Entries(("add", "add"))))
    own = [program.functions[name] for name in ("main", "add@entry", "add@entry2")]
    assert all(item.loc.file == str(file) for function in own for item in function.body)
    assert {item.loc.line for function in own for item in function.body} == {3}


def test_the_users_main_is_another_function(tmp_path: Path) -> None:
    file = tmp_path / "library.c"
    file.write_text("void f(void) {}\nint main(void) { return 3; }\n")
    program = load(Source((file,), entries=Entries(("f",))))
    assert "main@program" in program.functions


def test_text_in_another_encoding(tmp_path: Path) -> None:
    file = tmp_path / "library.c"
    file.write_bytes(b"/* \xe9 */ void f(void) {}\n")
    with pytest.raises(InputError, match="not UTF-8"):
        load(Source((file,), entries=Entries(("f",))))
